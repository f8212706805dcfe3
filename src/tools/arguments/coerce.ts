import type { ErrorObject } from 'ajv';
import { isRecord, type JsonBounds, type Note } from '../../core/index.ts';
import type { Usable } from './compile.ts';
import { isDeclared } from './declared.ts';
import type { JsonSchema } from './json-schema.ts';
import { Parts } from './parts.ts';
import { memberPointer, pathText, segmentsOf, valueAt } from './path.ts';
import { readAs, type Wanted } from './readings.ts';
import { choicesIn, failedUnions, withoutOtherBranches } from './unions.ts';
import type { WrittenNumbers } from './written-numbers.ts';

export type Coerced =
  | { readonly ok: true; readonly args: unknown; readonly notes: readonly Note[] }
  /** The original errors, without those that coercion could fix. */
  | { readonly ok: false; readonly errors: readonly ErrorObject[] };

/** The arguments that the check rejected. */
export interface Rejected {
  readonly args: unknown;
  readonly errors: readonly ErrorObject[];
  readonly written: WrittenNumbers;
}

/**
 * Converts arguments of the wrong type where the model's intent is unambiguous: "5" to 5, JSON text to the object that it
 * encodes, a single value to an array of one. The check's errors determine which values are converted; in a union, the errors
 * of the nearest branch. The converted arguments are returned only if all of them then pass the check. `args` is not modified.
 */
export function coerce(
  { args, errors, written }: Rejected,
  { check, schema }: Pick<Usable, 'check' | 'schema'>,
  bounds: JsonBounds,
): Coerced {
  const notes: Note[] = [];
  let current = errors.length === 0 ? args : copyOf(args);
  let complaints = errors;
  const parts = new Parts(schema, PARTS);
  for (let round = 0; round < ROUNDS && complaints.length > 0; round++) {
    const before = notes.length;
    for (const [pointer, wanted] of wantedByPlace(complaints, schema)) {
      if (notes.length === COERCIONS) break;
      const path = segmentsOf(pointer);
      const place = valueAt(current, path);
      if (place === undefined) continue;
      if (place.value === null && isOptional(current, path, schema, parts)) {
        removeAt(current, path);
        notes.push({ kind: 'coerced', path: pathText(path), how: 'null to absent' });
        continue;
      }
      const reading = readAs(place.value, wanted, bounds, () => written.at(path, place.value));
      if (reading === undefined) continue;
      current = withValueAt(current, path, reading.value);
      notes.push({ kind: 'coerced', path: pathText(path), how: reading.how });
    }
    if (notes.length === before) break;
    complaints = check(current);
  }
  if (complaints.length === 0) return { ok: true, args: current, notes };
  const wrong = placesOf(complaints);
  const remaining = errors.filter(({ instancePath }) => wrong.has(instancePath));
  // If no original error remains, the conversions caused the new errors. Report both.
  return { ok: false, errors: remaining.length > 0 ? remaining : [...errors, ...complaints] };
}

/** Returns the paths that still have errors or lack a value, with all their parent paths. */
function placesOf(complaints: readonly ErrorObject[]): Set<string> {
  const places = new Set<string>(['']);
  for (const { keyword, instancePath, params } of complaints) {
    const wrong = keyword === 'required' ? memberPointer(instancePath, String(params.missingProperty)) : instancePath;
    for (let place = wrong; place !== '' && !places.has(place); place = place.slice(0, place.lastIndexOf('/'))) {
      places.add(place);
    }
  }
  return places;
}

/** Levels of JSON text inside JSON text, or inside an array, that are unpacked. Models do not nest deeper. */
const ROUNDS = 4;
/** Several times the values that a model writes in one call. */
const COERCIONS = 1_000;
/** Parts of the schema that are visited to find optional parameters: a hundred for each conversion, in a few milliseconds. */
const PARTS = 100 * COERCIONS;

/** Returns what the schema accepts at each place with an error, for the errors that conversion can fix. */
function wantedByPlace(errors: readonly ErrorObject[], schema: JsonSchema): ReadonlyMap<string, Wanted> {
  const unions = failedUnions(errors, schema);
  const choices = choicesIn(unions);
  const places = new Map<string, Wanted>();
  for (const error of withoutOtherBranches(errors, unions)) {
    const { keyword, instancePath, params } = error;
    if (!FIXABLE.has(keyword) && !OF_TEXT.has(keyword)) continue;
    let wanted = places.get(instancePath);
    if (wanted === undefined) {
      wanted = { types: new Set(), values: [], constants: [], acceptsText: false };
      places.set(instancePath, wanted);
    }
    if (keyword === 'type') for (const type of [params.type].flat()) wanted.types.add(type);
    else if (keyword === 'enum') wanted.values.push(...params.allowedValues);
    else if (keyword === 'const') (choices.has(error) ? wanted.values : wanted.constants).push(params.allowedValue);
    else wanted.acceptsText = true;
  }
  return places;
}

const FIXABLE: ReadonlySet<string> = new Set(['type', 'enum', 'const']);
/** Keywords that fail only if the type is right and the value is a text. */
const OF_TEXT: ReadonlySet<string> = new Set(['pattern', 'minLength', 'maxLength']);

/** True for a declared property of an object. If it is required, the arguments without it do not pass the check. */
function isOptional(root: unknown, path: readonly string[], schema: JsonSchema, parts: Parts): boolean {
  return isRecord(valueAt(root, path.slice(0, -1))?.value) && isDeclared(path, schema, parts);
}

function removeAt(root: unknown, path: readonly string[]): void {
  const parent = valueAt(root, path.slice(0, -1))?.value;
  if (isRecord(parent)) Reflect.deleteProperty(parent, path.at(-1) ?? '');
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
