import { type Fields, isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import { flatten, foreignAt } from './flatten.ts';
import { isSound, kindOf } from './keywords.ts';
import { collapse, makeOpenApi } from './open-api.ts';
import { makePlain } from './plain-top.ts';
import { References } from './references.ts';
import { repair } from './repair.ts';
import type { SchemaRules } from './rules.ts';
import { type Place, Run, TOP } from './run.ts';
import { makeLone, translate } from './translate.ts';
import { cut, MOST_DEPTH, MOST_WORDS } from './words.ts';

/**
 * Narrows a schema to the rules. A schema that already follows the rules is returned unchanged. References stay if the
 * rules allow them; but if one of them would have no target in the result, all references are inlined.
 */
export function narrow(schema: Fields, rules: SchemaRules): Fields {
  if (rules.inlines === true) return narrowTop(new Run(schema, rules, 'inlining'), schema);
  if (narrowTop(new Run(schema, rules, 'checking'), schema) === schema) return schema;
  const run = new Run(schema, rules, 'loosening');
  const narrowed = narrowTop(run, schema);
  const references = new References(narrowed);
  const isWhole = [...run.kept].every((reference) => references.follow(reference) !== undefined);
  return isWhole ? narrowed : narrowTop(new Run(schema, rules, 'inlining'), schema);
}

function narrowTop(run: Run, schema: Fields): Fields {
  const narrowed = narrowNode(schema, TOP, run);
  return isRecord(narrowed) ? narrowed : {};
}

/** Narrows one schema: first its own keywords, then its subschemas. */
function narrowNode(given: unknown, place: Place, run: Run): unknown {
  if (typeof given === 'boolean' && run.rules.keywords === undefined) return given;
  const draft = run.draft(isRecord(given) ? given : {});
  if (given === false) draft.say('(no value is valid here)');
  else if (given !== true && !isRecord(given)) draft.say(`(${draft.quote(given)})`);
  const inner = prepare(draft, place, run);
  narrowParts(draft, inner, run);
  return draft.finish();
}

/** Narrows the schema's own keywords and leaves its subschemas unchanged. Returns the position of the subschemas. */
function prepare(draft: Draft, place: Place, run: Run): Place {
  repair(draft);
  if (place.depth > MOST_DEPTH) cutDeep(draft, run);
  const merged = { references: run.inlines, allOf: !run.passes('allOf', place) };
  const isPlain = place.depth === 0 && run.rules.plainTop === true;
  let inner = place.depth === 0 ? place : foreignAt(draft, place);
  inner = isPlain ? makePlain(draft, inner, run) : flatten(draft, inner, run, merged);
  translate(draft, place, run);
  for (let round = 0; run.rules.openApi === true && round < MOST_DEPTH && collapse(draft); round++) {
    inner = flatten(draft, inner, run, merged);
    translate(draft, place, run);
  }
  if (run.rules.openApi === true) makeOpenApi(draft, place, run);
  else if (run.rules.loneAnyOf === true) makeLone(draft, run);
  if (place.depth === 0 && run.rules.fullTop === true && !draft.has('properties')) draft.set('properties', {});
  if (run.rules.names !== undefined) dropNames(draft, run.rules.names);
  keepReference(draft, inner, run);
  return inner;
}

/** Replaces all subschemas by text, for schemas below the maximum depth. */
function cutDeep(draft: Draft, run: Run): void {
  const isNested = (keyword: string) => ['schema', 'schemas', 'map', 'dependencies'].includes(kindOf(keyword) ?? '');
  draft.tell(...[...draft.fields.keys()].filter(isNested), ...(run.inlines ? ['$ref'] : []));
}

function keepReference(draft: Draft, place: Place, run: Run): void {
  const reference = draft.get('$ref');
  if (typeof reference !== 'string') return;
  if (!place.isForeign && run.references.follow(reference) !== undefined) {
    run.kept.add(reference);
    return;
  }
  draft.take('$ref');
  draft.say(`(as defined by ${cut(reference, MOST_WORDS)})`);
}

function narrowParts(draft: Draft, place: Place, run: Run): void {
  const part = (schema: unknown, name?: string) => narrowNode(schema, { ...place, depth: place.depth + 1, name }, run);
  for (const [keyword, value] of draft.fields) {
    const narrowed = narrowKeyword(keyword, value, part);
    if (narrowed !== value) draft.set(keyword, narrowed);
  }
}

type NarrowPart = (schema: unknown, name?: string) => unknown;

function narrowKeyword(keyword: string, value: unknown, part: NarrowPart): unknown {
  switch (kindOf(keyword)) {
    case 'schema':
      // Every provider accepts a boolean here, even if other schemas must be objects.
      return keyword === 'additionalProperties' && typeof value === 'boolean' ? value : part(value);
    case 'schemas':
      return mapList(value, part);
    case 'map':
      return mapValues(value, keyword === 'properties' ? part : (schema) => part(schema));
    case 'dependencies':
      return mapValues(value, (one) => (isSound('texts', one) ? one : part(one)));
    default:
      return value;
  }
}

function mapList(value: unknown, part: NarrowPart): unknown {
  if (!Array.isArray(value)) return value;
  const mapped = value.map((one) => part(one));
  return mapped.every((one, place) => one === value[place]) ? value : mapped;
}

function mapValues(value: unknown, part: NarrowPart): unknown {
  const entries = Object.entries(Object(value));
  const mapped = entries.map(([name, one]): [string, unknown] => [name, part(one, name)]);
  // Object.fromEntries instead of assignment, because a property may be named `__proto__`.
  return mapped.every(([, one], place) => one === entries[place]?.[1]) ? value : Object.fromEntries(mapped);
}

/**
 * Replaces properties whose names the provider refuses by text. The model may still use them, so other properties stay
 * allowed.
 */
function dropNames(draft: Draft, names: RegExp): void {
  const isRefused = (name: string) => !names.test(name);
  const properties = Object.entries(Object(draft.get('properties')));
  const required = new Set([draft.get('required') ?? []].flat().map(String));
  const undescribed = [...required].map((name): [string, unknown] => [name, {}]);
  const dropped = new Map([...undescribed, ...properties].filter(([name]) => isRefused(name)));
  if (dropped.size === 0) return;
  for (const [name, schema] of dropped) {
    const words = required.has(name) ? 'Also required' : 'Also allowed';
    draft.say(`${words}: ${draft.quote(name)}: ${draft.quote(schema)}.`);
  }
  if (draft.has('required'))
    draft.set(
      'required',
      [...required].filter((name) => !dropped.has(name)),
    );
  if (draft.has('properties')) {
    draft.set('properties', Object.fromEntries(properties.filter(([name]) => !dropped.has(name))));
  }
  if (draft.get('additionalProperties') === false) {
    draft.say('No other properties are allowed.');
    draft.take('additionalProperties');
  } else draft.tell('additionalProperties');
}
