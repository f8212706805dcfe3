import type { Body } from './body.ts';
import { MOST_OF_ONE_PREFIX, type StoreQuery } from './contract.ts';
import type { Linked } from './use-order.ts';

export interface Entry extends Body, Linked<Entry> {
  /** Sequence number, in the order in which entries were stored. */
  readonly place: number;
  /** The index that contains the entry. */
  readonly index: MemoryIndex;
  readonly key: string;
  readonly prefix: string;
  /** Other names of the entry. If several entries of a key share an id, the id refers to the latest one. */
  readonly ids: readonly string[];
  usedMs: number;
}

/** Indexes entries of one kind by key, and within a key by id and by prefix. Removing an entry frees everything it used. */
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
      if (owner.byId.get(id) === entry) owner.byId.delete(id); // a later entry may have taken over the id
    }
    const sharers = owner.byPrefix.get(entry.prefix);
    sharers?.delete(entry);
    if (sharers?.size === 0) owner.byPrefix.delete(entry.prefix);
    if (owner.byPrefix.size === 0) this.#owners.delete(entry.key);
  }

  withId(key: string, id: string): Entry | undefined {
    return this.#owners.get(key)?.byId.get(id);
  }

  /** Returns the matching entries, each once, in the order in which they were stored. */
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

/** The entries of one key. Every entry is in `byPrefix`, so the owner has no entries if `byPrefix` is empty. */
interface Owner {
  readonly byId: Map<string, Entry>;
  readonly byPrefix: Map<string, Set<Entry>>;
}
