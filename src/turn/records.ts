import { type Decided, type Failure, type FinishReason, type Limits, type Observer, truncate } from '../core/index.ts';

/** The decisions of a finished turn. It omits the client's tools and messages to keep many records small. */
export interface TurnRecord extends Decided {
  readonly id: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly model: string;
  /** The model name in the client's request. */
  readonly asked: string;
  readonly finish: FinishReason | 'left';
  readonly failure?: Failure;
}

/** Records of the latest turns, kept for a limited time. A record is visible only to the key that requested the turn. */
export class TurnRecords {
  readonly #limits: Pick<Limits, 'turnRecords' | 'turnRecordMs'>;
  readonly #now: () => number;
  /** By turn id, in the order in which the turns ended. */
  readonly #kept = new Map<string, Kept>();
  #weight = 0;

  constructor(limits: Pick<Limits, 'turnRecords' | 'turnRecordMs'>, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Keeps a record of every turn that ends. */
  follow(observer: Observer): void {
    if (this.#limits.turnRecords === 0) return;
    observer.on('turn-finished', ({ turn, key, asked, model, decided, finish, failure, durationMs }) => {
      this.keep(key, {
        id: turn,
        startedAt: new Date(Date.now() - durationMs).toISOString(),
        durationMs,
        model,
        asked: truncate(asked, MAX_CHARACTERS),
        ...decided,
        finish,
        ...(failure !== undefined && { failure }),
      });
    });
  }

  keep(key: string, record: TurnRecord): void {
    if (this.#limits.turnRecords === 0) return;
    const weight = weightOf(record);
    this.#kept.set(record.id, { key, record, weight, at: this.#now() });
    this.#weight += weight;
    for (const [id, { at, weight: oldest }] of this.#kept) {
      const isOld = this.#now() - at > this.#limits.turnRecordMs;
      if (!isOld && this.#kept.size <= this.#limits.turnRecords && this.#weight <= MOST_WEIGHT) break;
      if (id === record.id) break;
      this.#kept.delete(id);
      this.#weight -= oldest;
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
  readonly weight: number;
  readonly at: number;
}

/**
 * Estimates a record's size in bytes. Decisions about gateway tools share their texts; names of client tools are not
 * shared.
 */
function weightOf({ decisions, visible }: TurnRecord): number {
  return 8 * decisions.length + visible.reduce((sum, { length }) => sum + length, 0);
}

/** Limit in bytes for all records together. With twenty thousand tools, about fifty turns fit. */
const MOST_WEIGHT = 8_000_000;

const MAX_CHARACTERS = 100; // the client chooses the name, so it can be of any length
