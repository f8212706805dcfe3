import type { Log } from '../core/index.ts';
import { PerMinute } from './per-minute.ts';
import type { Junk } from './stdio/index.ts';

/** Tells of what a server writes to its stdout beside messages: the first lines of a minute each, the others by number. */
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
