/** A set of literal markers, each with a meaning, that are found in one pass over a text. */
export class MarkerSet<T> {
  readonly #root = new Node<T>();
  /** 1 for each ASCII code that begins a marker. */
  readonly #first = new Uint8Array(128);
  /** True if a marker begins with a character outside ASCII. Then every such character may begin a marker. */
  #hasForeign = false;
  /** Length of the marker that `look` found last, or 0. */
  length = 0;
  /** Meaning of the marker that `look` found last. */
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

  /** Returns true if a marker may begin with this character. */
  begins(unit: number): boolean {
    return unit < 128 ? this.#first[unit] === 1 : this.#hasForeign;
  }

  /** Returns the first offset from `from` on where a marker may begin, or `to` if there is none before it. */
  find(text: string, from: number, to = text.length): number {
    let at = from;
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (unit < 128 ? this.#first[unit] === 1 : this.#hasForeign) break;
    }
    return at;
  }

  /**
   * Looks for the longest marker at an offset, and stores its length and meaning in `length` and `meaning`. `open`: the text
   * ends before the result is clear.
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

/** A node in the tree of all markers. Most nodes have one child, so the first child is compared without a map. */
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

/** Returns markers whose meaning is their own text. */
export function literals(texts: readonly string[]): MarkerSet<string> {
  return new MarkerSet(texts.map((text) => [text, text] as const));
}

/** Like `literals`, but built only once for each list. The list must not change. */
export const marksOf = kept(literals);

/** Returns a function that calls `make` once for each object and caches the result. */
export function kept<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
