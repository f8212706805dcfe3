import { eachWord, rootOf } from './words.ts';

/** The terms of one item, each once, with their weighted counts. */
export interface Bag {
  readonly terms: Uint32Array;
  readonly counts: Float32Array;
  /** Sum of the counts. */
  readonly length: number;
}

/**
 * Numbers the terms, and caches the terms of each item for as long as the item is alive. Reading the items takes most of the
 * time of building an index; with the cache, only the new items of a changed list are read.
 */
export class Lexicon {
  readonly #terms = new Map<string, number>();
  /** Maps words as written to their terms. */
  readonly #known = new Map<string, number>();
  readonly #bags = new WeakMap<object, Bag>();
  /** For each term: the last item that contains it, and the term's index in that item's bag. */
  readonly #lastItem: number[] = [];
  readonly #lastPlace: number[] = [];
  #items = 0;

  /** Number of known terms, which are numbered from 0 to `size - 1`. */
  get size(): number {
    return this.#terms.size;
  }

  /** Number of known words, as a measure of the memory in use. */
  get weight(): number {
    return this.#known.size;
  }

  find(term: string): number | undefined {
    return this.#terms.get(term);
  }

  /** Returns the item's terms. If the item is not cached, calls `tell`, which must pass each text of the item to `add`. */
  bagOf(item: object, tell: (add: (text: string, weight: number) => void) => void): Bag {
    const known = this.#bags.get(item);
    if (known !== undefined) return known;
    const bag = this.#read(tell);
    this.#bags.set(item, bag);
    return bag;
  }

  #read(tell: (add: (text: string, weight: number) => void) => void): Bag {
    const item = ++this.#items;
    const terms: number[] = [];
    const counts: number[] = [];
    let length = 0;
    tell((text, weight) => {
      eachWord(text, (word) => {
        const term = this.#known.get(word) ?? this.#learn(word);
        if (term === STOP) return;
        length += weight;
        const place = this.#lastPlace[term] ?? 0;
        if (this.#lastItem[term] === item) counts[place] = (counts[place] ?? 0) + weight;
        else {
          this.#lastItem[term] = item;
          this.#lastPlace[term] = terms.length;
          terms.push(term);
          counts.push(weight);
        }
      });
    });
    return { terms: Uint32Array.from(terms), counts: Float32Array.from(counts), length };
  }

  #learn(word: string): number {
    const root = rootOf(word);
    const term = root === '' ? STOP : (this.#terms.get(root) ?? this.#terms.size);
    if (term === this.#terms.size) this.#terms.set(root, term);
    this.#known.set(word, term);
    return term;
  }
}

/** Returns the terms of several items as those of one item. */
export function mergedBag(bags: readonly Bag[]): Bag {
  const counts = new Map<number, number>();
  let length = 0;
  for (const bag of bags) {
    length += bag.length;
    for (let entry = 0; entry < bag.terms.length; entry++) {
      const term = bag.terms[entry] ?? 0;
      counts.set(term, (counts.get(term) ?? 0) + (bag.counts[entry] ?? 0));
    }
  }
  return { terms: Uint32Array.from(counts.keys()), counts: Float32Array.from(counts.values()), length };
}

const STOP = -1;
