import { hash } from 'node:crypto';
import type { Ask, ContinuationStep, Limits } from '../../core/index.ts';

/**
 * Turns that were interrupted after a step with calls. Most SDKs retry a failed request by themselves. If exactly the same
 * request arrives again soon, it resumes after the stored outcomes instead of running the tools again. A later
 * repetition is treated as a wish for a new answer. The turns are kept in memory only, because they expire so soon.
 */
export class Interrupted {
  readonly #limits: Pick<Limits, 'resumeMs' | 'resumeBytes'>;
  readonly #clock: () => number;
  /** By request hash, oldest first. */
  readonly #turns = new Map<string, Kept>();
  #bytes = 0;

  constructor(limits: Pick<Limits, 'resumeMs' | 'resumeBytes'>, clock: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Stores what an interrupted turn did. `since` is the time of the first interruption; pass it if a retry made no
   * progress, so that repeated retries do not extend the lifetime.
   */
  keep(ask: Ask, done: Done, since: number = this.#clock()): void {
    const name = nameOf(ask);
    const bytes = JSON.stringify(done.steps).length;
    this.#bytes += bytes - (this.#turns.get(name)?.bytes ?? 0);
    this.#turns.set(name, { ...done, at: since, bytes });
    this.#sweep();
  }

  /** Returns what to resume from, and when the turn was first interrupted; undefined if there is nothing to resume. */
  find(ask: Ask): (Done & { readonly at: number }) | undefined {
    this.#sweep();
    const kept = this.#turns.size === 0 ? undefined : this.#turns.get(nameOf(ask));
    return kept !== undefined && this.#clock() - kept.at < this.#limits.resumeMs ? kept : undefined;
  }

  /** Removes a request that was answered, so that a repetition of it gets a new answer. */
  forget(ask: Ask): void {
    this.#sweep();
    if (this.#turns.size > 0) this.#drop(nameOf(ask));
  }

  /** Removes expired turns, then the oldest ones until the rest fits the byte limit. */
  #sweep(): void {
    for (const [oldest, { at }] of this.#turns) {
      if (this.#bytes <= this.#limits.resumeBytes && this.#clock() - at < this.#limits.resumeMs) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#turns.get(name)?.bytes ?? 0;
    this.#turns.delete(name);
  }
}

/** Steps of a turn that was interrupted. */
export interface Done {
  readonly steps: readonly ContinuationStep[];
  /** True if a gateway tool was started in these steps. */
  readonly hasRunTools: boolean;
}

interface Kept extends Done {
  readonly at: number;
  readonly bytes: number;
}

/** Returns the hash of the complete request with its key. Other instructions, tools or another model give another hash. */
function nameOf(ask: Ask): string {
  const name = names.get(ask) ?? hash('sha256', JSON.stringify(ask), 'base64url');
  names.set(ask, name);
  return name;
}

/** Caches the hash of each request, because hashing a long conversation is slow. */
const names = new WeakMap<Ask, string>();
