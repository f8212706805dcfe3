import type { Event, TurnFailure } from '../core/index.ts';

/**
 * The end of an answer that something cut off. An answer that had said why it ends is complete, so the cut is no loss;
 * only who cancels wants nothing more of it. The calls of any other are not to be run: they are left out.
 */
export function cutOff(ending: readonly Event[], failure: TurnFailure): readonly Event[] {
  const finish = ending.at(-1);
  if (finish?.type !== 'finish') throw new Error('an answer ended without its finish');
  if (finish.reason !== 'failed' && failure.kind !== 'turn-cancelled') return ending;
  const held = ending.filter((event) => event.type !== 'finish' && event.type !== 'call');
  return [...held, { ...finish, reason: 'failed', failure }];
}

/** The end of a step that never began. */
export function failed(failure: TurnFailure): readonly Event[] {
  return [{ type: 'finish', reason: 'failed', failure }];
}

/** The failure that these events end in, when they are nothing but that end. */
export function onlyFailure(events: readonly Event[]): TurnFailure | undefined {
  const [only] = events;
  if (events.length !== 1 || only?.type !== 'finish') return undefined;
  return only.failure as TurnFailure | undefined;
}
