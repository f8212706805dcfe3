import { eachWord, rootOf } from './words.ts';

/** What one item says: the terms, each once, and how much of each. */
export interface Bag {
  readonly terms: Uint32Array;
  readonly counts: Float32Array;
  /** All of it together. */
  readonly length: number;
}

/**
 * Words as numbers, and what items say in them. Reading an item takes most of the time that an index takes, so what was read once is
 * kept as long as the item lives: of a long list that changes a little only the change is read.
 */
export class Lexicon {
  readonly #terms = new Map<string, number>();
  /** Words as they are written, by the term that they are searched as. */
  readonly #known = new Map<string, number>();
  readonly #bags = new WeakMap<object, Bag>();
  /** Of each term: the last item that said it, and where it stands in that item's bag. */
  readonly #lastItem: number[] = [];
  readonly #lastPlace: number[] = [];
  #items = 0;

  /** How many terms it knows. They have the numbers below. */
  get size(): number {
    return this.#terms.size;
  }

  /** How much it holds. */
  get weight(): number {
    return this.#known.size;
  }

  find(term: string): number | undefined {
    return this.#terms.get(term);
  }

  /** `tell` is called with what takes the item's texts, where it has not been read yet. */
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

const STOP = -1;
