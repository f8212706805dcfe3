import type { Bag, Lexicon } from './lexicon.ts';

const K1 = 1.6;
const B = 0.85;

/** For each word, the items that contain it and what it adds to their scores: BM25, precomputed in flat arrays. */
export class Postings {
  readonly items: number;
  readonly #lexicon: Lexicon;
  /** The entries of term t are from `#starts[t]` to `#starts[t + 1]`, exclusive. */
  readonly #starts: Uint32Array;
  readonly #places: Uint32Array;
  readonly #gains: Float32Array;

  constructor(bags: readonly Bag[], lexicon: Lexicon) {
    this.items = bags.length;
    this.#lexicon = lexicon;
    this.#starts = startsOf(bags, lexicon.size);
    const entries = this.#starts.at(-1) ?? 0;
    this.#places = new Uint32Array(entries);
    this.#gains = new Float32Array(entries);
    const average = bags.reduce((sum, { length }) => sum + length, 0) / Math.max(1, bags.length);
    const next = this.#starts.slice();
    for (const [place, { terms, counts, length }] of bags.entries()) {
      const dampened = K1 * (1 - B + (B * length) / average);
      for (let entry = 0; entry < terms.length; entry++) {
        const term = terms[entry] ?? 0;
        const count = counts[entry] ?? 0;
        const slot = next[term] ?? 0;
        next[term] = slot + 1;
        this.#places[slot] = place;
        this.#gains[slot] = count / (count + dampened);
      }
    }
  }

  has(word: string): boolean {
    const [start, end] = this.#range(word);
    return end > start;
  }

  /** Returns a number that is higher the fewer items contain the word, and highest for a word that no item contains. */
  rarity(word: string): number {
    const [start, end] = this.#range(word);
    return Math.log(1 + (this.items - (end - start) + 0.5) / (end - start + 0.5));
  }

  /** Adds the word's BM25 score to each item that contains it; rare words add more. */
  score(word: string, weight: number, scores: Float64Array): void {
    this.#add(word, weight * this.rarity(word), scores);
  }

  /**
   * Does the same regardless of how rare the word is: adds between 0 and `weight`, depending on how often the item uses the
   * word.
   */
  gain(word: string, weight: number, gains: Float64Array): void {
    this.#add(word, weight, gains);
  }

  #add(word: string, worth: number, sums: Float64Array): void {
    const [start, end] = this.#range(word);
    for (let slot = start; slot < end; slot++) {
      const place = this.#places[slot] ?? 0;
      sums[place] = (sums[place] ?? 0) + worth * (this.#gains[slot] ?? 0);
    }
  }

  /** Returns an empty range for unknown terms, and for terms that the lexicon learned after this index was built. */
  #range(word: string): readonly [start: number, end: number] {
    const term = this.#lexicon.find(word);
    if (term === undefined || term + 1 >= this.#starts.length) return [0, 0];
    return [this.#starts[term] ?? 0, this.#starts[term + 1] ?? 0];
  }
}

function startsOf(bags: readonly Bag[], terms: number): Uint32Array {
  const starts = new Uint32Array(terms + 1);
  for (const bag of bags) for (const term of bag.terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  return starts;
}
