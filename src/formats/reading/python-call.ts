import type { Format } from '../format.ts';
import { memberNames, typedArguments } from '../typing.ts';
import { ValueScanner } from '../values/value-scanner.ts';
import { readValue } from './arguments.ts';
import type { ReadingMachine } from './contract.ts';
import { endCall, endsOf } from './ending.ts';
import { kept, literals } from './marker-set.ts';
import type { Reading } from './tape.ts';

interface PythonCall {
  /** True if the call is in a list. Then the list's closing bracket ends it if its parenthesis is missing. */
  readonly isList: boolean;
  /** True if only its name distinguishes the call from text. */
  readonly isBare: boolean;
  /** Suffix after the name that is not part of it: `get_weather.call(…)`. */
  readonly suffix?: string;
}

/** Reads one call: a name, and keyword arguments in parentheses. Returns false if it is not a call. */
export function* readPythonCall(
  m: ReadingMachine,
  format: Format,
  { isList, isBare, suffix = '' }: PythonCall,
): Reading<boolean> {
  const { tape } = m;
  const head = yield* tape.textUntil(NAME_ENDS, MOST_NAME);
  const written = head.mark === '(' ? head.text.trim() : '';
  const name = suffix !== '' && written.endsWith(suffix) ? written.slice(0, -suffix.length) : written;
  const draft = isIdentifier(name) ? m.begin(name, undefined, format, isBare) : undefined;
  if (draft === undefined) return false;
  const names = draft.tool === undefined ? undefined : memberNames(typedArguments(draft.tool));
  const ends = isList ? listEndsOf(format) : endsOf(format);
  const scanner = new ValueScanner({ dialect: 'python', begins: 'call', ends, positional: (place) => names?.[place] });
  yield* endCall(m, format, draft, yield* readValue(tape, draft, scanner, ends));
  return true;
}

const MOST_NAME = 256;
const NAME_ENDS = literals(['(', ')', '[', ']', '{', '}', '"', "'", ' ', '\n', ',', '=', '<']);

const listEndsOf = kept(({ open, close }: Format) => literals([...close, ...open, ']']));

/** Returns true for names such as `get_weather`, `Calendar.create_event` and `get-weather`. */
function isIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_.:-]*$/.test(name);
}
