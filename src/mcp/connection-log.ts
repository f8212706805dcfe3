import type { Log } from '../core/index.ts';
import { PerMinute } from './per-minute.ts';
import type { Junk } from './stdio/index.ts';

/** What the log and the status report say of a server's trouble. */
export interface TroubleReport {
  readonly reason: string;
  readonly check: string;
  /** What the server wrote to its stderr before. */
  readonly stderr: string;
}

/** What the log tells of one connection, from attempt to attempt. */
export class ConnectionLog {
  readonly #log: Log;
  readonly #attempts: number;

  /** So many attempts may fail before the server is gone. */
  constructor(log: Log, attempts: number) {
    this.#log = log;
    this.#attempts = attempts;
  }

  connecting(attempt: number, delayMs: number): void {
    const level = attempt > this.#attempts ? 'debug' : 'info';
    this.#log[level]({ attempt, delayMs }, 'connecting to MCP server');
  }

  connected(attempt: number, about: object): void {
    this.#log.info(about, `MCP connection succeeded on attempt ${attempt}`);
  }

  lost({ reason, stderr }: TroubleReport): void {
    this.#log.warn({ reason, stderr }, 'MCP connection lost; connecting again');
  }

  /** It came and went too often for its tools to be offered while it is away. */
  unsteady(delayMs: number): void {
    this.#log.warn({ delayMs }, 'MCP connections do not last: going on without its tools until the next attempt');
  }

  failed(attempt: number, { reason, check, stderr }: TroubleReport, before: TroubleReport | undefined): void {
    if (attempt < this.#attempts) {
      this.#log.warn({ attempt, reason, stderr }, 'MCP connection failed; trying again');
    } else if (attempt === this.#attempts) {
      const times = attempt === 1 ? '1 attempt' : `${attempt} attempts`;
      const message = `MCP connection failed after ${times}: going on without its tools (degraded), and trying again in the background`;
      this.#log.error({ reason, stderr, check }, message);
    } else {
      const level = reason === before?.reason ? 'debug' : 'warn'; // only news
      this.#log[level]({ attempt, reason, stderr }, 'MCP server is still not there');
    }
  }

  listed(tools: number, isNews: boolean): void {
    this.#log[isNews ? 'info' : 'debug']({ tools }, 'MCP tools listed anew');
  }

  notListed(reason: string): void {
    this.#log.warn({ reason }, 'MCP tools could not be listed anew; the old list is kept for now');
  }

  broken(err: unknown): void {
    this.#log.error({ err }, 'a bug ended the connection to this MCP server');
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
