import type { PythonFormat } from '../format.ts';
import { CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET, SEMICOLON } from '../values/characters.ts';
import type { ReadingMachine } from './contract.ts';
import { closersOf, endsOf, leaveCall } from './ending.ts';
import { type Envelope, readRow } from './envelope.ts';
import { kept } from './marker-set.ts';
import { readPythonCall } from './python-call.ts';
import type { Reading } from './tape.ts';

/** Reads Python calls: in brackets, one per line, or a single one. Also accepts JSON. Returns false if there is no call. */
export function* readPython(m: ReadingMachine, format: PythonFormat, isBare: boolean): Reading<boolean> {
  const { tape } = m;
  let calls = 0;
  let isList = false;
  let isEmpty = true;
  for (;;) {
    yield* tape.space();
    const unit = yield* tape.peek();
    if (unit === OPEN_BRACKET && calls === 0 && !isList) {
      isList = true;
      tape.at++;
    } else if (unit === OPEN_BRACE && calls === 0 && !isBare) {
      const row = yield* readRow(m, envelopeOf(format), isList ? 1 : 0);
      isEmpty = false;
      calls += row?.calls ?? 0;
      break;
    } else if (unit === CLOSE_BRACKET && isList) {
      tape.at++;
      isList = false;
      break;
    } else if ((unit === COMMA || unit === SEMICOLON) && calls > 0 && isList) tape.at++;
    else {
      if ((calls > 0 && !isList && isBare) || (yield* tape.see(closersOf(format.close))) !== undefined) break;
      if (!isList && isBare) return false; // brackets are the only marker of bare calls
      if (!(yield* readPythonCall(m, format, { isList, isBare: isBare && calls === 0 }))) {
        isEmpty = false;
        if (calls > 0) tape.rewind();
        break;
      }
      calls++;
      m.settle();
    }
  }
  const isClosed = yield* leaveCall(m, format, false);
  return calls > 0 || (isClosed && isEmpty && !isBare);
}

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
