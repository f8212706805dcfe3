/** Reads the texts that come from the realm of a program. The program can forge them. */
import {
  type CallReport,
  MOST_ARGUMENTS,
  overMemory,
  overTime,
  type ProgramBounds,
  type ProgramError,
  type ProgramResult,
  type Report,
} from './protocol.ts';
import { type Fields, fieldsOf, parsed } from './untrusted.ts';

/** Returns undefined if the text is not a call, or if its arguments are too long. */
export function readCall(text: unknown): Omit<CallReport, 'kind' | 'call'> | undefined {
  if (typeof text !== 'string' || text.length > MOST_CALL) return undefined;
  const [path, args, named] = arrayOf(parsed(text));
  if (typeof path !== 'string' || !Array.isArray(args) || !args.every(isJson)) return undefined;
  if (!Array.isArray(named) || !named.every(isPair)) return undefined;
  if ([...args, ...named.flat()].reduce((sum, each) => sum + each.length, 0) > MOST_ARGUMENTS) return undefined;
  return { path, args, named };
}

/** Makes the last report of a program. A text that is not a report means that Python itself failed. */
export function readEnd(text: unknown, computeMs: number, bounds: ProgramBounds): Report {
  const report =
    typeof text === 'string' && text.length <= MOST_CALL + 8 * bounds.outputBytes ? parsed(text) : undefined;
  const { kind, result, error } = fieldsOf(report);
  if (kind === 'finished') return { kind, result: readResult(fieldsOf(result), bounds.outputBytes), computeMs };
  const why = kind === 'failed' ? readError(fieldsOf(error)) : BROKEN;
  return { kind: 'failed', error: { ...why, ...exceededLimit(why, computeMs, bounds) }, computeMs };
}

/** Returns the type and message of an error that a limit caused; otherwise nothing. */
function exceededLimit(
  why: ProgramError,
  usedMs: number,
  { computeMs, computeLimitMs, memoryBytes }: ProgramBounds,
): Partial<ProgramError> {
  if (usedMs >= computeMs && (why === BROKEN || why.type === 'KeyboardInterrupt'))
    return { type: 'TimeoutError', message: overTime(computeLimitMs) };
  return why.type === 'MemoryError' && why.message === '' ? { message: overMemory(memoryBytes) } : {};
}

function readResult({ kind, json, text }: Fields, mostChars: number): ProgramResult | undefined {
  if (kind === 'json' && isJson(json) && json.length <= mostChars) return { kind, json };
  if (kind === 'repr' && typeof text === 'string') return { kind, text: text.slice(0, mostChars) };
  return undefined;
}

function readError({ type, message, frames }: Fields): ProgramError {
  return {
    type: typeof type === 'string' ? type.slice(0, MOST_NAME) : 'Exception',
    message:
      typeof message === 'string'
        ? message.slice(0, MOST_MESSAGE).replace(NO_PROCESSES, 'a program cannot start processes')
        : '',
    frames: arrayOf(frames).slice(0, MOST_FRAMES).flatMap(readFrame),
  };
}

function readFrame(frame: unknown): ProgramError['frames'][number][] {
  const { line, function: name } = fieldsOf(frame);
  if (typeof line !== 'number') return [];
  return [{ line, ...(typeof name === 'string' && { function: name.slice(0, MOST_NAME) }) }];
}

const NO_PROCESSES = /emscripten does not support processes\.?/; // models do not know the word
const ENDED =
  'The Python interpreter ended unexpectedly: the program ended it, recursed too deeply, or used its internals.';
const BROKEN: ProgramError = { type: 'SystemError', message: ENDED, frames: [] };
const MOST_CALL = 8 * MOST_ARGUMENTS; // each character may be escaped
const MOST_MESSAGE = 8_000;
const MOST_NAME = 200;
const MOST_FRAMES = 20;

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isJson(value: unknown): value is string {
  return typeof value === 'string' && parsed(value) !== undefined;
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isJson(value[1]);
}
