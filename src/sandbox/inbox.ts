/** A queue that one reader waits at. */
export class Inbox<Item> {
  readonly #items: Item[] = [];
  #reader: ((item: Item) => void) | undefined;

  put(item: Item): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader === undefined) this.#items.push(item);
    else reader(item);
  }

  /** The items that the reader has not taken. */
  get items(): readonly Item[] {
    return this.#items;
  }

  take(): Promise<Item> {
    const item = this.#items.shift();
    if (item !== undefined) return Promise.resolve(item);
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }
}
