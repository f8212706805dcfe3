import { EVERYDAY_WEIGHT, isEveryday } from './everyday.ts';
import type { Bag, Lexicon } from './lexicon.ts';
import { Postings } from './postings.ts';
import { KINDRED_WEIGHT, kindredOf, type Synonyms } from './synonyms.ts';
import { joinedNames, rootOf, searchWords } from './words.ts';

export interface Hit {
  /** Index of the item in the list. */
  readonly place: number;
  /** How much of the query the item matches, from 0 to 1. Rare and unknown words of the query count most. */
  readonly score: number;
}

export interface SearchIndex {
  /**
   * Returns at most `most` hits, best first; equal scores keep the order of the list. Items without a matching word are
   * left out.
   */
  search(query: string, most: number, isLeftOut?: (place: number) => boolean): readonly Hit[];
}

export interface IndexOptions {
  /**
   * How strongly an item must match to be a hit, regardless of how rare the words are. Each matching word adds between 0 and
   * 1; everyday words and synonyms add little. Default: 0, which accepts every match.
   */
  readonly minMatch?: number;
  /** Returns the synonyms of a stemmed word, stemmed as well. Default: the synonyms that suit tools. */
  readonly kindred?: Synonyms;
}

/** Passes each text of an item to `add`, with the weight of its words. */
export type Tell<Item> = (item: Item, add: (text: string, weight: number) => void) => void;

/** A BM25 index over items of any kind. */
export class LexicalIndex implements SearchIndex {
  readonly #postings: Postings;
  readonly #minMatch: number;
  readonly #kindred: Synonyms;

  static over<Item extends object>(
    items: readonly Item[],
    lexicon: Lexicon,
    tell: Tell<Item>,
    options?: IndexOptions,
  ): LexicalIndex {
    const bags = items.map((item) => lexicon.bagOf(item, (add) => tell(item, add)));
    return new LexicalIndex(bags, lexicon, options);
  }

  /** The index of an item is the index of its bag. All bags come from the lexicon. */
  constructor(bags: readonly Bag[], lexicon: Lexicon, { minMatch = 0, kindred = kindredOf }: IndexOptions = {}) {
    this.#postings = new Postings(bags, lexicon);
    this.#minMatch = minMatch;
    this.#kindred = kindred;
  }

  search(query: string, most: number, isLeftOut: (place: number) => boolean = () => false): readonly Hit[] {
    const { scores, said, possible } = this.#weigh(query, this.#minMatch > 0);
    const isMatch = (place: number) => said === undefined || (said[place] ?? 0) >= this.#minMatch;
    const isIn = (place: number) => isMatch(place) && !isLeftOut(place);
    return bestHits(scores, most, isIn).map(({ place, score }) => ({ place, score: Math.min(1, score / possible) }));
  }

  /** Returns the score of every item, from 0 to 1, by its index. Ignores `minMatch`. */
  scores(query: string): Float64Array {
    const { scores, possible } = this.#weigh(query, false);
    return scores.map((score) => (score === 0 ? 0 : Math.min(1, score / possible)));
  }

  /** Returns the words to look for, synonyms included, with their weights: rare words count most, synonyms little. */
  wordsOf(query: string): ReadonlyMap<string, number> {
    const words = this.#wordsIn(query);
    const weights = new Map<string, number>();
    for (const word of words) {
      for (const kindred of this.#kindred(word)) {
        const weight = KINDRED_WEIGHT * this.#postings.rarity(kindred);
        if (weight > (weights.get(kindred) ?? 0)) weights.set(kindred, weight);
      }
    }
    for (const word of words) weights.set(word, this.#postings.rarity(word));
    return weights;
  }

  #weigh(query: string, isSaidAsked: boolean): Weighed {
    const postings = this.#postings;
    const scores = new Float64Array(postings.items);
    const said = isSaidAsked ? new Float64Array(postings.items) : undefined;
    const words = this.#wordsIn(query);
    let possible = 0;
    for (const word of words) {
      possible += postings.rarity(word);
      const others = this.#kindred(word).filter((kindred) => !words.has(kindred));
      postings.score(word, 1, scores);
      for (const kindred of others) postings.score(kindred, KINDRED_WEIGHT, scores);
      if (said === undefined) continue;
      const weight = isEveryday(word) ? EVERYDAY_WEIGHT : 1;
      postings.gain(word, weight, said);
      for (const kindred of others) postings.gain(kindred, weight * KINDRED_WEIGHT, said);
    }
    return { scores, said, possible };
  }

  /** Adds joined names such as `github` only if an item contains them: as unknown words they would lower every score. */
  #wordsIn(text: string): ReadonlySet<string> {
    const query = text.slice(0, MOST_QUERY_LETTERS);
    const joined = joinedNames(query).map(rootOf);
    return new Set([...searchWords(query), ...joined.filter((name) => this.#postings.has(name))]);
  }
}

/** Bound for the part of a query that is searched. */
const MOST_QUERY_LETTERS = 4_096;

interface Weighed {
  /** Score of each item, by its index. */
  readonly scores: Float64Array;
  /** How strongly each item matches regardless of how rare the words are, by its index; undefined unless requested. */
  readonly said: Float64Array | undefined;
  /** The sum of the rarities of the query's words. A score divided by it, and capped at 1, is the score of a hit. */
  readonly possible: number;
}

/** Selects the best items in one pass, and holds at most `most` of them at a time. */
export function bestHits(scores: Float64Array, most: number, isIn: (place: number) => boolean): Hit[] {
  const hits: Hit[] = [];
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? 0;
    if (score === 0 || (hits.length >= most && score <= (hits.at(-1)?.score ?? Number.POSITIVE_INFINITY))) continue;
    if (!isIn(place)) continue;
    let rank = hits.length;
    while (rank > 0 && (hits[rank - 1]?.score ?? 0) < score) rank--;
    hits.splice(rank, 0, { place, score });
    if (hits.length > most) hits.pop();
  }
  return hits;
}
