import type { Event, FinishEvent, Log } from '../core/index.ts';
import { tell } from '../core/index.ts';
import type { PlannedTurn } from './loop.ts';

/** What the log says of a turn: one line when it is over, with what was decided and what came of it. */
export class Account {
  readonly #turn: PlannedTurn;
  readonly #startedAt = performance.now();
  #finish: FinishEvent | undefined;

  constructor(turn: PlannedTurn) {
    this.#turn = turn;
  }

  get isFinished(): boolean {
    return this.#finish !== undefined;
  }

  see(batch: readonly Event[]): void {
    const last = batch.at(-1);
    if (last?.type === 'finish') this.#finish = last;
  }

  write(log: Log): void {
    const { id, model, plan } = this.#turn;
    const failure = this.#finish?.failure;
    const fields = {
      turn: id,
      model: model.id,
      source: plan.source,
      tools: plan.visible.length,
      gatewayTools: plan.visible.filter(({ owner }) => owner === 'gateway').length,
      finish: this.#finish?.reason ?? 'left',
      steps: this.#finish?.usage?.turn?.steps,
      durationMs: Math.round(performance.now() - this.#startedAt),
    };
    if (failure === undefined) log.info(fields, 'turn');
    else log.warn({ ...fields, failure: failure.kind, reason: tell(failure) }, 'turn failed');
  }
}
