import type { Limits } from '../core/index.ts';
import type { TurnRecord } from './explain.ts';

/** The last turns of a house, for a while. Whoever asks for one must have the key that it was asked by. */
export class TurnRecords {
  readonly #limits: Pick<Limits, 'turnRecords' | 'turnRecordMs'>;
  readonly #now: () => number;
  /** In the order in which they ended. */
  readonly #kept = new Map<string, Kept>();
  #decisions = 0;

  constructor(limits: Pick<Limits, 'turnRecords' | 'turnRecordMs'>, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  keep(key: string, record: TurnRecord): void {
    if (this.#limits.turnRecords === 0) return;
    this.#kept.set(record.id, { key, record, at: this.#now() });
    this.#decisions += record.decisions.length;
    for (const [id, { at, record: oldest }] of this.#kept) {
      const isOld = this.#now() - at > this.#limits.turnRecordMs;
      if (!isOld && this.#kept.size <= this.#limits.turnRecords && this.#decisions <= MOST_DECISIONS) break;
      if (id === record.id) break;
      this.#kept.delete(id);
      this.#decisions -= oldest.decisions.length;
    }
  }

  find(key: string, id: string): TurnRecord | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined || kept.key !== key || this.#now() - kept.at > this.#limits.turnRecordMs) return undefined;
    return kept.record;
  }
}

interface Kept {
  readonly key: string;
  readonly record: TurnRecord;
  readonly at: number;
}

/** Of all turns together: with twenty thousand tools fifty turns are kept, which is eight megabytes. */
const MOST_DECISIONS = 1_000_000;
