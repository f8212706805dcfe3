import { truncate } from '../core/index.ts';
import { type Secrecy, secrecyOf } from './secret-name.ts';
import { createSecretText, MARK, type SecretText } from './secret-text.ts';

/** Copies values without their secrets, to show them. Never throws, never changes its input, and limits the size of the copy. */
export interface Redactor {
  /** Returns a copy of limited size that JSON can represent: plain objects, arrays, strings, numbers, booleans and null. */
  value(value: unknown): unknown;
  /** Returns the text without its secrets, without truncation. */
  text(text: string): string;
  /** Returns the text without the given secrets. Values that merely have a secret-like name stay. */
  givenValues(text: string): string;
  /** Returns true if the text contains one of the given secrets. */
  holds(text: string): boolean;
}

/** Creates a redactor that hides the values of secret-like names, and the given secrets wherever they appear. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const secretText = createSecretText(secrets);
  const names: Names = new Map();
  return {
    value: (value) =>
      copy(value, 'open', { secretText, names, path: [], values: MOST_VALUES, characters: MAX_CHARACTERS }),
    text: secretText.hide,
    givenValues: secretText.hideValues,
    holds: secretText.holds,
  };
}

const MOST_DEPTH = 12; // deeper than any field that people read
const MOST_VALUES = 1_000; // enough for a log line; more would be a dump
const MAX_CHARACTERS = 64 * 1024; // all texts together
const MOST_LETTERS_A_TEXT = 8 * 1024; // enough for a complete stack trace
const MOST_LETTERS_A_NAME = 128;
const MOST_NAMES = 1_000; // cached names; external names must not fill the memory

type Names = Map<string, Name>;

interface Name {
  readonly shown: string;
  readonly secrecy: Secrecy;
}

/** The remaining limits and the current position of one walk. */
interface Walk {
  readonly secretText: SecretText;
  readonly names: Names;
  /** The objects around the current one. Meeting one of them again is a cycle. */
  readonly path: object[];
  values: number;
  characters: number;
}

function copy(value: unknown, secrecy: Secrecy, walk: Walk): unknown {
  walk.values -= 1;
  switch (typeof value) {
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      return secrecy === 'whole' || walk.secretText.isNumber(value) ? MARK : value;
    case 'string':
      return secrecy === 'open' ? shorten(value, walk) : MARK;
    case 'bigint':
      return secrecy === 'whole' ? MARK : shorten(String(value), walk);
    case 'symbol':
      return secrecy === 'open' ? shorten(String(value), walk) : MARK;
    case 'object':
      if (value === null) return null;
      return secrecy === 'whole' ? MARK : copyObject(value, secrecy, walk);
    default:
      return '[function]';
  }
}

function copyObject(value: object, secrecy: Secrecy, walk: Walk): unknown {
  if (walk.path.includes(value)) return '[cycle]';
  if (walk.path.length >= MOST_DEPTH) return '[too deep]';
  walk.path.push(value);
  try {
    return copyInside(value, secrecy, walk);
  } catch {
    return UNREADABLE; // a revoked proxy, a toJSON that throws
  } finally {
    walk.path.pop();
  }
}

const UNREADABLE = '[unreadable]';

function copyInside(value: object, secrecy: Secrecy, walk: Walk): unknown {
  if (Array.isArray(value)) return copyList(value, secrecy, walk);
  if (Error.isError(value)) return copyError(value, secrecy, walk);
  if (value instanceof Map) return copyMembers(value.keys(), (key) => value.get(key), secrecy, walk);
  if (value instanceof Set) return copyList([...value], secrecy, walk);
  if (value instanceof String) return copy(String(value), secrecy, walk);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  const { toJSON } = value as { toJSON?: unknown };
  const json: unknown = typeof toJSON === 'function' ? toJSON.call(value) : value;
  if (json !== value) return copy(json, secrecy, walk);
  return copyMembers(Object.keys(value), (key) => Reflect.get(value, key), secrecy, walk);
}

function copyMembers<Key>(keys: Iterable<Key>, read: (key: Key) => unknown, secrecy: Secrecy, walk: Walk): object {
  const copied: Record<string, unknown> = {};
  for (const key of keys) {
    if (walk.values <= 0) {
      copied['…'] = '[more]';
      break;
    }
    const name = nameOf(String(key), walk);
    const member = copy(readSafely(read, key), stricter(secrecy, name.secrecy), walk);
    const shown = secrecy === 'open' || PLAIN_WORD.test(name.shown) ? name.shown : MARK;
    if (shown === '__proto__') Object.defineProperty(copied, shown, { value: member, enumerable: true });
    else copied[shown] = member;
  }
  return copied;
}

const PLAIN_WORD = /^[A-Za-z_]{1,24}$/; // `input` in `tokens: { input: 3 }` is shown; other keys may be tokens

/** Copies the elements. Recognises the two ways in which a list names a secret: `[name, value]` and `--name, value`. */
function copyList(list: readonly unknown[], secrecy: Secrecy, walk: Walk): unknown[] {
  const copied: unknown[] = [];
  let before: unknown;
  for (let place = 0; place < list.length; place++) {
    if (walk.values <= 0) {
      copied.push(`[${list.length - place} more]`);
      break;
    }
    const element = readSafely((at) => list[at], place);
    const name = typeof before === 'string' && (list.length === 2 || before.startsWith('-')) ? before : '';
    copied.push(copy(element, stricter(secrecy, nameOf(name, walk).secrecy), walk));
    before = element;
  }
  return copied;
}

/** Copies an error. Its important properties are not enumerable, so they are listed here; its own fields follow. */
function copyError(error: Error, secrecy: Secrecy, walk: Walk): object {
  const read = (key: string): unknown => Reflect.get(error, key);
  const told = ['message', 'stack', ...Object.keys(error), 'cause', 'errors'].filter((key) => key in error);
  return {
    type: copy(readSafely(read, 'name'), secrecy, walk),
    ...copyMembers(new Set(told), read, secrecy, walk),
  };
}

function readSafely<Key>(read: (key: Key) => unknown, key: Key): unknown {
  try {
    return read(key);
  } catch {
    return UNREADABLE; // a getter that throws costs one field, not the complete line
  }
}

/** Returns the cached secrecy of a name, because names repeat and judging one is the most expensive part of a copy. */
function nameOf(key: string, walk: Walk): Name {
  const known = walk.names.get(key);
  if (known !== undefined) return known;
  if (key.length > MOST_LETTERS_A_NAME) return { shown: shorten(key, walk), secrecy: secrecyOf(key) };
  const name: Name = { shown: walk.secretText.hide(key), secrecy: secrecyOf(key) };
  if (walk.names.size >= MOST_NAMES) walk.names.clear();
  walk.names.set(key, name);
  return name;
}

function stricter(outer: Secrecy, own: Secrecy): Secrecy {
  return own === 'whole' || outer === 'open' ? own : outer;
}

/**
 * Truncates a text after hiding its secrets. Looks beyond the limit for a secret that crosses it, and drops an end that could
 * be the beginning of one.
 */
function shorten(text: string, walk: Walk): string {
  const { hide, longest } = walk.secretText;
  const most = Math.min(MOST_LETTERS_A_TEXT, walk.characters);
  walk.characters -= Math.min(text.length, most);
  if (text.length <= most) return hide(text);
  const head = hide(text.slice(0, most + longest));
  const kept = truncate(head, Math.min(most, head.length - longest));
  return `${kept}… [${text.length - most} more characters]`;
}
