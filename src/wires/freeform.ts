import { type Fields, type Freeform, isRecord, parseJson } from '../core/index.ts';

/**
 * Tools that take one text instead of an object (OpenAI's type `custom`). To a model they are functions with one parameter, so
 * that every model can call them. The functions here convert between that text and the arguments of the function.
 */
const PARAMETER = 'input';

/** Returns the schema of the function that stands for such a tool. A grammar is described, because no server enforces it. */
export function freeformSchema({ grammar }: Freeform): Fields {
  const description =
    grammar === undefined
      ? 'The complete input of the tool, as plain text.'
      : `The complete input of the tool, as plain text that matches this ${grammar.syntax} grammar:\n${grammar.definition}`;
  return {
    type: 'object',
    properties: { [PARAMETER]: { type: 'string', description } },
    required: [PARAMETER],
    additionalProperties: false,
  };
}

/** Returns the arguments of a call with this text. */
export function freeformArguments(input: string): string {
  return JSON.stringify({ [PARAMETER]: input });
}

/** Returns the text of a complete call. */
export function freeformInput(args: unknown): string {
  const reader = new FreeformReader();
  return reader.push(typeof args === 'string' ? args : JSON.stringify(args ?? {})) + reader.end();
}

/**
 * Writes the arguments of a call whose text arrives in pieces. The pieces of `head`, `text` and `tail` are one JSON object.
 */
export const freeformPieces = {
  head: `{"${PARAMETER}":"`,
  text: (piece: string) => JSON.stringify(piece).slice(1, -1),
  tail: '"}',
};

/**
 * Decodes the text of a call from the JSON of its arguments while they arrive. Arguments of another shape are held until the
 * end: their only text counts as the input, otherwise all of their JSON. Any chunking gives the same text.
 */
export class FreeformReader {
  /** All arguments so far, until the text has begun. */
  #held = '';
  /** Number of characters of `#held` that match the expected beginning, which whitespace may interrupt. */
  #token = 0;
  #matched = 0;
  #state: 'before' | 'inside' | 'after' | 'other' = 'before';
  /** The part of an escape sequence that has arrived. */
  #escape = '';
  /** A high surrogate, which waits for the other half of its character. */
  #half = '';

  push(text: string): string {
    switch (this.#state) {
      case 'before':
        return this.#begin(text);
      case 'inside':
        return this.#whole(this.#decode(text));
      case 'after':
        return '';
      case 'other':
        this.#held += text;
        return '';
      default:
        return this.#state satisfies never;
    }
  }

  end(): string {
    const rest = this.#half;
    this.#half = '';
    if (this.#state === 'inside' || this.#state === 'after') return rest;
    const held = this.#held;
    this.#held = '';
    return inputIn(held);
  }

  /** Looks for the beginning of an object whose first field is the parameter, with a string as its value. */
  #begin(text: string): string {
    this.#held += text;
    for (let at = 0; at < text.length; at++) {
      const token = BEGINNING[this.#token] ?? '';
      const isBlank = this.#matched === 0 && WHITESPACE.has(text.charAt(at));
      if (isBlank) continue;
      if (text.charAt(at) !== token.charAt(this.#matched)) {
        this.#state = 'other';
        return '';
      }
      this.#matched++;
      if (this.#matched < token.length) continue;
      this.#matched = 0;
      this.#token++;
      if (this.#token < BEGINNING.length) continue;
      this.#state = 'inside';
      this.#held = '';
      return this.#whole(this.#decode(text.slice(at + 1)));
    }
    return '';
  }

  #decode(text: string): string {
    let decoded = '';
    for (let at = 0; at < text.length; ) {
      if (this.#escape !== '') {
        this.#escape += text.charAt(at++);
        const character = unescaped(this.#escape);
        if (character === undefined) continue;
        decoded += character;
        this.#escape = '';
        continue;
      }
      PLAIN.lastIndex = at;
      const plain = PLAIN.exec(text)?.[0] ?? '';
      decoded += plain;
      at += plain.length;
      if (at >= text.length) break;
      if (text.charAt(at++) === '"') {
        this.#state = 'after';
        break;
      }
      this.#escape = '\\';
    }
    return decoded;
  }

  /** Holds back the first half of a character, because some clients cannot join halves that arrive separately. */
  #whole(decoded: string): string {
    const text = this.#half + decoded;
    this.#half = HALF.test(text) ? text.slice(-1) : '';
    return this.#half === '' ? text : text.slice(0, -1);
  }
}

const BEGINNING = ['{', `"${PARAMETER}"`, ':', '"'];
const WHITESPACE = new Set([' ', '\n', '\r', '\t']);
const PLAIN = /[^"\\]*/y;
const HALF = /[\uD800-\uDBFF]$/;

/** Returns the character of an escape sequence; undefined while the sequence is incomplete. */
function unescaped(sequence: string): string | undefined {
  const [, kind = ''] = sequence;
  if (kind !== 'u') return ESCAPES.get(kind) ?? kind;
  if (sequence.length < 6) return undefined;
  const digits = sequence.slice(2);
  return /^[\da-f]{4}$/i.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : sequence;
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);

function inputIn(args: string): string {
  const value = parseJson(args);
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return args;
  const input = Object.hasOwn(value, PARAMETER) ? value[PARAMETER] : undefined;
  if (typeof input === 'string') return input;
  const [only, another] = Object.values(value);
  if (only === undefined) return '';
  return typeof only === 'string' && another === undefined ? only : args;
}
