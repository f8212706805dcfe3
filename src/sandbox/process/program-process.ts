import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import { messageOf, truncate } from '../../core/index.ts';
import { EngineError } from '../engine.ts';
import { killChild, type Launch, startChild } from './launch.ts';
import { Lines } from './lines.ts';
import type { Order, Report } from './protocol.ts';
import { readReport } from './report-reader.ts';
import { OUT_OF_MEMORY, OUT_OF_TIME } from './watched.ts';

/** The gateway's side of a child process that runs programs, one at a time. */
export class ProgramProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines = new Lines(MOST_REPORT);
  readonly #reports: Report[] = [];
  #waiting: PromiseWithResolvers<Report> | undefined;
  #failure: EngineError | undefined;
  #stderr = '';

  constructor(launch: Launch) {
    this.#child = startChild(launch);
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MOST_STDERR);
    });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#child.stdin.on('error', () => this.kill()); // the process reads no more
    this.#child.on('error', (error) =>
      this.#end(new EngineError('lost', `The engine's process failed: ${error.message}.`)),
    );
    this.#child.on('close', (code, signal) => this.#end(this.#whyEnded(code, signal)));
    this.rest();
  }

  get hasEnded(): boolean {
    return this.#failure !== undefined;
  }

  /** Resolves to the next report. Rejects with an EngineError if the process has ended. */
  next(): Promise<Report> {
    const report = this.#reports.shift();
    if (report !== undefined) return Promise.resolve(report);
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#waiting ??= Promise.withResolvers();
    return this.#waiting.promise;
  }

  send(order: Order): void {
    if (order.kind === 'park') this.#lines.most = MOST_REPORT + 2 * order.mostBytes;
    if (!this.hasEnded) this.#child.stdin.write(`${JSON.stringify(order)}\n`);
  }

  /** Kills the process. A pending `next` rejects when it has ended. */
  kill(): void {
    killChild(this.#child);
  }

  /** Keeps the gateway running while a program runs. */
  work(): void {
    this.#child.ref();
    for (const pipe of this.#pipes()) pipe.ref();
  }

  /** Lets the gateway exit while the process waits for a program. */
  rest(): void {
    this.#child.unref();
    for (const pipe of this.#pipes()) pipe.unref();
  }

  #pipes(): readonly Socket[] {
    return [this.#child.stdin, this.#child.stdout, this.#child.stderr] as unknown as Socket[]; // Node makes sockets
  }

  #read(text: string): void {
    if (this.hasEnded) return;
    try {
      for (const line of this.#lines.push(text)) this.#hear(readReport(line) ?? refuse(line));
    } catch (error) {
      this.#end(new EngineError('lost', messageOf(error)));
      this.kill();
    }
  }

  #hear(report: Report): void {
    if (this.#waiting === undefined) {
      this.#reports.push(report);
      return;
    }
    this.#waiting.resolve(report);
    this.#waiting = undefined;
  }

  #end(failure: EngineError): void {
    this.#failure ??= failure;
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
  }

  #whyEnded(code: number | null, signal: NodeJS.Signals | null): EngineError {
    if (this.#stderr.includes(OUT_OF_TIME))
      return new EngineError('too-much-time', "The engine's process computed for too long.");
    if (this.#stderr.includes(OUT_OF_MEMORY) || HEAP_EXCEEDED.test(this.#stderr))
      return new EngineError('too-much-memory', "The engine's process needs more memory than the limit allows.");
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    const said = this.#stderr.trim().split('\n').at(-1);
    return new EngineError(
      'lost',
      `The engine's process ended ${how}${said === undefined || said === '' ? '' : `: ${said}`}.`,
    );
  }
}

function refuse(line: string): never {
  throw new Error(`The engine's process sent what is not a report: ${truncate(line, MOST_QUOTE, '…')}`);
}

const MOST_QUOTE = 100;
const MOST_REPORT = 32 * 1024 * 1024; // characters: the largest call of a tool, with each character escaped
const MOST_STDERR = 8_192;
const HEAP_EXCEEDED = /heap out of memory|heap limit/i;
