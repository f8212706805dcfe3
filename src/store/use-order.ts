export interface Linked<T> {
  older: T | undefined;
  newer: T | undefined;
}

/**
 * Keeps entries in the order of their last use, with constant-time operations. A Map is ordered too, but V8 takes longer to
 * find its first key the more keys were deleted before it: 60 µs with 100,000 keys.
 */
export class UseOrder<T extends Linked<T>> {
  #oldest: T | undefined;
  #newest: T | undefined;

  get oldest(): T | undefined {
    return this.#oldest;
  }

  /** Adds an entry as the newest. The entry must not be in any order yet. */
  add(entry: T): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  remove(entry: T): void {
    if (entry.older === undefined) this.#oldest = entry.newer;
    else entry.older.newer = entry.newer;
    if (entry.newer === undefined) this.#newest = entry.older;
    else entry.newer.older = entry.older;
    entry.older = undefined;
    entry.newer = undefined;
  }
}
