import type { Log } from '../core/index.ts';

/** What is wrong with a server. */
export interface Trouble {
  readonly reason: string;
  /** What to look at. */
  readonly check: string;
  /** What it wrote there before. */
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

  lost({ reason, stderr }: Trouble): void {
    this.#log.warn({ reason, stderr }, 'MCP connection lost; connecting again');
  }

  /** It came and went too often for its tools to be offered while it is away. */
  unsteady(delayMs: number): void {
    this.#log.warn({ delayMs }, 'MCP connections do not last: going on without its tools until the next attempt');
  }

  failed(attempt: number, { reason, check, stderr }: Trouble, before: Trouble | undefined): void {
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
