import type { Continuation } from '../core/index.ts';
import type { Store } from '../store/index.ts';

/**
 * Turns in which nothing was hidden. They matter only beside a turn that answered the same transcript and hid something: a
 * branch that must not be mistaken for the other. So they are kept in memory, and stored when such a turn is.
 */
export class Siblings {
  readonly #store: Store;
  readonly #plain = new Recent<Continuation[]>();
  readonly #hiding = new Recent<true>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** A turn that hid nothing. */
  addPlain(turn: Continuation): void {
    const name = nameOf(turn);
    if (this.#hiding.get(name)) this.#store.note(turn);
    else this.#plain.set(name, [...(this.#plain.get(name) ?? []).slice(-MOST_OF_ONE), turn]);
  }

  /** A turn that hid something is about to be stored. */
  addHiding(turn: Continuation): void {
    const name = nameOf(turn);
    this.#hiding.set(name, true);
    for (const plain of this.#plain.get(name) ?? []) this.#store.note(plain);
    this.#plain.delete(name);
  }
}

/** So many values, of which the one set longest ago goes first. */
class Recent<Value> {
  readonly #values = new Map<string, Value>();

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  set(name: string, value: Value): void {
    this.#values.delete(name);
    this.#values.set(name, value);
    if (this.#values.size <= MOST) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  delete(name: string): void {
    this.#values.delete(name);
  }
}

const MOST = 20_000; // a few hundred bytes each
const MOST_OF_ONE = 16;

function nameOf({ key, prefix }: Pick<Continuation, 'key' | 'prefix'>): string {
  return `${prefix} ${key}`;
}
