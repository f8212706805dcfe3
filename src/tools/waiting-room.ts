import { timerMs } from './deadline.ts';
import { type Gate, newcomer } from './gate.ts';

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
 * Where calls wait until all of their gates have room at once. They are inside none meanwhile. The oldest that can go in goes
 * first. Whoever can has gone in already, so a newcomer takes no place from who could use it now. Those that need the same gates
 * stand in one line, of which only the head is looked at.
 *
 * Calls nested in running tools take places at narrow gates without the widest gate of the others. So a waiter might find the
 * widest full each time its narrow ones have room. Therefore who could go in but for its widest gate is owed the next
 * free place there, which is kept from all who came later, until it enters or is sent away. A gate owes one place at a time:
 * to the oldest, also if a younger one was owed it before. Else those who wait for nothing but the widest were always first.
 * Who has only ever found a narrow gate full is owed nothing, and keeps no place from anybody.
 *
 * No deadlock comes of it. If all who are inside wait for calls of their own, those waiting calls pass every narrow gate. Take
 * the deepest of them: nobody inside its widest gate, which is its parent's own, has calls that wait, so nobody is inside, and
 * it goes in, or the sibling that is owed the place. If no nested call waits, who is inside runs, and will leave.
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
      const widest = way.gates.at(-1);
      const age = ++this.#comers;
      const end = (kind: Wait['kind']): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#leaveLine(waiter);
        const wait: Wait = kind === 'entered' ? { kind } : { kind, at: fullGate(way, age) };
        const wasOwed = widest?.owedTo === age;
        if (wasOwed) widest.owedTo = newcomer;
        if (kind === 'entered') for (const gate of way.gates) gate.enter();
        if (stoppedAt !== undefined) stoppedAt.stopped--;
        for (const gate of way.gates) gate.unexpect();
        onEnd();
        resolve(wait);
        // The place that was kept for it is for the others now.
        if (wasOwed && kind !== 'entered') this.admit();
      };
      const cancel = (): void => end('cancelled');
      const timer = setTimeout(() => end('timed-out'), timerMs(limitMs));
      const key = way.gates.map(({ id }) => id).join(' ');
      const waiter: Waiter = { way, key, widest, age, enter: () => end('entered') };
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

  /** The oldest call that can go in. If an older one is blocked only by its widest gate, the next place there is its. */
  #next(): Waiter | undefined {
    let oldest: Waiter | undefined;
    const short: Waiter[] = [];
    for (const [head] of this.#lines.values()) {
      if (head === undefined || isBefore(oldest, head)) continue;
      const full = fullGate(head.way, head.age);
      if (full === undefined) oldest = head;
      else if (full === head.widest) short.push(head);
    }
    for (const waiter of short) if (!isBefore(oldest, waiter)) owe(waiter);
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

/** The first that has no room, if any, for a newcomer or for who has waited. */
export function fullGate({ gates, isNested }: Way, age = newcomer): Gate | undefined {
  for (const gate of gates) if (!gate.hasRoomFor(isNested, age)) return gate;
  return undefined;
}

function isBefore(one: Waiter | undefined, other: Waiter): boolean {
  return one !== undefined && one.age < other.age;
}

/** One place at its widest gate, unless an older one is owed it. */
function owe({ widest, age }: Waiter): void {
  if (widest !== undefined && age < widest.owedTo) widest.owedTo = age;
}

/** In the order of their coming. */
type Line = Set<Waiter>;

interface Waiter {
  readonly way: Way;
  /** Of its line. */
  readonly key: string;
  /** The last of its gates. */
  readonly widest: Gate | undefined;
  /** The lower, the older. */
  readonly age: number;
  readonly enter: () => void;
}
