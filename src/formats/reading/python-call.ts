import type { Format } from '../format.ts';
import { memberNames, typedArguments } from '../typing.ts';
import { ValueScanner } from '../values/value-scanner.ts';
import { readValue } from './arguments.ts';
import type { ReadingMachine } from './contract.ts';
import { endCall, endsOf } from './ending.ts';
import { kept, literals } from './marks.ts';
import type { Reading } from './tape.ts';

interface PythonCall {
  /** It stands in a list, whose bracket ends it should its own be missing. */
  readonly isList: boolean;
  /** Nothing but its name tells it from text. */
  readonly isBare: boolean;
  /** What stands behind the name and is no part of it: `get_weather.call(…)`. */
  readonly suffix?: string;
}

/** One call: a name, and keyword arguments in parentheses. False: it is none. */
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

/** `get_weather`, `Calendar.create_event`, `get-weather`. */
function isIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_.:-]*$/.test(name);
}
