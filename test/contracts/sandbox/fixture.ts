import { onTestFinished } from 'vitest';
import { defaultLimits } from '../../../src/core/index.ts';
import type { Engine, EngineName } from '../../../src/sandbox/engine.ts';
import type { Settlement } from '../../../src/sandbox/process/protocol.ts';
import type { Host, HostCall, Program, ProgramEnd, ProgramState, SandboxLimits } from '../../../src/sandbox/program.ts';
import { ProgramRun } from '../../../src/sandbox/program-run.ts';
import { rewrite } from '../../../src/sandbox/source/rewrite.ts';

/** An engine under test, or the reason why it cannot run on this machine. */
export type OpenEngine = (more?: {
  readonly processes?: number;
  readonly memoryBytes?: number;
}) => Promise<Engine | string>;

export const limits: SandboxLimits = { ...defaultLimits, pythonComputeMs: 2_000, pythonMs: 20_000 };

/** How a test answers a call: with a value, an error, or by leaving it to the client. */
export type Answer = (call: MadeCall) => unknown;

/** A call of a program with its values. */
export interface MadeCall {
  readonly path: string;
  readonly args: readonly unknown[];
  readonly named: Readonly<Record<string, unknown>>;
}

/** Leaves a call to the client. */
export const CLIENT = Symbol('client');

/** Raises an exception in the program. */
export class Raised extends Error {
  readonly type: Extract<Settlement, { status: 'error' }>['type'];

  constructor(type: Extract<Settlement, { status: 'error' }>['type'], message: string) {
    super(message);
    this.type = type;
  }
}

export interface RunInput {
  readonly answer?: Answer;
  readonly limits?: Partial<SandboxLimits>;
  readonly signal?: AbortSignal;
  readonly from?: ProgramState;
  /** Results of the client's calls, by number. */
  readonly results?: Readonly<Record<number, Settlement>>;
}

export interface Ran {
  readonly end: ProgramEnd;
  readonly calls: readonly MadeCall[];
}

/**
 * Runs a program. It may call the tools `a` and `b`: `a(…)` returns the result, and `a_later(…)` returns an awaitable. Their
 * names are replaced, as the rewriting does it.
 */
export function runProgram(engine: Engine, source: string, input: RunInput = {}): Promise<Ran> {
  return runTextOf({ source, code: source, functions: FUNCTIONS, lacks: [] }, engine, input);
}

/** Rewrites a program and runs it. It may call the tools `a` and `list_`. */
export function runRewritten(engine: Engine, source: string, input: RunInput = {}): Promise<Ran> {
  const known = { modules: new Set<string>(), functions: new Set(['a', 'list_']) };
  return runTextOf({ source, ...rewrite(source, known) }, engine, input);
}

async function runTextOf(text: Program, engine: Engine, input: RunInput): Promise<Ran> {
  const { signal = new AbortController().signal, from, results = {} } = input;
  const calls: MadeCall[] = [];
  const host = hostOf(input.answer ?? (() => null), calls);
  const program = from?.program ?? text;
  const run = new ProgramRun(program, host, { limits: { ...limits, ...input.limits }, signal, from });
  for (const [call, settlement] of Object.entries(results)) run.settle(Number(call), settlement);
  return { end: await run.run(engine), calls };
}

export const FUNCTIONS = ['a', 'b'].map((path) => ({ value: path, awaitable: `${path}_later`, path }));

export function hostOf(answer: Answer, calls: MadeCall[]): Host {
  return {
    begin(made) {
      const call = valuesOf(made);
      calls.push(call);
      const given = answer(call);
      if (given === CLIENT) return 'client';
      return Promise.resolve(given).then(settled, (error: unknown) => {
        if (error instanceof Raised) return { status: 'error', type: error.type, message: error.message };
        throw error;
      });
    },
  };
}

export const settled = (value: unknown): Settlement => ({ status: 'ok', json: JSON.stringify(value) ?? 'null' });

function valuesOf({ path, args, named }: HostCall): MadeCall {
  const value = (json: string): unknown => JSON.parse(json);
  return { path, args: args.map(value), named: Object.fromEntries(named.map(([name, json]) => [name, value(json)])) };
}

/** Returns the value of the last line of a program that must have finished. */
export function resultOf({ end }: Ran): unknown {
  if (end.kind !== 'finished') throw new Error(`The program did not finish: ${JSON.stringify(end)}`);
  if (end.result === undefined) return undefined;
  return end.result.kind === 'json' ? JSON.parse(end.result.json) : end.result.text;
}

/** Returns the error of a program that must have failed. */
export function errorOf({ end }: Ran) {
  if (end.kind !== 'failed') throw new Error(`The program did not fail: ${JSON.stringify(end)}`);
  return end.error;
}

export function pausedOf({ end }: Ran) {
  if (end.kind !== 'paused') throw new Error(`The program does not wait: ${JSON.stringify(end)}`);
  return end;
}

/** Opens an engine for one test. */
export async function openFor(
  open: OpenEngine,
  more: Parameters<OpenEngine>[0],
  skip: (why: string) => never,
): Promise<Engine> {
  const engine = await open(more);
  if (typeof engine === 'string') return skip(engine);
  onTestFinished(() => engine.close());
  return engine;
}

export type { Engine, EngineName };
