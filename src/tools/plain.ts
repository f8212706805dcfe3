import { truncate } from '../core/index.ts';
/**
 * Turns any value a tool may return into plain JSON data, once, at the border: whatever comes after may
 * stringify, store and send it without a care. Cycles, BigInts, Maps, Errors, getters that throw, towers of
 * arrays: each becomes the nearest JSON or a marked replacement. Never throws; stops when the budget is spent.
 */
export function toPlain(value: unknown, budget: Budget): unknown {
  return copy(value, budget, [], '');
}

/** What one outcome may still take, and what had to be replaced to fit it into JSON. */
export class Budget {
  bytesLeft: number;
  isSpent = false;
  readonly replaced = new Set<string>();

  constructor(bytes: number) {
    this.bytesLeft = bytes;
  }

  /** Counts what JSON will take at the least: a character is a byte, a number one digit. */
  pay(bytes: number): boolean {
    this.bytesLeft -= bytes;
    if (this.bytesLeft < 0) this.isSpent = true;
    return !this.isSpent;
  }
}

const DEEPEST = 64;
/** Of a text its quotes; of a list or an object its brackets, less the comma that its last member does not have. */
const QUOTES = 2;
const BRACKETS = 1;
const COMMA = 1;
const COLON = 1;

function copy(value: unknown, budget: Budget, path: object[], key: string): unknown {
  switch (typeof value) {
    case 'string':
      return budget.pay(value.length + QUOTES) ? value : truncate(value, budget.bytesLeft + value.length);
    case 'number':
      budget.pay(1);
      // JSON writes -0 as 0, so it is 0 here already.
      return Number.isFinite(value) ? value + 0 : replace(budget, `${value}`, String(value));
    case 'boolean':
      budget.pay(4);
      return value;
    case 'bigint':
      return copyBigInt(value, budget);
    case 'undefined':
      return undefined;
    case 'function':
    case 'symbol':
      return replace(budget, typeof value, undefined);
    case 'object':
      return value === null ? null : copyObject(value, budget, path, key);
    default:
      return undefined;
  }
}

function copyBigInt(value: bigint, budget: Budget): unknown {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return copy(number, budget, [], '');
  // Some BigInts are too long to write down at all.
  const text = value < HUGE && value > -HUGE ? value.toString() : '[integer of more than 1000 digits]';
  return replace(budget, 'an integer too large for JSON', copy(text, budget, [], ''));
}

const HUGE = 10n ** 1000n;

function copyObject(value: object, budget: Budget, path: object[], key: string): unknown {
  if (path.includes(value)) return replace(budget, 'a cycle', '[circular]');
  if (path.length >= DEEPEST) return replace(budget, `what lies deeper than ${DEEPEST} levels`, '[too deep]');
  if (!budget.pay(BRACKETS)) return null;
  path.push(value);
  try {
    return copyInside(value, budget, path, key);
  } catch {
    return replace(budget, 'an object that cannot be read', '[unreadable]');
  } finally {
    path.pop();
  }
}

function copyInside(value: object, budget: Budget, path: object[], key: string): unknown {
  if (Array.isArray(value)) return copyArray(value, budget, path);
  if (isBytes(value)) return replace(budget, 'binary data', `[binary, ${value.byteLength} bytes]`);
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const json: unknown = value.toJSON(key);
    return json === value ? copyFields(value, budget, path) : copy(json, budget, path, key);
  }
  if (value instanceof Error)
    return { name: copy(value.name, budget, path, key), message: copy(value.message, budget, path, key) };
  if (value instanceof RegExp) return copy(String(value), budget, path, key);
  if (value instanceof Set) return copyArray([...value], budget, path);
  if (value instanceof Map) {
    const entries = [...value];
    const isRecord = entries.every(([name]) => typeof name === 'string');
    return isRecord ? copyFields(Object.fromEntries(entries), budget, path) : copyArray(entries, budget, path);
  }
  // A boxed primitive is its value, as JSON.stringify has it.
  if (value instanceof String || value instanceof Number || value instanceof Boolean)
    return copy(value.valueOf(), budget, path, key);
  return copyFields(value, budget, path);
}

function copyArray(values: readonly unknown[], budget: Budget, path: object[]): unknown[] {
  const copied: unknown[] = [];
  for (let place = 0; place < values.length && !budget.isSpent; place++) {
    copied.push(copy(values[place], budget, path, String(place)) ?? null);
    budget.pay(COMMA);
  }
  return copied;
}

function copyFields(value: object, budget: Budget, path: object[]): Record<string, unknown> {
  const copied: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    if (budget.isSpent) break;
    const field = copyField(value, key, budget, path);
    if (field === undefined) continue;
    budget.pay(key.length + QUOTES + COLON + COMMA);
    copied.push([key, field]);
  }
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(copied);
}

function copyField(value: object, key: string, budget: Budget, path: object[]): unknown {
  let field: unknown;
  try {
    field = (value as Record<string, unknown>)[key];
  } catch {
    return replace(budget, 'a property that cannot be read', '[unreadable]');
  }
  return copy(field, budget, path, key);
}

function isBytes(value: object): value is { byteLength: number } {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;
}

function replace(budget: Budget, what: string, by: unknown): unknown {
  if (budget.replaced.size < 10) budget.replaced.add(what);
  if (typeof by === 'string') budget.pay(by.length + QUOTES);
  return by;
}
