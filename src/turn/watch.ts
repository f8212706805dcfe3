import { type FinishEvent, type TurnFailure, tell, truncate } from '../core/index.ts';
import { absentFor, decidedIn } from './decided.ts';
import type { TurnGround } from './ground.ts';
import type { PlannedTurn } from './loop.ts';

/** How many turns are running, of one house. */
export interface Running {
  turns: number;
}

type WatchGround = Pick<TurnGround, 'limits' | 'log' | 'records' | 'absentTools'>;

/** The frame around a turn: its place among others, its time limit, and the line that the log has of it. */
export class Watch {
  /** As it runs now. */
  turn: PlannedTurn;
  readonly #ground: WatchGround;
  readonly #running: Running;
  readonly #abort: AbortController;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #finish: FinishEvent | undefined;

  constructor(turn: PlannedTurn, abort: AbortController, running: Running, ground: WatchGround) {
    this.turn = turn;
    this.#abort = abort;
    this.#running = running;
    this.#ground = ground;
  }

  /** Why the turn must not begin, if so. */
  begin(): TurnFailure | undefined {
    this.#startedAt = performance.now();
    const { turnsAtOnce, turnMs } = this.#ground.limits;
    if (this.#running.turns++ >= turnsAtOnce) return { kind: 'too-many-turns', limit: turnsAtOnce };
    this.#timer = setTimeout(() => this.#abort.abort(new TurnTimeout(turnMs)), turnMs);
    return undefined;
  }

  /** The one event that ends the turn. */
  finish(finish: FinishEvent): readonly [FinishEvent] {
    this.#finish = finish;
    this.#record(); // before anybody can ask for it
    return [finish];
  }

  get isFinished(): boolean {
    return this.#finish !== undefined;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#running.turns--;
    if (!this.isFinished) this.#abort.abort(new Error('its events were not read to the end'));
    if (!this.isFinished) this.#record();
    this.#write();
  }

  #record(): void {
    const { id, ask, model, plan } = this.turn;
    const { reason = 'left', failure } = this.#finish ?? {};
    const durationMs = Math.round(performance.now() - this.#startedAt);
    this.#ground.records.keep(ask.key, {
      id,
      startedAt: new Date(Date.now() - durationMs).toISOString(),
      durationMs,
      model: model.id,
      asked: truncate(ask.model, MOST_LETTERS),
      ...decidedIn(plan, absentFor(this.turn, this.#ground)),
      finish: reason,
      ...(failure !== undefined && { failure }),
    });
  }

  #write(): void {
    const { id, ask, model, plan } = this.turn;
    const { reason = 'left', failure, usage } = { ...this.#finish };
    const fields = {
      turn: id,
      model: model.id,
      ...(model.isSubstitute ? { asked: truncate(ask.model, MOST_LETTERS) } : {}),
      source: plan.source,
      tools: plan.visible.length,
      gatewayTools: plan.visible.reduce((count, { owner }) => (owner === 'gateway' ? count + 1 : count), 0),
      ...(plan.callable.length === 0 ? {} : { found: plan.callable.length }),
      ...(plan.format === 'native' ? {} : { format: plan.format }),
      finish: reason,
      ...(usage?.turn === undefined ? {} : { steps: usage.turn.steps }),
      ...(usage === undefined ? {} : { promptTokens: usage.promptTokens, completionTokens: usage.completionTokens }),
      durationMs: Math.round(performance.now() - this.#startedAt),
    };
    const { log } = this.#ground;
    if (failure === undefined) log.info(fields, 'turn');
    else if (failure.kind === 'turn-cancelled') log.info({ ...fields, reason: failure.reason }, 'turn cancelled');
    else log.warn({ ...fields, failure: failure.kind, reason: tell(failure) }, 'turn failed');
  }
}

const MOST_LETTERS = 100; // the name is foreign

export class TurnTimeout extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`the turn took longer than ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}
