export type { Hit, IndexOptions, SearchIndex, Tell } from './lexical.ts';
export { bestHits, LexicalIndex } from './lexical.ts';
export { type Bag, Lexicon, mergedBag } from './lexicon.ts';
export { createLexicalIndex, type Searchable, type ToolIndexOptions } from './searchable.ts';
export { kindredOf, type Synonyms, synonymsOf } from './synonyms.ts';
export { type RankedHit, ToolIndex, type ToolSearch } from './tool-index.ts';
export { eachWord, searchWords } from './words.ts';
