import { createLexicalIndex, type Hit, type Searchable, type SearchIndex } from './lexical.ts';
import { Lexicon } from './lexicon.ts';

/** What finds tools for what a person or a model says, by whatever means. */
export interface ToolSearch {
  /** The nearest first, each by its place in the list. None where nothing is near: small talk is no question for a tool. */
  rank(words: string, most: number, isLeftOut?: (place: number) => boolean): readonly RankedHit[];
}

export interface RankedHit extends Hit {
  /** Others are so much nearer that it is not told. */
  readonly isFar: boolean;
}

/** Finds tools by their words. The index is made at the first search, and kept as long as the list lives. */
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
    this.#index ??= createLexicalIndex(this.#tools, { leastSaid: LEAST_SAID, lexicon: lexiconNow() });
    const hits = this.#index.search(question(words), most, isLeftOut);
    const least = LEAST_SHARE * (hits[0]?.score ?? 0);
    return hits.map((hit) => ({ ...hit, isFar: hit.score < least }));
  }
}

const indexes = new WeakMap<readonly Searchable[], ToolIndex>();

/** One for all lists: they change, and most of their tools stay. */
let lexicon = new Lexicon();

/** Words are foreign: of those that are gone with their tools nothing is left to the next one. */
function lexiconNow(): Lexicon {
  if (lexicon.weight > MOST_WORDS) lexicon = new Lexicon();
  return lexicon;
}

const MOST_WORDS = 200_000; // twenty thousand real tools say forty thousand

/**
 * Less than one word in a description of usual length. Tuned on public sets of tools and questions: of the right tools it loses
 * less than one in a hundred; of small talk it takes half with twenty thousand tools, and most of it with two hundred. A share of the
 * query would not do: real questions are long, and say little of the tool.
 */
const LEAST_SAID = 0.3;

/**
 * Of the nearest one's score. On the same sets this leaves out a quarter of the finds and, of the right ones, less than 1 in 100
 * where five are told, and up to 2.4 where ten are.
 */
const LEAST_SHARE = 0.4;

/** Of a long message what stands at its ends: that is where people ask. */
function question(words: string): string {
  if (words.length <= 2 * MOST_LETTERS) return words;
  return `${words.slice(0, MOST_LETTERS)} ${words.slice(-MOST_LETTERS)}`;
}

const MOST_LETTERS = 2_000;
