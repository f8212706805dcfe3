import type { Continuation, ToolAnnouncement } from '../../../src/core/index.ts';
import type { AnnouncementQuery, StoreBounds, StoreQuery } from '../../../src/store/contract.ts';

/** The simplest implementation of the store contract, without any index. Tests compare real stores with it. */
export class NaiveStore {
  readonly #bounds: StoreBounds;
  #kept: Kept[] = [];

  constructor(bounds: StoreBounds) {
    this.#bounds = bounds;
  }

  save(one: Continuation, now: number): boolean {
    const bytes = bytesOf(one);
    if (bytes > this.#bounds.continuationBytes) return false;
    const ids = one.steps.flatMap((step) => step.calls.flatMap((call) => call.clientId ?? []));
    for (const kept of this.#kept.filter((each) => each.continuation?.key === one.key)) {
      kept.ids = kept.ids.filter((id) => !ids.includes(id));
    }
    this.#keep({ continuation: one, ids, bytes, usedMs: now });
    return true;
  }

  find({ key, callIds, prefixes }: StoreQuery, now: number): Continuation[] {
    return this.#use(now, ({ continuation, ids }) => {
      if (continuation?.key !== key) return undefined;
      const isMeant = prefixes.includes(continuation.prefix) || ids.some((id) => callIds.includes(id));
      return isMeant ? continuation : undefined;
    });
  }

  announce(one: ToolAnnouncement, now: number): void {
    const bytes = bytesOf(one);
    if (bytes > this.#bounds.continuationBytes) return;
    const name = (each: ToolAnnouncement | undefined): string =>
      JSON.stringify([each?.key, each?.model, each?.prefix, each?.announcementId]);
    this.#kept = this.#kept.filter(({ announcement }) => name(announcement) !== name(one));
    this.#keep({ announcement: one, ids: [], bytes, usedMs: now });
  }

  announcements({ key, prefixes }: AnnouncementQuery, now: number): ToolAnnouncement[] {
    return this.#use(now, ({ announcement }) =>
      announcement?.key === key && prefixes.includes(announcement.prefix) ? announcement : undefined,
    );
  }

  #keep(kept: Kept): void {
    this.#expire(kept.usedMs);
    this.#kept.push(kept);
    while (this.#isTooMuch()) {
      const longestAgo = Math.min(...this.#kept.map((each) => each.usedMs));
      this.#kept.splice(
        this.#kept.findIndex((each) => each.usedMs === longestAgo),
        1,
      );
    }
  }

  #use<T>(now: number, choose: (kept: Kept) => T | undefined): T[] {
    this.#expire(now);
    return this.#kept.flatMap((each) => {
      const chosen = choose(each);
      if (chosen === undefined) return [];
      each.usedMs = now;
      return [chosen];
    });
  }

  #expire(now: number): void {
    this.#kept = this.#kept.filter((each) => now - each.usedMs < this.#bounds.continuationMs);
  }

  #isTooMuch(): boolean {
    const bytes = this.#kept.reduce((sum, each) => sum + each.bytes, 0);
    return this.#kept.length > this.#bounds.continuations || bytes > this.#bounds.storeBytes;
  }
}

/** A stored continuation or announcement; exactly one of the two is set. */
interface Kept {
  readonly continuation?: Continuation;
  readonly announcement?: ToolAnnouncement;
  ids: string[];
  readonly bytes: number;
  usedMs: number;
}

function bytesOf({ key: _, ...rest }: Continuation | ToolAnnouncement): number {
  return Buffer.byteLength(JSON.stringify(rest));
}
