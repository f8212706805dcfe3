import type { Event, TurnFailure } from '../core/index.ts';

/**
 * Returns the last events of an answer that was interrupted. `ending` are the events of the reader's `end`. An answer that
 * already has a finish reason is complete, so it is kept as it is unless the turn was cancelled. From any other answer the
 * calls are removed, because they must not run.
 */
export function cutOff(ending: readonly Event[], failure: TurnFailure): readonly Event[] {
  const finish = ending.at(-1);
  if (finish?.type !== 'finish') throw new Error('The answer ended without a finish event.');
  if (finish.reason !== 'failed' && failure.kind !== 'turn-cancelled') return ending;
  const held = ending.filter((event) => event.type !== 'finish' && event.type !== 'call');
  return [...held, { ...finish, reason: 'failed', failure }];
}

/** Returns the events of a step that failed before its answer began. */
export function failed(failure: TurnFailure): readonly Event[] {
  return [{ type: 'finish', reason: 'failed', failure }];
}

/** Returns the failure if the events are nothing but a failed finish; otherwise undefined. */
export function onlyFailure(events: readonly Event[]): TurnFailure | undefined {
  const [only] = events;
  if (events.length !== 1 || only?.type !== 'finish') return undefined;
  return only.failure as TurnFailure | undefined;
}
