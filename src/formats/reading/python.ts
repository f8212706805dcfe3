import type { PythonFormat } from '../format.ts';
import { memberNames, typedArguments } from '../typing.ts';
import { CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET, SEMICOLON } from '../values/letters.ts';
import { ValueScanner } from '../values/value-scanner.ts';
import { readValue } from './arguments.ts';
import { type Envelope, readRow } from './envelope.ts';
import { closersOf, endCall } from './frame.ts';
import type { Machine } from './machine.ts';
import { kept, literals } from './marks.ts';
import type { Reading } from './tape.ts';

/** Python calls: in brackets, one a line, or one alone; or JSON in their place. False: there is not even one. */
export function* readPython(m: Machine, format: PythonFormat, isBare: boolean): Reading<boolean> {
  const { tape } = m;
  let calls = 0;
  let isList = false;
  for (;;) {
    yield* tape.space();
    const unit = yield* tape.peek();
    if (unit === OPEN_BRACKET && calls === 0 && !isList) {
      isList = true;
      tape.at++;
    } else if (unit === OPEN_BRACE && calls === 0 && !isBare) {
      calls += yield* readRow(m, envelopeOf(format), isList ? 1 : 0);
      isList = false;
      break;
    } else if (unit === CLOSE_BRACKET && isList) {
      tape.at++;
      isList = false;
      break;
    } else if ((unit === COMMA || unit === SEMICOLON) && calls > 0 && isList) tape.at++;
    else {
      if (calls > 0 && !isList && (isBare || (yield* tape.see(closersOf(format.close))) !== undefined)) break;
      if (!isList && isBare) return false; // brackets are the only marker that it has
      if (!(yield* readCall(m, format, isBare))) {
        if (calls > 0) tape.rewind();
        break;
      }
      calls++;
      m.settle();
    }
  }
  yield* tape.space();
  const isClosed = (yield* tape.match(closersOf(format.close))) !== undefined;
  return calls > 0 || (isClosed && !isBare);
}

function* readCall(m: Machine, format: PythonFormat, isBare: boolean): Reading<boolean> {
  const { tape } = m;
  const from = tape.recordedLength;
  const head = yield* tape.textUntil(PAREN, MOST_NAME);
  const name = head?.mark === '(' ? head.text.trim() : '';
  const draft = isIdentifier(name) ? m.begin(name, undefined, format, isBare) : undefined;
  if (draft === undefined) return false;
  const names = draft.tool === undefined ? undefined : memberNames(typedArguments(draft.tool));
  const scanner = new ValueScanner({ dialect: 'python', begins: 'call', positional: (place) => names?.[place] });
  const ended = yield* readValue(tape, draft, scanner, endsOf(format));
  endCall(draft, ended, () => tape.recorded(from));
  return true;
}

const MOST_NAME = 256;
const PAREN = literals(['(', ')', '[', ']', '{', '}', '"', "'", ' ', '\n', ',', '=', '<']);

/** `get_weather`, `Calendar.create_event`, `get-weather`. */
function isIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_.:-]*$/.test(name);
}

const endsOf = kept(({ open, close }: PythonFormat) => literals([...close, ...open]));

const envelopeOf = kept(
  (format: PythonFormat): Envelope => ({
    format,
    name: ['name'],
    arguments: ['arguments', 'parameters'],
    values: 'json',
    ends: endsOf(format),
    isBare: false,
  }),
);
