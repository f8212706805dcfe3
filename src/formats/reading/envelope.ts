import type { Dialect, EnvelopeFormat, Format } from '../format.ts';
import { memberNames, typedArguments } from '../typing.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  escapeJson,
  isQuote,
  OPEN_BRACE,
  OPEN_BRACKET,
  SEMICOLON,
} from '../values/letters.ts';
import { argumentsIn, collect, readArguments } from './arguments.ts';
import type { ReadingMachine } from './contract.ts';
import { endCall, leaveCall, skipBroken } from './ending.ts';
import { kept, literals, type Marks } from './marks.ts';
import { readPythonCall } from './python-call.ts';
import type { Reading } from './tape.ts';
import type { Draft } from './telling.ts';

/** What the reading of envelopes needs of a format that has some: its own, or that of one with another skeleton. */
export type Envelope = Pick<EnvelopeFormat, 'name' | 'arguments' | 'callId' | 'wrappers' | 'idle' | 'values'> & {
  readonly format: Format;
  readonly ends: Marks<unknown>;
  readonly isBare: boolean;
  /** An object without arguments is no call: further ones in a list that has no marker. */
  readonly needsArguments?: boolean;
};

/** Objects with name and arguments, up to what closes them. False: there is not even one. */
export function* readEnvelopes(m: ReadingMachine, format: EnvelopeFormat, isBare: boolean): Reading<boolean> {
  const { tape } = m;
  const envelope: Envelope = { ...format, format, ends: endsOf(format), isBare };
  yield* tape.space();
  const hasFence = (!isBare || format.fences === true) && (yield* tape.match(FENCES)) !== undefined;
  if (format.pythonSuffix !== undefined && !isBare && !(yield* seesJson(m))) {
    return yield* readPythonCall(m, format, { isList: false, isBare: true, suffix: format.pythonSuffix });
  }
  const row = yield* readRow(m, envelope, format.isArrayOpen === true ? 1 : 0);
  if (row === undefined || (row.calls === 0 && isBare)) return false;
  const { calls } = row;
  const isEmptyList = calls === 0 && tape.recorded().trimEnd().endsWith(']');
  const isClosed = yield* leaveCall(m, format, hasFence);
  return calls > 0 || isClosed || isEmptyList;
}

function* seesJson({ tape }: ReadingMachine): Reading<boolean> {
  const unit = yield* tape.peek();
  return unit === OPEN_BRACE || unit === OPEN_BRACKET;
}

export interface Row {
  /** How many calls there were. */
  readonly calls: number;
  /** The row ended: in brackets, with the last of them. */
  readonly isWhole: boolean;
}

/** Objects in a row, in brackets or not. Undefined: the first of them is no call. */
export function* readRow(m: ReadingMachine, envelope: Envelope, brackets: number): Reading<Row | undefined> {
  const { tape } = m;
  let open = brackets;
  let calls = 0;
  let separated = true;
  for (;;) {
    const space = yield* tape.space();
    const unit = yield* tape.peek();
    if (unit === -1 && open > 0 && separated && calls > 0)
      m.telling.notice('incomplete', 'the text ended within a list of calls');
    if (unit === OPEN_BRACE && (separated || open > 0 || !envelope.isBare)) {
      if (
        !(yield* readOne(m, calls > 0 ? { ...envelope, isBare: false, needsArguments: envelope.isBare } : envelope))
      ) {
        if (calls === 0) return undefined;
        tape.rewind();
        return { calls, isWhole: false };
      }
      calls++;
      m.settle();
      separated = false;
    } else if (unit === OPEN_BRACKET && calls === 0 && open < 2) open++;
    else if (unit === CLOSE_BRACKET && open > 0) {
      tape.at++;
      if (--open === 0) return { calls, isWhole: true };
      continue;
    } else if ((unit === COMMA || unit === SEMICOLON) && calls > 0) separated = true;
    else if (unit === CLOSE_BRACE && calls > 0 && !envelope.isBare)
      separated = false; // a brace too many
    else {
      tape.unread(space);
      return { calls, isWhole: open === 0 };
    }
    if (unit !== OPEN_BRACE) tape.at++;
  }
}

/** One object. False: it is no call, and nothing was told of it. */
function* readOne(m: ReadingMachine, envelope: Envelope): Reading<boolean> {
  const call = new EnvelopeCall(m, envelope);
  const ended = yield* call.read();
  const { draft, isIdle, hasCalls } = call;
  if (draft !== undefined && ended === 'broken' && call.hasArguments) {
    yield* skipBroken(m, envelope.format);
    draft.mend('words behind the arguments, left out');
    draft.finish(() => m.raw());
  } else if (draft !== undefined) yield* endCall(m, envelope.format, draft, ended);
  if (hasCalls && ended !== 'whole') m.tape.rewind(); // to behind the calls within it
  return draft !== undefined || hasCalls || (ended === 'whole' && isIdle);
}

/** The members of one object as they come: in any order, among others. */
class EnvelopeCall {
  draft: Draft | undefined;
  /** It is read, and calls nothing. */
  isIdle = false;
  /** Its arguments are whole, whatever else stands in it. */
  hasArguments = false;
  /** What it calls stands within it, and is told. */
  hasCalls = false;
  readonly #m: ReadingMachine;
  readonly #envelope: Envelope;
  #name: string | undefined;
  #id: string | undefined;
  /** Arguments that came before the name. */
  #held: string | undefined;
  /** Members that say nothing of a call. */
  readonly #beside: (readonly [string, string])[] = [];
  readonly #repairs: string[] = [];
  #phantoms = 0;
  #wrappers = 0;

  constructor(m: ReadingMachine, envelope: Envelope) {
    this.#m = m;
    this.#envelope = envelope;
  }

  *read(): Reading<'whole' | 'broken' | 'cut'> {
    const { tape } = this.#m;
    tape.at++;
    for (;;) {
      yield* tape.space();
      const unit = yield* tape.peek();
      if (unit === -1) return 'cut';
      if (unit === CLOSE_BRACE) {
        tape.at++;
        if (this.#wrappers-- > 0) continue;
        yield* this.#skipPhantoms();
        return this.#end();
      }
      if (unit === COMMA) tape.at++;
      else if (unit === CLOSE_BRACKET && this.draft !== undefined) {
        this.draft.mend('missing closers');
        return this.#end();
      } else if (unit === OPEN_BRACE && this.#name === undefined && this.#held === undefined && this.#phantoms < 2) {
        this.#phantoms++;
        tape.at++;
      } else if (this.draft !== undefined && (yield* tape.see(this.#envelope.ends)) !== undefined) {
        this.draft.mend('missing closers');
        return this.#end();
      } else {
        const ended = yield* this.#readMember();
        if (ended !== 'whole') return ended;
      }
    }
  }

  *#skipPhantoms(): Reading {
    for (; this.#phantoms > 0; this.#phantoms--) {
      yield* this.#m.tape.space();
      if ((yield* this.#m.tape.peek()) !== CLOSE_BRACE) return;
      this.#m.tape.at++;
      this.draft?.mend('doubled braces');
    }
  }

  *#readMember(): Reading<'whole' | 'broken' | 'cut'> {
    const { tape } = this.#m;
    const key = yield* this.#readKey();
    if (key === undefined) return tape.isEnded ? 'cut' : 'broken';
    yield* tape.space();
    if ((yield* tape.peek()) !== COLON) return tape.isEnded ? 'cut' : 'broken';
    tape.at++;
    yield* tape.space();
    return yield* this.#readNamed(key, yield* tape.peek());
  }

  *#readNamed(key: string, unit: number): Reading<'whole' | 'broken' | 'cut'> {
    const { name, callId = IDS, wrappers = WRAPPERS, values } = this.#envelope;
    const { tape } = this.#m;
    if (name === 'only-key') {
      if (this.draft !== undefined) {
        this.draft.finish(() => this.#m.raw());
        this.#m.settle();
        this.hasCalls = true;
      }
      this.draft = undefined;
      this.#name = key;
      return yield* this.#readArguments();
    }
    if (unit === -1) return 'cut';
    if (wrappers.includes(key) && unit === OPEN_BRACKET) {
      const row = yield* readRow(this.#m, this.#envelope, 0);
      this.hasCalls = row !== undefined && row.calls > 0;
      if (this.hasCalls) this.#m.settle();
      return row?.isWhole === true && this.hasCalls ? 'whole' : 'broken';
    }
    if (wrappers.includes(key) && unit === OPEN_BRACE) {
      tape.at++;
      this.#wrappers++;
      return 'whole';
    }
    if (name.includes(key) && this.#name === undefined) return isQuote(unit) ? yield* this.#readName() : 'broken';
    if (this.#isArguments(key) && this.draft === undefined && this.#held === undefined)
      return yield* this.#readArguments();
    const isAnswer =
      this.#envelope.isBare && this.draft === undefined && !this.hasCalls && key !== 'type' && !callId.includes(key);
    if (isAnswer) return 'broken';
    const value = yield* collect(tape, values, this.#most);
    if (value === undefined) return tape.isEnded ? 'cut' : 'broken';
    if (callId.includes(key)) this.#id = idIn(value);
    else this.#keep(key, value);
    return 'whole';
  }

  *#readKey(): Reading<string | undefined> {
    const { tape } = this.#m;
    if (isQuote(yield* tape.peek())) {
      const json = yield* collect(tape, dialectOf(this.#envelope.values), MOST_KEY);
      return json === undefined ? undefined : textOf(json);
    }
    const bare = yield* tape.textUntil(KEY_ENDS, MOST_KEY);
    if (bare.mark !== undefined) tape.at--; // whoever wants it reads it
    return bare.mark !== undefined && /^[A-Za-z_]+$/.test(bare.text) ? bare.text : undefined;
  }

  *#readName(): Reading<'whole' | 'broken' | 'cut'> {
    const { tape } = this.#m;
    const json = yield* collect(tape, dialectOf(this.#envelope.values), MOST_KEY);
    if (json === undefined) return tape.isEnded ? 'cut' : 'broken';
    this.#name = textOf(json).trim();
    if (this.#envelope.isBare && !this.#m.knows(this.#name)) return 'broken';
    if (this.#held === undefined) return 'whole';
    if (!this.#begin()) return 'broken';
    this.draft?.write(this.#held);
    for (const repair of this.#repairs) this.draft?.mend(repair);
    return 'whole';
  }

  *#readArguments(): Reading<'whole' | 'broken' | 'cut'> {
    const { tape } = this.#m;
    if (this.#name === undefined) {
      const held = yield* collect(tape, this.#envelope.values, this.#most, (what) => this.#repairs.push(what));
      this.#held = held === undefined ? undefined : argumentsIn(held, (what) => this.#repairs.push(what));
      return this.#held === undefined ? (tape.isEnded ? 'cut' : 'broken') : 'whole';
    }
    if (this.#isIdleName)
      return (yield* collect(tape, this.#envelope.values, MOST_LETTERS)) === undefined ? 'broken' : 'whole';
    if (!this.#begin() || this.draft === undefined) return 'broken';
    const ended = yield* readArguments(this.#m, this.draft, this.#envelope.values, this.#envelope.ends);
    this.hasArguments = ended === 'whole';
    return ended === 'open' ? 'cut' : ended;
  }

  #begin(): boolean {
    const { format, isBare } = this.#envelope;
    if (this.#name === undefined) return false;
    this.draft ??= this.#m.begin(this.#name, this.#id, format, isBare);
    return this.draft !== undefined;
  }

  /** How long a member may be while it is not clear that this is a call: an answer in JSON must not wait. */
  get #most(): number {
    return this.#envelope.isBare && this.draft === undefined ? MOST_BEFORE : MOST_LETTERS;
  }

  /** A name that means: nothing is called. */
  get #isIdleName(): boolean {
    return this.#name !== undefined && this.#envelope.idle?.includes(this.#name) === true;
  }

  /** A bare object without arguments is no call, whatever its name. */
  #end(): 'whole' | 'broken' {
    const { isBare, needsArguments } = this.#envelope;
    this.isIdle = this.#isIdleName;
    const isCall =
      this.isIdle || this.hasCalls || this.draft !== undefined || (!isBare && needsArguments !== true && this.#begin());
    if (isCall && this.#held === undefined) this.#tellBeside();
    return isCall ? 'whole' : 'broken';
  }

  #keep(key: string, json: string): void {
    if (this.#envelope.name.includes(key) || this.#isArguments(key)) this.draft?.mend(`a second "${key}", left out`);
    if (key !== 'type' && this.#beside.length < MOST_BESIDE) this.#beside.push([key, json]);
  }

  /** Families confuse each other's words for them. */
  #isArguments(key: string): boolean {
    return this.#envelope.arguments.includes(key) || ARGUMENTS.includes(key);
  }

  /** Arguments that stand beside the name, or under a name of their own, where there are no others. */
  #tellBeside(): void {
    const { draft } = this;
    if (draft === undefined || draft.isBegun) return;
    const names = draft.tool === undefined ? [] : (memberNames(typedArguments(draft.tool)) ?? []);
    const meant = this.#beside.filter(([key]) => names.includes(key));
    const [only, other] = this.#beside.filter(([, json]) => json.startsWith('{'));
    if (meant.length > 0) {
      draft.mend('arguments beside the name');
      draft.write(`{${meant.map(([key, json]) => `"${escapeJson(key)}": ${json}`).join(', ')}}`);
    } else if (only !== undefined && other === undefined) {
      draft.mend(`arguments under "${only[0]}"`);
      draft.write(only[1]);
    }
  }
}

/** `{"type": "function", "function": {…}}` is seen everywhere. */
const WRAPPERS: readonly string[] = ['function'];
/** Ids that are no part of the format, and are written all the same. */
const IDS: readonly string[] = ['id', 'tool_call_id', 'call_id'];
const ARGUMENTS: readonly string[] = ['arguments', 'parameters', 'args'];
const MOST_BESIDE = 64;
const MOST_BEFORE = 2048;
const MOST_KEY = 512;
const MOST_LETTERS = 16 * 1024 * 1024;
const KEY_ENDS = literals([':', ' ', '\n', '"', '{', '}', '[', ',', '<']);
const FENCES = literals(['```json', '```JSON', '```']);

/** A delimiter's dialect has no keys of its own here. */
function dialectOf(values: Dialect): Dialect {
  return values === 'python' ? 'python' : 'json';
}

/** Text or a number; whatever else stands there is no id. */
function idIn(json: string): string | undefined {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function textOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : String(value);
}

/** Behind these an envelope is over. */
const endsOf = kept(({ open, close }: EnvelopeFormat) => literals([...close, ...open, '```']));
