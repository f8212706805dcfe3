import { truncate } from '../core/index.ts';
/**
 * Converts any value that a tool may return to plain JSON data, which later code can stringify, store and send safely.
 * Cycles, BigInts, Maps, Errors, getters that throw and deeply nested arrays become the closest JSON value or a marked
 * replacement. Never throws. Stops when the budget is spent.
 */
export function toPlain(value: unknown, budget: Budget): unknown {
  return copy(value, budget, [], '');
}

/** The bytes that an outcome may still use, and descriptions of the values that had to be replaced. */
export class Budget {
  bytesLeft: number;
  isSpent = false;
  readonly replaced = new Set<string>();

  constructor(bytes: number) {
    this.bytesLeft = bytes;
  }

  /**
   * Subtracts bytes and returns false once the budget is spent. Callers pass the minimum size as JSON: one byte for a
   * character, one digit for a number.
   */
  pay(bytes: number): boolean {
    this.bytesLeft -= bytes;
    if (this.bytesLeft < 0) this.isSpent = true;
    return !this.isSpent;
  }
}

const DEEPEST = 64;
/** The entry of `Budget.replaced` for values that were too deep. */
export const TOO_DEEP = `values nested deeper than ${DEEPEST} levels`;
/** Minimum JSON overhead in bytes. BRACKETS is 1, not 2, because every item pays for a comma and the last has none. */
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
      // Adding 0 turns -0 into 0, as JSON does.
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
  // Some BigInts are too long to convert to text.
  const text = value < HUGE && value > -HUGE ? value.toString() : '[integer of more than 1000 digits]';
  return replace(budget, 'an integer too large for JSON', copy(text, budget, [], ''));
}

const HUGE = 10n ** 1000n;

function copyObject(value: object, budget: Budget, path: object[], key: string): unknown {
  if (path.includes(value)) return replace(budget, 'a cycle', '[circular]');
  if (path.length >= DEEPEST) return replace(budget, TOO_DEEP, '[too deep]');
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
  // A boxed primitive becomes its value, as in JSON.stringify.
  if (value instanceof String || value instanceof Number || value instanceof Boolean)
    return copy(value.valueOf(), budget, path, key);
  return copyFields(value, budget, path);
}

function copyArray(values: readonly unknown[], budget: Budget, path: object[]): unknown[] {
  const copied: unknown[] = [];
  for (let place = 0; place < values.length && !budget.isSpent; place++) {
    const item = values[place];
    const key = typeof item === 'object' ? String(place) : ''; // only objects look at their key
    copied.push(copy(item, budget, path, key) ?? null);
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
  // Object.fromEntries instead of assignment, because a key may be `__proto__`.
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
