import { timerMs } from './deadline.ts';
import type { Gate } from './gate.ts';

/** The gates that a call must pass, the narrowest first. */
export interface Way {
  readonly gates: readonly Gate[];
  /** The call of a running tool. */
  readonly isNested: boolean;
}

/** How a wait ended. */
export type Wait = { readonly kind: 'entered' } | Dismissal;

/** Sent away, from the gate that was full. */
export interface Dismissal {
  readonly kind: 'refused' | 'timed-out' | 'cancelled';
  readonly at: Gate | undefined;
}

/**
 * Where calls wait until all of their gates have room at once. They hold none of them meanwhile: no place is kept from others
 * by who cannot use it yet. The oldest that can go in goes first. Whoever can has gone in already, so a newcomer that finds
 * room takes it from nobody. Those that need the same gates stand in one line, of which only the head is looked at.
 */
export class WaitingRoom {
  readonly #mostStopped: number;
  readonly #lines = new Map<string, Line>();
  #comers = 0;

  /** As many may wait for one gate. */
  constructor(mostStopped: number) {
    this.#mostStopped = mostStopped;
  }

  /** `onEnd` is called in the moment it ends. Who has entered is inside of all gates, and must leave them; the others are in none. */
  wait(way: Way, limitMs: number, signal: AbortSignal | undefined, onEnd: () => void): Promise<Wait> {
    return new Promise((resolve) => {
      const stoppedAt = fullGate(way);
      const end = (kind: Wait['kind']): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#leaveLine(waiter);
        const wait: Wait = kind === 'entered' ? { kind } : { kind, at: fullGate(way) };
        if (kind === 'entered') for (const gate of way.gates) gate.enter();
        if (stoppedAt !== undefined) stoppedAt.stopped--;
        for (const gate of way.gates) gate.unexpect();
        onEnd();
        resolve(wait);
      };
      const cancel = (): void => end('cancelled');
      const timer = setTimeout(() => end('timed-out'), timerMs(limitMs));
      const key = way.gates.map(({ id }) => id).join(' ');
      const waiter: Waiter = { way, key, age: ++this.#comers, enter: () => end('entered') };
      for (const gate of way.gates) gate.expect();
      if (stoppedAt !== undefined && ++stoppedAt.stopped > this.#mostStopped) return end('refused');
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel);
      this.#joinLine(waiter);
      // One more that waits may be the last that moved behind a gate.
      this.admit();
    });
  }

  /** Lets in who can go, after anything has changed. */
  admit(): void {
    if (this.#lines.size === 0) return;
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.enter();
  }

  #next(): Waiter | undefined {
    let oldest: Waiter | undefined;
    for (const [head] of this.#lines.values()) {
      if (head === undefined || (oldest !== undefined && oldest.age < head.age)) continue;
      if (fullGate(head.way) === undefined) oldest = head;
    }
    return oldest;
  }

  #joinLine(waiter: Waiter): void {
    const line = this.#lines.get(waiter.key) ?? new Set();
    this.#lines.set(waiter.key, line.add(waiter));
  }

  #leaveLine(waiter: Waiter): void {
    const line = this.#lines.get(waiter.key);
    line?.delete(waiter);
    if (line?.size === 0) this.#lines.delete(waiter.key);
  }
}

/** The first that has no room, if any. */
export function fullGate({ gates, isNested }: Way): Gate | undefined {
  for (const gate of gates) if (!gate.hasRoomFor(isNested)) return gate;
  return undefined;
}

/** In the order of their coming. */
type Line = Set<Waiter>;

interface Waiter {
  readonly way: Way;
  /** Of its line. */
  readonly key: string;
  /** The lower, the older. */
  readonly age: number;
  readonly enter: () => void;
}
