import {
  afterQuotes,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './json-structure.ts';

/**
 * The result of reading untrusted JSON without silent changes. An integer that JavaScript cannot represent exactly is refused
 * rather than rounded. A duplicate field is refused rather than dropped. Nesting that is too deep is refused before parsing.
 */
export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  /**
   * `rounded` is the value as JavaScript reads it, if the only problem is a number that JavaScript would change. `excess` is
   * set if the text is larger than allowed: "more than 5 JSON values".
   */
  | { readonly ok: false; readonly reason: string; readonly rounded?: unknown; readonly excess?: string };

export interface JsonBounds {
  readonly deepest?: number;
  /** The most values in the text, at any depth. More are refused before parsing. */
  readonly mostValues?: number;
  /** The most fields of all objects together. More are refused before parsing. */
  readonly mostFields?: number;
}

export function readStrictJson(text: string, bounds: JsonBounds = {}): StrictJson {
  return resultOf(readInSteps(text, bounds));
}

/** Returns the number of values in a JSON text, but counts only until there are more than `most`. Parses nothing. */
export function valuesIn(text: string, most: number): number {
  return resultOf(scan(text, { deepest: UNBOUNDED, mostValues: most, mostFields: UNBOUNDED })).values;
}

/** Reads like `readStrictJson`, and awaits `pause` between the steps, so that a large text does not block the event loop. */
export async function readLargeJson(text: string, bounds: JsonBounds, pause: () => Promise<void>): Promise<StrictJson> {
  const steps = readInSteps(text, bounds);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

function resultOf<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function* readInSteps(text: string, bounds: JsonBounds): Generator<undefined, StrictJson> {
  const { deepest = DEEPEST, mostValues = UNBOUNDED, mostFields = UNBOUNDED } = bounds;
  const written = yield* scan(text, { deepest, mostValues, mostFields });
  if (written.depth > deepest) return { ok: false, reason: `it is nested deeper than ${deepest} levels` };
  if (written.values > mostValues) return tooLarge(`more than ${mostValues} JSON values`);
  if (written.members > mostFields) return tooLarge(`more than ${mostFields} JSON fields`);
  yield;
  try {
    const value: unknown = JSON.parse(text);
    yield;
    if (countMembers(value) !== written.members) return { ok: false, reason: 'an object has the same field twice' };
    if (written.lossy === undefined) return { ok: true, value };
    const reason = `the number ${written.lossy} cannot be represented exactly, so write it as a string`;
    return { ok: false, reason, rounded: value };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'it is not JSON' };
  }
}

function tooLarge(excess: string): StrictJson {
  return { ok: false, reason: `it has ${excess}`, excess };
}

const DEEPEST = 64;
const UNBOUNDED = Number.POSITIVE_INFINITY;

/** Returns true if the number, written out again, equals its source. Fractions always pass, since rounding is normal there. */
function isExact(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  return !Number.isInteger(value) || decimal(source) === decimal(String(value));
}

/** Returns the canonical spelling of a decimal number: `1000`, `1e3` and `10.00e2` all become `1e3`. */
function decimal(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length; // a regular expression for the zeros at the end would take quadratic time
  while (digits.charCodeAt(end - 1) === ZERO) end--;
  const significant = digits.slice(0, end);
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

interface Scanned {
  depth: number;
  members: number;
  values: number;
  /** The first number that JavaScript would change. */
  lossy: string | undefined;
}

/** Counts the structure outside of strings, until a bound is exceeded. The text need not be valid JSON. */
function* scan(text: string, { deepest, mostValues, mostFields }: Required<JsonBounds>): Generator<undefined, Scanned> {
  const scanned: Scanned = { depth: 0, members: 0, values: 1, lossy: undefined };
  let depth = 0;
  let isJustOpened = false; // an object or array counts for its first value, unless it turns out to be empty
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place);
    if (unit <= SPACE) continue;
    if (unit === QUOTE) {
      let end = afterQuotes(text, place + 1, QUOTES_AT_ONCE);
      while (end < 0) {
        yield;
        end = afterQuotes(text, -end, QUOTES_AT_ONCE);
      }
      place = end - 1;
    } else if (unit === COLON) {
      if (++scanned.members > mostFields) return scanned;
    } else if (unit === COMMA) {
      if (++scanned.values > mostValues) return scanned;
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      scanned.depth = Math.max(scanned.depth, ++depth);
      if (++scanned.values > mostValues + 1 || depth > deepest) return scanned; // + 1, because the container that was just opened may be empty
      isJustOpened = true;
      continue;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      depth--;
      if (isJustOpened) scanned.values--;
    } else if (unit === MINUS || isDigit(unit)) {
      const end = endOfNumber(text, place);
      scanned.lossy ??= lossyNumber(text, place, end);
      place = end - 1;
    }
    isJustOpened = false;
  }
  return scanned;
}

/** Escaped quotes in a string after which a scan may pause. They take about 5 ms. */
const QUOTES_AT_ONCE = 200_000;

function endOfNumber(text: string, start: number): number {
  let place = start + 1;
  while (place < text.length && isInNumber(text.charCodeAt(place))) place++;
  return place;
}

/** Returns the number if JavaScript would change it. Only long numbers and exponents can lose precision. */
function lossyNumber(text: string, start: number, end: number): string | undefined {
  const number = text.slice(start, end);
  if (number.length < 16 && !/[eE]/.test(number)) return undefined;
  return isExact(number, Number(number)) ? undefined : number.slice(0, 40);
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= 0x39;
}

/** A digit, `.`, `e`, `E`, `+` or `-`. */
function isInNumber(unit: number): boolean {
  return isDigit(unit) || unit === 0x2e || unit === 0x65 || unit === 0x45 || unit === 0x2b || unit === MINUS;
}

/**
 * Counts the fields in a parsed value. There are fewer than in the text if a name came twice, because JSON.parse silently
 * keeps the last.
 */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const fields = Object.values(value);
  return fields.reduce((sum: number, field) => sum + countMembers(field), Array.isArray(value) ? 0 : fields.length);
}

const SPACE = 0x20;
const MINUS = 0x2d;
const ZERO = 0x30;
