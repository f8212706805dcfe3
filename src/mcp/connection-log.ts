import type { Log, Observer, ServerChange, ServerFailed } from '../core/index.ts';
import { PerMinute } from './per-minute.ts';
import type { Junk } from './stdio/index.ts';

/** What the log and the status report say of a server's trouble. */
export interface TroubleReport {
  readonly reason: string;
  readonly check: string;
  /** What the server wrote to its stderr before. */
  readonly stderr: string;
}

/** Writes to the log what happens to the connections of servers. */
export function logServers(observer: Observer, log: Log): void {
  observer.on('server-changed', ({ server, change }) => logChange(change, labelled(log, { server })));
}

function logChange(change: ServerChange, log: Log): void {
  switch (change.kind) {
    case 'connecting': {
      const { attempt, delayMs } = change;
      log[change.isGone ? 'debug' : 'info']({ attempt, delayMs }, 'connecting to MCP server');
      return;
    }
    case 'connected':
      log.info(change.about, `MCP connection succeeded on attempt ${change.attempt}`);
      return;
    case 'lost':
      log.warn({ reason: change.reason, stderr: change.stderr }, 'MCP connection lost; connecting again');
      return;
    case 'unsteady':
      log.warn(
        { delayMs: change.delayMs },
        'MCP connections do not last: going on without its tools until the next attempt',
      );
      return;
    case 'failed':
      logFailure(change, log);
      return;
    case 'listed':
      log[change.isNews ? 'info' : 'debug']({ tools: change.tools }, 'MCP tools listed anew');
      return;
    case 'not-listed':
      log.warn({ reason: change.reason }, 'MCP tools could not be listed anew; the old list is kept for now');
      return;
    case 'broken':
      log.error({ err: change.error }, 'a bug ended the connection to this MCP server');
      return;
    default:
      change satisfies never;
  }
}

function logFailure({ attempt, attempts, reason, check, stderr, isNews }: ServerFailed, log: Log): void {
  if (attempt < attempts) {
    log.warn({ attempt, reason, stderr }, 'MCP connection failed; trying again');
  } else if (attempt === attempts) {
    const times = attempt === 1 ? '1 attempt' : `${attempt} attempts`;
    const message = `MCP connection failed after ${times}: going on without its tools (degraded), and trying again in the background`;
    log.error({ reason, stderr, check }, message);
  } else {
    log[isNews ? 'warn' : 'debug']({ attempt, reason, stderr }, 'MCP server is still not there');
  }
}

/** Logs lines on a server's stdout that are no messages: the first ones of a minute each, the others by their number. */
export class JunkReport {
  readonly #log: Log;
  readonly #pace: PerMinute;
  #lines = 0;
  #first: string | undefined;

  constructor(log: Log, now?: () => number) {
    this.#log = log;
    this.#pace = new PerMinute(MOST_A_MINUTE, now);
  }

  /** How many there were in all. */
  get lines(): number {
    return this.#lines;
  }

  get first(): string | undefined {
    return this.#first;
  }

  add({ kind, text, bytes }: Junk): void {
    this.#lines++;
    this.#first ??= text;
    const { passes, heldBefore } = this.#pace.next();
    if (heldBefore > 0)
      this.#log.warn({ lines: heldBefore }, 'MCP server wrote more such lines to stdout, which are not shown');
    if (passes)
      this.#log.warn(
        { line: text, bytes, why: WHY[kind] },
        'MCP server wrote to stdout what is no message of MCP; the connection goes on',
      );
  }
}

const MOST_A_MINUTE = 10;

const WHY: Readonly<Record<Junk['kind'], string>> = {
  'not-json': 'it is not JSON: a program that speaks MCP writes its own words to stderr',
  'not-a-message': 'it is JSON, but no JSON-RPC message',
  'too-long': 'it is longer than limits.messageBytes',
  'too-deep': 'it is nested too deep',
};

/** A log that adds these labels to every line. */
export function labelled(log: Log, labels: object): Log {
  return {
    debug: (fields, message) => log.debug({ ...labels, ...fields }, message),
    info: (fields, message) => log.info({ ...labels, ...fields }, message),
    warn: (fields, message) => log.warn({ ...labels, ...fields }, message),
    error: (fields, message) => log.error({ ...labels, ...fields }, message),
    isLevelEnabled: (level) => log.isLevelEnabled?.(level) ?? true,
  };
}
