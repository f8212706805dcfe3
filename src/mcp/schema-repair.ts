import { isDeepStrictEqual } from 'node:util';
import { isRecord, repairedType, truncate } from '../core/index.ts';

/** A repaired schema with a note on each repair, or the reason why it cannot be used. */
export type Repaired =
  | { readonly ok: true; readonly schema: Schema & { readonly type: 'object' }; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Repairs the schema of a tool's arguments or result where a server has written something that JSON Schema does not allow, but
 * that has only one meaning. The common cause is a serialiser: Go writes an empty list or map as `null`, PHP writes an empty map
 * as `[]`, and Lua writes an empty list as `{}`. A missing schema is one without parameters. The caller must have checked the
 * depth of the schema.
 */
export function repairObjectSchema(given: unknown): Repaired {
  const isEmpty = isNothing(given);
  if (!isEmpty && !isRecord(given)) return { ok: false, reason: 'is not an object' };
  const work: Work = { notes: [], flaw: undefined };
  if (isEmpty) note(work, '', given);
  const schema = repaired(isEmpty ? {} : given, '', work);
  if (![schema.type ?? 'object'].flat().includes('object')) return { ok: false, reason: 'does not describe an object' };
  if (work.flaw !== undefined) return { ok: false, reason: `is not usable: ${work.flaw}` };
  return { ok: true, schema: { ...schema, type: 'object' }, notes: work.notes };
}

interface Work {
  readonly notes: string[];
  /** The first value that JSON Schema does not allow and that has no obvious meaning. */
  flaw: string | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

function repaired(schema: Schema, at: string, work: Work): Schema {
  const kept: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const mended = mend(keyword, value, `${at}.${keyword}`, work);
    if (mended !== undefined) kept.push([keyword, mended]);
  }
  const node: Schema = Object.fromEntries(kept); // not assigned: a keyword may be called `__proto__`
  const owed = requiredByThemselves(schema.properties);
  return owed.length === 0 ? node : { ...node, required: [...new Set([node.required ?? [], owed].flat())] };
}

/** Returns the value that the keyword should have, or undefined if the keyword must be removed. */
function mend(keyword: string, value: unknown, at: string, work: Work): unknown {
  if (value === null && !DATA.has(keyword)) return note(work, at, value);
  if (keyword === '$schema') return typeof value === 'string' ? value : note(work, at, value);
  if (keyword === 'required') return mendRequired(value, at, work);
  if (keyword === 'type') return mendType(value, at, work);
  if (MAPS.has(keyword)) return mendMap(value, at, work);
  if (keyword === 'enum') return isNothing(value) ? note(work, at, value) : value;
  if (LISTS.has(keyword)) {
    if (isNothing(value)) return note(work, at, value);
    return Array.isArray(value) ? mendList(value, at, work) : value;
  }
  if (!SCHEMAS.has(keyword)) return value;
  return Array.isArray(value) && value.length > 0 ? mendList(value, at, work) : mendSchema(value, at, work);
}

function mendMap(value: unknown, at: string, work: Work): unknown {
  if (isNothing(value)) {
    note(work, at, value);
    return {};
  }
  if (!isRecord(value)) return flaw(work, at, 'is not an object');
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mendSchema(part, `${at}.${name}`, work)]),
  );
}

function mendList(value: readonly unknown[], at: string, work: Work): unknown {
  return value.map((part, index) => (isRecord(part) ? repaired(part, `${at}.${index}`, work) : part));
}

/** PHP writes an empty map as `[]`. As a schema, an empty map allows everything. */
function mendSchema(value: unknown, at: string, work: Work): unknown {
  if (isNothing(value)) {
    note(work, at, value);
    return {};
  }
  return isRecord(value) ? repaired(value, at, work) : value;
}

/** In draft 3, `"required": true` belongs to the property that is required: `requiredByThemselves` moves it. */
function mendRequired(value: unknown, at: string, work: Work): unknown {
  const isEmptyMap = isRecord(value) && Object.keys(value).length === 0;
  if (typeof value === 'boolean' || isEmptyMap) return note(work, at, value);
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string');
  return isList ? value : flaw(work, at, 'is not a list of names');
}

function requiredByThemselves(properties: unknown): readonly string[] {
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, part]) => (isRecord(part) && part.required === true ? [name] : []));
}

function mendType(value: unknown, at: string, work: Work): unknown {
  const type = repairedType(value);
  if (!isDeepStrictEqual(type, value)) note(work, at, value);
  return type;
}

/** True for a value that stands for "nothing was given". */
function isNothing(value: unknown): value is null | undefined | readonly never[] {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function note({ notes }: Work, at: string, value: unknown): undefined {
  const was = value === undefined ? 'was missing' : `was ${truncate(JSON.stringify(value), LONGEST_VALUE, '…')}`;
  if (notes.length < MOST_NOTES) notes.push(`${place(at)} ${was}`);
}

function flaw(work: Work, at: string, what: string): undefined {
  work.flaw ??= `${place(at)} ${what}`;
}

/** Writes a path such as `.properties.a` for people; the empty path is the schema itself. */
function place(at: string): string {
  return at === '' ? 'it' : JSON.stringify(truncate(at.slice(1), LONGEST_PATH, '…'));
}

/** Maximum notes on one schema: enough to see what the server does wrong. */
const MOST_NOTES = 3;
const LONGEST_PATH = 80;
const LONGEST_VALUE = 80;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Keywords whose value may be any JSON value, including null. */
const DATA = words('const default example');
const MAPS = words('properties patternProperties $defs definitions dependentSchemas');
const LISTS = words('allOf anyOf oneOf prefixItems');
const SCHEMAS = words(
  'items additionalItems unevaluatedItems contains additionalProperties unevaluatedProperties propertyNames not if then else',
);
