import type { Continuation } from '../core/index.ts';
import { type Body, callIdsOf, readBody, writeBody } from './body.ts';
import { MOST_OF_ONE_PREFIX, type Store, type StoreBounds, type StoreQuery } from './contract.ts';
import { type Linked, UseOrder } from './use-order.ts';

/** Continuations as long as the process lives. The clock never goes back. */
export function createMemoryStore(bounds: StoreBounds, clock: () => number = () => performance.now()): Store {
  return new MemoryStore(bounds, clock);
}

class MemoryStore implements Store {
  readonly #bounds: StoreBounds;
  readonly #clock: () => number;
  readonly #byUse = new UseOrder<Entry>();
  readonly #owners = new Map<string, Owner>();
  #count = 0;
  #bytes = 0;
  #saved = 0;
  #isClosed = false;

  constructor(bounds: StoreBounds, clock: () => number) {
    this.#bounds = bounds;
    this.#clock = clock;
  }

  async save(continuation: Continuation): Promise<boolean> {
    return this.#save(continuation);
  }

  note(continuation: Continuation): void {
    if (!this.#isClosed) this.#save(continuation);
  }

  async find(query: StoreQuery): Promise<readonly Continuation[]> {
    this.#checkOpen();
    this.#forgetExpired();
    const owner = this.#owners.get(query.key);
    if (owner === undefined) return [];
    const found = [...entriesFor(query, owner)].sort((one, other) => one.place - other.place);
    for (const entry of found) this.#use(entry);
    return found.map(({ text }) => readBody(text, query.key)).filter((continuation) => continuation !== undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (let entry = this.#byUse.oldest; entry !== undefined; entry = this.#byUse.oldest) this.#forget(entry);
  }

  #save(continuation: Continuation): boolean {
    this.#checkOpen();
    const body = writeBody(continuation, this.#bounds);
    if (body === undefined) return false;
    this.#forgetExpired();
    this.#makeRoom(body);
    this.#keep(continuation, body);
    return true;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error('The store is closed.');
  }

  #forgetExpired(): void {
    const expiredMs = this.#clock() - this.#bounds.continuationMs;
    for (let entry = this.#byUse.oldest; entry !== undefined; entry = this.#byUse.oldest) {
      if (entry.usedMs > expiredMs) return;
      this.#forget(entry);
    }
  }

  #makeRoom({ bytes }: Body): void {
    const { continuations, storeBytes } = this.#bounds;
    for (let entry = this.#byUse.oldest; entry !== undefined; entry = this.#byUse.oldest) {
      if (this.#count + 1 <= continuations && this.#bytes + bytes <= storeBytes) return;
      this.#forget(entry);
    }
  }

  #keep(continuation: Continuation, body: Body): void {
    const { key, prefix } = continuation;
    const entry: Entry = {
      ...body,
      place: this.#saved++,
      key,
      prefix,
      callIds: callIdsOf(continuation),
      usedMs: this.#clock(),
      older: undefined,
      newer: undefined,
    };
    this.#count++;
    this.#bytes += entry.bytes;
    this.#byUse.add(entry);
    const owner = this.#owners.get(key) ?? { byCall: new Map(), byPrefix: new Map() };
    this.#owners.set(key, owner);
    for (const id of entry.callIds) owner.byCall.set(id, entry);
    owner.byPrefix.set(prefix, (owner.byPrefix.get(prefix) ?? new Set()).add(entry));
  }

  #use(entry: Entry): void {
    entry.usedMs = this.#clock();
    this.#byUse.remove(entry);
    this.#byUse.add(entry);
  }

  #forget(entry: Entry): void {
    this.#count--;
    this.#bytes -= entry.bytes;
    this.#byUse.remove(entry);
    const owner = this.#owners.get(entry.key);
    if (owner === undefined) return;
    for (const id of entry.callIds) {
      if (owner.byCall.get(id) === entry) owner.byCall.delete(id); // a later one may have the id by now
    }
    const answers = owner.byPrefix.get(entry.prefix);
    answers?.delete(entry);
    if (answers?.size === 0) owner.byPrefix.delete(entry.prefix);
    if (owner.byPrefix.size === 0) this.#owners.delete(entry.key);
  }
}

interface Entry extends Body, Linked<Entry> {
  /** Grows with each one saved. */
  readonly place: number;
  readonly key: string;
  readonly prefix: string;
  readonly callIds: readonly string[];
  usedMs: number;
}

/** What belongs to one key. Every entry is in `byPrefix`, so that an owner without any is an owner of nothing. */
interface Owner {
  readonly byCall: Map<string, Entry>;
  readonly byPrefix: Map<string, Set<Entry>>;
}

function entriesFor(query: StoreQuery, owner: Owner): Set<Entry> {
  const byCall = query.callIds.map((id) => owner.byCall.get(id)).filter((entry) => entry !== undefined);
  const byPrefix = query.prefixes.flatMap((prefix) =>
    [...(owner.byPrefix.get(prefix) ?? [])].slice(-MOST_OF_ONE_PREFIX),
  );
  return new Set([...byCall, ...byPrefix]);
}
