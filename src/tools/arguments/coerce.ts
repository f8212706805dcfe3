import type { ErrorObject } from 'ajv';
import { type Coercion, isRecord, type JsonBounds, type Note, readStrictJson } from '../../core/index.ts';

export type Coerced =
  | { readonly ok: true; readonly args: unknown; readonly notes: readonly Note[] }
  /** The original errors, without those that coercion could fix. */
  | { readonly ok: false; readonly errors: readonly ErrorObject[] };

/**
 * Converts arguments of the wrong type where the model's intent is unambiguous: "5" to 5, JSON text to the object that it
 * encodes, a single value to an array of one. The check's errors determine which values are converted. The converted
 * arguments are returned only if all of them then pass the check. `args` is not modified.
 */
export function coerce(
  args: unknown,
  errors: readonly ErrorObject[],
  check: (value: unknown) => readonly ErrorObject[],
  bounds: JsonBounds,
): Coerced {
  const notes: Note[] = [];
  let current = errors.length === 0 ? args : copyOf(args);
  let complaints = errors;
  for (let round = 0; round < ROUNDS && complaints.length > 0; round++) {
    const before = notes.length;
    for (const [pointer, wanted] of wantedByPlace(complaints)) {
      if (notes.length === COERCIONS) break;
      const path = segmentsOf(pointer);
      const place = valueAt(current, path);
      const reading = place === undefined ? undefined : readAs(place.value, wanted, bounds);
      if (reading === undefined) continue;
      current = withValueAt(current, path, reading.value);
      notes.push({ kind: 'coerced', path: pathText(path), how: reading.how });
    }
    if (notes.length === before) break;
    complaints = check(current);
  }
  if (complaints.length === 0) return { ok: true, args: current, notes };
  const wrong = placesOf(complaints);
  return { ok: false, errors: errors.filter(({ instancePath }) => wrong.has(instancePath)) };
}

/** Returns the paths that still have errors, with all their parent paths. */
function placesOf(complaints: readonly ErrorObject[]): Set<string> {
  const places = new Set<string>(['']);
  for (const { instancePath } of complaints) {
    for (let place = instancePath; place !== '' && !places.has(place); place = place.slice(0, place.lastIndexOf('/'))) {
      places.add(place);
    }
  }
  return places;
}

/** Formats the segments of `/trip/legs/0/from` as `trip.legs[0].from`. */
export function pathText(segments: readonly string[]): string {
  return segments
    .map((segment, place) => (/^\d+$/.test(segment) ? `[${segment}]` : place === 0 ? segment : `.${segment}`))
    .join('');
}

export function segmentsOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Levels of JSON text inside JSON text, or inside an array, that are unpacked. Models do not nest deeper. */
const ROUNDS = 4;
const COERCIONS = 64;

interface Wanted {
  readonly types: Set<unknown>;
  readonly values: unknown[];
}

function wantedByPlace(errors: readonly ErrorObject[]): Map<string, Wanted> {
  const places = new Map<string, Wanted>();
  for (const { keyword, instancePath, params } of errors) {
    if (keyword !== 'type' && keyword !== 'enum') continue;
    let wanted = places.get(instancePath);
    if (wanted === undefined) {
      wanted = { types: new Set(), values: [] };
      places.set(instancePath, wanted);
    }
    if (keyword === 'type') for (const type of [params.type].flat()) wanted.types.add(type);
    if (keyword === 'enum') wanted.values.push(...params.allowedValues);
  }
  return places;
}

interface Reading {
  readonly value: unknown;
  readonly how: Coercion;
}

function readAs(value: unknown, { types, values }: Wanted, bounds: JsonBounds): Reading | undefined {
  if (typeof value === 'string') {
    const text = value.trim();
    const number = types.has('number') || types.has('integer') ? numberIn(text) : undefined;
    if (number !== undefined) return { value: number, how: 'text to number' };
    const lower = text.toLowerCase();
    if (types.has('boolean') && (lower === 'true' || lower === 'false')) {
      return { value: lower === 'true', how: 'text to boolean' };
    }
    const inside = types.has('object') || types.has('array') ? structureIn(text, bounds) : undefined;
    if (Array.isArray(inside) && types.has('array')) return { value: inside, how: 'JSON text to array' };
    if (isRecord(inside) && types.has('object')) return { value: inside, how: 'JSON text to object' };
    if (isRecord(inside) && types.has('array')) return { value: [inside], how: 'JSON text to array' };
    const sameLetters = values.filter((allowed) => typeof allowed === 'string' && allowed.toLowerCase() === lower);
    if (sameLetters.length === 1) return { value: sameLetters[0], how: 'letter case' };
  }
  return types.has('array') && isSingle(value) ? { value: [value], how: 'single value to array' } : undefined;
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

function valueAt(root: unknown, path: readonly string[]): { value: unknown } | undefined {
  let value = root;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return { value };
}

/** Sets one value inside `root` and returns `root`; for an empty path, returns the value as the new root. */
function withValueAt(root: unknown, path: readonly string[], value: unknown): unknown {
  const last = path.at(-1);
  if (last === undefined) return value;
  const parent = valueAt(root, path.slice(0, -1))?.value as Record<string, unknown>;
  parent[last] = value; // sets an own property even for `__proto__`: valueAt found it as one
  return root;
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isRecord(value) || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, copyOf(field)]));
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
