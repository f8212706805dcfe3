import type { Log } from '../core/index.ts';
import type { Junk } from './stdio/index.ts';

/** Tells of what a server writes to its stdout beside messages: the first lines of a minute each, the others by number. */
export class JunkReport {
  readonly #log: Log;
  readonly #now: () => number;
  #lines = 0;
  #minuteStart = Number.NEGATIVE_INFINITY;
  #told = 0;
  #untold = 0;

  constructor(log: Log, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** How many there were in all. */
  get lines(): number {
    return this.#lines;
  }

  add({ kind, text, bytes }: Junk): void {
    this.#lines++;
    if (this.#now() - this.#minuteStart >= MINUTE_MS) this.#beginMinute();
    if (this.#told >= MOST_A_MINUTE) {
      this.#untold++;
      return;
    }
    this.#told++;
    this.#log.warn(
      { line: text, bytes, why: WHY[kind] },
      'MCP server wrote to stdout what is no message of MCP; the connection goes on',
    );
  }

  #beginMinute(): void {
    if (this.#untold > 0) {
      this.#log.warn({ lines: this.#untold }, 'MCP server wrote more such lines to stdout, which are not shown');
    }
    this.#minuteStart = this.#now();
    this.#told = 0;
    this.#untold = 0;
  }
}

const MINUTE_MS = 60_000;
const MOST_A_MINUTE = 10;

const WHY: Readonly<Record<Junk['kind'], string>> = {
  'not-json': 'it is not JSON: a program that speaks MCP writes its own words to stderr',
  'not-a-message': 'it is JSON, but no JSON-RPC message',
  'too-long': 'it is longer than limits.messageBytes',
};
