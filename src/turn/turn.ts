import type { Ask, Event, Plan, TurnFailure } from '../core/index.ts';
import { newCallId, type ResolvedModel } from '../models/index.ts';
import { checkChoice, planTools } from '../select/index.ts';
import { Account } from './account.ts';
import type { Ground, TurnGround } from './ground.ts';
import { Interrupted } from './interrupted.ts';
import { type PlannedTurn, runLoop, TurnTimeout } from './loop.ts';

/** The handling of one Ask, up to the answer or the hand-over to the client. */
export interface Turn {
  readonly id: string;
  readonly model: ResolvedModel;
  readonly plan: Plan;
  /** In batches of what arrived together. Never throws; ends with exactly one `finish`. Nothing runs before it is pulled. */
  readonly events: AsyncIterable<readonly Event[]>;
}

export type Started =
  | { readonly ok: true; readonly turn: Turn }
  | { readonly ok: false; readonly failure: TurnFailure };

/** Turns, of which so many run at once. */
export class Turns {
  readonly #ground: TurnGround;
  #running = 0;

  constructor(ground: Ground) {
    this.#ground = { ...ground, interrupted: new Interrupted() };
  }

  /** Plans a turn: which model, which tools, and why. */
  start(ask: Ask, signal: AbortSignal): Started {
    const ground = this.#ground;
    const model = ground.backends.resolve(ask.model);
    if (!model.ok) return model;
    const plan = planTools({
      requested: ask.tools,
      mixed: ground.isMixed(ask.key, [ask.model, model.id]),
      isFollowUp: ask.messages.at(-1)?.role === 'tool',
      gateway: ground.listings(),
    });
    const choice = checkChoice(ask.choice, plan);
    if (!choice.ok) return choice;
    const turn: PlannedTurn = { id: newCallId(), ask, model, plan, choice: choice.choice };
    return { ok: true, turn: { id: turn.id, model, plan, events: this.#run(turn, signal) } };
  }

  async *#run(turn: PlannedTurn, outer: AbortSignal): AsyncGenerator<readonly Event[], void, undefined> {
    const { limits, log } = this.#ground;
    if (this.#running >= limits.turnsAtOnce) {
      yield [{ type: 'finish', reason: 'failed', failure: { kind: 'too-many-turns', limit: limits.turnsAtOnce } }];
      return;
    }
    this.#running++;
    const inner = new AbortController();
    const onAbort = (): void => inner.abort(outer.reason);
    if (outer.aborted) onAbort();
    outer.addEventListener('abort', onAbort);
    const timer = setTimeout(() => inner.abort(new TurnTimeout(limits.turnMs)), limits.turnMs);
    const account = new Account(turn);
    try {
      for await (const batch of runLoop(turn, this.#ground, inner.signal)) {
        account.see(batch);
        yield batch;
      }
    } finally {
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
      if (!account.isFinished) inner.abort(new Error('the client stopped reading'));
      this.#running--;
      account.write(log);
    }
  }
}
