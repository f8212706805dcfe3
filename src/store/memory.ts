import { randomBytes } from 'node:crypto';
import type { Continuation, ToolAnnouncement } from '../core/index.ts';
import { type Body, callIdsOf, readAnnouncement, readBody, writeBody } from './body.ts';
import { type AnnouncementQuery, SECRET_BYTES, type Store, type StoreBounds, type StoreQuery } from './contract.ts';
import { type Entry, MemoryIndex } from './memory-index.ts';
import { UseOrder } from './use-order.ts';

/** Creates a store that lasts as long as the process. `clock` must be monotonic. */
export function createMemoryStore(bounds: StoreBounds, clock: () => number = () => performance.now()): Store {
  return new MemoryStore(bounds, clock);
}

class MemoryStore implements Store {
  readonly #bounds: StoreBounds;
  readonly #clock: () => number;
  /** Entries of both kinds, because they share the bounds. */
  readonly #byUse = new UseOrder<Entry>();
  readonly #continuations = new MemoryIndex();
  readonly #announcements = new MemoryIndex();
  readonly #secret = randomBytes(SECRET_BYTES);
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
    const found = this.#find(query, this.#continuations);
    return found.map((text) => readBody(text, query.key)).filter((continuation) => continuation !== undefined);
  }

  announce(announcement: ToolAnnouncement): void {
    if (this.#isClosed) return;
    const body = writeBody(announcement, this.#bounds);
    if (body === undefined) return;
    const { key, model, prefix, announcementId } = announcement;
    const id = JSON.stringify([model, prefix, announcementId]);
    const earlier = this.#announcements.withId(key, id);
    if (earlier !== undefined) this.#forget(earlier);
    this.#keep({ index: this.#announcements, key, prefix, ids: [id] }, body);
  }

  async announcements({ key, prefixes }: AnnouncementQuery): Promise<readonly ToolAnnouncement[]> {
    const found = this.#find({ key, prefixes, callIds: [] }, this.#announcements);
    return found.map((text) => readAnnouncement(text, key)).filter((announcement) => announcement !== undefined);
  }

  async secret(): Promise<Uint8Array> {
    return this.#secret;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (let entry = this.#byUse.oldest; entry !== undefined; entry = this.#byUse.oldest) this.#forget(entry);
  }

  #save(continuation: Continuation): boolean {
    this.#checkOpen();
    const body = writeBody(continuation, this.#bounds);
    if (body === undefined) return false;
    const { key, prefix } = continuation;
    this.#keep({ index: this.#continuations, key, prefix, ids: callIdsOf(continuation) }, body);
    return true;
  }

  #find(query: StoreQuery, index: MemoryIndex): string[] {
    this.#checkOpen();
    this.#forgetExpired();
    const found = index.find(query);
    for (const entry of found) this.#use(entry);
    return found.map(({ text }) => text);
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

  #keep(names: Pick<Entry, 'index' | 'key' | 'prefix' | 'ids'>, body: Body): void {
    this.#forgetExpired();
    this.#makeRoom(body);
    const place = this.#saved++;
    const entry: Entry = { ...body, ...names, place, usedMs: this.#clock(), older: undefined, newer: undefined };
    this.#count++;
    this.#bytes += entry.bytes;
    this.#byUse.add(entry);
    entry.index.add(entry);
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
    entry.index.remove(entry);
  }
}
