/** A set of literal markers, each with what it means, found in one pass over a text. */
export class Marks<T> {
  readonly #root: Node<T> = newNode();
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
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let next = node.next.get(unit);
      if (next === undefined) {
        next = newNode();
        node.next.set(unit, next);
      }
      node = next;
    }
    node.meaning ??= meaning;
    const first = text.charCodeAt(0);
    if (first < 128) this.#first[first] = 1;
    else this.#hasForeign = true;
  }

  get isEmpty(): boolean {
    return this.#root.next.size === 0;
  }

  /** Where a marker may begin, at or behind `from`; the text's length if nowhere. */
  find(text: string, from: number): number {
    const { length } = text;
    let at = from;
    for (; at < length; at++) {
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
      node = node.next.get(text.charCodeAt(end));
      if (node === undefined) break;
      if (node.meaning === undefined) continue;
      this.length = end + 1 - at;
      this.meaning = node.meaning;
    }
    if (node !== undefined && node.next.size > 0 && !isEnded) return 'open';
    return this.length > 0 ? 'found' : 'none';
  }
}

interface Node<T> {
  readonly next: Map<number, Node<T>>;
  meaning: T | undefined;
}

function newNode<T>(): Node<T> {
  return { next: new Map(), meaning: undefined };
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
