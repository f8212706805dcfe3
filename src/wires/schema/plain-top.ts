import { isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import { flatten } from './flatten.ts';
import { both, meet, settleMeeting } from './meet.ts';
import { repair } from './repair.ts';
import type { Place, Run } from './run.ts';
import { brief, isSame, keyOf, MOST_DEPTH } from './words.ts';

/**
 * Makes a plain object of the top: what is referred to and what must all hold is drawn in; of alternatives the top has
 * all properties, and says which belong together. Arguments are objects, so nothing else is lost.
 */
export function makePlain(draft: Draft, place: Place, run: Run): Place {
  const inner = flatten(draft, place, run, { references: true, allOf: true });
  uniteAlternatives(draft, inner, run);
  if (draft.get('type') === undefined) draft.fields = new Map([['type', 'object'], ...draft.fields]);
  else if (draft.get('type') !== 'object') draft.set('type', 'object');
  return inner;
}

/** Beyond these, alternatives are said in words alone. */
const MOST_BRANCHES = 200;

/** Returns the names that only some of the alternatives describe: whoever keeps to another may use them as he likes. */
function uniteAlternatives(draft: Draft, place: Place, run: Run): ReadonlySet<string> {
  const loose = new Set<string>();
  for (const keyword of ['anyOf', 'oneOf']) uniteBranches(draft, keyword, loose, place, run);
  return loose;
}

function uniteBranches(draft: Draft, keyword: string, loose: Set<string>, place: Place, run: Run): void {
  const given = draft.get(keyword);
  if (!Array.isArray(given)) return;
  if (given.length > MOST_BRANCHES || place.depth >= MOST_DEPTH) {
    draft.tell(keyword);
    return;
  }
  draft.take(keyword);
  const branches = given.flatMap((schema) => readBranch(schema, place, run) ?? []);
  const [first] = branches;
  if (first === undefined) draft.note(keyword, given);
  else if (branches.length === 1) uniteOne(draft, first, loose);
  else unite(draft, branches, keyword, loose);
}

interface Branch {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<unknown>;
  readonly loose: ReadonlySet<string>;
  readonly isClosed: boolean;
  /** All of it. */
  readonly rest: Draft;
}

/** Undefined for a branch that no object is of. */
function readBranch(schema: unknown, place: Place, run: Run): Branch | undefined {
  if (schema !== true && !isRecord(schema)) return undefined;
  const draft = run.draft(schema === true ? {} : schema);
  repair(draft);
  const inner = flatten(draft, { ...place, depth: place.depth + 1 }, run, { references: true, allOf: true });
  const loose = uniteAlternatives(draft, inner, run);
  if (![draft.take('type') ?? 'object'].flat().includes('object')) return undefined;
  return {
    properties: propertiesOf(draft),
    required: new Set([draft.get('required') ?? []].flat()),
    loose,
    isClosed: draft.get('additionalProperties') === false && !draft.has('patternProperties'),
    rest: draft,
  };
}

function uniteOne(draft: Draft, branch: Branch, loose: Set<string>): void {
  const own = propertiesOf(draft);
  const theirs = new Map(branch.properties);
  for (const name of branch.loose) if (own.has(name)) theirs.delete(name);
  for (const name of loose) if (theirs.has(name)) own.delete(name);
  if (draft.has('properties')) draft.set('properties', Object.fromEntries(own));
  if (branch.rest.has('properties')) branch.rest.set('properties', Object.fromEntries(theirs));
  meet(draft, branch.rest);
  settleMeeting(draft);
  for (const name of branch.loose) if (!own.has(name)) loose.add(name);
}

function unite(draft: Draft, branches: readonly Branch[], keyword: string, loose: Set<string>): void {
  const own = propertiesOf(draft);
  const shared = new Set<string>();
  const lost = new Set<string>();
  for (const [name, schemas] of variantsIn(branches)) {
    const isEverywhere = schemas.length === branches.length && !branches.some((branch) => branch.loose.has(name));
    const either = eitherOf(schemas);
    if (isEverywhere && isSame(either, schemas[0]) && isNeededAlike(name, branches)) shared.add(name);
    if (!own.has(name)) own.set(name, either);
    else if (loose.has(name)) own.set(name, isEverywhere ? either : eitherOf([own.get(name), ...schemas]));
    else if (isEverywhere) own.set(name, both(own.get(name), either));
    else lost.add(name);
    if (isEverywhere) loose.delete(name);
    else if (!lost.has(name)) loose.add(name);
  }
  const [first, ...others] = branches;
  const needed = [...(first?.required ?? [])].filter((name) => others.every(({ required }) => required.has(name)));
  if (own.size > 0) draft.set('properties', Object.fromEntries(own));
  if (needed.length > 0) draft.set('required', [...new Set([draft.get('required') ?? [], needed].flat())]);
  if (branches.every(({ isClosed }) => isClosed) && !draft.has('additionalProperties')) {
    draft.set('additionalProperties', false);
  }
  const sets = branches.map((branch) => tellBranch(branch, { shared, lost, needed: new Set(needed) }));
  if (sets.every((set) => set === '()')) return;
  draft.say(`Give ${keyword === 'oneOf' ? 'exactly' : 'at least'} one of these sets: ${sets.join(', ')}.`);
}

function propertiesOf(draft: Draft): Map<string, unknown> {
  return new Map(Object.entries(Object(draft.get('properties'))));
}

function variantsIn(branches: readonly Branch[]): Map<string, unknown[]> {
  const variants = new Map<string, unknown[]>();
  for (const { properties } of branches) {
    for (const [name, schema] of properties) {
      const schemas = variants.get(name);
      if (schemas === undefined) variants.set(name, [schema]);
      else schemas.push(schema);
    }
  }
  return variants;
}

function isNeededAlike(name: string, branches: readonly Branch[]): boolean {
  return new Set(branches.map(({ required }) => required.has(name))).size === 1;
}

/** One schema for what any of these accepts. Values that alone tell the branches apart become one list of values. */
function eitherOf(schemas: readonly unknown[]): unknown {
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

interface Told {
  /** Names of which all branches say the same. */
  readonly shared: ReadonlySet<string>;
  /** Names of which the top keeps its own schema. */
  readonly lost: ReadonlySet<string>;
  readonly needed: ReadonlySet<unknown>;
}

/** Which properties belong together: `(kind: "circle", radius, colour?)`; what need not be there has a question mark. */
function tellBranch({ properties, required, rest }: Branch, { shared, lost, needed }: Told): string {
  const names = [...properties]
    .filter(([name]) => !shared.has(name))
    .map(([name, schema]) => {
      const value = valuesOf(schema)?.values;
      const says = value?.length === 1 ? `: ${brief(value[0], MOST_LABEL)}` : '';
      return `${name}${required.has(name) ? '' : '?'}${lost.has(name) && says === '' ? `: ${rest.quote(schema)}` : says}`;
    });
  const further = [...required].filter((name) => !properties.has(String(name)) && !needed.has(name));
  for (const keyword of ['properties', 'required', 'additionalProperties', ...IDENTITY]) rest.take(keyword);
  const { description, title, ...beside } = rest.finish();
  const label = description ?? title;
  const more = [
    ...(typeof label === 'string' ? [brief(label, MOST_LABEL)] : []),
    ...(Object.keys(beside).length > 0 ? [rest.quote(beside)] : []),
  ];
  return `(${[...names, ...further, ...more].join(', ')})`;
}

const MOST_LABEL = 300;

const IDENTITY = ['$id', '$schema', '$anchor', '$comment', '$defs', 'definitions'];
