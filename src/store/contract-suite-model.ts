import type { Continuation } from '../core/index.ts';
import type { StoreBounds, StoreQuery } from './contract.ts';

/** The contract in as few words as possible, without any index. */
export class NaiveStore {
  readonly #bounds: StoreBounds;
  #kept: { one: Continuation; ids: string[]; bytes: number; usedMs: number }[] = [];

  constructor(bounds: StoreBounds) {
    this.#bounds = bounds;
  }

  save(one: Continuation, now: number): boolean {
    const { key, ...rest } = one;
    const bytes = Buffer.byteLength(JSON.stringify(rest));
    if (bytes > this.#bounds.continuationBytes) return false;
    this.#expire(now);
    const ids = one.steps.flatMap((step) => step.calls.flatMap((call) => call.clientId ?? []));
    for (const kept of this.#kept.filter((each) => each.one.key === key)) {
      kept.ids = kept.ids.filter((id) => !ids.includes(id));
    }
    this.#kept.push({ one, ids, bytes, usedMs: now });
    while (this.#isTooMuch()) {
      const longestAgo = Math.min(...this.#kept.map((each) => each.usedMs));
      this.#kept.splice(
        this.#kept.findIndex((each) => each.usedMs === longestAgo),
        1,
      );
    }
    return true;
  }

  find({ key, callIds, prefixes }: StoreQuery, now: number): Continuation[] {
    this.#expire(now);
    const found = this.#kept.filter(
      ({ one, ids }) => one.key === key && (prefixes.includes(one.prefix) || ids.some((id) => callIds.includes(id))),
    );
    for (const each of found) each.usedMs = now;
    return found.map(({ one }) => one);
  }

  #expire(now: number): void {
    this.#kept = this.#kept.filter((each) => now - each.usedMs < this.#bounds.continuationMs);
  }

  #isTooMuch(): boolean {
    const bytes = this.#kept.reduce((sum, each) => sum + each.bytes, 0);
    return this.#kept.length > this.#bounds.continuations || bytes > this.#bounds.storeBytes;
  }
}
