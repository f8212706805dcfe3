import { type Fields, isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import { flatten, foreignAt } from './flatten.ts';
import { isSound, kindOf } from './keywords.ts';
import { collapse, isSpelledOut, makeOpenApi } from './open-api.ts';
import { makePlain } from './plain-top.ts';
import { References } from './references.ts';
import { repair } from './repair.ts';
import type { SchemaRules } from './rules.ts';
import { type Place, Run, TOP } from './run.ts';
import { makeLone, translate } from './translate.ts';
import { MOST_DEPTH } from './words.ts';

/** Schemas whose references can stay keep them; where one would lead astray afterwards, all are resolved in place. */
export function narrow(schema: Fields, rules: SchemaRules): Fields {
  const run = new Run(schema, rules, rules.inlines === true);
  const narrowed = narrowNode(schema, TOP, run);
  const result = isSettled(schema, narrowed, run) ? narrowed : narrowNode(schema, TOP, new Run(schema, rules, true));
  return isRecord(result) ? result : {};
}

/** One schema: first what it says itself, then its parts, then what counts on how those came out. */
function narrowNode(given: unknown, place: Place, run: Run): unknown {
  if (typeof given === 'boolean' && run.rules.keywords === undefined) return given;
  if (isSpelledOut(given, place)) return given;
  const draft = run.draft(isRecord(given) ? given : {});
  if (given === false) draft.say('(nothing is valid here)');
  else if (given !== true && !isRecord(given)) draft.say(`(${draft.quote(given)})`);
  const inner = prepare(draft, place, run);
  settle(draft, narrowParts(draft, inner, run));
  return draft.finish();
}

/** Works on what the schema says itself; its parts are still as they were given. Returns where those stand. */
function prepare(draft: Draft, place: Place, run: Run): Place {
  repair(draft);
  if (place.depth > MOST_DEPTH) cutDeep(draft, run);
  const drawn = { references: run.inlines, allOf: !run.passes('allOf', place) };
  const isPlain = place.depth === 0 && run.rules.plainTop === true;
  let inner = place.depth === 0 ? place : foreignAt(draft, place);
  inner = isPlain ? makePlain(draft, inner, run) : flatten(draft, inner, run, drawn);
  translate(draft, place, run);
  for (let round = 0; run.rules.openApi === true && round < MOST_DEPTH && collapse(draft); round++) {
    inner = flatten(draft, inner, run, drawn);
    translate(draft, place, run);
  }
  if (run.rules.openApi === true) makeOpenApi(draft, place, run);
  else if (run.rules.loneAnyOf === true) makeLone(draft, run);
  if (place.depth === 0 && run.rules.fullTop === true && !draft.has('properties')) draft.set('properties', {});
  keepReference(draft, inner, run);
  return inner;
}

/** Deeper than anything is read, a schema has no parts. */
function cutDeep(draft: Draft, run: Run): void {
  const isNested = (keyword: string) => ['schema', 'schemas', 'map', 'dependencies'].includes(kindOf(keyword) ?? '');
  draft.tell(...[...draft.fields.keys()].filter(isNested), ...(run.inlines ? ['$ref'] : []));
}

function keepReference(draft: Draft, place: Place, run: Run): void {
  const reference = draft.get('$ref');
  if (typeof reference !== 'string') return;
  if (place.isForeign || run.references.follow(reference) === undefined) {
    draft.take('$ref');
    draft.say(`(as defined by ${reference})`);
    return;
  }
  run.kept.add(reference);
  if (isTurnedAt(draft, place)) run.isTurned = true;
}

/** What is evaluated, `unevaluated…` counts on. */
function isTurnedAt(draft: Draft, place: Place): boolean {
  return place.isTurned || draft.has('unevaluatedProperties') || draft.has('unevaluatedItems');
}

/** Returns what stood behind the keywords whose parts have changed. */
function narrowParts(draft: Draft, place: Place, run: Run): Map<string, unknown> {
  const changed = new Map<string, unknown>();
  const isTurned = isTurnedAt(draft, place);
  for (const [keyword, value] of draft.fields) {
    const isTurnedPart = isTurned || TURNING.has(keyword);
    const part = (schema: unknown, name?: string) =>
      narrowNode(schema, { ...place, depth: place.depth + 1, name, isTurned: isTurnedPart }, run);
    const narrowed = narrowKeyword(draft, keyword, value, part, run);
    if (narrowed === value) continue;
    changed.set(keyword, value);
    draft.set(keyword, narrowed);
  }
  if (draft.has('required') && run.rules.names !== undefined) dropRequired(draft, run.rules.names);
  return changed;
}

type NarrowPart = (schema: unknown, name?: string) => unknown;

function narrowKeyword(draft: Draft, keyword: string, value: unknown, part: NarrowPart, run: Run): unknown {
  const kind = kindOf(keyword);
  switch (kind) {
    case 'schema':
      // Whether others are allowed is a matter of yes or no for everyone.
      return keyword === 'additionalProperties' && typeof value === 'boolean' ? value : part(value);
    case 'schemas':
      return mapList(value, part);
    case 'map':
      if (keyword !== 'properties') return mapValues(value, (schema) => part(schema));
      return mapValues(run.rules.names === undefined ? value : dropNames(draft, value, run.rules.names), part);
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
  // Not by assignment: a property may be called `__proto__`.
  return mapped.every(([, one], place) => one === entries[place]?.[1]) ? value : Object.fromEntries(mapped);
}

/** Properties that may not be named are described; the model may write them all the same, so others must be allowed. */
function dropNames(draft: Draft, value: unknown, names: RegExp): unknown {
  const entries = Object.entries(Object(value));
  const dropped = new Map(entries.filter(([name]) => !names.test(name)));
  if (dropped.size === 0) return value;
  const required = [draft.get('required') ?? []].flat().map(String);
  const needed = new Set(required);
  for (const [name, schema] of dropped) {
    const words = needed.has(name) ? 'there must also be' : 'there may also be';
    draft.say(`Here ${words} ${draft.quote(name)}: ${draft.quote(schema)}.`);
  }
  if (draft.has('required'))
    draft.set(
      'required',
      required.filter((name) => !dropped.has(name)),
    );
  if (draft.get('additionalProperties') === false) draft.say('There are no other properties.');
  else draft.tell('additionalProperties');
  draft.take('additionalProperties');
  draft.tell('unevaluatedProperties');
  return Object.fromEntries(entries.filter(([name]) => !dropped.has(name)));
}

function dropRequired(draft: Draft, names: RegExp): void {
  const required = [draft.get('required') ?? []].flat().map(String);
  const dropped = required.filter((name) => !names.test(name));
  if (dropped.length === 0) return;
  draft.note('required', dropped);
  draft.set(
    'required',
    required.filter((name) => names.test(name)),
  );
}

/** Under these, what accepts more makes the whole accept less. */
const TURNING = new Set(['not', 'if', 'contains', 'oneOf']);

/** A part that accepts more than before must not be turned round, nor be counted on. */
function settle(draft: Draft, changed: ReadonlyMap<string, unknown>): void {
  for (const keyword of ['not', 'if', 'oneOf']) {
    if (!changed.has(keyword)) continue;
    if (keyword === 'oneOf' && !draft.has('anyOf')) draft.rename('oneOf', 'anyOf', draft.get('oneOf'));
    else draft.set(keyword, changed.get(keyword));
  }
  if (changed.has('not')) draft.tell('not');
  if (changed.has('if')) draft.tell('if', 'then', 'else');
  if (changed.has('oneOf')) draft.tell('oneOf');
  if (changed.has('contains')) draft.tell('maxContains');
  // They count on what all keywords beside them have seen.
  if (draft.isChanged) draft.tell('unevaluatedProperties', 'unevaluatedItems');
}

/** Whether every reference that stayed leads where it led; to a part that accepts more, unless it is turned round. */
function isSettled(schema: Fields, narrowed: unknown, run: Run): boolean {
  if (narrowed === schema) return true;
  const references = new References(narrowed);
  return [...run.kept].every((reference) => {
    const target = references.follow(reference);
    return target !== undefined && (!run.isTurned || target === run.references.follow(reference));
  });
}
