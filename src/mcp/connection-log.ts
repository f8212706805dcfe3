import { type Log, Observer, type ServerChange, type ServerFailed } from '../core/index.ts';
import { PerMinute } from './per-minute.ts';
import type { Junk } from './stdio/index.ts';

/** A server's current problem, as the log and the status report show it. */
export interface TroubleReport {
  readonly reason: string;
  readonly check: string;
  /** The kept part of the server's stderr output: its beginning and its end. */
  readonly stderr: string;
}

/** Logs every change of a server's connection. */
export function logServers(observer: Observer, log: Log): void {
  observer.on('server-changed', ({ server, change }) => logChange(change, labelled(log, { server })));
}

/** Returns an observer that only logs. */
export function observerFor(log: Log): Observer {
  const observer = new Observer();
  logServers(observer, log);
  return observer;
}

function logChange(change: ServerChange, log: Log): void {
  switch (change.kind) {
    case 'off': {
      const { reason, check } = change;
      log[check === undefined ? 'debug' : 'warn']({ reason, check }, 'The MCP server is not started.');
      return;
    }
    case 'connecting': {
      const { attempt, delayMs, downloadMs } = change;
      const [limit, more] = downloadMs === undefined ? [{}, ''] : [{ limitMs: downloadMs }, MAY_DOWNLOAD];
      log[change.isGone ? 'debug' : 'info']({ attempt, delayMs, ...limit }, `Connecting to the MCP server.${more}`);
      return;
    }
    case 'connected':
      log.info(change.about, `MCP connection succeeded on attempt ${change.attempt}.`);
      return;
    case 'lost':
      log.warn({ reason: change.reason, stderr: change.stderr }, 'MCP connection lost; reconnecting.');
      return;
    case 'unsteady':
      log.warn(
        { delayMs: change.delayMs },
        'The MCP connection keeps ending soon after it opens; its tools are unavailable until the next attempt.',
      );
      return;
    case 'failed':
      logFailure(change, log);
      return;
    case 'listed':
      log[change.isNews ? 'info' : 'debug']({ tools: change.tools }, 'Refreshed the MCP tool list.');
      return;
    case 'not-listed':
      log.warn({ reason: change.reason }, 'Could not refresh the MCP tool list; keeping the old list for now.');
      return;
    case 'broken':
      log.error({ err: change.error }, 'A bug in Toolpath ended the connection to this MCP server.');
      return;
    default:
      change satisfies never;
  }
}

const MAY_DOWNLOAD = ' Its first start may download packages, so it has more time than usual.';

function logFailure({ attempt, attempts, reason, check, stderr, isNews }: ServerFailed, log: Log): void {
  if (attempt < attempts) {
    log.warn({ attempt, reason, stderr }, 'MCP connection failed; retrying.');
  } else if (attempt === attempts) {
    const times = attempt === 1 ? '1 attempt' : `${attempt} attempts`;
    const message = `MCP connection failed after ${times}; continuing without its tools (degraded) and retrying in the background.`;
    log.error({ reason, stderr, check }, message);
  } else {
    log[isNews ? 'warn' : 'debug']({ attempt, reason, stderr }, 'Still cannot connect to the MCP server.');
  }
}

/** Logs lines on a server's stdout that are not MCP messages: the first ten of each minute one by one, the rest as a count. */
export class JunkReport {
  readonly #log: Log;
  readonly #pace: PerMinute;
  #lines = 0;
  #first: string | undefined;

  constructor(log: Log, now?: () => number) {
    this.#log = log;
    this.#pace = new PerMinute(MOST_A_MINUTE, now);
  }

  /** Total number of such lines. */
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
      this.#log.warn(
        { lines: heldBefore },
        'The MCP server wrote more non-MCP lines to stdout, which were not logged.',
      );
    if (passes)
      this.#log.warn(
        { line: text, bytes, why: WHY[kind] },
        "Ignored a line on the MCP server's stdout that is not an MCP message.",
      );
  }
}

const MOST_A_MINUTE = 10;

const WHY: Readonly<Record<Junk['kind'], string>> = {
  'not-json': 'it is not JSON; an MCP server must write its log output to stderr',
  'not-a-message': 'it is JSON, but not a JSON-RPC message',
  'too-long': 'it is longer than limits.messageBytes',
  'too-deep': 'it is nested too deeply',
  'too-many-values': 'it has too many JSON values',
};

/** Returns a log that adds these labels to the fields of every line. */
export function labelled(log: Log, labels: object): Log {
  return {
    debug: (fields, message) => log.debug({ ...labels, ...fields }, message),
    info: (fields, message) => log.info({ ...labels, ...fields }, message),
    warn: (fields, message) => log.warn({ ...labels, ...fields }, message),
    error: (fields, message) => log.error({ ...labels, ...fields }, message),
    isLevelEnabled: (level) => log.isLevelEnabled?.(level) ?? true,
  };
}
