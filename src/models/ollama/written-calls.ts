import { isDeeperThan, isRecord, MOST_DEPTH } from '../../core/index.ts';

/** A call that was written down in words. */
export interface WrittenCall {
  readonly name: string;
  /** An object, or the JSON text of one; empty where none were written. */
  readonly arguments: unknown;
}

/**
 * Follows text that may be nothing but calls: JSON objects or lists of them, bare, in one fence, or each in
 * `<tool_call>` tags. Pure; looks at each character once, and stops at the first that no such text can have.
 */
export class WrittenCalls {
  readonly #names: ReadonlySet<string>;
  readonly #calls: WrittenCall[] = [];
  /** What stood there so far, a letter each: Fence, Opening tag, Closing tag, Value. */
  #parts = '';
  /** A fence or a tag, as far as it has come. */
  #mark = '';
  #value = '';
  #valueLength = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #length = 0;
  #isRefuted = false;

  /** `names`: of the tools that can be called. */
  constructor(names: ReadonlySet<string>) {
    this.#names = names;
  }

  get isRefuted(): boolean {
    return this.#isRefuted;
  }

  get hasCalls(): boolean {
    return this.#calls.length > 0;
  }

  /** How many characters it took: all, unless it is refuted now. */
  push(text: string): number {
    let start = 0; // of the value, or of its part in this text
    for (let place = 0; place < text.length; place++) {
      const wasOutside = this.#depth === 0;
      const isPossible = ++this.#length <= MOST_LETTERS && this.#step(text.charCodeAt(place));
      if (!isPossible) return this.#refute(place);
      if (wasOutside) start = place;
      else if (this.#depth === 0) {
        if (!this.#take(this.#value + text.slice(start, place + 1))) return this.#refute(place + 1);
        this.#value = '';
      } else if (this.#valueLength === PROBE && !BEGINNING.test(this.#value + text.slice(start, place + 1))) {
        return this.#refute(place);
      }
    }
    if (this.#depth > 0) this.#value += text.slice(start);
    return text.length;
  }

  /** The calls, if that was all; otherwise none. */
  end(): readonly WrittenCall[] {
    const isWhole = !this.#isRefuted && this.#depth === 0 && this.#endMark() && WHOLE.test(this.#parts);
    return isWhole ? this.#calls : [];
  }

  #refute(place: number): number {
    this.#isRefuted = true;
    return place;
  }

  #step(unit: number): boolean {
    if (this.#depth === 0) return this.#stepOutside(unit);
    this.#valueLength++;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (unit === BACKSLASH) this.#isEscaped = this.#isInString;
    else if (unit === QUOTE) this.#isInString = !this.#isInString;
    else if (this.#isInString) return true;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) this.#depth++;
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) this.#depth--;
    return true;
  }

  #stepOutside(unit: number): boolean {
    if (isBlank(unit)) return this.#endMark();
    if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      this.#depth = 1;
      this.#valueLength = 1;
      return this.#endMark();
    }
    const letter = String.fromCharCode(unit);
    this.#mark += this.#mark.startsWith('`') ? letter.toLowerCase() : letter;
    if (unit === TAG_END) return this.#endMark();
    return MARKS.some(([mark]) => mark.startsWith(this.#mark));
  }

  #endMark(): boolean {
    if (this.#mark === '') return true;
    const part = MARKS.find(([mark]) => mark === this.#mark)?.[1];
    this.#mark = '';
    return part !== undefined && this.#add(part);
  }

  #take(text: string): boolean {
    const value = parsed(text);
    const calls = (Array.isArray(value) ? value : [value]).map((each) => callOf(each, this.#names));
    for (const call of calls) {
      if (call === undefined) return false;
      this.#calls.push(call);
    }
    return calls.length > 0 && this.#add('V');
  }

  #add(part: string): boolean {
    this.#parts += part;
    return this.#parts.length <= MOST_PARTS && POSSIBLE.test(this.#parts);
  }
}

const MARKS: readonly (readonly [string, string])[] = [
  ['```', 'F'],
  ['```json', 'F'],
  ['<tool_call>', 'O'],
  ['</tool_call>', 'C'],
];

const WHOLE = /^(?:V+|FV+F?|(?:OV+C?)+)$/;
/** What may still become that. */
const POSSIBLE = /^(?:V+|FV*F?|(?:OV+C?)*O?)$/;
const MOST_PARTS = 300; // a hundred calls in tags of their own

const MOST_LETTERS = 256 * 1024; // a call with a file in it; until its end nothing of it is shown
/** After so much of an object it is clear whether it begins like a call: other JSON is not held back for longer. */
const PROBE = 64;
const BEGINNING = /^[[\s]*\{\s*"(?:name|arguments|parameters|function|type|id)"/;

/** Llamas say `parameters`. A tool's declaration, quoted, has a description beside them. */
function callOf(value: unknown, names: ReadonlySet<string>): WrittenCall | undefined {
  if (!isRecord(value)) return undefined;
  const called = isRecord(value.function) ? value.function : value;
  const { name } = called;
  const members = Object.keys(called);
  const hasOthers = [...Object.keys(value), ...members].some((member) => !MEMBERS.has(member));
  if (hasOthers || typeof name !== 'string' || !names.has(name)) return undefined;
  // A name alone is a call without arguments; with an id or a type beside it, it may be anything.
  const isBare = members.length === 1 || members.includes('arguments') || members.includes('parameters');
  const given = called.arguments ?? called.parameters ?? (isBare ? {} : undefined);
  const args = typeof given === 'string' ? parsed(given) : given;
  return isRecord(args) && !isDeeperThan(args, MOST_DEPTH) ? { name, arguments: given } : undefined;
}

const MEMBERS: ReadonlySet<string> = new Set(['name', 'arguments', 'parameters', 'function', 'type', 'id']);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const TAG_END = 0x3e;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
