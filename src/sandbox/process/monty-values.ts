/** Converts values of a Monty program to JSON text, and back. */

/** A value that has no JSON form, or is too long. The message is for the program. */
export class NotPlain extends Error {}

export class TooLong extends NotPlain {}

/** The member with the type of a value that only Monty has. */
const MARK = '__monty_type__';

/** Returns a value as JSON text, like Python's `json.dumps`. Sets become lists, dates become text. */
export function writeJson(value: unknown, mostCharacters: number): string {
  const writer = new JsonWriter(mostCharacters);
  writer.write(value, 0);
  return writer.text;
}

class JsonWriter {
  text = '';
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  write(value: unknown, depth: number): void {
    if (depth > MOST_DEPTH) throw new NotPlain(`the value is nested more than ${MOST_DEPTH} levels deep`);
    if (value === null || value === undefined) this.#put('null');
    else if (typeof value === 'boolean' || typeof value === 'bigint') this.#put(String(value));
    else if (typeof value === 'number') this.#put(Number.isFinite(value) ? JSON.stringify(value) : 'null');
    else if (typeof value === 'string') this.#put(JSON.stringify(value));
    else if (Array.isArray(value) || value instanceof Set) this.#list(value, depth);
    else if (value instanceof Map) this.#object(value, depth);
    else this.#other(value);
  }

  #list(values: Iterable<unknown>, depth: number): void {
    this.#put('[');
    let isFirst = true;
    for (const each of values) {
      if (!isFirst) this.#put(',');
      isFirst = false;
      this.write(each, depth + 1);
    }
    this.#put(']');
  }

  #object(entries: ReadonlyMap<unknown, unknown>, depth: number): void {
    this.#put('{');
    let isFirst = true;
    for (const [key, each] of entries) {
      this.#put(`${isFirst ? '' : ','}${JSON.stringify(keyOf(key))}:`);
      isFirst = false;
      this.write(each, depth + 1);
    }
    this.#put('}');
  }

  #other(value: object | symbol | ((...args: never) => unknown)): void {
    const text = typeof value === 'object' && !(value instanceof Uint8Array) ? dateText(value) : undefined;
    if (text === undefined) throw new NotPlain(`a value of type ${typeOf(value)} cannot be passed on`);
    this.#put(JSON.stringify(text));
  }

  #put(text: string): void {
    this.text += text;
    if (this.text.length > this.#most) throw new TooLong(`the value has more than ${this.#most} characters as JSON`);
  }
}

const MOST_DEPTH = 64;

function keyOf(key: unknown): string {
  if (typeof key === 'string') return key;
  if (key === null) return 'null';
  if (typeof key === 'number' || typeof key === 'bigint' || typeof key === 'boolean') return String(key);
  throw new NotPlain('the keys of a dict must be str, int, float, bool or None');
}

/** Monty passes some values as objects with a type name. */
function typeOf(value: unknown): string {
  if (value instanceof Uint8Array) return 'bytes';
  const name: unknown = Reflect.get(Object(value), MARK);
  return typeof name === 'string' ? name : typeof value;
}

function dateText(value: object): string | undefined {
  const at = (name: string, digits = 2): string => String(Reflect.get(value, name) ?? 0).padStart(digits, '0');
  const date = () => `${at('year', 4)}-${at('month')}-${at('day')}`;
  switch (typeOf(value)) {
    case 'Date':
      return date();
    case 'DateTime': {
      const micro = Reflect.get(value, 'microsecond') === 0 ? '' : `.${at('microsecond', 6)}`;
      return `${date()}T${at('hour')}:${at('minute')}:${at('second')}${micro}`;
    }
    default:
      return undefined;
  }
}

/** Reads JSON text as a value for Monty. Integers keep all their digits. */
export function readJson(json: string): unknown {
  return JSON.parse(json, exact as (key: string, value: unknown) => unknown);
}

function exact(_: string, value: unknown, { source }: { readonly source?: string }): unknown {
  // Monty takes such an object for one of its own values.
  if (typeof value === 'object' && value !== null && MARK in value) return new Map(Object.entries(value));
  const isUnsafe = typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined;
  return isUnsafe && WHOLE.test(source) ? BigInt(source) : value;
}

const WHOLE = /^-?\d{1,4300}$/; // Python, too, refuses longer ones
