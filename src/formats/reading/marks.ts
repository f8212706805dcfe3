/** A set of literal markers, each with what it means, found in one pass over a text. */
export class Marks<T> {
  readonly #root = new Node<T>();
  /** Which letters begin a marker; those beyond ASCII are all asked for. */
  readonly #first = new Uint8Array(128);
  #hasForeign = false;
  /** How long the marker was that was last found, and what it means. */
  length = 0;
  meaning: T | undefined;

  constructor(entries: Iterable<readonly [string, T]>) {
    for (const [text, meaning] of entries) this.#add(text, meaning);
  }

  #add(text: string, meaning: T): void {
    let node = this.#root;
    for (let at = 0; at < text.length; at++) node = node.grow(text.charCodeAt(at));
    node.meaning ??= meaning;
    const first = text.charCodeAt(0);
    if (first < 128) this.#first[first] = 1;
    else this.#hasForeign = true;
  }

  get isEmpty(): boolean {
    return this.#root.isLeaf;
  }

  /** Whether a marker may begin with this letter. */
  begins(unit: number): boolean {
    return unit < 128 ? this.#first[unit] === 1 : this.#hasForeign;
  }

  /** Where a marker may begin, at or behind `from`; `to` if nowhere before it. */
  find(text: string, from: number, to = text.length): number {
    let at = from;
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (unit < 128 ? this.#first[unit] === 1 : this.#hasForeign) break;
    }
    return at;
  }

  /**
   * Whether a marker stands at a place; the longest if several do. `open`: the text ends before that is clear. The
   * marker's length and meaning are kept for the caller.
   */
  look(text: string, at: number, isEnded: boolean): 'found' | 'open' | 'none' {
    let node: Node<T> | undefined = this.#root;
    let end = at;
    this.length = 0;
    this.meaning = undefined;
    for (; end < text.length; end++) {
      node = node.get(text.charCodeAt(end));
      if (node === undefined) break;
      if (node.meaning === undefined) continue;
      this.length = end + 1 - at;
      this.meaning = node.meaning;
    }
    if (node !== undefined && !node.isLeaf && !isEnded) return 'open';
    return this.length > 0 ? 'found' : 'none';
  }
}

/** A letter's place in the tree of all markers. Most have one way on: that one is looked at first. */
class Node<T> {
  meaning: T | undefined;
  #unit = -1;
  #next: Node<T> | undefined;
  #others: Map<number, Node<T>> | undefined;

  get isLeaf(): boolean {
    return this.#next === undefined;
  }

  get(unit: number): Node<T> | undefined {
    return unit === this.#unit ? this.#next : this.#others?.get(unit);
  }

  grow(unit: number): Node<T> {
    const known = this.get(unit);
    if (known !== undefined) return known;
    const next = new Node<T>();
    if (this.#next === undefined) {
      this.#unit = unit;
      this.#next = next;
    } else {
      this.#others ??= new Map();
      this.#others.set(unit, next);
    }
    return next;
  }
}

/** Markers that all mean themselves. */
export function literals(texts: readonly string[]): Marks<string> {
  return new Marks(texts.map((text) => [text, text] as const));
}

/** The same of a list that never changes: made once. */
export const marksOf = kept(literals);

/** What is made of a record, made once for each. */
export function kept<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
