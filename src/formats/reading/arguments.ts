import type { Dialect } from '../format.ts';
import { jsonIn, memberNames, typedArguments } from '../typing.ts';
import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, QUOTE } from '../values/letters.ts';
import { ValueScanner } from '../values/value-scanner.ts';
import type { ReadingMachine } from './contract.ts';
import { literals, type Marks } from './marks.ts';
import { Pieces } from './pieces.ts';
import type { Reading, Tape } from './tape.ts';
import type { Draft } from './telling.ts';

/**
 * How a value came to its end. `broken`: it can be none. `cut`: the text ended within it. `open`: the text ended, and only who
 * sent it knows whether it was whole.
 */
export type Ended = 'whole' | 'broken' | 'cut' | 'open';

/** The arguments of a call, one value. `ends`: markers behind which nothing of it can stand. */
export function* readArguments(
  m: ReadingMachine,
  draft: Draft,
  dialect: Dialect,
  ends: Marks<unknown>,
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
    scanner.goOn('delimiters without a partner');
  }
}

/** Passes a value on while it is read. */
export function* readValue(tape: Tape, draft: Draft, scanner: ValueScanner, ends: Marks<unknown>): Reading<Ended> {
  yield* tape.through(() => {
    tape.at = scanner.scan(tape.text, tape.at);
    draft.write(scanner.take());
    return scanner.isDone || scanner.isStuck;
  });
  const isOver = scanner.isDone || (scanner.isStuck && (yield* tape.see(ends)) !== undefined && scanner.close());
  if (!isOver) return scanner.isStuck ? 'broken' : 'cut';
  draft.write(scanner.take());
  for (const repair of scanner.repairs) draft.mend(repair);
  return 'whole';
}

/** A value as JSON, written in so many letters at most; undefined where it is none. */
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

/** JSON within a JSON string, as some models write it twice; or null, for none. */
function* readArgumentString(tape: Tape, draft: Draft): Reading<Ended> {
  const json = yield* collect(tape, 'json', MOST_LETTERS, draft.mend);
  if (json === undefined) return tape.isEnded ? 'cut' : 'broken';
  draft.write(argumentsIn(json, draft.mend));
  return 'whole';
}

/** The arguments that a value stands for: JSON in a string is meant, and so are none. */
export function argumentsIn(json: string, mend: (what: string) => void): string {
  if (json === 'null' || json === '""') return '{}';
  if (!json.startsWith('"')) return json;
  const text = String(JSON.parse(json));
  return (text.trimStart().startsWith('{') ? jsonIn(text, mend) : undefined) ?? json;
}

const MOST_LETTERS = 16 * 1024 * 1024;

/** Of a known tool: so that an object around the arguments can be told from the arguments. */
function* readObject(tape: Tape, draft: Draft, ends: Marks<unknown>): Reading<Ended> {
  tape.at++;
  const brace = `{${yield* tape.space()}`;
  if ((yield* tape.peek()) !== QUOTE) {
    draft.write(brace);
    return yield* readValue(tape, draft, new ValueScanner({ dialect: 'json', begins: 'object', ends }), ends);
  }
  const key = yield* collect(tape, 'json', MOST_LETTERS);
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

/** An object that a tool does not know by this name holds the arguments. */
export function isWrapper(key: unknown, { tool }: Draft): boolean {
  const names = tool === undefined ? undefined : memberNames(typedArguments(tool));
  return typeof key === 'string' && WRAPPERS.has(key) && names !== undefined && !names.includes(key);
}

const WRAPPERS: ReadonlySet<string> = new Set(['arguments', 'input', 'properties', 'parameters', 'args']);

/** Whatever else the wrapper holds is left out: the arguments are told. */
function* leaveWrapper(tape: Tape, draft: Draft): Reading<Ended> {
  for (;;) {
    yield* tape.space();
    const unit = yield* tape.peek();
    if (unit === CLOSE_BRACE) tape.at++;
    if (unit !== COMMA) return unit === -1 ? 'cut' : 'whole';
    tape.at++;
    draft.mend('members beside a wrapper, left out');
    yield* tape.space();
    const key = yield* collect(tape, 'json', MOST_LETTERS);
    yield* tape.space();
    if (key === undefined || (yield* tape.match(COLONS)) === undefined) return 'broken';
    yield* tape.space();
    if ((yield* collect(tape, 'json', MOST_LETTERS)) === undefined) return 'broken';
  }
}

const COLONS = literals([':']);
