import type { Body } from './body.ts';
import { MOST_OF_ONE_PREFIX, type StoreQuery } from './contract.ts';
import type { Linked } from './use-order.ts';

export interface Entry extends Body, Linked<Entry> {
  /** Grows with each one kept. */
  readonly place: number;
  /** Where it is found. */
  readonly index: MemoryIndex;
  readonly key: string;
  readonly prefix: string;
  /** Other names that lead to it; each to the latest entry of its key that has it. */
  readonly ids: readonly string[];
  usedMs: number;
}

/** Entries of one kind by their keys, and there by what they are asked for. What is removed leaves nothing behind. */
export class MemoryIndex {
  readonly #owners = new Map<string, Owner>();

  add(entry: Entry): void {
    const owner = this.#owners.get(entry.key) ?? { byId: new Map(), byPrefix: new Map() };
    this.#owners.set(entry.key, owner);
    for (const id of entry.ids) owner.byId.set(id, entry);
    owner.byPrefix.set(entry.prefix, (owner.byPrefix.get(entry.prefix) ?? new Set()).add(entry));
  }

  remove(entry: Entry): void {
    const owner = this.#owners.get(entry.key);
    if (owner === undefined) return;
    for (const id of entry.ids) {
      if (owner.byId.get(id) === entry) owner.byId.delete(id); // a later one may have the id by now
    }
    const sharers = owner.byPrefix.get(entry.prefix);
    sharers?.delete(entry);
    if (sharers?.size === 0) owner.byPrefix.delete(entry.prefix);
    if (owner.byPrefix.size === 0) this.#owners.delete(entry.key);
  }

  withId(key: string, id: string): Entry | undefined {
    return this.#owners.get(key)?.byId.get(id);
  }

  /** Each once, in the order of their places. */
  find({ key, callIds, prefixes }: StoreQuery): Entry[] {
    const owner = this.#owners.get(key);
    if (owner === undefined) return [];
    const byId = callIds.map((id) => owner.byId.get(id)).filter((entry) => entry !== undefined);
    const byPrefix = [...new Set(prefixes)].flatMap((prefix) =>
      [...(owner.byPrefix.get(prefix) ?? [])].slice(-MOST_OF_ONE_PREFIX),
    );
    return [...new Set([...byId, ...byPrefix])].sort((one, other) => one.place - other.place);
  }
}

/** What belongs to one key. Every entry is in `byPrefix`, so that an owner without any is an owner of nothing. */
interface Owner {
  readonly byId: Map<string, Entry>;
  readonly byPrefix: Map<string, Set<Entry>>;
}
