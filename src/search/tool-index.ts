import type { Hit, SearchIndex } from './lexical.ts';
import { Lexicon } from './lexicon.ts';
import { createLexicalIndex, type Searchable } from './searchable.ts';

/** Finds tools for the words of a person or a model. */
export interface ToolSearch {
  /** Returns the best hits first. Returns none if nothing matches well enough, so that small talk finds no tools. */
  rank(words: string, most: number, isLeftOut?: (place: number) => boolean): readonly RankedHit[];
}

export interface RankedHit extends Hit {
  /** True if the score is so far below the best one that the tool is not shown. */
  readonly isFar: boolean;
}

/** Finds tools by their words. The index is built at the first search and cached for as long as the list is alive. */
export class ToolIndex implements ToolSearch {
  readonly #tools: readonly Searchable[];
  #index: SearchIndex | undefined;

  static of(tools: readonly Searchable[]): ToolIndex {
    const known = indexes.get(tools) ?? new ToolIndex(tools);
    indexes.set(tools, known);
    return known;
  }

  private constructor(tools: readonly Searchable[]) {
    this.#tools = tools;
  }

  rank(words: string, most: number, isLeftOut?: (place: number) => boolean): readonly RankedHit[] {
    this.#index ??= createLexicalIndex(this.#tools, { minMatch: LEAST_SAID, lexicon: lexiconNow() });
    const hits = this.#index.search(question(words), most, isLeftOut);
    const least = LEAST_SHARE * (hits[0]?.score ?? 0);
    return hits.map((hit) => ({ ...hit, isFar: hit.score < least }));
  }
}

const indexes = new WeakMap<readonly Searchable[], ToolIndex>();

/** Shared by all lists, because most tools stay the same when a list changes. */
let lexicon = new Lexicon();

/** Returns the shared lexicon. Starts a new one when it gets too large, because it keeps the words of removed tools. */
function lexiconNow(): Lexicon {
  if (lexicon.weight > MOST_WORDS) lexicon = new Lexicon();
  return lexicon;
}

const MOST_WORDS = 200_000; // twenty thousand real tools use forty thousand words

/**
 * How strongly a tool must match (`minMatch`): one word in a description of usual length is enough. Tuned on public sets of tools and
 * questions: it loses less than 1 in 100 of the right tools; of small-talk messages, it rejects half with twenty thousand
 * tools and most with two hundred. A share of the query would not work, because real questions are long and few of their
 * words are about the tool.
 */
const LEAST_SAID = 0.3;

/**
 * Hits below this share of the best score are far. On the same sets this drops a quarter of the hits, but of the right tools
 * less than 1 in 100 if five tools are shown, and up to 2.4 in 100 if ten are shown.
 */
const LEAST_SHARE = 0.4;

/** Keeps only the beginning and the end of a long message, where people put their question. */
function question(words: string): string {
  if (words.length <= 2 * MAX_CHARACTERS) return words;
  return `${words.slice(0, MAX_CHARACTERS)} ${words.slice(-MAX_CHARACTERS)}`;
}

const MAX_CHARACTERS = 2_000;
