import { EngineError, type Session } from '../engine.ts';
import type { Launch } from './launch.ts';
import { ProgramProcess } from './program-process.ts';

export interface PoolOptions {
  /** Returns how to start a process. May reject with an EngineError of the kind `off`. */
  readonly launch: () => Promise<Launch>;
  /** Number of processes at once. */
  readonly most: number;
  /**
   * True if a process may run another program after one that ended. Otherwise the next process starts 50 ms after this one got a
   * program, or when the program ends.
   */
  readonly isReusable: boolean;
  /** A process that is not ready after this time is killed. */
  readonly startMs?: number;
}

/** The processes of an engine. Programs that find no free process wait in a queue. */
export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #idle: IdleProcess[] = [];
  readonly #queue: Waiting[] = [];
  readonly #all = new Set<ProgramProcess>();
  /** Number of processes that are not ready yet. */
  #starting = 0;
  /** Number of starting processes whose launch is still being prepared; they are not in `#all`. */
  #launching = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** True if more programs wait than processes are starting. */
  get isWanted(): boolean {
    return this.#queue.length > this.#starting;
  }

  /** Resolves to a process that has started. Rejects with the signal's reason, or with an EngineError. */
  enter(signal: AbortSignal): Promise<Session> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      if (this.#isClosed) return reject(stopping());
      const onAbort = () => {
        const place = this.#queue.indexOf(waiting);
        if (place >= 0) this.#queue.splice(place, 1);
        reject(signal.reason as Error);
      };
      const settled = () => signal.removeEventListener('abort', onAbort);
      const waiting: Waiting = {
        resolve: (session) => {
          settled();
          resolve(session);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      };
      signal.addEventListener('abort', onAbort);
      this.#queue.push(waiting);
      this.#serve();
    });
  }

  /** Kills all processes, and rejects everything that waits. */
  close(): void {
    this.#isClosed = true;
    for (const each of this.#all) each.kill();
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    for (const { reject } of this.#queue.splice(0)) reject(stopping());
  }

  /** Gives free processes to waiting programs, and starts more if that is not enough. */
  #serve(): void {
    for (let idle = this.#takeIdle(); idle !== undefined; idle = this.#takeIdle()) this.#give(idle);
    while (this.#queue.length > this.#starting && this.#hasRoom) void this.#start();
  }

  #takeIdle(): ProgramProcess | undefined {
    while (this.#queue.length > 0) {
      const idle = this.#idle.pop();
      if (idle === undefined) return undefined;
      clearTimeout(idle.timer);
      if (!idle.process.hasEnded) return idle.process;
      this.#drop(idle.process); // the system may end a process that waits, for example when memory is scarce
    }
    return undefined;
  }

  #give(process: ProgramProcess): void {
    const waiting = this.#queue.shift();
    if (waiting === undefined) {
      this.#keep(process);
      return;
    }
    process.work();
    const { isReusable } = this.#options;
    const preparing = isReusable ? undefined : setTimeout(() => this.#prepare(), PREPARE_MS);
    let isHeld = true;
    waiting.resolve({
      send: (order) => process.send(order),
      next: () => process.next(),
      leave: (isClean) => {
        if (!isHeld) return;
        isHeld = false;
        clearTimeout(preparing);
        this.#takeBack(process, isClean);
      },
    });
  }

  #takeBack(process: ProgramProcess, isClean: boolean): void {
    process.rest();
    if (isClean && this.#options.isReusable && !process.hasEnded && !this.#isClosed) {
      this.#keep(process);
    } else {
      this.#drop(process);
      if (!this.#options.isReusable) this.#prepare(); // there may have been no room before
    }
    this.#serve();
  }

  /** Starts the next process before a program needs it, unless there is one already, or no room. */
  #prepare(): void {
    const hasSpare = this.#idle.length + this.#starting > this.#queue.length;
    if (!this.#isClosed && !hasSpare && this.#hasRoom) void this.#start();
  }

  get #hasRoom(): boolean {
    return this.#all.size + this.#launching < this.#options.most;
  }

  async #start(): Promise<void> {
    this.#starting++;
    try {
      const process = await this.#startProcess();
      this.#starting--;
      if (this.#isClosed) this.#drop(process);
      else this.#give(process);
    } catch (error) {
      this.#starting--;
      this.#queue.shift()?.reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.#serve();
  }

  /** Resolves when the process has proved its limits. */
  async #startProcess(): Promise<ProgramProcess> {
    const process = await this.#launchProcess();
    const { startMs = START_MS } = this.#options;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill();
    }, startMs);
    try {
      process.work();
      const report = await process.next();
      process.rest();
      if (report.kind === 'ready') return process;
      const why = report.kind === 'unusable' ? report.why : `The engine's process began with "${report.kind}".`;
      throw new EngineError('off', why);
    } catch (error) {
      this.#drop(process);
      if (isLate) throw new EngineError('off', `The engine's process was not ready after ${startMs / 1_000} s.`);
      throw error instanceof EngineError ? new EngineError('off', error.message) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #launchProcess(): Promise<ProgramProcess> {
    this.#launching++;
    try {
      const launch = await this.#options.launch();
      if (this.#isClosed) throw stopping();
      const process = new ProgramProcess(launch);
      this.#all.add(process);
      return process;
    } finally {
      this.#launching--;
    }
  }

  #keep(process: ProgramProcess): void {
    const timer = setTimeout(() => this.#retire(process), IDLE_MS);
    timer.unref();
    this.#idle.push({ process, timer });
  }

  #retire(process: ProgramProcess): void {
    const place = this.#idle.findIndex((idle) => idle.process === process);
    if (place >= 0) this.#idle.splice(place, 1);
    this.#drop(process);
  }

  #drop(process: ProgramProcess): void {
    this.#all.delete(process);
    process.kill();
  }
}

function stopping(): EngineError {
  return new EngineError('off', 'The gateway is stopping.');
}

interface Waiting {
  readonly resolve: (session: Session) => void;
  readonly reject: (error: Error) => void;
}

interface IdleProcess {
  readonly process: ProgramProcess;
  readonly timer: NodeJS.Timeout;
}

const PREPARE_MS = 50; // most programs end sooner, and would share the processor with the start
const START_MS = 30_000; // Pyodide needs some seconds without a memory snapshot, and several times that on a busy machine
const IDLE_MS = 300_000; // a conversation with programs runs the next one within minutes
