import { type Fields, isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import type { Place, Run } from './run.ts';
import { makeLone } from './translate.ts';
import { MOST_DEPTH } from './words.ts';

/**
 * Fits a schema to Google's Schema message: one type, null as `nullable`, and no keywords beside `anyOf`. The service
 * rejects a schema without a type, an enum with values other than strings, an array without `items`, a required property
 * that is not in `properties`, an unknown format, and a keyword that belongs to another type.
 */
export function makeOpenApi(draft: Draft, place: Place, run: Run): void {
  const isNullable = takeNull(draft);
  const types = typesOf(draft);
  const [type] = types;
  if (place.depth > MOST_DEPTH) makeSimple(draft, types, isNullable);
  else if (draft.has('anyOf')) makeAlternatives(draft, isNullable, run);
  else if (type === undefined) makeAnything(draft, isNullable, run);
  else if (types.length === 1) makeTyped(draft, type, isNullable);
  else {
    splitTypes(draft, types);
    makeAlternatives(draft, isNullable, run);
  }
}

/**
 * If anyOf has exactly one branch besides null, moves that branch to allOf and returns true. The caller must then merge
 * allOf into the schema.
 */
export function collapse(draft: Draft): boolean {
  const branches = listIn(draft, 'anyOf') ?? [];
  const left = branches.filter((branch) => !isNullBranch(branch));
  if (left.length !== 1) return false;
  if (branches.length > 1) draft.set('nullable', true);
  draft.take('anyOf');
  draft.set('allOf', left);
  return true;
}

/** Removes null from `type`, `enum` and `anyOf`. Returns true if the schema accepts null. */
function takeNull(draft: Draft): boolean {
  let isNullable = draft.get('nullable') === true;
  for (const [keyword, isNull] of NULL_IN) {
    const list = listIn(draft, keyword);
    if (list === undefined || !list.some(isNull)) continue;
    const others = list.filter((one) => !isNull(one));
    if (others.length === 0) return onlyNull(draft);
    isNullable = true;
    draft.set(keyword, keyword === 'type' && others.length === 1 ? others[0] : others);
  }
  return isNullable;
}

function onlyNull(draft: Draft): true {
  const type = listIn(draft, 'type')?.find((one) => one !== 'null') ?? 'string';
  for (const [keyword] of NULL_IN) if (keyword !== 'type') draft.take(keyword);
  draft.set('type', type);
  draft.say('(always null)');
  return true;
}

const NULL_IN: readonly [string, (value: unknown) => boolean][] = [
  ['type', (type) => type === 'null'],
  ['enum', (value) => value === null],
  ['anyOf', isNullBranch],
];

function isNullBranch(branch: unknown): boolean {
  if (!isRecord(branch)) return false;
  return (
    branch.type === 'null' ||
    branch.const === null ||
    (Array.isArray(branch.enum) && branch.enum.every((value) => value === null))
  );
}

function listIn(draft: Draft, keyword: string): readonly unknown[] | undefined {
  const value = draft.get(keyword);
  return value === undefined ? undefined : [value].flat();
}

/**
 * Returns the types that a value may have. `number` includes `integer`; an enum restricts the types to those of its
 * values.
 */
function typesOf(draft: Draft): readonly string[] {
  const given = [draft.get('type') ?? inferType(draft) ?? []].flat().map(String);
  const types = given.filter((type) => !(type === 'integer' && given.includes('number')));
  const values = listIn(draft, 'enum');
  const listed = types.filter((type) =>
    values?.some((value) => TYPES.some((known) => known === type && isOf(value, known))),
  );
  return values === undefined || listed.length === 0 ? types : listed;
}

/** Infers the type from the keywords: `properties`, for example, means an object. */
function inferType(draft: Draft): string | undefined {
  if (draft.has('anyOf')) return undefined;
  const values = listIn(draft, 'enum');
  if (values !== undefined) return TYPES.find((type) => values.every((value) => isOf(value, type)));
  return TYPES.find((type) => KEYWORDS_OF[type].some((keyword) => keyword !== 'format' && draft.has(keyword)));
}

type Type = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';

/** Types in the order in which they are inferred. */
const TYPES: readonly Type[] = ['object', 'array', 'string', 'integer', 'number', 'boolean'];

const KEYWORDS_OF: Readonly<Record<Type, readonly string[]>> = {
  object: ['properties', 'required', 'minProperties', 'maxProperties'],
  array: ['items', 'minItems', 'maxItems'],
  string: ['enum', 'pattern', 'minLength', 'maxLength', 'format'],
  integer: ['minimum', 'maximum', 'format'],
  number: ['minimum', 'maximum', 'format'],
  boolean: [],
};

const FORMATS_OF: Readonly<Partial<Record<Type, readonly unknown[]>>> = {
  string: ['date-time', 'enum'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

function makeTyped(draft: Draft, given: string, isNullable: boolean): void {
  const type = TYPES.find((known) => known === given) ?? 'string';
  draft.set('type', type);
  const values = draft.get('enum');
  // An unsupported enum becomes text, because it constrains values of any type. Other keywords of another type have no
  // effect, so they are dropped.
  const isListed =
    type === 'string' && Array.isArray(values) && values.every((value) => typeof value === 'string' && value !== '');
  if (!isListed) draft.tell('enum');
  if (draft.has('format') && FORMATS_OF[type]?.includes(draft.get('format')) !== true) draft.tell('format');
  for (const keyword of OF_A_TYPE) if (!KEYWORDS_OF[type].includes(keyword)) draft.take(keyword);
  if (type === 'array' && !draft.has('items')) draft.set('items', {});
  if (type === 'object') describeRequired(draft);
  if (isNullable) draft.set('nullable', true);
  else draft.take('nullable');
}

const OF_A_TYPE = new Set(Object.values(KEYWORDS_OF).flat());

function describeRequired(draft: Draft): void {
  const properties = new Map(Object.entries(Object(draft.get('properties'))));
  const missing = (listIn(draft, 'required') ?? []).map(String).filter((name) => !properties.has(name));
  if (missing.length === 0) return;
  draft.set('properties', Object.fromEntries([...properties, ...missing.map((name) => [name, {}])]));
}

/** Makes a schema without nesting, for the deepest level. */
function makeSimple(draft: Draft, types: readonly string[], isNullable: boolean): void {
  draft.tell('required');
  makeTyped(draft, types.find((type) => type !== 'array') ?? 'string', isNullable);
}

function makeAnything(draft: Draft, isNullable: boolean, run: Run): void {
  draft.tell('enum', 'format');
  draft.set('anyOf', ANYTHING);
  makeAlternatives(draft, isNullable, run);
}

/** Makes an anyOf branch for each type, with the keywords of that type. */
function splitTypes(draft: Draft, types: readonly string[]): void {
  const values = listIn(draft, 'enum');
  const branches = TYPES.filter((type) => types.includes(type)).map((type): Fields => {
    const about = KEYWORDS_OF[type].filter((keyword) => keyword !== 'enum' && draft.has(keyword));
    const fields = Object.fromEntries(about.map((keyword) => [keyword, draft.get(keyword)]));
    return { type, ...fields, ...(values && { enum: values.filter((value) => isOf(value, type)) }) };
  });
  for (const keyword of ['type', 'enum', ...OF_A_TYPE]) draft.take(keyword);
  draft.set('anyOf', branches);
}

/** Leaves anyOf as the only keyword: the description and `nullable` move into the first branch. */
function makeAlternatives(draft: Draft, isNullable: boolean, run: Run): void {
  makeLone(draft, run);
  draft.take('nullable');
  draft.tell('title', 'default');
  draft.settleWords();
  const description = draft.take('description');
  const [first, ...others] = listIn(draft, 'anyOf') ?? [];
  const described = description === undefined ? first : { allOf: [{ description }, first] };
  const nulled = isNullable ? { anyOf: [described, { type: 'null' }] } : described;
  if (nulled !== first) draft.set('anyOf', [nulled, ...others]);
}

function isOf(value: unknown, type: Type): boolean {
  switch (type) {
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return type satisfies never;
  }
}

const SIMPLE: readonly Fields[] = [
  { type: 'string', nullable: true },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'object' },
];

/**
 * The schema for "any value". It lists all types, because Gemini rejects a schema without a type. Lists in lists are
 * not included.
 */
const ANYTHING: readonly Fields[] = [...SIMPLE, { type: 'array', items: { anyOf: SIMPLE } }];
