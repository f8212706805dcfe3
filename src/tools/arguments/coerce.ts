import type { ErrorObject } from 'ajv';
import { type Coercion, type Note, readStrictJson } from '../../core/index.ts';

export type Coerced =
  | { readonly ok: true; readonly args: unknown; readonly notes: readonly Note[] }
  /** The complaints about what no reading could mend. */
  | { readonly ok: false; readonly errors: readonly ErrorObject[] };

/**
 * Reads arguments the one other way in which a model may have meant them: "5" as 5, JSON text as the object it holds,
 * a single value as a list of one. Guided by what the check complains about, and adopted only if the whole then
 * passes the check; otherwise the arguments stand as they came.
 */
export function coerce(
  args: unknown,
  errors: readonly ErrorObject[],
  check: (value: unknown) => readonly ErrorObject[],
): Coerced {
  const notes: Note[] = [];
  let current = args;
  let complaints = errors;
  for (let round = 0; round < ROUNDS && complaints.length > 0; round++) {
    const before = notes.length;
    for (const [pointer, wanted] of wantedByPlace(complaints)) {
      const path = segmentsOf(pointer);
      const place = valueAt(current, path);
      const reading = place === undefined ? undefined : readAs(place.value, wanted);
      if (reading === undefined) continue;
      current = withValueAt(current, path, reading.value);
      notes.push({ kind: 'coerced', path: pathText(path), how: reading.how });
    }
    if (notes.length === before || notes.length > COERCIONS) break;
    complaints = check(current);
  }
  if (complaints.length === 0) return { ok: true, args: current, notes };
  return { ok: false, errors: errors.filter((error) => complaints.some((left) => isWithin(left, error))) };
}

/** Is what is left wrong at the place of the first complaint, or inside of it? */
function isWithin(left: ErrorObject, first: ErrorObject): boolean {
  return left.instancePath === first.instancePath || left.instancePath.startsWith(`${first.instancePath}/`);
}

/** `trip.legs[0].from` for `/trip/legs/0/from`. */
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

/** JSON text inside JSON text inside a list: deeper than this nobody writes. */
const ROUNDS = 4;
const COERCIONS = 64;

interface Wanted {
  readonly types: Set<unknown>;
  readonly values: unknown[];
}

function wantedByPlace(errors: readonly ErrorObject[]): Map<string, Wanted> {
  const places = new Map<string, Wanted>();
  for (const { keyword, instancePath, params } of errors) {
    if (keyword !== 'type' && keyword !== 'enum' && keyword !== 'const') continue;
    let wanted = places.get(instancePath);
    if (wanted === undefined) {
      wanted = { types: new Set(), values: [] };
      places.set(instancePath, wanted);
    }
    if (keyword === 'type') for (const type of [params.type].flat()) wanted.types.add(type);
    if (keyword === 'enum') wanted.values.push(...params.allowedValues);
    if (keyword === 'const') wanted.values.push(params.allowedValue);
  }
  return places;
}

interface Reading {
  readonly value: unknown;
  readonly how: Coercion;
}

function readAs(value: unknown, { types, values }: Wanted): Reading | undefined {
  if (typeof value === 'string') {
    const text = value.trim();
    const number = types.has('number') || types.has('integer') ? numberIn(text) : undefined;
    if (number !== undefined) return { value: number, how: 'text to number' };
    const lower = text.toLowerCase();
    if (types.has('boolean') && (lower === 'true' || lower === 'false')) {
      return { value: lower === 'true', how: 'text to boolean' };
    }
    const inside = types.has('object') || types.has('array') ? structureIn(text) : undefined;
    if (Array.isArray(inside) && types.has('array')) return { value: inside, how: 'JSON text to array' };
    if (inside !== undefined && !Array.isArray(inside) && types.has('object')) {
      return { value: inside, how: 'JSON text to object' };
    }
    const sameLetters = values.filter((allowed) => typeof allowed === 'string' && allowed.toLowerCase() === lower);
    if (sameLetters.length === 1) return { value: sameLetters[0], how: 'letter case' };
  }
  const isSingle = value !== null && value !== undefined && !Array.isArray(value);
  return types.has('array') && isSingle ? { value: [value], how: 'single value to array' } : undefined;
}

/** A number as JSON writes it, whose every digit a JavaScript number can hold. */
function numberIn(text: string): number | undefined {
  if (text.length > 40 || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const read = readStrictJson(text);
  return read.ok && typeof read.value === 'number' ? read.value : undefined;
}

function structureIn(text: string): object | undefined {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  const read = readStrictJson(text);
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

/** A copy of the root with one value changed; what lies beside the path is shared, the caller's own object untouched. */
function withValueAt(root: unknown, path: readonly string[], value: unknown): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined) return value;
  const inner = withValueAt((root as Record<string, unknown>)[segment], rest, value);
  if (Array.isArray(root)) return root.with(Number(segment), inner);
  return Object.fromEntries(
    Object.entries(root as object).map(([key, field]) => [key, key === segment ? inner : field]),
  );
}
