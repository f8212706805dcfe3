import { type Log, type Observer, type TurnFinished, tell, truncate } from '../core/index.ts';

/** Writes one line to the log for every turn that ends. */
export function logTurns(observer: Observer, log: Log): void {
  observer.on('turn-finished', (turn) => {
    const { failure } = turn;
    const fields = fieldsOf(turn);
    if (failure === undefined) log.info(fields, 'turn');
    else if (failure.kind === 'turn-cancelled') log.info({ ...fields, reason: failure.reason }, 'turn cancelled');
    else log.warn({ ...fields, failure: failure.kind, reason: tell(failure) }, 'turn failed');
  });
}

function fieldsOf({ turn, model, isSubstitute, asked, plan, finish, usage, durationMs }: TurnFinished): object {
  return {
    turn,
    model,
    ...(isSubstitute ? { asked: truncate(asked, MOST_LETTERS) } : {}),
    source: plan.source,
    tools: plan.visible.length,
    gatewayTools: plan.visible.reduce((count, { owner }) => (owner === 'gateway' ? count + 1 : count), 0),
    ...(plan.callable.length === 0 ? {} : { found: plan.callable.length }),
    ...(plan.format === 'native' ? {} : { format: plan.format }),
    finish,
    ...(usage?.turn === undefined ? {} : { steps: usage.turn.steps }),
    ...(usage === undefined ? {} : { promptTokens: usage.promptTokens, completionTokens: usage.completionTokens }),
    durationMs,
  };
}

const MOST_LETTERS = 100; // the client wrote the name
