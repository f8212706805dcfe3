import { timerMs } from './deadline.ts';
import { type Gate, newcomer } from './gate.ts';

/** The concurrency limits ("gates") of a call, the narrowest first. The call needs a slot of each. */
export interface CallGates {
  readonly gates: readonly Gate[];
  /** True if a running tool made the call. */
  readonly isNested: boolean;
}

/** How a wait ended. */
export type Wait = { readonly kind: 'entered' } | WaitFailure;

/** A wait that ended without a slot; `at` is the first gate that was full. */
export interface WaitFailure {
  readonly kind: 'refused' | 'timed-out' | 'cancelled';
  readonly at: Gate | undefined;
}

/**
 * Queues calls until all their gates have a free slot at the same time. A waiting call holds no slot. The oldest call that
 * can start is started first. A call starts as soon as it can, so a new call never takes a slot that a waiter could
 * use now. Calls with the same gates share one queue, and only the head of each queue is examined.
 *
 * Calls nested in running tools take slots at narrow gates without needing the widest gate of the other calls. A waiter
 * could therefore find its widest gate full each time its narrow gates have room, and starve. To prevent this, the next
 * free slot of the widest gate is reserved for a waiter that is blocked only there. Later calls cannot take the reserved
 * slot until the waiter starts or gives up. A gate reserves one slot at a time, for the oldest such waiter, even if a
 * younger one had the reservation before; otherwise calls that need only the widest gate would always come first. A waiter
 * that has only ever been blocked by a narrow gate has no reservation and keeps no slot from other calls.
 *
 * This cannot deadlock. If every running call waits for calls of its own, those waiting calls pass every narrow gate.
 * Consider the deepest of them. Its widest gate belongs to its parent. No call inside that gate has waiting calls, because
 * they would be deeper; so no call is inside, and the waiting call starts, or the sibling with the reservation does. If no
 * nested call waits, the running calls make progress and free their slots.
 */
export class CallQueue {
  readonly #maxQueued: number;
  readonly #lines = new Map<string, Line>();
  #arrivals = 0;

  /** `maxQueued` is the most calls that may wait for one gate. */
  constructor(maxQueued: number) {
    this.#maxQueued = maxQueued;
  }

  /**
   * Waits for a slot at every gate. `onEnd` is called synchronously when the wait ends. A call that entered holds a slot at
   * every gate and must leave each gate; any other call holds none.
   */
  wait(callGates: CallGates, limitMs: number, signal: AbortSignal | undefined, onEnd: () => void): Promise<Wait> {
    return new Promise((resolve) => {
      const stoppedAt = fullGate(callGates);
      const widest = callGates.gates.at(-1);
      const age = ++this.#arrivals;
      const end = (kind: Wait['kind']): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#leaveLine(waiter);
        const wait: Wait = kind === 'entered' ? { kind } : { kind, at: fullGate(callGates, age) };
        const wasOwed = widest?.reservedFor === age;
        if (wasOwed) widest.reservedFor = newcomer;
        if (kind === 'entered') for (const gate of callGates.gates) gate.enter();
        if (stoppedAt !== undefined) stoppedAt.stopped--;
        for (const gate of callGates.gates) gate.unexpect();
        onEnd();
        resolve(wait);
        // The slot reserved for this waiter is now free for other calls.
        if (wasOwed && kind !== 'entered') this.admit();
      };
      const cancel = (): void => end('cancelled');
      const timer = setTimeout(() => end('timed-out'), timerMs(limitMs));
      const key = callGates.gates.map(({ id }) => id).join(' ');
      const waiter: Waiter = { callGates, key, widest, age, enter: () => end('entered') };
      for (const gate of callGates.gates) gate.expect();
      if (stoppedAt !== undefined && ++stoppedAt.stopped > this.#maxQueued) return end('refused');
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel);
      this.#joinLine(waiter);
      // With this waiter, every call inside a gate may now be stalled, which lets nested calls pass that gate.
      this.admit();
    });
  }

  /** Starts every waiter that can start. Call this after a gate changes. */
  admit(): void {
    if (this.#lines.size === 0) return;
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.enter();
  }

  /** Returns the oldest call that can start. Reserves slots for older calls that are blocked only by their widest gate. */
  #next(): Waiter | undefined {
    let oldest: Waiter | undefined;
    const short: Waiter[] = [];
    for (const [head] of this.#lines.values()) {
      if (head === undefined || isBefore(oldest, head)) continue;
      const full = fullGate(head.callGates, head.age);
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

/** Returns the first full gate, or undefined. `age` is the age of a waiter; omit it for a new call. */
export function fullGate({ gates, isNested }: CallGates, age = newcomer): Gate | undefined {
  for (const gate of gates) if (!gate.hasRoomFor(isNested, age)) return gate;
  return undefined;
}

function isBefore(one: Waiter | undefined, other: Waiter): boolean {
  return one !== undefined && one.age < other.age;
}

/** Reserves a slot at the waiter's widest gate, unless an older waiter has the reservation. */
function owe({ widest, age }: Waiter): void {
  if (widest !== undefined && age < widest.reservedFor) widest.reservedFor = age;
}

/** Waiters with the same gates, in order of arrival. */
type Line = Set<Waiter>;

interface Waiter {
  readonly callGates: CallGates;
  /** Key of the waiter's queue. */
  readonly key: string;
  /** The last of the waiter's gates. */
  readonly widest: Gate | undefined;
  /** Arrival number; a lower number is older. */
  readonly age: number;
  readonly enter: () => void;
}
