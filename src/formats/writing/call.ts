import { argumentsObject, type Fields } from '../../core/index.ts';

/** A call from the conversation history. */
export interface WrittenCall {
  readonly id: string;
  readonly name: string;
  /** Any value, or a string of JSON. */
  readonly arguments: unknown;
}

/** A call whose arguments are an object, ready to be written. */
export interface Writable {
  readonly id: string;
  readonly name: string;
  readonly members: Fields;
  /** Index of the call in the conversation, from 0. */
  readonly place: number;
  /** Index of the call in its message, from 0. */
  readonly order: number;
}

export function writable({ id, name, arguments: given }: WrittenCall, place: number, order: number): Writable {
  return { id, name, members: argumentsObject(given, exactly), place, order };
}

/** Revives an integer that JavaScript would round as a BigInt, so that it stays what the model wrote. */
function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d{1,400}$/.test(source) ? BigInt(source) : value;
}

/**
 * Returns a tool name or an id that is safe where nothing can be escaped: characters that could end the name or begin other
 * markup become `_`.
 */
export function plainName(name: string): string {
  return plain(name, (letter) => ODD.has(letter) || letter === ' ');
}

/** Returns a parameter name that is safe inside a tag. Spaces are allowed. */
export function plainKey(name: string): string {
  return plain(name, (letter) => TAG.has(letter));
}

function plain(name: string, isOdd: (letter: string) => boolean): string {
  const characters = Array.from(name, (letter) =>
    isOdd(letter) || letter < ' ' || letter === '\u007f' ? '_' : letter,
  );
  return characters.length === 0 ? '_' : characters.join('');
}

const TAG = new Set('<>"');
const ODD = new Set('<>"\'`=[](){}|｜&,;\\\u2028\u2029');
