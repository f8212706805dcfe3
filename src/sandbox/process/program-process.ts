import type { ChildProcess } from 'node:child_process';
import { EngineError } from '../engine.ts';
import { killChild, type Launch, startChild } from './launch.ts';
import type { Order, Report } from './protocol.ts';
import { OUT_OF_MEMORY, OUT_OF_TIME } from './watched.ts';

/** The gateway's side of a child process that runs programs, one at a time. */
export class ProgramProcess {
  readonly #child: ChildProcess;
  readonly #reports: Report[] = [];
  #waiting: PromiseWithResolvers<Report> | undefined;
  #failure: EngineError | undefined;
  #stderr = '';

  constructor(launch: Launch) {
    this.#child = startChild(launch, { stdout: 'ignore', stderr: 'pipe' });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MOST_STDERR);
    });
    this.#child.on('message', (report: Report) => this.#hear(report));
    this.#child.on('error', (error) => this.#end(new EngineError('lost', `Its process failed: ${error.message}.`)));
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
    if (!this.hasEnded) this.#child.send(order, (error) => error !== null && this.kill());
  }

  /** Kills the process. A pending `next` rejects when it has ended. */
  kill(): void {
    killChild(this.#child);
  }

  /** Keeps the gateway running while a program runs. */
  work(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** Lets the gateway exit while the process waits for a program. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    (this.#child.stderr as { unref?(): void } | null)?.unref?.();
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
    if (this.#stderr.includes(OUT_OF_TIME)) return new EngineError('too-much-time', 'It computed for too long.');
    if (this.#stderr.includes(OUT_OF_MEMORY) || HEAP_EXCEEDED.test(this.#stderr))
      return new EngineError('too-much-memory', 'It needs more memory than the limit allows.');
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    const said = this.#stderr.trim().split('\n').at(-1);
    return new EngineError('lost', `Its process ended ${how}${said === undefined || said === '' ? '' : `: ${said}`}.`);
  }
}

const MOST_STDERR = 8_192;
const HEAP_EXCEEDED = /heap out of memory|heap limit/i;
