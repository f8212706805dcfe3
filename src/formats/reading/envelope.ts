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
} from '../values/characters.ts';
import { argumentsIn, collect, type Ended, readArguments } from './arguments.ts';
import type { ReadingMachine } from './contract.ts';
import { endCall, leaveCall, skipBroken } from './ending.ts';
import type { PendingCall } from './event-collector.ts';
import { kept, literals, type MarkerSet } from './marker-set.ts';
import { readPythonCall } from './python-call.ts';
import type { Reading } from './tape.ts';

/** The fields needed to read envelopes. The format may have another skeleton that also accepts envelopes. */
export type Envelope = Pick<EnvelopeFormat, 'name' | 'arguments' | 'callId' | 'wrappers' | 'idle' | 'values'> & {
  readonly format: Format;
  readonly ends: MarkerSet<unknown>;
  readonly isBare: boolean;
  /** True if an object without arguments is not a call. Set for the second and later objects of a row without a marker. */
  readonly needsArguments?: boolean;
};

/** Reads objects with name and arguments, up to the closing marker. Returns false if there is neither a call nor an empty list. */
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
  /** Number of calls in the row. */
  readonly calls: number;
  /** True if the row is complete: all its brackets are closed. */
  readonly isWhole: boolean;
}

/** Reads a row of objects, with or without brackets. Returns undefined if the first object is not a call. */
export function* readRow(m: ReadingMachine, envelope: Envelope, brackets: number): Reading<Row | undefined> {
  const { tape } = m;
  let open = brackets;
  let calls = 0;
  let separated = true;
  for (;;) {
    const space = yield* tape.space();
    const unit = yield* tape.peek();
    if (unit === -1 && open > 0 && separated && calls > 0)
      m.telling.notice('incomplete', 'The text ended inside a list of calls.');
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
      separated = false; // an extra brace
    else {
      tape.unread(space);
      return { calls, isWhole: open === 0 };
    }
    if (unit !== OPEN_BRACE) tape.at++;
  }
}

/** Reads one object. Returns false if it is not a call; then no event was emitted for it. */
function* readOne(m: ReadingMachine, envelope: Envelope): Reading<boolean> {
  const call = new EnvelopeCall(m, envelope);
  const ended = yield* call.read();
  const { draft, isIdle, hasCalls } = call;
  if (draft !== undefined && ended === 'broken' && call.hasArguments) {
    yield* skipBroken(m, envelope.format);
    draft.mend('extra text after the arguments');
    draft.finish(() => m.raw());
  } else if (draft !== undefined) yield* endCall(m, envelope.format, draft, ended);
  if (hasCalls && ended !== 'whole' && ended !== 'open') m.tape.rewind(); // to the position after the calls inside it
  return draft !== undefined || hasCalls || (ended === 'whole' && isIdle);
}

/** Reads the fields of one object as they arrive: in any order, with other fields between them. */
class EnvelopeCall {
  draft: PendingCall | undefined;
  /** True if the object is complete and calls no tool. */
  isIdle = false;
  /** True if the arguments are complete, whatever else the object contains. */
  hasArguments = false;
  /** True if the object contains complete calls, which were emitted. */
  hasCalls = false;
  readonly #m: ReadingMachine;
  readonly #envelope: Envelope;
  #name: string | undefined;
  #id: string | undefined;
  /** Arguments that came before the name. */
  #held: string | undefined;
  /** Other fields of the object: key and JSON value. */
  readonly #beside: (readonly [string, string])[] = [];
  readonly #repairs: string[] = [];
  #phantoms = 0;
  #wrappers = 0;

  constructor(m: ReadingMachine, envelope: Envelope) {
    this.#m = m;
    this.#envelope = envelope;
  }

  *read(): Reading<Ended> {
    const ended = yield* this.#readMembers();
    const hasArguments = this.hasArguments || this.#held !== undefined;
    if (ended !== 'cut' || this.draft === undefined || !hasArguments) return ended;
    this.draft.mend('missing closing brackets');
    return 'open';
  }

  *#readMembers(): Reading<Ended> {
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
      else if ((unit === CLOSE_BRACKET || unit === SEMICOLON) && this.draft !== undefined) {
        this.draft.mend('missing closing brackets');
        return this.#end();
      } else if (unit === OPEN_BRACE && this.#name === undefined && this.#held === undefined && this.#phantoms < 2) {
        this.#phantoms++;
        tape.at++;
      } else if (this.draft !== undefined && (yield* tape.see(this.#envelope.ends)) !== undefined) {
        this.draft.mend('missing closing brackets');
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

  *#readMember(): Reading<Ended> {
    const { tape } = this.#m;
    const key = yield* this.#readKey();
    if (key === undefined) return tape.isEnded ? 'cut' : 'broken';
    yield* tape.space();
    if ((yield* tape.peek()) !== COLON) return tape.isEnded ? 'cut' : 'broken';
    tape.at++;
    yield* tape.space();
    return yield* this.#readNamed(key, yield* tape.peek());
  }

  *#readNamed(key: string, unit: number): Reading<Ended> {
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
    if (bare.mark !== undefined) tape.at--; // the character that ends the key stays unread
    return bare.mark !== undefined && /^[A-Za-z_]+$/.test(bare.text) ? bare.text : undefined;
  }

  *#readName(): Reading<Ended> {
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

  *#readArguments(): Reading<Ended> {
    const { tape } = this.#m;
    if (this.#name === undefined) {
      const held = yield* collect(tape, this.#envelope.values, this.#most, (what) => this.#repairs.push(what));
      this.#held = held === undefined ? undefined : argumentsIn(held, (what) => this.#repairs.push(what));
      return this.#held === undefined ? (tape.isEnded ? 'cut' : 'broken') : 'whole';
    }
    if (this.#isIdleName)
      return (yield* collect(tape, this.#envelope.values, MAX_CHARACTERS)) === undefined ? 'broken' : 'whole';
    if (!this.#begin() || this.draft === undefined) return 'broken';
    const ended = yield* readArguments(this.#m, this.draft, this.#envelope.values, this.#envelope.ends);
    this.hasArguments = ended === 'whole';
    return ended;
  }

  #begin(): boolean {
    const { format, isBare } = this.#envelope;
    if (this.#name === undefined) return false;
    this.draft ??= this.#m.begin(this.#name, this.#id, format, isBare);
    return this.draft !== undefined;
  }

  /** Maximum length of a field. It is short while this may not be a call, because an answer in JSON must not be delayed. */
  get #most(): number {
    return this.#envelope.isBare && this.draft === undefined ? MOST_BEFORE : MAX_CHARACTERS;
  }

  /** True if the name means that no tool is called. */
  get #isIdleName(): boolean {
    return this.#name !== undefined && this.#envelope.idle?.includes(this.#name) === true;
  }

  /** Ends the object. A bare object without arguments is not a call, whatever its name. */
  #end(): 'whole' | 'broken' {
    const { isBare, needsArguments } = this.#envelope;
    this.isIdle = this.#isIdleName;
    const isCall =
      this.isIdle || this.hasCalls || this.draft !== undefined || (!isBare && needsArguments !== true && this.#begin());
    if (isCall && this.#held === undefined) this.#tellBeside();
    return isCall ? 'whole' : 'broken';
  }

  #keep(key: string, json: string): void {
    if (this.#envelope.name.includes(key) || this.#isArguments(key)) this.draft?.mend(`a second "${key}"`);
    if (key !== 'type' && this.#beside.length < MOST_BESIDE) this.#beside.push([key, json]);
  }

  /** Returns true if the key holds arguments. Models also use the keys of other families. */
  #isArguments(key: string): boolean {
    return this.#envelope.arguments.includes(key) || ARGUMENTS.includes(key);
  }

  /**
   * If the call has no arguments yet, takes them from fields next to the name that the tool has as parameters, or else from
   * the only field that holds an object.
   */
  #tellBeside(): void {
    const { draft } = this;
    if (draft === undefined || draft.isBegun) return;
    const names = draft.tool === undefined ? [] : (memberNames(typedArguments(draft.tool)) ?? []);
    const meant = this.#beside.filter(([key]) => names.includes(key));
    const [only, other] = this.#beside.filter(([, json]) => json.startsWith('{'));
    if (meant.length > 0) {
      draft.mend('arguments next to the name');
      draft.write(`{${meant.map(([key, json]) => `"${escapeJson(key)}": ${json}`).join(', ')}}`);
    } else if (only !== undefined && other === undefined) {
      draft.mend(`arguments under "${only[0]}"`);
      draft.write(only[1]);
    }
  }
}

/** Models of all families write `{"type": "function", "function": {…}}`. */
const WRAPPERS: readonly string[] = ['function'];
/** Keys of ids that models write even if their format has no ids. */
const IDS: readonly string[] = ['id', 'tool_call_id', 'call_id'];
const ARGUMENTS: readonly string[] = ['arguments', 'parameters', 'args'];
const MOST_BESIDE = 64;
const MOST_BEFORE = 2048;
const MOST_KEY = 512;
const MAX_CHARACTERS = 16 * 1024 * 1024;
const KEY_ENDS = literals([':', ' ', '\n', '"', '{', '}', '[', ',', '<']);
const FENCES = literals(['```json', '```JSON', '```']);

/** Returns the dialect of keys and names. A format with a delimiter has JSON strings there. */
function dialectOf(values: Dialect): Dialect {
  return values === 'python' ? 'python' : 'json';
}

/** Returns a string or a number as an id. Undefined for any other value. */
function idIn(json: string): string | undefined {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function textOf(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : String(value);
}

/** Markers that end an envelope. */
const endsOf = kept(({ open, close }: EnvelopeFormat) => literals([...close, ...open, '```']));
