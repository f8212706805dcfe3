import { isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import { isSame } from './words.ts';

/**
 * Makes one schema of two that must both hold. It accepts whatever both accept: where no keyword can say that, the
 * part's is said in words. Schemas inside are joined by allOf, to be met in their turn. What grows is kept as Map or Set
 * until `settleMeeting`, or the hundredth part would take a hundred times as long as the first.
 */
export function meet(into: Draft, part: Draft): void {
  for (const keyword of OF_ITS_PLACE) part.take(keyword);
  for (const group of GROUPS) if (isClash(into, part, group)) part.tell(...group);
  for (const [keyword, value] of part.fields) {
    const own = into.get(keyword);
    const met = own === undefined ? value : meetValues(keyword, own, value);
    if (met === undefined) into.note(keyword, value);
    else into.set(keyword, met);
  }
  into.adopt(part);
}

/** After the last part. */
export function settleMeeting(draft: Draft): void {
  for (const [keyword, value] of draft.fields) {
    if (value instanceof Map) draft.set(keyword, Object.fromEntries(value));
    else if (value instanceof Set) draft.set(keyword, [...value]);
  }
}

/** A schema for what both accept. */
export function both(one: unknown, other: unknown): unknown {
  const isJoin = isRecord(one) && joined.has(one);
  if (one === true || (!isJoin && isSame(one, other))) return other;
  if (other === true) return one;
  if (one === false || other === false) return false;
  const join = { allOf: isJoin ? [...list(one.allOf), other] : [one, other] };
  joined.add(join);
  return join;
}

/** Made here, and flat, however many come together. */
const joined = new WeakSet<object>();

/** Say where a schema stands, and mean nothing elsewhere. */
const OF_ITS_PLACE = ['$schema', '$id', '$anchor', '$comment', '$dynamicAnchor', '$defs', 'definitions'];

/** Keywords that mean something together only. */
const GROUPS: readonly (readonly string[])[] = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['prefixItems', 'items'],
];

function isClash(into: Draft, part: Draft, [first = '', ...others]: readonly string[]): boolean {
  if (part.has(first)) return into.has(first) || others.some((keyword) => into.has(keyword));
  return into.has(first) && others.some((keyword) => part.has(keyword));
}

function meetValues(keyword: string, own: unknown, value: unknown): unknown {
  const rule = RULES.get(keyword);
  if (rule !== undefined) return rule(own, value);
  return ANNOTATIONS.has(keyword) || isSame(own, value) ? own : undefined;
}

type Rule = (own: unknown, value: unknown) => unknown;

const larger: Rule = (own, value) => Math.max(Number(own), Number(value));
const smaller: Rule = (own, value) => Math.min(Number(own), Number(value));
const concat: Rule = (own, value) => [...list(own), ...list(value)];
const unite: Rule = (own, value) => [...new Set([...list(own), ...list(value)])];
const gather: Rule = (own, value) => {
  const names = own instanceof Set ? own : new Set(list(own));
  for (const name of list(value)) names.add(name);
  return names;
};

const RULES = new Map<string, Rule>([
  ...each('minimum exclusiveMinimum minLength minItems minProperties', larger),
  ...each('maximum exclusiveMaximum maxLength maxItems maxProperties', smaller),
  ...each('properties patternProperties dependentSchemas', meetMaps(both)),
  ...each('items additionalProperties propertyNames', both),
  ...each('required', gather),
  ...each('allOf', concat),
  ...each('dependentRequired', meetMaps(unite)),
  ...each('uniqueItems', (own, value) => own === true || value === true),
  ...each('type', meetTypes),
  ...each('enum', meetEnums),
  ...each('not', (own, value) => (isSame(own, value) ? own : { anyOf: [own, value] })),
  ...each('description', (own, value) => (own === value ? own : `${String(own)} ${String(value)}`)),
]);

function each(keywords: string, rule: Rule): [string, Rule][] {
  return keywords.split(' ').map((keyword) => [keyword, rule]);
}

/** Of these the first counts; they constrain nothing. */
const ANNOTATIONS = new Set(
  'title default examples example nullable deprecated readOnly writeOnly contentEncoding contentMediaType contentSchema'.split(
    ' ',
  ),
);

function meetMaps(rule: Rule): Rule {
  return (own, value) => {
    const met = own instanceof Map ? own : new Map(Object.entries(Object(own)));
    for (const [name, part] of Object.entries(Object(value))) {
      met.set(name, met.has(name) ? rule(met.get(name), part) : part);
    }
    return met;
  };
}

/** Undefined when nothing is of both. An integer is a number. */
function meetTypes(own: unknown, value: unknown): unknown {
  const [ours, theirs] = [withIntegers(list(own)), withIntegers(list(value))];
  const shared = ours.filter((type) => theirs.includes(type));
  const met = shared.includes('number') ? shared.filter((type) => type !== 'integer') : shared;
  if (met.length === 0) return undefined;
  return met.length === 1 ? met[0] : met;
}

function withIntegers(types: readonly unknown[]): unknown[] {
  return types.includes('number') ? [...new Set([...types, 'integer'])] : [...types];
}

/** Undefined when no value is of both, or when they are not simple enough to be compared. */
function meetEnums(own: unknown, value: unknown): unknown {
  const [ours, theirs] = [list(own), new Set(list(value))];
  if (![...ours, ...theirs].every((one) => typeof one !== 'object' || one === null)) return undefined;
  const shared = ours.filter((one) => theirs.has(one));
  return shared.length === 0 ? undefined : shared;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
