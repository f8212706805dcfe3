import { type Log, type Observer, type TurnFinished, tell, truncate } from '../core/index.ts';

/** Logs one line for every turn that ends. */
export function logTurns(observer: Observer, log: Log): void {
  observer.on('turn-finished', (turn) => {
    const { failure } = turn;
    const fields = fieldsOf(turn);
    if (failure === undefined) log.info(fields, 'Turn finished.');
    else if (failure.kind === 'turn-cancelled') log.info({ ...fields, reason: failure.reason }, 'Turn cancelled.');
    else log.warn({ ...fields, failure: failure.kind, reason: tell(failure) }, 'Turn failed.');
  });
}

function fieldsOf({ turn, model, isSubstitute, asked, decided, finish, usage, durationMs }: TurnFinished): object {
  const { source, visible, gatewayTools, callable, format } = decided;
  return {
    turn,
    model,
    ...(isSubstitute ? { asked: truncate(asked, MAX_CHARACTERS) } : {}),
    source,
    tools: visible.length,
    gatewayTools,
    ...(callable.length === 0 ? {} : { found: callable.length }),
    ...(format === 'native' ? {} : { format }),
    finish,
    ...(usage?.turn === undefined ? {} : { steps: usage.turn.steps }),
    ...(usage === undefined ? {} : { promptTokens: usage.promptTokens, completionTokens: usage.completionTokens }),
    durationMs,
  };
}

const MAX_CHARACTERS = 100; // the client chooses the name, so it can be of any length
