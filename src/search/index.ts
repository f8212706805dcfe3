export type { Hit, Searchable, SearchIndex } from './lexical.ts';
export { createLexicalIndex } from './lexical.ts';
export { searchWords } from './words.ts';
