import { messageOf } from '../core/index.ts';
import { type Engine, EngineError, type EngineName } from './engine.ts';
import type { Settlement } from './process/protocol.ts';
import type { Host, Program, ProgramEnd, ProgramState, SandboxLimits } from './program.ts';
import { ProgramRun } from './program-run.ts';

/** The engines of a sandbox. At least one is set. Programs run in Monty if it supports them, and otherwise in Pyodide. */
export type Engines = Readonly<Partial<Record<EngineName, Engine>>>;

/** Runs Python programs whose functions are tools. */
export class Sandbox {
  readonly #engines: Engines;
  readonly #limits: SandboxLimits;

  constructor(engines: Engines, limits: SandboxLimits) {
    this.#engines = engines;
    this.#limits = limits;
  }

  /**
   * Runs a program until it ends or waits for the client. Rejects with the signal's reason, or with an EngineError of the kind
   * `off` if no engine can be used and the program has made no call. If the signal aborts, `onCancel` gets the state that `resume` can continue from.
   */
  run(program: Program, host: Host, signal: AbortSignal, onCancel?: OnCancel): Promise<ProgramEnd> {
    const run = new ProgramRun(program, host, { limits: this.#limits, signal, onCancel });
    return this.#run(run, program, program.lacks.length > 0 ? 'pyodide' : 'monty');
  }

  /**
   * Continues a program that waited for the client, or that was cancelled. `settlements` has the results of the client's calls,
   * by number.
   */
  resume(
    from: ProgramState,
    settlements: ReadonlyMap<number, Settlement>,
    host: Host,
    signal: AbortSignal,
    onCancel?: OnCancel,
  ): Promise<ProgramEnd> {
    const { snapshot: _, ...replayed } = from;
    const isCurrent = this.#engines[from.engine]?.version === from.version;
    const options = { limits: this.#limits, signal, onCancel, from: isCurrent ? from : replayed };
    const run = new ProgramRun(from.program, host, options);
    for (const [call, settlement] of settlements) run.settle(call, settlement);
    return this.#run(run, from.program, from.engine);
  }

  /** Returns whether each engine can be used on this machine. Writes no file. */
  examine(signal: AbortSignal): Promise<readonly Examined[]> {
    return Promise.all(Object.values(this.#engines).map((engine) => examine(engine, signal)));
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#engines).map((engine) => engine.close()));
  }

  async #run(run: ProgramRun, program: Program, first: EngineName): Promise<ProgramEnd> {
    try {
      return await this.#runInEngines(run, program, first);
    } catch (error) {
      if (error instanceof EngineError) return run.giveUp(error);
      throw error;
    }
  }

  async #runInEngines(run: ProgramRun, { lacks }: Program, first: EngineName): Promise<ProgramEnd> {
    const { monty, pyodide } = this.#engines;
    if (first === 'monty' && monty !== undefined) {
      const ended = await runIn(monty, run);
      if (ended instanceof EngineError) return await this.#runLast(run, pyodide, ended);
      if (pyodide === undefined || !mayEndOtherwise(ended) || !run.mayRepeat) return ended;
      const again = await runIn(pyodide, run);
      return again instanceof EngineError || !isBetter(again, ended) ? ended : again;
    }
    if (pyodide === undefined) return await this.#runLast(run, monty, new EngineError('off', whyLacking(lacks)));
    const ended = await runIn(pyodide, run);
    return ended instanceof EngineError ? await this.#runLast(run, monty, ended) : ended;
  }

  /** Runs the program in the remaining engine. `problem` says why the better one cannot be used. */
  async #runLast(run: ProgramRun, engine: Engine | undefined, problem: EngineError): Promise<ProgramEnd> {
    if (engine === undefined) throw problem;
    const ended = await runIn(engine, run);
    if (ended instanceof EngineError) throw new EngineError('off', `${problem.message} ${ended.message}`);
    if (ended.kind !== 'failed' || ended.error.needsConfirmation !== true) return ended;
    return { ...ended, error: { ...ended.error, message: `${ended.error.message} (${problem.message})` } };
  }
}

type OnCancel = (state: ProgramState) => void;

/** The result of examining an engine. */
export interface Examined {
  readonly name: EngineName;
  readonly version: string;
  /** Why it cannot be used; undefined if it can. */
  readonly problem: string | undefined;
}

async function examine(engine: Engine, signal: AbortSignal): Promise<Examined> {
  let problem: string | undefined;
  try {
    await engine.check(signal);
  } catch (error) {
    problem = messageOf(error);
  }
  return { name: engine.name, version: engine.version, problem };
}

/** Returns the error of an engine that is off, so that another one can be tried. */
async function runIn(engine: Engine, run: ProgramRun): Promise<ProgramEnd | EngineError> {
  try {
    return await run.run(engine);
  } catch (error) {
    if (error instanceof EngineError && error.kind === 'off') return error;
    throw error;
  }
}

/** Returns true if Python might end the program in another way than Monty. */
function mayEndOtherwise(ended: ProgramEnd): boolean {
  if (ended.kind === 'failed') return ended.error.needsConfirmation === true;
  return ended.kind === 'finished' && showsUnsureFloat(ended);
}

/** Returns false for a repetition that says less about the program than its first run. */
function isBetter(again: ProgramEnd, first: ProgramEnd): boolean {
  return again.kind !== 'failed' || (first.kind === 'failed' && again.error.isChangedReplay !== true);
}

/** True if a program shows a float that Monty may write in another way than Python: 0.00001 instead of 1e-05. */
function showsUnsureFloat({ output, result }: Extract<ProgramEnd, { kind: 'finished' }>): boolean {
  return UNSURE_FLOAT.test(output.stdout) || (result?.kind === 'json' && UNSURE_FLOAT.test(result.json));
}

const UNSURE_FLOAT = /(?<![\w.])(?:0\.0000\d*[1-9]|\d{17,}\.0|inf\.0|NaN)/;

function whyLacking(lacks: readonly string[]): string {
  const what = lacks.length === 0 ? '' : ` The program needs it for: ${lacks.join(', ')}.`;
  return `The engine "pyodide" is not available: it is not among "python.engines", or not installed.${what}`;
}
