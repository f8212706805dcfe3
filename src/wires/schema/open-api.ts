import { type Fields, isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import type { Place, Run } from './run.ts';
import { makeLone } from './translate.ts';
import { MOST_DEPTH } from './words.ts';

/**
 * What Google's Schema message can say: one type, null as `nullable`, alternatives with nothing beside them. The service
 * refuses a schema without a type, an enum of anything but texts, a list without items, a required property that is not
 * described, a format that it does not know, and a keyword of another type.
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
 * Where but one branch is left of an alternative, null aside, that becomes part of the schema itself. Tells whether one
 * did: what it brings along has to be drawn in again.
 */
export function collapse(draft: Draft): boolean {
  const branches = draft.get('anyOf');
  const left = Array.isArray(branches) ? branches.filter((branch) => !isNullBranch(branch)) : [];
  if (left.length !== 1) return false;
  if (admitsNull(draft)) draft.set('nullable', true);
  draft.take('anyOf');
  draft.set('allOf', left);
  return true;
}

/** Takes null out of types, values and branches; whether it is accepted. */
function takeNull(draft: Draft): boolean {
  const isNullable = draft.get('nullable') === true || admitsNull(draft);
  for (const [keyword, isNull] of WHERE_NULL_STANDS) {
    const list = listIn(draft, keyword);
    if (list === undefined || !list.some(isNull)) continue;
    const others = list.filter((one) => !isNull(one));
    if (others.length === 0) return onlyNull(draft);
    draft.set(keyword, keyword === 'type' && others.length === 1 ? others[0] : others);
  }
  return isNullable;
}

function onlyNull(draft: Draft): true {
  const type = listIn(draft, 'type')?.find((one) => one !== 'null') ?? 'string';
  for (const [keyword] of WHERE_NULL_STANDS) if (keyword !== 'type') draft.take(keyword);
  draft.set('type', type);
  draft.say('(always null)');
  return true;
}

/** It is said to be accepted, and nothing that stands beside it says otherwise. */
function admitsNull(draft: Draft): boolean {
  const said = WHERE_NULL_STANDS.flatMap(([keyword, isNull]) => listIn(draft, keyword)?.some(isNull) ?? []);
  return said.length > 0 && said.every(Boolean);
}

const WHERE_NULL_STANDS: readonly [string, (value: unknown) => boolean][] = [
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

/** The types that a value may still be of: a number may be an integer, and of listed values each has its own. */
function typesOf(draft: Draft): readonly string[] {
  const given = [draft.get('type') ?? inferType(draft) ?? []].flat().map(String);
  const types = given.filter((type) => !(type === 'integer' && given.includes('number')));
  const values = listIn(draft, 'enum');
  const listed = types.filter((type) =>
    values?.some((value) => TYPES.some((known) => known === type && isOf(value, known))),
  );
  return values === undefined || listed.length === 0 ? types : listed;
}

/** Without a type, what its keywords are about: who writes `properties` means an object. */
function inferType(draft: Draft): string | undefined {
  if (draft.has('anyOf')) return undefined;
  const values = listIn(draft, 'enum');
  if (values !== undefined) return TYPES.find((type) => values.every((value) => isOf(value, type)));
  return TYPES.find((type) => KEYWORDS_OF[type].some((keyword) => keyword !== 'format' && draft.has(keyword)));
}

type Type = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';

/** In the order in which they are inferred. */
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
  // Values are compared whatever the type; all other keywords of another type are void.
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

/** At the bottom, where nothing may be nested further. */
function makeSimple(draft: Draft, types: readonly string[], isNullable: boolean): void {
  draft.tell('required');
  makeTyped(draft, types.find((type) => type !== 'array') ?? 'string', isNullable);
}

function makeAnything(draft: Draft, isNullable: boolean, run: Run): void {
  draft.tell('enum', 'format');
  draft.set('anyOf', ANYTHING);
  makeAlternatives(draft, isNullable, run);
}

/** A branch for each type, with the keywords that are about it. */
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

/** Leaves anyOf alone in its schema: words, and that it may be null, go into the first branch. */
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

/** Made here, and within the rules: it need not be read again, where there is room for all of it. */
export function isSpelledOut(schema: unknown, place: Place): boolean {
  return place.depth + SPELLED_DEPTH <= MOST_DEPTH && spelled.has(schema);
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

/** A schema without a type is refused, so any value is spelled out; but for lists in lists. */
const ANYTHING: readonly Fields[] = [...SIMPLE, { type: 'array', items: { anyOf: SIMPLE } }];
const SPELLED_DEPTH = 2;
const spelled: ReadonlySet<unknown> = new Set(ANYTHING);
