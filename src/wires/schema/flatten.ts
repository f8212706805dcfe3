import { isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import { isSound } from './keywords.ts';
import { nameOf } from './references.ts';
import { repair } from './repair.ts';
import { NOT_MONOTONE, type Place, type Run } from './run.ts';
import { cut, isSame, keyOf, MOST_DEPTH, MOST_WORDS } from './words.ts';

/** The keywords whose schemas are merged into the schema that contains them. */
export interface Merged {
  readonly references: boolean;
  readonly allOf: boolean;
}

/**
 * Merges the target of a schema's reference and the parts of its allOf into the schema. Returns the position of its
 * subschemas.
 */
export function flatten(draft: Draft, place: Place, run: Run, merged: Merged): Place {
  let inner = place;
  const parts: Draft[] = [];
  const left = takeParts(draft, merged);
  for (const [count, part] of left.entries()) {
    if (count >= MOST_PARTS) {
      draft.note('allOf', 'reference' in part ? part.reference : part.schema);
      continue;
    }
    const schema = 'reference' in part ? follow(part.reference, inner, draft, run) : part.schema;
    if ('reference' in part && isRecord(schema)) inner = { ...inner, trail: [...inner.trail, schema] };
    const read = draftOf(schema, draft, run);
    if (read === undefined) continue;
    if (schema !== run.references.root) inner = foreignAt(read, inner);
    for (const further of takeParts(read, merged)) left.push(further);
    parts.push(read);
  }
  merge(draft, parts);
  return inner;
}

/** Marks the position as foreign if the schema has its own `$id`: local references then mean that schema, not the root. */
export function foreignAt(draft: Draft, place: Place): Place {
  const id = draft.get('$id');
  return typeof id === 'string' && !id.startsWith('#') ? { ...place, isForeign: true } : place;
}

/**
 * Merges further schemas that a value must also satisfy. Properties and required names are combined. If any other keyword
 * has two values, the first stays and the second becomes text. The result accepts every value that all parts accept.
 */
export function merge(draft: Draft, parts: readonly Draft[]): void {
  if (parts.length === 0) return;
  const properties = new Map<string, unknown[]>();
  const required = new Set<unknown>();
  gather(draft, properties, required);
  for (const part of parts) {
    gather(part, properties, required);
    for (const keyword of NOT_MERGED) part.take(keyword);
    part.tell(...[...NOT_MONOTONE].filter((keyword) => keyword !== 'oneOf'));
    if (draft.has('prefixItems') && part.has('prefixItems')) part.tell('prefixItems', 'items'); // `items` depends on `prefixItems`.
    for (const [keyword, value] of part.fields) mergeKeyword(draft, keyword, value);
    draft.adopt(part);
  }
  if (properties.size > 0)
    draft.set('properties', Object.fromEntries([...properties].map(([name, all]) => [name, allOf(all)])));
  if (required.size > 0) draft.set('required', [...required]);
}

function gather(draft: Draft, properties: Map<string, unknown[]>, required: Set<unknown>): void {
  for (const [name, schema] of Object.entries(Object(draft.get('properties')))) {
    const schemas = properties.get(name);
    if (schemas === undefined) properties.set(name, [schema]);
    else schemas.push(schema);
  }
  for (const name of [draft.get('required') ?? []].flat()) required.add(name);
}

function mergeKeyword(draft: Draft, keyword: string, value: unknown): void {
  const own = draft.get(keyword);
  if (own === undefined) draft.set(keyword, value);
  else if (keyword === 'description') {
    if (own !== value) draft.set(keyword, `${String(own)} ${String(value)}`);
  } else if (keyword === 'allOf') draft.set(keyword, [own, value].flat());
  else if (!ANNOTATIONS.has(keyword) && !isSame(own, value)) draft.note(keyword, value);
}

/** Returns a schema for the values that all of the schemas accept. */
function allOf(schemas: readonly unknown[]): unknown {
  const distinct = [...new Map(schemas.map((schema) => [keyOf(schema), schema])).values()];
  return distinct.length === 1 ? distinct[0] : { allOf: distinct };
}

/** Keywords that are merged separately, or that have no meaning outside the schema that contains them. */
const NOT_MERGED = 'properties required $schema $id $anchor $comment $dynamicAnchor $defs definitions'.split(' ');

/** Keywords that constrain nothing. If there are two values, the first stays. */
const ANNOTATIONS = new Set(
  'title default examples example nullable deprecated readOnly writeOnly contentEncoding contentMediaType contentSchema'.split(
    ' ',
  ),
);

type Part = { readonly schema: unknown } | { readonly reference: string };

/** Parts beyond this number become text, to limit the time. */
const MOST_PARTS = 200;

function takeParts(draft: Draft, merged: Merged): Part[] {
  const reference = merged.references ? draft.take('$ref') : undefined;
  const schemas = merged.allOf ? draft.take('allOf') : undefined;
  return [
    ...(typeof reference === 'string' ? [{ reference }] : []),
    ...(Array.isArray(schemas) ? schemas.map((schema: unknown) => ({ schema })) : []),
  ];
}

function draftOf(schema: unknown, into: Draft, run: Run): Draft | undefined {
  if (schema === true || schema === undefined) return undefined;
  if (isRecord(schema)) {
    const draft = run.draft(schema);
    repair(draft);
    return draft;
  }
  into.say(schema === false ? 'No value is valid here.' : `(${into.quote(schema)})`);
  return undefined;
}

/**
 * Returns the target of a reference, only its type if it is recursive or too large to copy, or undefined if there is no
 * target.
 */
function follow(reference: string, { isForeign, trail }: Place, draft: Draft, run: Run): unknown {
  const target = isForeign ? undefined : run.references.follow(reference);
  if (target === undefined) {
    draft.say(`(as defined by ${cut(reference, MOST_WORDS)})`);
    return undefined;
  }
  const isEndless = trail.includes(target) || trail.length >= MOST_DEPTH;
  if (!isRecord(target) || (!isEndless && run.references.afford(target))) return target;
  draft.say(`(same as ${nameOf(reference)})`);
  return isSound('type', target.type) ? { type: target.type } : undefined;
}
