import { type InvokeConfig, TimeLimitError, ToolFailure } from '../core/index.ts';
import { classifyError, Unsent } from './classify-error.ts';
import type { CurrentSession } from './current-session.ts';
import type { Definition, JsonObject } from './definitions.ts';
import type { Overdue } from './overdue.ts';
import { reasonOf } from './server-problem.ts';
import type { Session } from './session.ts';
import { pause } from './waiting.ts';

/** Runs the tool calls of one server over its current session, and waits for the next session if there is none. */
export class Calls {
  readonly #server: string;
  readonly #current: CurrentSession;
  readonly #overdue: Overdue;
  readonly #trouble: () => string;
  readonly #answered = new WeakSet<Session>();

  /** `trouble` returns why the server cannot be called at the moment. */
  constructor(server: string, current: CurrentSession, overdue: Overdue, trouble: () => string) {
    this.#server = server;
    this.#current = current;
    this.#overdue = overdue;
    this.#trouble = trouble;
  }

  /** True if the server has answered a call of this session, with a result or with an error. */
  hasAnswered(session: Session): boolean {
    return this.#answered.has(session);
  }

  /** Returns the server's result, or throws a ToolFailure. A call that certainly never reached the server is retried. */
  async run(definition: Definition, args: JsonObject, config: InvokeConfig): Promise<unknown> {
    const { signal, metadata } = config;
    const waitMs = Math.min(LONGEST_WAIT_MS, SHARE * (metadata?.timeoutMs ?? Number.POSITIVE_INFINITY));
    for (let attempt = 1; ; attempt++) {
      const session = await this.#session(waitMs, signal);
      try {
        return await this.#send(session, definition, args, config);
      } catch (error) {
        if (!(error instanceof Unsent) || attempt >= mostAttempts(error) || signal.aborted)
          throw failureOf(error, this.#server, session.end());
        // The call never reached the server, for instance because it is restarting. A new session may exist shortly.
        await pause(PAUSE_MS * 2 ** attempt, signal);
      }
    }
  }

  async #send(session: Session, definition: Definition, args: JsonObject, config: InvokeConfig): Promise<unknown> {
    const { signal, progress: onProgress } = config;
    const end = this.#overdue.begin();
    try {
      const result = await session.call(definition, args, { signal, onProgress });
      this.#answered.add(session);
      return result;
    } catch (error) {
      if (classifyError(error).kind === 'reported') this.#answered.add(session);
      throw error;
    } finally {
      end(isTimeUp(signal));
    }
  }

  /** Returns the current session, or waits for the next one. Throws if none is expected soon. */
  async #session(waitMs: number, signal: AbortSignal): Promise<Session> {
    const session = this.#current.get() ?? (await this.#current.next(waitMs, signal));
    if (session === undefined) throw new ToolFailure({ kind: 'unavailable', reason: this.#trouble() });
    return session;
  }
}

/** Converts an error of a call into a failure for the executor. A message from the server itself is kept unchanged. */
export function failureOf(error: unknown, server: string, ending: string): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const trouble = classifyError(error);
  const reason = reasonOf(trouble);
  switch (trouble.kind) {
    case 'reported':
      return new ToolFailure({ kind: 'reported', message: reason }, { cause: error });
    case 'odd-result': {
      const message = `Server "${server}" returned a result that is not valid MCP: ${reason}`;
      return new ToolFailure({ kind: 'reported', message }, { cause: error });
    }
    case 'ended':
      return unavailable(`server "${server}" disconnected during the call: ${ending}`, error);
    default:
      return unavailable(`server "${server}": ${reason}`, error);
  }
}

/** The failure of a call that got no answer. It is in doubt (the tool may have run) unless it certainly never arrived. */
function unavailable(reason: string, cause: unknown): ToolFailure {
  const doubt = cause instanceof Unsent ? {} : { isInDoubt: true as const };
  return new ToolFailure({ kind: 'unavailable', reason, ...doubt }, { cause });
}

/** True if the executor's time limit aborted the call. A caller's cancellation does not count: it says nothing about the server. */
function isTimeUp({ reason }: AbortSignal): boolean {
  return reason instanceof TimeLimitError;
}

/** Maximum number of attempts. If the server loses the new session as well, the call itself is probably the cause. */
function mostAttempts(error: Unsent): number {
  return classifyError(error).kind === 'session-lost' ? 2 : MOST_ATTEMPTS;
}

/** With the pauses between them, the attempts take about six seconds, which is enough for a server to restart. */
const MOST_ATTEMPTS = 7;
const PAUSE_MS = 50;
/** Maximum wait of a call for a new connection. */
export const LONGEST_WAIT_MS = 10_000;
/** Maximum share of a call's time limit spent waiting for a connection, so that the call fails with the reason, not a timeout. */
const SHARE = 0.5;
