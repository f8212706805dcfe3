import { type Coercion, isRecord, type JsonBounds, readStrictJson, withoutHidden } from '../../core/index.ts';
import { hasInexact } from './measure.ts';

/** The types and values that a schema accepts at one place. */
export interface Wanted {
  readonly types: Set<unknown>;
  /** The values to choose from. */
  readonly values: unknown[];
  /** Values that must be written exactly, because there is no choice. */
  readonly constants: unknown[];
  /** True if the schema accepts text here, though not this text: it is too long, or does not match a pattern. */
  acceptsText: boolean;
}

/** The value that the model means, and how it was found. */
export interface Reading {
  readonly value: unknown;
  readonly how: Coercion;
}

/**
 * Reads a value of the wrong type as what is wanted, if the model's intent is unambiguous. `written` returns the digits of a
 * number as the model wrote them, if they are known. Otherwise a number that may have been rounded does not become text.
 */
export function readAs(
  value: unknown,
  wanted: Wanted,
  bounds: JsonBounds,
  written: () => string | undefined,
): Reading | undefined {
  const { types, values, constants } = wanted;
  const reading = typeof value === 'string' ? readText(value.trim(), wanted, bounds) : undefined;
  if (reading !== undefined) return reading;
  if (typeof value === 'number') {
    const text = written() ?? (hasInexact(value) ? undefined : String(value));
    if (text !== undefined && (types.has('string') || values.includes(text) || constants.includes(text)))
      return { value: text, how: 'number to text' };
  }
  return types.has('array') && isSingle(value) ? { value: [value], how: 'single value to array' } : undefined;
}

function readText(text: string, wanted: Wanted, bounds: JsonBounds): Reading | undefined {
  const { types, values, acceptsText } = wanted;
  const lower = text.toLowerCase();
  const isNullable = (types.has('null') || values.includes(null)) && !acceptsText;
  if (isNullable && lower === 'null') return { value: null, how: 'text to null' };
  const number = types.has('number') || types.has('integer') ? numberIn(text) : undefined;
  if (number !== undefined) return { value: number, how: 'text to number' };
  if (types.has('boolean') && (lower === 'true' || lower === 'false')) {
    return { value: lower === 'true', how: 'text to boolean' };
  }
  const inside = types.has('object') || types.has('array') ? structureIn(text, bounds) : undefined;
  if (Array.isArray(inside) && types.has('array')) return { value: inside, how: 'JSON text to array' };
  if (isRecord(inside) && types.has('object')) return { value: inside, how: 'JSON text to object' };
  if (isRecord(inside) && types.has('array')) return { value: [inside], how: 'JSON text to array' };
  return readChoice(text, wanted);
}

/** Finds the one allowed value that differs only in letter case, or in invisible characters, which models are not shown. */
function readChoice(text: string, { values, constants }: Wanted): Reading | undefined {
  const shown = (allowed: unknown) => (typeof allowed === 'string' ? withoutHidden(allowed) : undefined);
  const lower = text.toLowerCase();
  const alike = new Set([
    ...values.filter((allowed) => shown(allowed)?.toLowerCase() === lower),
    ...constants.filter((allowed) => shown(allowed) === text),
  ]);
  const [value, another] = alike;
  if (typeof value !== 'string' || another !== undefined) return undefined;
  return { value, how: value.toLowerCase() === lower ? 'letter case' : 'invisible characters' };
}

/** True if the value may be the only item of an array. False for a malformed array and for text such as "null". */
function isSingle(value: unknown): boolean {
  if (value === null || value === undefined || Array.isArray(value)) return false;
  return typeof value !== 'string' || !/^\s*(?:$|[[{]|(?:null|none|undefined)\s*$)/i.test(value);
}

/** Parses a JSON number; undefined if a JavaScript number cannot hold it exactly. */
function numberIn(text: string): number | undefined {
  if (text.length > 40 || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const read = readStrictJson(text);
  return read.ok && typeof read.value === 'number' ? read.value : undefined;
}

function structureIn(text: string, bounds: JsonBounds): object | undefined {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  const read = readStrictJson(text, bounds);
  return read.ok && typeof read.value === 'object' && read.value !== null ? read.value : undefined;
}
