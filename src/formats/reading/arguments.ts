import type { Dialect } from '../format.ts';
import { jsonIn, memberNames, typedArguments } from '../typing.ts';
import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, QUOTE } from '../values/characters.ts';
import { ValueScanner } from '../values/value-scanner.ts';
import type { ReadingMachine } from './contract.ts';
import type { PendingCall } from './event-collector.ts';
import { literals, type MarkerSet } from './marker-set.ts';
import { Pieces } from './pieces.ts';
import type { Reading, Tape } from './tape.ts';

/**
 * How a value ended. `whole`: it is complete. `broken`: it is not a value. `cut`: the text ended inside it. `open`: the text
 * ended before the end of the call, but every argument so far is complete. Only the sender knows whether more was coming.
 */
export type Ended = 'whole' | 'broken' | 'cut' | 'open';

/** Reads the arguments of a call, which are one value. The value ends at the latest before a marker in `ends`. */
export function* readArguments(
  m: ReadingMachine,
  draft: PendingCall,
  dialect: Dialect,
  ends: MarkerSet<unknown>,
): Reading<Ended> {
  yield* m.tape.space();
  const unit = yield* m.tape.peek();
  if (dialect === 'json' && (unit === QUOTE || unit === LETTER_N)) return yield* readArgumentString(m.tape, draft);
  if (dialect === 'json' && unit === OPEN_BRACE && draft.tool !== undefined)
    return yield* readObject(m.tape, draft, ends);
  const scanner = new ValueScanner({ dialect, ends });
  for (;;) {
    const ended = yield* readValue(m.tape, draft, scanner, ends);
    const isStray =
      ended === 'broken' && typeof dialect === 'object' && (yield* m.tape.match(literals([dialect.delimiter])));
    if (isStray === false || isStray === undefined) return ended;
    scanner.goOn('unmatched string delimiters');
  }
}

/** Reads a value and adds it to the call's arguments as it arrives. */
export function* readValue(
  tape: Tape,
  draft: PendingCall,
  scanner: ValueScanner,
  ends: MarkerSet<unknown>,
): Reading<Ended> {
  yield* tape.through(() => {
    tape.at = scanner.scan(tape.text, tape.at);
    draft.write(scanner.take());
    return scanner.isDone || scanner.isStuck;
  });
  const isWhole = scanner.isDone || (scanner.isStuck && (yield* tape.see(ends)) !== undefined && scanner.close());
  if (!isWhole && scanner.isStuck) return 'broken';
  if (!isWhole && !scanner.end()) return 'cut';
  draft.write(scanner.take());
  for (const repair of scanner.repairs) draft.mend(repair);
  return isWhole ? 'whole' : 'open';
}

/** Reads a value and returns it as JSON. Undefined if there is no complete value of at most `most` characters. */
export function* collect(
  tape: Tape,
  dialect: Dialect,
  most: number,
  mend: (what: string) => void = () => undefined,
): Reading<string | undefined> {
  const scanner = new ValueScanner({ dialect });
  const json = new Pieces();
  let left = most;
  yield* tape.through(() => {
    const piece = tape.text.length - tape.at <= left ? tape.text : tape.text.slice(0, tape.at + left);
    const end = scanner.scan(piece, tape.at);
    left -= end - tape.at;
    tape.at = end;
    json.add(scanner.take());
    return scanner.isDone || scanner.isStuck || left === 0;
  });
  if (!scanner.isDone) return undefined;
  for (const repair of scanner.repairs) mend(repair);
  return json.join();
}

const LETTER_N = 0x6e;

/** Reads arguments that a model wrote as JSON inside a JSON string, or as null for no arguments. */
function* readArgumentString(tape: Tape, draft: PendingCall): Reading<Ended> {
  const json = yield* collect(tape, 'json', MAX_CHARACTERS, draft.mend);
  if (json === undefined) return tape.isEnded ? 'cut' : 'broken';
  draft.write(argumentsIn(json, draft.mend));
  return 'whole';
}

/** Returns the arguments that a value represents. JSON inside a string is unwrapped; null and "" become an empty object. */
export function argumentsIn(json: string, mend: (what: string) => void): string {
  if (json === 'null' || json === '""') return '{}';
  if (!json.startsWith('"')) return json;
  const text = String(JSON.parse(json));
  return (text.trimStart().startsWith('{') ? jsonIn(text, mend) : undefined) ?? json;
}

const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Reads the object of a known tool. Its schema shows whether the object is only a wrapper around the arguments. */
function* readObject(tape: Tape, draft: PendingCall, ends: MarkerSet<unknown>): Reading<Ended> {
  tape.at++;
  const brace = `{${yield* tape.space()}`;
  if ((yield* tape.peek()) !== QUOTE) {
    draft.write(brace);
    return yield* readValue(tape, draft, new ValueScanner({ dialect: 'json', begins: 'object', ends }), ends);
  }
  const key = yield* collect(tape, 'json', MAX_CHARACTERS);
  const gap = yield* tape.space();
  if (key === undefined || (yield* tape.peek()) !== COLON) return tape.isEnded ? 'cut' : 'broken';
  tape.at++;
  const space = yield* tape.space();
  if ((yield* tape.peek()) === OPEN_BRACE && isWrapper(JSON.parse(key), draft)) {
    draft.mend('a wrapper around the arguments');
    const ended = yield* readValue(tape, draft, new ValueScanner({ dialect: 'json', ends }), ends);
    return ended === 'whole' ? yield* leaveWrapper(tape, draft) : ended;
  }
  draft.write(`${brace}${key}${gap}:${space}`);
  return yield* readValue(tape, draft, new ValueScanner({ dialect: 'json', begins: 'member', ends }), ends);
}

/**
 * Returns true if the key is a usual name for arguments and the tool has no such parameter. Then an object under this key is a
 * wrapper around the arguments.
 */
export function isWrapper(key: unknown, { tool }: PendingCall): boolean {
  const names = tool === undefined ? undefined : memberNames(typedArguments(tool));
  return typeof key === 'string' && WRAPPERS.has(key) && names !== undefined && !names.includes(key);
}

const WRAPPERS: ReadonlySet<string> = new Set(['arguments', 'input', 'properties', 'parameters', 'args']);

/** Skips the other fields of a wrapper, because the arguments are already written. */
function* leaveWrapper(tape: Tape, draft: PendingCall): Reading<Ended> {
  for (;;) {
    yield* tape.space();
    const unit = yield* tape.peek();
    if (unit === CLOSE_BRACE) tape.at++;
    if (unit !== COMMA) return unit === -1 ? 'cut' : 'whole';
    tape.at++;
    draft.mend('extra fields next to the wrapped arguments');
    yield* tape.space();
    const key = yield* collect(tape, 'json', MAX_CHARACTERS);
    yield* tape.space();
    if (key === undefined || (yield* tape.match(COLONS)) === undefined) return 'broken';
    yield* tape.space();
    if ((yield* collect(tape, 'json', MAX_CHARACTERS)) === undefined) return 'broken';
  }
}

const COLONS = literals([':']);
