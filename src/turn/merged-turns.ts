import type { Event } from '../core/index.ts';
import { pause } from '../pause.ts';
import type { Turn } from './run.ts';

/** Events that arrived together in one of several turns. */
export interface TurnBatch {
  /** Index of the turn. */
  readonly place: number;
  readonly batch: readonly Event[];
}

/**
 * Merges the events of several turns as they arrive. A turn continues only after its last batch was taken, so that a slow
 * consumer pauses all of them. A consumer that stops early must also abort the turns.
 */
export async function* mergeTurns(turns: readonly Turn[]): AsyncGenerator<TurnBatch, void, undefined> {
  const queue = [...turns.entries()];
  const ready: (TurnBatch & { readonly take: () => void })[] = [];
  let running = Math.min(MOST_AT_ONCE, turns.length);
  let isLeft = false;
  let wake = (): void => {};
  const read = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !isLeft; next = queue.shift()) {
      const [place, { events }] = next;
      if (place > 0) await pause(); // the first steps of turns with a long conversation must not all be prepared in one go
      if (isLeft) break;
      for await (const batch of events) {
        if (isLeft) break;
        const taken = Promise.withResolvers<void>();
        ready.push({ place, batch, take: taken.resolve });
        wake();
        await taken.promise;
      }
    }
    running--;
    wake();
  };
  const reading = Promise.all(Array.from({ length: running }, read));
  try {
    while (running > 0 || ready.length > 0) {
      const [next] = ready;
      if (next !== undefined) {
        yield next;
        ready.shift();
        next.take();
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    isLeft = true;
    for (const { take } of ready) take();
  }
  await reading;
}

/** Each running turn keeps its request in memory, so one request runs at most this many turns at once. */
const MOST_AT_ONCE = 16;
