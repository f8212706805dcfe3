import { type Decided, type Failure, type FinishReason, type Limits, type Observer, truncate } from '../core/index.ts';

/** A finished turn's decisions, found by its id. Without the client's tools and messages, since there are many turns. */
export interface TurnRecord extends Decided {
  readonly id: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly model: string;
  /** What the client called it. */
  readonly asked: string;
  readonly finish: FinishReason | 'left';
  readonly failure?: Failure;
}

/** The latest turns, for a limited time. A record is visible only to the key that asked for the turn. */
export class TurnRecords {
  readonly #limits: Pick<Limits, 'turnRecords' | 'turnRecordMs'>;
  readonly #now: () => number;
  /** In the order in which they ended. */
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
        asked: truncate(asked, MOST_LETTERS),
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

/** In bytes, about. Decisions of the gateway's tools share their texts; names of clients' tools are their own. */
function weightOf({ decisions, visible }: TurnRecord): number {
  return 8 * decisions.length + visible.reduce((sum, { length }) => sum + length, 0);
}

/** Of all turns together: with twenty thousand tools fifty turns are kept. */
const MOST_WEIGHT = 8_000_000;

const MOST_LETTERS = 100; // the client wrote the name
