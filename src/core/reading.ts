import type { Fields } from './fields.ts';
import { isRecord } from './record.ts';
import { truncate } from './truncate.ts';
import type { TurnFailure } from './turn-failure.ts';

/** The result of reading a part of a request: the neutral value, or the failure that names the field at fault. */
export type Read<T> = { readonly ok: true; readonly value: T } | Refused;

export interface Refused {
  readonly ok: false;
  readonly failure: BadRequest;
}

export type BadRequest = Extract<TurnFailure, { kind: 'bad-request' }>;

export function read<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse(param: string, message: string): Refused {
  return { ok: false, failure: { kind: 'bad-request', param, message } };
}

/** Refuses a field that exceeds a limit of request bodies. */
export function refuseTooLarge(param: string, message: string): Refused {
  return { ok: false, failure: { kind: 'bad-request', param, message, isTooLarge: true } };
}

/** Refuses a value with a message that names its path, the value found and the value expected. */
export function refuseValue(path: string, value: unknown, expected: string): Refused {
  return refuse(path, `${path} is ${found(value)}; expected ${expected}.`);
}

/** Reads every value. Returns the first failure, if any. */
export function readEach<T>(
  values: readonly unknown[],
  path: string,
  readOne: (value: unknown, path: string) => Read<T>,
): Read<readonly T[]> {
  const all: T[] = [];
  for (const [place, value] of values.entries()) {
    const one = readOne(value, `${path}[${place}]`);
    if (!one.ok) return one;
    all.push(one.value);
  }
  return read(all);
}

/** Returns true for null too, because most clients send null for an omitted field. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** Returns the fields of a record that are not in `known`. `__proto__` is treated as a normal field. */
export function unknownFields(record: Fields, known: ReadonlySet<string>): { extra?: Fields } {
  const isOther = (name: string) => !known.has(name) && record[name] !== undefined;
  const names = Object.keys(record).filter(isOther);
  if (names.length === 0) return {};
  return { extra: Object.fromEntries(names.map((name) => [name, record[name]])) };
}

/** Describes an external value in a few words, for an error message. */
export function found(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') {
    return value.length > MAX_CHARACTERS
      ? `${JSON.stringify(truncate(value, MAX_CHARACTERS))}…`
      : JSON.stringify(value);
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isRecord(value)) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}

const MAX_CHARACTERS = 60;
