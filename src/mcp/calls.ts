import { type InvokeConfig, ToolFailure } from '../core/index.ts';
import type { CurrentSession } from './current-session.ts';
import type { Definition, JsonObject } from './definitions.ts';
import { readTrouble, Unsent } from './read-trouble.ts';
import type { Session } from './session.ts';
import { reasonOf } from './trouble.ts';
import { pause } from './waiting.ts';

/** The calls of one server, over whatever session there is. */
export class Calls {
  readonly #server: string;
  readonly #current: CurrentSession;
  readonly #trouble: () => string;
  #running = 0;
  #givenUp = 0;

  /** `trouble` says how the server is, where it cannot be called. */
  constructor(server: string, current: CurrentSession, trouble: () => string) {
    this.#server = server;
    this.#current = current;
    this.#trouble = trouble;
  }

  /** It works, and need not answer anything else meanwhile. One whose calls run out of time one after the other does not. */
  get isBusy(): boolean {
    return this.#running > 0 && this.#givenUp < MOST_GIVEN_UP;
  }

  /** The server has said something. */
  heard(): void {
    this.#givenUp = 0;
  }

  /** Throws a ToolFailure. */
  async run(definition: Definition, args: JsonObject, config: InvokeConfig): Promise<unknown> {
    const { signal, progress, metadata } = config;
    const waitMs = Math.min(LONGEST_WAIT_MS, SHARE * (metadata?.timeoutMs ?? Number.POSITIVE_INFINITY));
    this.#running++;
    try {
      for (let attempt = 1; ; attempt++) {
        const session = await this.#session(waitMs, signal);
        try {
          return await session.call(definition, args, { signal, onProgress: progress });
        } catch (error) {
          if (!(error instanceof Unsent) || attempt >= mostAttempts(error) || signal.aborted)
            throw failureOf(error, this.#server, session.end());
          // It never arrived: the server is being restarted, say. A moment later there may be another session.
          await pause(PAUSE_MS * 2 ** attempt, signal);
        }
      }
    } finally {
      this.#running--;
      if (isTimeUp(signal)) this.#givenUp++;
    }
  }

  /** The session there is, or the next; throws where none is to be expected soon. */
  async #session(waitMs: number, signal: AbortSignal): Promise<Session> {
    const session = this.#current.get() ?? (await this.#current.next(waitMs, signal));
    if (session === undefined) throw new ToolFailure({ kind: 'unavailable', reason: this.#trouble() });
    return session;
  }
}

/** What went wrong with a call, as a failure for the executor. A server's own words stay as they are. */
export function failureOf(error: unknown, server: string, ending: string): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const trouble = readTrouble(error);
  const reason = reasonOf(trouble);
  switch (trouble.kind) {
    case 'reported':
      return new ToolFailure({ kind: 'reported', message: reason }, { cause: error });
    case 'odd-result': {
      const message = `Server "${server}" answered in a way that MCP does not know: ${reason}`;
      return new ToolFailure({ kind: 'reported', message }, { cause: error });
    }
    case 'ended':
      return unavailable(`server "${server}" went away during the call: ${ending}`, error);
    default:
      return unavailable(`server "${server}": ${reason}`, error);
  }
}

/** No answer came. Unless the call certainly never arrived, it may or may not have been carried out. */
function unavailable(reason: string, cause: unknown): ToolFailure {
  const doubt = cause instanceof Unsent ? {} : { isInDoubt: true as const };
  return new ToolFailure({ kind: 'unavailable', reason, ...doubt }, { cause });
}

/** The executor's limit; a caller who cancels says nothing of the server. */
function isTimeUp({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

/** If the server loses the new session as well, the call itself is probably the cause. */
function mostAttempts(error: Unsent): number {
  return readTrouble(error).kind === 'session-lost' ? 2 : MOST_ATTEMPTS;
}

/** With the pauses between them, six seconds in all: a server that is restarted is back by then. */
const MOST_ATTEMPTS = 7;
const PAUSE_MS = 50;
const MOST_GIVEN_UP = 3;
/** For a new connection; and no more than this of the time that a call has, so that it ends with the reason. */
export const LONGEST_WAIT_MS = 10_000;
const SHARE = 0.5;
