export type { Hit, IndexOptions, Searchable, SearchIndex } from './lexical.ts';
export { createLexicalIndex } from './lexical.ts';
export { type RankedHit, ToolIndex, type ToolSearch } from './tool-index.ts';
export { searchWords } from './words.ts';
