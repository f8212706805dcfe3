import { eachWord, rootOf } from './words.ts';

const K1 = 1.6;
const B = 0.85;

/** Which items say a word, and what it gains each of them: BM25, worked out beforehand, in flat arrays. */
export class Postings {
  readonly items: number;
  readonly #terms: ReadonlyMap<string, number>;
  /** The entries of term t stand from `#starts[t]` to `#starts[t + 1]`. */
  readonly #starts: Uint32Array;
  readonly #places: Uint32Array;
  readonly #gains: Float32Array;

  constructor({ terms, lengths, ids, places, counts }: Gathered) {
    this.items = lengths.length;
    this.#terms = terms;
    this.#starts = startsOf(ids, terms.size);
    this.#places = new Uint32Array(ids.length);
    this.#gains = new Float32Array(ids.length);
    const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
    const next = this.#starts.slice();
    for (let entry = 0; entry < ids.length; entry++) {
      const id = ids[entry] ?? 0;
      const slot = next[id] ?? 0;
      const place = places[entry] ?? 0;
      const count = counts[entry] ?? 0;
      next[id] = slot + 1;
      this.#places[slot] = place;
      this.#gains[slot] = count / (count + K1 * (1 - B + (B * (lengths[place] ?? 0)) / average));
    }
  }

  has(word: string): boolean {
    return this.#terms.has(word);
  }

  /** The more the fewer items say it; the most of all for a word that none says. */
  rarity(word: string): number {
    const [start, end] = this.#range(word);
    return Math.log(1 + (this.items - (end - start) + 0.5) / (end - start + 0.5));
  }

  /** Adds to each item's score what the word gains it: the more, the rarer the word. */
  score(word: string, weight: number, scores: Float64Array): void {
    this.#add(word, weight * this.rarity(word), scores);
  }

  /** The same however rare the word is: how much an item says of it, from 0 to 1. */
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

  #range(word: string): readonly [start: number, end: number] {
    const id = this.#terms.get(word);
    return id === undefined ? [0, 0] : [this.#starts[id] ?? 0, this.#starts[id + 1] ?? 0];
  }
}

/** One entry for each word of each item, in the order in which they were met. */
interface Gathered {
  readonly terms: ReadonlyMap<string, number>;
  readonly lengths: readonly number[];
  readonly ids: readonly number[];
  readonly places: readonly number[];
  readonly counts: readonly number[];
}

/** Gathers the words of one item after the other. */
export class PostingsBuilder {
  readonly #terms = new Map<string, number>();
  /** Words as they are written, by the term that they are searched as: stemming each of them again would take most of the time. */
  readonly #known = new Map<string, number>();
  readonly #lengths: number[] = [];
  readonly #ids: number[] = [];
  readonly #places: number[] = [];
  readonly #counts: number[] = [];
  /** The last entry of each term. */
  readonly #latest: number[] = [];

  /** What is added from now on belongs to the next item. */
  open(): void {
    this.#lengths.push(0);
  }

  add(text: string, weight: number): void {
    const place = this.#lengths.length - 1;
    let length = this.#lengths[place] ?? 0;
    eachWord(text, (word) => {
      const id = this.#known.get(word) ?? this.#learn(word);
      if (id === STOP) return;
      length += weight;
      const entry = this.#latest[id] ?? -1;
      if (this.#places[entry] === place) this.#counts[entry] = (this.#counts[entry] ?? 0) + weight;
      else this.#begin(id, place, weight);
    });
    this.#lengths[place] = length;
  }

  build(): Postings {
    return new Postings({
      terms: this.#terms,
      lengths: this.#lengths,
      ids: this.#ids,
      places: this.#places,
      counts: this.#counts,
    });
  }

  #learn(word: string): number {
    const root = rootOf(word);
    const id = root === '' ? STOP : (this.#terms.get(root) ?? this.#terms.size);
    if (id === this.#terms.size) this.#terms.set(root, id);
    this.#known.set(word, id);
    return id;
  }

  #begin(id: number, place: number, weight: number): void {
    this.#latest[id] = this.#ids.length;
    this.#ids.push(id);
    this.#places.push(place);
    this.#counts.push(weight);
  }
}

const STOP = -1;

function startsOf(ids: readonly number[], terms: number): Uint32Array {
  const starts = new Uint32Array(terms + 1);
  for (const id of ids) starts[id + 1] = (starts[id + 1] ?? 0) + 1;
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  return starts;
}
