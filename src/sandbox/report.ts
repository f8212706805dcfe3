import { parseJson, truncate } from '../core/index.ts';
import { awaitAdvice } from './coroutines.ts';
import { callText } from './failures.ts';
import { adviceFor } from './hints.ts';
import type { ProgramError } from './process/protocol.ts';
import type { Program, ProgramEnd } from './program.ts';

/** The outcome of a program that has ended, as the model reads it. */
export interface ProgramReport {
  readonly text: string;
  readonly isError: boolean;
}

type Ended = Extract<ProgramEnd, { kind: 'finished' | 'failed' }>;

/** `functions` says how to call each tool, in one line. */
export function reportOf(ended: Ended, functions: readonly string[] = []): ProgramReport {
  const parts = [
    ...[...outputOf(ended), ...endOf(ended, functions)].map((text) => withToolNames(text, ended.program, SHOWN)),
    ...missingAwaitOf(ended),
    ...neverRan(ended),
    ...(ended.program.notes ?? []),
  ];
  return { text: parts.join('\n\n'), isError: ended.kind === 'failed' };
}

function outputOf({ output: { stdout, stderr } }: Ended): readonly string[] {
  const printed = stdout.trimEnd();
  const errors = stderr.trimEnd();
  return [...(printed === '' ? [] : [printed]), ...(errors === '' ? [] : [`stderr:\n${errors}`])];
}

function endOf(ended: Ended, functions: readonly string[]): readonly string[] {
  if (ended.kind === 'failed') return [tracebackOf(ended.error, ended.program, functions), ...resultsOf(ended)];
  const printed = ended.output.stdout.trim();
  const value = lastValue(ended);
  if (value !== undefined) return [printed === '' ? value : `The last line's value: ${value}`];
  if (printed === '' && ended.output.stderr.trim() === '') return [NOTHING];
  return ONLY_NONE.test(printed) ? [PRINTED_NONE] : [];
}

/** Returns the value of the program's last line: a text as it is, and any other value as JSON. */
function lastValue({ result }: Extract<Ended, { kind: 'finished' }>): string | undefined {
  if (result === undefined) return undefined;
  if (result.kind === 'repr') return result.text;
  const value = result.json.startsWith('"') ? parseJson(result.json) : undefined;
  return typeof value === 'string' ? value : result.json;
}

const NOTHING =
  'The program ended without an error. It printed nothing, and its last line has no value. Print what you need to see, for example print(result).';
const ONLY_NONE = /^(?:None\s*)+$/;
const PRINTED_NONE = 'The program printed only None. Print the variable that has the result.';

/** Writes the lines of the program that lead to the error, the error, and advice for a common mistake. */
function tracebackOf(error: ProgramError, program: Program, functions: readonly string[]): string {
  const lines = program.source.split('\n');
  const frames = error.frames.map(({ line, function: name }) => {
    const code = truncate((lines[line - 1] ?? '').trim(), MOST_LINE, '…');
    return `  line ${line}${name === undefined ? '' : `, in ${name}`}: ${code}`;
  });
  const shown =
    frames.length <= MOST_FRAMES
      ? frames
      : [...frames.slice(0, 2), `  … ${frames.length - MOST_FRAMES} more lines …`, ...frames.slice(2 - MOST_FRAMES)];
  const message = withToolNames(truncate(error.message, MOST_MESSAGE, '…'), program, WORD);
  const head = message === '' ? error.type : `${error.type}: ${message}`;
  const advice = adviceFor({ ...error, message }, lines, functions);
  const hint = advice === undefined ? [] : [`Hint: ${advice.text}`];
  return ['The program failed:', ...shown, head, ...hint, ...(advice?.needsFunctions ? listOf(functions) : [])].join(
    '\n',
  );
}

function listOf(functions: readonly string[]): readonly string[] {
  if (functions.length === 0) return [];
  const more = functions.length - MOST_NAMES;
  const lines = functions.slice(0, MOST_NAMES).map((each) => `  ${truncate(each, MOST_LINE, '…')}`);
  return ['Functions of the program:', ...lines, ...(more > 0 ? [`  … and ${more} more: help() lists them`] : [])];
}

const MOST_FRAMES = 6;
const MOST_LINE = 160;
const MOST_MESSAGE = 4_000;

/**
 * Returns what the tools returned, if the error suggests that a value has another shape than the program expected. Many tools do
 * not say what they return, and models guess.
 */
function resultsOf({ error, lastResults }: Extract<Ended, { kind: 'failed' }>): readonly string[] {
  if (!WRONG_SHAPE.has(error.type) || lastResults.length === 0) return [];
  const lines = lastResults.slice(-MOST_RESULTS).map(({ call, json }) => {
    return `  ${callText(call)} → ${truncate(json, MOST_LINE, '…')}`;
  });
  return [`The calls returned:\n${lines.join('\n')}`];
}

const WRONG_SHAPE: ReadonlySet<string> = new Set([
  'AttributeError',
  'IndexError',
  'KeyError',
  'TypeError',
  'ValueError',
]);
const MOST_RESULTS = 5;

/** Replaces the internal names of functions by the names that the program uses. */
function withToolNames(text: string, { functions }: Program, words: RegExp): string {
  const paths = new Map([['__gather', 'asyncio.gather']]);
  for (const { value, awaitable, path } of functions) paths.set(value, path).set(awaitable, path);
  return text.replace(words, (word) => paths.get(word) ?? word);
}

const WORD = /\w+/g;
/** Matches the names of functions and coroutines in printed values. */
const SHOWN = /(?<=<(?:coroutine object|function) '?)\w+/g;

/** Names the coroutines that the program shows or drops, unless its error is about one. */
function missingAwaitOf(ended: Ended): readonly string[] {
  if (ended.kind === 'failed' && ended.error.message.includes('coroutine')) return [];
  const { stdout, stderr } = ended.output;
  const value = ended.kind === 'finished' ? lastValue(ended) : undefined;
  const advice = awaitAdvice(withToolNames([stdout, stderr, value].join('\n'), ended.program, SHOWN), ended.program);
  return advice === undefined ? [] : [`Hint: ${advice}`];
}

function neverRan({ kind, unawaited }: Ended): readonly string[] {
  if (unawaited.length === 0) return [];
  const names = [...new Set(unawaited.map(({ path }) => path))].slice(0, MOST_NAMES).join(', ');
  if (kind === 'failed') return [`These calls never ran, because the program failed first: ${names}.`];
  return [
    `These calls never ran, because the program ended without waiting for them: ${names}. Write await before each call.`,
  ];
}

const MOST_NAMES = 10;
