import { Monty, MontyComplete, MontyNameLookup, MontySnapshot, type ResumeOptions } from '@pydantic/monty';
import { programErrorOf } from './monty-errors.ts';
import { montyLimits } from './monty-limits.ts';
import { preludeOf, START, WAIT } from './monty-prelude.ts';
import { NotPlain, readJson, TooLong, writeJson } from './monty-values.ts';
import { Output } from './output.ts';
import {
  MOST_ARGUMENTS,
  type ProgramBounds,
  type ProgramError,
  type ProgramResult,
  type Report,
  type Settlement,
  type SettleOrder,
  TOO_LONG_ARGUMENTS,
  type ToolFunction,
  tooManyCalls,
} from './protocol.ts';

type Step = MontySnapshot | MontyNameLookup | MontyComplete;

/**
 * One program in Monty. It runs until it needs the result of a call that is not settled; then it is paused, and can be
 * parked as bytes.
 */
export class MontyProgram {
  readonly #bounds: ProgramBounds;
  readonly #tell: (report: Report) => void;
  readonly #output: Output;
  /** The calls whose results the program has not got yet, with their results if they are settled. */
  readonly #open = new Map<number, Settlement | null>();
  /** Messages of failed calls. An error with one of them comes from a tool, and not from something that Monty lacks. */
  readonly #messages = new Set<string>();
  #settledCount = 0;
  #calls = 0;
  /** The number of lines before the program's own. */
  #preludeLines = 0;
  /** Set while the program waits for a call. */
  #paused: { readonly at: MontySnapshot; readonly call: number } | undefined;

  constructor(bounds: ProgramBounds, printed: number, tell: (report: Report) => void) {
    this.#bounds = bounds;
    this.#tell = tell;
    this.#output = new Output(bounds.outputBytes - printed, tell);
  }

  start(code: string, functions: readonly ToolFunction[]): void {
    const prelude = preludeOf(code, functions);
    this.#preludeLines = prelude.split('\n').length - 1;
    this.#run(() => {
      const program = new Monty(prelude + code, { scriptName: SCRIPT });
      const { memoryBytes, totalMs } = this.#bounds;
      const limits = montyLimits({ memoryBytes, totalMs: totalMs + LATER_MS });
      return program.start({ limits, printCallback: this.#print });
    });
  }

  load(snapshot: Buffer): void {
    const { calls, preludeLines, call, open, messages, size } = readHead(snapshot);
    for (const [each, settlement] of open) this.#open.set(each, settlement);
    this.#calls = calls;
    this.#preludeLines = preludeLines;
    for (const message of messages) this.#messages.add(message);
    const at = MontySnapshot.load(snapshot.subarray(size), { printCallback: this.#print });
    this.#pause(at, call);
  }

  /** The time of the settlement has no use: Monty has no clock. */
  settle({ call, kind: _, at: __, ...settlement }: SettleOrder): void {
    this.#open.set(call, settlement);
    this.#settledCount++;
    if (settlement.status === 'error') this.#messages.add(settlement.message);
    const paused = this.#paused;
    if (paused === undefined) return;
    if (paused.call !== call) {
      this.#wait();
      return;
    }
    this.#paused = undefined;
    this.#run(() => this.#answer(paused.at, call));
  }

  /** Returns the state of a paused program; undefined if it is not paused. */
  park(): Buffer | undefined {
    if (this.#paused === undefined) return undefined;
    const { at, call } = this.#paused;
    const head: Head = {
      calls: this.#calls,
      preludeLines: this.#preludeLines,
      call,
      open: [...this.#open],
      messages: [...this.#messages],
    };
    return withHead(head, at.dump());
  }

  /** Runs the program until it ends or waits. */
  #run(first: () => Step): void {
    try {
      let step = first();
      for (;;) {
        if (step instanceof MontyComplete) {
          this.#finish(step);
          return;
        }
        if (step instanceof MontyNameLookup) step = step.resume();
        else if (step.functionName !== WAIT) step = step.resume(this.#begin(step));
        else {
          const call: unknown = step.args[0];
          if (typeof call !== 'number' || !this.#open.has(call)) step = step.resume(NO_SUCH_CALL);
          else if (this.#open.get(call) === null) {
            this.#pause(step, call);
            return;
          } else step = this.#answer(step, call);
        }
      }
    } catch (error) {
      this.#output.flush();
      this.#tell({ kind: 'failed', error: this.#errorOf(error), computeMs: 0 });
    }
  }

  /** Reports the call that the program starts, and returns its number. */
  #begin({ functionName, args }: MontySnapshot): ResumeOptions {
    // Monty passes the call of an unknown name to its host.
    if (functionName !== START) {
      return { exception: { type: 'NameError', message: `name '${functionName}' is not defined` } };
    }
    if (this.#calls >= this.#bounds.calls) {
      return { exception: { type: 'RuntimeError', message: tooManyCalls(this.#bounds.calls) } };
    }
    const [path, positional, named] = args;
    if (typeof path !== 'string' || !Array.isArray(positional) || !(named instanceof Map)) return NO_SUCH_CALL;
    let left = MOST_ARGUMENTS;
    const write = (each: unknown) => {
      const json = writeJson(each, left);
      left -= json.length;
      return json;
    };
    try {
      const report: Report = {
        kind: 'call',
        call: this.#calls,
        path,
        args: positional.map(write),
        named: [...named].map(([name, each]: [unknown, unknown]) => [String(name), write(each)]),
      };
      this.#output.flush();
      this.#tell(report);
      this.#open.set(this.#calls, null);
      return { returnValue: this.#calls++ };
    } catch (error) {
      if (!(error instanceof NotPlain)) throw error;
      const why = error instanceof TooLong ? TOO_LONG_ARGUMENTS : `was not called: ${error.message}.`;
      const message = `${path}() ${why}`;
      this.#messages.add(message);
      return { exception: { type: 'TypeError', message } };
    }
  }

  #answer(step: MontySnapshot, call: number): Step {
    const settlement = this.#open.get(call);
    if (!settlement) throw new Error(`Call ${call} is not settled.`);
    this.#open.delete(call); // a program can wait for a call only once
    return settlement.status === 'ok'
      ? step.resume({ returnValue: readJson(settlement.json) })
      : step.resume({ exception: { type: settlement.type, message: settlement.message } });
  }

  #pause(at: MontySnapshot, call: number): void {
    this.#paused = { at, call };
    this.#wait();
  }

  #wait(): void {
    this.#output.flush();
    this.#tell({ kind: 'waiting', settled: this.#settledCount });
  }

  #finish({ output }: MontyComplete): void {
    const result = resultOf(output, this.#bounds.outputBytes);
    this.#output.flush();
    this.#tell({ kind: 'finished', result, computeMs: 0 });
  }

  #errorOf(error: unknown): ProgramError {
    return programErrorOf(error, this.#preludeLines, this.#messages, this.#bounds);
  }

  /** Must return nothing: Monty raises an error in the program otherwise. */
  readonly #print = (stream: string, text: string): void => {
    this.#output.push(stream === 'stderr' ? 'stderr' : 'stdout', text);
  };
}

const SCRIPT = 'program.py';
const LATER_MS = 5_000; // the gateway stops the program before Monty's own clock does, and says which limit it was
/** A program that uses the prelude's functions itself can name a call that it has not made. */
const NO_SUCH_CALL: ResumeOptions = { exception: { type: 'TypeError', message: 'there is no such call of a tool' } };

function resultOf(output: unknown, bytes: number): ProgramResult | undefined {
  if (output === null || output === undefined) return undefined;
  try {
    return { kind: 'json', json: writeJson(output, bytes) };
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    return { kind: 'repr', text: `[${error.message}]` };
  }
}

/** The facts about a parked program that Monty's own state does not have. */
interface Head {
  readonly calls: number;
  readonly preludeLines: number;
  /** The call that the program waits for. */
  readonly call: number;
  /** The calls whose results the program has not got yet, with their results if they are settled. */
  readonly open: readonly (readonly [call: number, settlement: Settlement | null])[];
  readonly messages: readonly string[];
}

/** Puts the head before Monty's bytes: its length in four bytes, then the head as JSON. */
function withHead(head: Head, dumped: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, dumped]);
}

function readHead(bytes: Buffer): Head & { readonly size: number } {
  const end = LENGTH_BYTES + bytes.readUInt32LE();
  const head = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end)) as Head; // the gateway has checked its seal
  return { ...head, size: end };
}

const LENGTH_BYTES = 4;
