import { isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import { flatten, foreignAt, merge } from './flatten.ts';
import { repair } from './repair.ts';
import type { Place, Run } from './run.ts';
import { brief, isSame, keyOf, MOST_DEPTH } from './words.ts';

/**
 * Makes the top-level schema a plain object. References and allOf are merged into it. It gets the properties of all
 * alternatives, and the description lists which properties belong together. Types other than object are dropped, because
 * arguments are always objects.
 */
export function makePlain(draft: Draft, place: Place, run: Run): Place {
  const inner = uniteAlternatives(draft, flatten(draft, place, run, EVERYTHING), run);
  draft.set('type', 'object');
  return { ...inner, depth: place.depth };
}

const EVERYTHING = { references: true, allOf: true };

/**
 * Merges the alternatives of anyOf and oneOf into the schema. If several alternatives describe a property, the property
 * accepts any of their schemas, unless the schema itself describes it.
 */
function uniteAlternatives(draft: Draft, place: Place, run: Run): Place {
  const described = new Map<string, unknown[]>();
  let inner = place;
  for (let keyword = nextAlternatives(draft); keyword !== undefined; keyword = nextAlternatives(draft)) {
    inner = { ...inner, depth: inner.depth + 1 };
    const given = draft.take(keyword);
    const branches = readBranches(given, inner, run);
    const [first, ...others] = branches;
    if (first === undefined) draft.note(keyword, given);
    else if (others.length === 0) {
      merge(draft, [first.draft]); // A value must satisfy the only alternative.
      inner = first.place;
    } else unite(draft, branches, keyword, described, run);
  }
  if (described.size === 0) return inner;
  const united = [...described].map(([name, schemas]): [string, unknown] => [name, anyOf(schemas)]);
  draft.set('properties', Object.fromEntries([...united, ...propertiesOf(draft)]));
  return inner;
}

function nextAlternatives(draft: Draft): 'anyOf' | 'oneOf' | undefined {
  return (['anyOf', 'oneOf'] as const).find((keyword) => draft.has(keyword));
}

interface Branch {
  readonly draft: Draft;
  readonly place: Place;
}

/** Returns the alternatives that an object can satisfy; an empty list if there are too many to merge. */
function readBranches(given: unknown, place: Place, run: Run): readonly Branch[] {
  if (!Array.isArray(given) || given.length > MOST_BRANCHES || place.depth > MOST_DEPTH) return [];
  return given.flatMap((schema) => readBranch(schema, place, run) ?? []);
}

const MOST_BRANCHES = 200;

function readBranch(schema: unknown, place: Place, run: Run): Branch | undefined {
  if (schema !== true && !isRecord(schema)) return undefined;
  const draft = run.draft(schema === true ? {} : schema);
  repair(draft);
  const inner = flatten(draft, foreignAt(draft, place), run, EVERYTHING);
  return [draft.take('type') ?? 'object'].flat().includes('object') ? { draft, place: inner } : undefined;
}

/**
 * Collects the property schemas of the branches in `described`, requires the properties that all branches require, and
 * adds a sentence that lists which properties belong together.
 */
function unite(
  draft: Draft,
  branches: readonly Branch[],
  keyword: string,
  described: Map<string, unknown[]>,
  run: Run,
): void {
  const own = propertiesOf(draft);
  const direct = variantsIn(branches.map((branch) => ({ properties: propertiesOf(branch.draft) })));
  for (const [name, schemas] of direct) {
    const isEverywhere = schemas.length === branches.length;
    if (own.has(name) && isEverywhere) own.set(name, { allOf: [own.get(name), anyOf(schemas)] });
  }
  if (own.size > 0) draft.set('properties', Object.fromEntries(own));
  for (const branch of branches) uniteAlternatives(branch.draft, branch.place, run);
  const sets = branches.map((branch) => ({
    draft: branch.draft,
    properties: propertiesOf(branch.draft),
    required: new Set([branch.draft.get('required') ?? []].flat().map(String)),
  }));
  for (const [name, schemas] of variantsIn(sets)) described.set(name, [...(described.get(name) ?? []), ...schemas]);
  const [first, ...others] = sets;
  const needed = [...(first?.required ?? [])].filter((name) => others.every(({ required }) => required.has(name)));
  if (needed.length > 0) draft.set('required', [...new Set([draft.get('required') ?? [], needed].flat())]);
  if (sets.every((set) => isClosed(set.draft)) && !draft.has('additionalProperties')) {
    draft.set('additionalProperties', false);
  }
  const isLost = (name: string) => own.has(name) && direct.get(name)?.length !== branches.length;
  const told = tellSets(sets, isLost, new Set(needed));
  if (told.every((set) => set === '()')) return;
  draft.say(
    `Give ${keyword === 'oneOf' ? 'exactly' : 'at least'} one of these sets of properties: ${told.join(', ')}.`,
  );
}

interface PropertySet {
  readonly draft: Draft;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
}

function isClosed(draft: Draft): boolean {
  return draft.get('additionalProperties') === false && !draft.has('patternProperties');
}

function propertiesOf(draft: Draft): Map<string, unknown> {
  return new Map(Object.entries(Object(draft.get('properties'))));
}

function variantsIn(sets: readonly Pick<PropertySet, 'properties'>[]): Map<string, unknown[]> {
  const variants = new Map<string, unknown[]>();
  for (const { properties } of sets) {
    for (const [name, schema] of properties) {
      const schemas = variants.get(name);
      if (schemas === undefined) variants.set(name, [schema]);
      else schemas.push(schema);
    }
  }
  return variants;
}

/**
 * Returns one schema for the values that any of the schemas accepts. Schemas that differ only in their enum or const
 * are merged.
 */
function anyOf(schemas: readonly unknown[]): unknown {
  const distinct = [...new Map(schemas.map((schema) => [keyOf(schema), schema])).values()];
  if (distinct.length === 1) return distinct[0];
  const values = distinct.flatMap((schema) => valuesOf(schema) ?? []);
  const [first] = values;
  if (values.length < distinct.length || !values.every(({ beside }) => isSame(beside, first?.beside))) {
    return { anyOf: distinct };
  }
  return { ...first?.beside, enum: [...new Set(values.flatMap((one) => one.values))] };
}

function valuesOf(schema: unknown): { values: readonly unknown[]; beside: object } | undefined {
  if (!isRecord(schema)) return undefined;
  const { const: value, enum: values, ...beside } = schema;
  if (value !== undefined && values === undefined) return { values: [value], beside };
  return Array.isArray(values) && value === undefined ? { values, beside } : undefined;
}

/**
 * Writes the properties of each set: `(kind: "circle", radius, colour?)`. A question mark means optional. Properties that
 * are the same in all sets are omitted. If the schema describes a property differently (`isLost`), its schema is quoted.
 */
function tellSets(
  sets: readonly PropertySet[],
  isLost: (name: string) => boolean,
  needed: ReadonlySet<string>,
): readonly string[] {
  const variants = variantsIn(sets);
  const isShared = (name: string): boolean => {
    const schemas = variants.get(name) ?? [];
    const isAlike = schemas.length === sets.length && new Set(schemas.map(keyOf)).size === 1;
    return isAlike && new Set(sets.map(({ required }) => required.has(name))).size === 1;
  };
  const shared = new Set([...variants.keys()].filter(isShared));
  return sets.map(({ draft, properties, required }) => {
    const names = [...properties]
      .filter(([name]) => !shared.has(name))
      .map(([name, schema]) => {
        const values = valuesOf(schema)?.values;
        const quoted = isLost(name) ? `: ${draft.quote(schema)}` : '';
        const said = values?.length === 1 ? `: ${brief(values[0], MOST_LABEL)}` : quoted;
        return `${name}${required.has(name) ? '' : '?'}${said}`;
      });
    const further = [...required].filter((name) => !properties.has(name) && !needed.has(name));
    return `(${[...names, ...further, ...labelOf(draft)].join(', ')})`;
  });
}

/** Returns the description of a set and its remaining keywords as text. */
function labelOf(draft: Draft): readonly string[] {
  for (const keyword of SAID_ALREADY) draft.take(keyword);
  const { description, title, ...beside } = draft.finish();
  const label = description ?? title;
  return [
    ...(typeof label === 'string' ? [brief(label, MOST_LABEL)] : []),
    ...(Object.keys(beside).length > 0 ? [draft.quote(beside)] : []),
  ];
}

const MOST_LABEL = 300;

const SAID_ALREADY = 'properties required additionalProperties $id $schema $anchor $comment $defs definitions'.split(
  ' ',
);
