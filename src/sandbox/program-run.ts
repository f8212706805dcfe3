import { randomBytes } from 'node:crypto';
import type { Engine, EngineError, EngineVersion, Session } from './engine.ts';
import {
  endOfLost,
  resultWithin,
  tooLargeToWait,
  tooMuchComputing,
  tooMuchPassed,
  tooMuchTime,
  unlessLacking,
  wasChanged,
  wasStopped,
} from './failures.ts';
import { Inbox } from './inbox.ts';
import { Journal } from './journal.ts';
import { OpenCalls } from './open-calls.ts';
import { type CallReport, HELP, type Report, type Settlement, type Spent } from './process/protocol.ts';
import {
  type Host,
  type Program,
  type ProgramEnd,
  type ProgramState,
  pendingCalls,
  type RunOptions,
  type SandboxLimits,
} from './program.ts';
import { ReportBounds } from './report-bounds.ts';
import { boundsOf, type Ended, type Happening, type Left, listen, newRun, type SessionRun } from './session-run.ts';
import { raising } from './settlement.ts';

/**
 * Runs one program to its end, or until it waits for the client: passes its calls to the host, and their results to the
 * program. On the way the program may leave its process or change to another engine. It then continues from a snapshot or by
 * replay.
 */
export class ProgramRun {
  readonly #program: Program;
  readonly #host: Host;
  readonly #limits: SandboxLimits;
  readonly #signal: AbortSignal;
  readonly #onCancel: RunOptions['onCancel'];
  readonly #journal: Journal;
  readonly #seed: string;
  /** The wall clock of the first start. */
  readonly #firstAt: number;
  /** The engine of the last run. */
  #engine: EngineVersion | undefined;
  readonly #inbox = new Inbox<Happening>();
  readonly #open = new OpenCalls();
  /** Numbers of recorded calls that were cancelled and must run again. */
  readonly #cancelled: Set<number>;
  readonly #earlierMs: number;
  readonly #startedAt = performance.now();
  #computeMs: number;
  #output = { stdout: '', stderr: '' };
  /** The state to continue from. Without it, the program runs from its beginning. */
  #snapshot: string | undefined;

  constructor(program: Program, host: Host, { limits, signal, from, onCancel }: RunOptions) {
    this.#program = program;
    this.#host = host;
    this.#limits = limits;
    this.#signal = signal;
    this.#onCancel = onCancel;
    this.#engine = from && { name: from.engine, version: from.version };
    this.#cancelled = new Set(from?.cancelled);
    this.#journal = new Journal(from?.journal);
    this.#seed = from?.seed ?? randomBytes(SEED_BYTES).toString('base64');
    this.#firstAt = from?.startedAt ?? Date.now();
    this.#earlierMs = from?.totalMs ?? 0;
    this.#computeMs = from?.computeMs ?? 0;
    if (from === undefined) return;
    this.#output = { ...from.output };
    this.#snapshot = from.snapshot;
    for (const call of pendingCalls(from)) this.#open.open(call, 'client');
  }

  /** Settles a call that the client has run. May only be called before `run`. */
  settle(call: number, settlement: Settlement): void {
    if (this.#open.close(call)) this.#journal.settle(call, resultWithin(this.#journal, settlement, this.#limits));
  }

  /** Returns the end of a program that has made calls and that no engine can continue. Throws the error if it has made none. */
  giveUp(problem: EngineError): ProgramEnd {
    if (this.#engine === undefined || this.#journal.calls.length === 0) throw problem;
    return this.#endOf(wasStopped(problem), this.#engine);
  }

  /** False if a run that takes as long as the program has computed so far would exceed its time. */
  get mayRepeat(): boolean {
    return 2 * this.#computeMs <= this.#limits.pythonComputeMs;
  }

  /**
   * Runs the program in an engine. It may be called again with another engine: the program then starts from its beginning, and
   * its calls are replayed. Rejects with the signal's reason, or with an EngineError of the kind `off`. What the program does
   * is never a rejection.
   */
  async run(engine: Engine): Promise<ProgramEnd> {
    this.#engine = engine;
    const stop = new AbortController();
    const onAbort = () => {
      for (const each of this.#inbox.items) if (each.kind === 'settled') this.#record(each); // these calls are done
      this.#onCancel?.(this.#stateOf(engine, undefined));
      stop.abort(this.#signal.reason);
    };
    this.#signal.addEventListener('abort', onAbort);
    if (this.#signal.aborted) onAbort();
    const timer = setTimeout(() => stop.abort(TIME_OVER), Math.max(0, this.#limits.pythonMs - this.#totalMs()));
    stop.signal.addEventListener('abort', () => this.#inbox.put({ kind: 'stop' }));
    try {
      return this.#endOf(await this.#runIn(engine, stop.signal), engine);
    } catch (error) {
      if (error !== TIME_OVER) throw error;
      return this.#endOf(tooMuchTime(this.#limits), engine);
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', onAbort);
      this.#snapshot = undefined; // another engine cannot read it
    }
  }

  async #runIn(engine: Engine, stop: AbortSignal): Promise<Ended> {
    for (;;) {
      // A process notices an exceeded limit only after some milliseconds. By then the program may have paused again.
      const ended =
        this.#computeMs >= this.#limits.pythonComputeMs
          ? tooMuchComputing(this.#limits)
          : await this.#runSession(engine, await this.#enter(engine, stop), stop);
      if (ended.kind !== 'left') {
        // Calls that the program did not wait for must end before its turn continues.
        if (ended.kind !== 'paused') await this.#awaitCalls(stop);
        return ended;
      }
      this.#snapshot = ended.snapshot;
      if (!this.#journal.hasDue) await this.#awaitCall(stop);
    }
  }

  async #enter(engine: Engine, stop: AbortSignal): Promise<Session> {
    try {
      return await engine.enter(stop);
    } catch (error) {
      await this.#awaitCalls(stop);
      throw error;
    }
  }

  /** Runs the program in one process, until it ends, waits for the client, or leaves the process to another program. */
  async #runSession(engine: Engine, session: Session, stop: AbortSignal): Promise<Ended | Left> {
    const run = newRun(engine, session, stop);
    let isClean = false;
    try {
      this.#begin(run);
      for (;;) {
        const happening = await this.#inbox.take();
        if (stop.aborted) throw stop.reason;
        if ('run' in happening && happening.run !== run) continue; // from a process that the program has left
        const ended = this.#handle(happening, run);
        if (ended === undefined) continue;
        isClean = !run.isWorn && (ended.kind !== 'left' || ended.snapshot !== undefined);
        return ended;
      }
    } finally {
      clearTimeout(run.lookTimer);
      session.leave(isClean);
    }
  }

  /** Starts the program in a process, or continues it there. */
  #begin(run: SessionRun): void {
    const bounds = boundsOf(this.#limits, this.#computeMs, this.#totalMs());
    if (this.#snapshot === undefined) {
      const { code, functions } = this.#program;
      this.#journal.rewind();
      this.#output = { stdout: '', stderr: '' }; // the program prints it again
      run.session.send({ kind: 'start', code, functions, bounds, seed: this.#seed, at: this.#firstAt });
      run.reportBounds = new ReportBounds(bounds, 0, 0);
    } else {
      const printed = Buffer.byteLength(this.#output.stdout) + Buffer.byteLength(this.#output.stderr);
      run.session.send({ kind: 'load', snapshot: this.#snapshot, bounds, printed });
      run.reportBounds = new ReportBounds(bounds, this.#journal.calls.length, printed);
      this.#deliver(run);
    }
    void listen(run, this.#inbox);
  }

  #handle(happening: Happening, run: SessionRun): Ended | Left | undefined {
    switch (happening.kind) {
      case 'report':
        return this.#hear(happening.report, run);
      case 'settled':
        this.#record(happening);
        this.#deliver(run);
        return undefined;
      case 'look':
        return this.#leaveIfWanted(run);
      case 'lost':
        return endOfLost(happening.error, this.#limits);
      case 'broken':
        throw happening.error;
      case 'stop':
        return undefined;
      default:
        return happening satisfies never;
    }
  }

  #hear(report: Report, run: SessionRun): Ended | Left | undefined {
    const excess = run.reportBounds?.check(report);
    if (excess !== undefined) {
      run.isWorn = true;
      return endOfLost(excess, this.#limits);
    }
    switch (report.kind) {
      case 'call':
        return this.#takeCall(report, run);
      case 'waiting':
        run.isIdle = report.settled === run.sent;
        if (run.isIdle) return this.#rest(run);
        return undefined;
      case 'print':
        this.#output[report.stream] += report.text;
        return undefined;
      case 'kept':
        return this.#stay(report.bytes, run);
      case 'parked':
        this.#spend(report, run);
        return { kind: run.parking === 'leave' ? 'left' : 'paused', snapshot: report.snapshot };
      case 'finished':
      case 'failed':
        this.#spend(report, run);
        return unlessLacking(this.#journal.unmade, report);
      case 'ready':
      case 'unusable':
        return undefined;
      default:
        return report satisfies never;
    }
  }

  #spend({ computeMs, isWorn }: Spent, run: SessionRun): void {
    this.#computeMs += computeMs;
    run.isWorn = isWorn === true;
  }

  /** Handles a state that is too large: a program that must pause fails, any other stays in its process. */
  #stay(bytes: number | undefined, run: SessionRun): Ended | undefined {
    if (run.parking === 'pause') {
      run.isWorn = true;
      return tooLargeToWait(this.#journal.size + (bytes ?? 0), this.#limits);
    }
    run.canLeave = false;
    run.parking = undefined;
    this.#deliver(run);
    return undefined;
  }

  #takeCall(report: CallReport, run: SessionRun): Ended | undefined {
    run.isIdle = false;
    const taken = this.#journal.take(report);
    if (this.#journal.size > this.#limits.pythonStateBytes) return tooMuchPassed(this.#limits);
    if (taken.kind === 'changed') return wasChanged(taken.recorded, report.call, report);
    if (taken.kind === 'new' || this.#cancelled.delete(report.call)) this.#startCall(report, run);
    this.#deliver(run);
    return undefined;
  }

  #startCall(report: CallReport, { stop }: SessionRun): void {
    const { call } = report;
    if (!this.#mayCall(report)) {
      this.#journal.settle(call, raising('NameError', `name '${report.path}' is not defined`));
      return;
    }
    const begun = this.#host.begin(report, stop);
    this.#open.open(report, begun === 'client' ? 'client' : 'gateway');
    if (begun === 'client') return;
    void begun.then(
      (settlement) => this.#inbox.put({ kind: 'settled', call, settlement }),
      (error: unknown) => this.#inbox.put({ kind: 'broken', error }),
    );
  }

  /** True if the program has a function for the tool. A program could forge another name in an engine's own functions. */
  #mayCall({ path }: CallReport): boolean {
    return path === HELP || this.#program.functions.some((each) => each.path === path);
  }

  #record({ call, settlement }: Extract<Happening, { kind: 'settled' }>): void {
    if (!this.#open.close(call)) return;
    this.#journal.settle(call, resultWithin(this.#journal, settlement, this.#limits));
  }

  /** Passes on the results that the program must get now. */
  #deliver(run: SessionRun): void {
    if (run.parking !== undefined) return; // the next process gets them
    for (const { call, settlement, at = this.#firstAt } of this.#journal.due()) {
      run.isIdle = false;
      run.sent++;
      run.session.send({ kind: 'settle', call, at, ...settlement });
    }
  }

  /** Called when the program cannot continue before a call is settled. */
  #rest(run: SessionRun): Ended | undefined {
    if (this.#open.has('gateway')) {
      clearTimeout(run.lookTimer);
      if (!run.canLeave) return undefined;
      const ms = run.engine.hasSnapshots ? LOOK_MS : REPLAY_LOOK_MS;
      run.lookTimer = setTimeout(() => this.#inbox.put({ kind: 'look', run }), ms);
      return undefined;
    }
    if (!this.#open.has('client')) return undefined;
    if (!run.engine.hasSnapshots) return { kind: 'paused', snapshot: undefined };
    this.#park(run, 'pause');
    return undefined;
  }

  /** Leaves the process to another program while this one waits for its tools. */
  #leaveIfWanted(run: SessionRun): Left | undefined {
    if (!run.isIdle || run.parking !== undefined || !this.#open.has('gateway')) return undefined;
    if (!run.engine.isWanted) this.#rest(run);
    else if (run.engine.hasSnapshots) this.#park(run, 'leave');
    else return { kind: 'left', snapshot: undefined };
    return undefined;
  }

  #park(run: SessionRun, why: 'pause' | 'leave'): void {
    run.parking = why;
    const mayStay = why === 'leave';
    const mostBytes = mayStay ? LEAVE_BYTES : Math.max(0, this.#limits.pythonStateBytes - this.#journal.size);
    run.session.send({ kind: 'park', mostBytes, mayStay });
  }

  async #awaitCalls(stop: AbortSignal): Promise<void> {
    while (this.#open.has('gateway')) await this.#awaitCall(stop);
  }

  /** Waits until a call of the gateway is settled. */
  async #awaitCall(stop: AbortSignal): Promise<void> {
    for (;;) {
      const happening = await this.#inbox.take();
      if (stop.aborted) throw stop.reason;
      if (happening.kind === 'broken') throw happening.error;
      if (happening.kind !== 'settled') continue;
      this.#record(happening);
      return;
    }
  }

  #totalMs(): number {
    return this.#earlierMs + performance.now() - this.#startedAt;
  }

  #endOf(ended: Ended, engine: EngineVersion): ProgramEnd {
    const { calls, lastResults } = this.#journal;
    const open = this.#open.of('client');
    const about = { program: this.#program, engine: engine.name, output: this.#output, callCount: calls.length };
    switch (ended.kind) {
      case 'finished':
        return { kind: 'finished', result: ended.result, ...about, unawaited: open };
      case 'failed':
        return { kind: 'failed', error: ended.error, ...about, lastResults, unawaited: open };
      case 'paused': {
        const size = this.#journal.size + Buffer.byteLength(ended.snapshot ?? '', 'base64');
        if (size > this.#limits.pythonStateBytes) return this.#endOf(tooLargeToWait(size, this.#limits), engine);
        return { kind: 'paused', state: this.#stateOf(engine, ended.snapshot), pending: open, ...about, unawaited: [] };
      }
      default:
        return ended satisfies never;
    }
  }

  #stateOf({ name, version }: EngineVersion, snapshot: string | undefined): ProgramState {
    const cancelled = [...this.#cancelled, ...this.#open.of('gateway').map(({ call }) => call)];
    return {
      program: this.#program,
      engine: name,
      version,
      ...(snapshot !== undefined && { snapshot }),
      journal: [...this.#journal.entries],
      pending: this.#open.of('client').map(({ call }) => call),
      ...(cancelled.length > 0 && { cancelled }),
      output: { ...this.#output },
      seed: this.#seed,
      startedAt: this.#firstAt,
      computeMs: this.#computeMs,
      totalMs: Math.round(this.#totalMs()),
    };
  }
}

const SEED_BYTES = 32;
const TIME_OVER = new Error('the time of the program is over');
const LOOK_MS = 20; // a tool that answers sooner costs less than parking and loading the program
const LEAVE_BYTES = 256 * 1024; // the gateway holds the states of all programs that have left their processes
const REPLAY_LOOK_MS = 1_000; // a replay starts a process, so it must be rare
