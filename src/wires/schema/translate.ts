import { isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import type { Place, Run } from './run.ts';

/** Rewrites unsupported keywords with supported ones; the rest become text. */
export function translate(draft: Draft, place: Place, run: Run): void {
  const lacks = (keyword: string) => draft.has(keyword) && !run.passes(keyword, place);
  if (lacks('const') && run.passes('enum', place)) translateConst(draft);
  if (lacks('oneOf') && run.passes('anyOf', place) && !draft.has('anyOf')) {
    // anyOf is good enough: "exactly one" does not help a model to choose between different alternatives.
    draft.set('anyOf', draft.take('oneOf'));
  }
  if (lacks('exclusiveMinimum') && run.passes('minimum', place)) translateExclusive(draft, 'minimum');
  if (lacks('exclusiveMaximum') && run.passes('maximum', place)) translateExclusive(draft, 'maximum');
  if (lacks('prefixItems') && run.passes('items', place)) translateTuple(draft);
  // additionalProperties depends on patternProperties, so both become text.
  if (lacks('patternProperties')) draft.tell('patternProperties', 'additionalProperties');
  if (lacks('title') && isTitleOf(draft.get('title'), place.name)) draft.take('title');
  for (const keyword of [...draft.fields.keys()]) if (lacks(keyword)) draft.tell(keyword);
}

function translateConst(draft: Draft): void {
  const value = draft.take('const');
  const values = draft.get('enum');
  if (values === undefined || (Array.isArray(values) && values.includes(value))) draft.set('enum', [value]);
  else draft.note('const', value);
}

/**
 * For an integer, the bound moves to the next integer. For other numbers, the bound stays and text states that it is
 * exclusive.
 */
function translateExclusive(draft: Draft, bound: 'minimum' | 'maximum'): void {
  const exclusive = bound === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const given = Number(draft.take(exclusive));
  const isWhole = draft.get('type') === 'integer';
  if (!isWhole) draft.note(exclusive, given);
  const next = bound === 'minimum' ? Math.floor(given) + 1 : Math.ceil(given) - 1;
  const bounds = [isWhole ? next : given, ...[draft.get(bound) ?? []].flat().map(Number)];
  draft.set(bound, bound === 'minimum' ? Math.max(...bounds) : Math.min(...bounds));
}

/** Rewrites a tuple as a list whose items may match any of the tuple's schemas. */
function translateTuple(draft: Draft): void {
  const places = draft.take('prefixItems');
  const rest = draft.take('items');
  draft.note('prefixItems', places);
  if (rest === undefined || rest === true || !Array.isArray(places)) return;
  draft.set('items', { anyOf: rest === false ? places : [...places, rest] });
}

/** True if the title only repeats the property name, as schema generators write it. */
function isTitleOf(title: unknown, name: string | undefined): boolean {
  return typeof title === 'string' && name !== undefined && plain(title) === plain(name);
}

function plain(text: string): string {
  return text
    .slice(0, MOST_TITLE)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
}

const MOST_TITLE = 200;

/** Copies all other constraints into each branch of anyOf. Constraints that are too large to copy become text. */
export function makeLone(draft: Draft, run: Run): void {
  const branches = draft.get('anyOf');
  if (!Array.isArray(branches)) return;
  const beside = new Map([...draft.fields].filter(([keyword]) => keyword !== 'anyOf' && !ANNOTATIONS.has(keyword)));
  if (beside.size === 0) return;
  const shared = Object.fromEntries(beside);
  if (run.references.afford(shared, branches.length)) {
    for (const keyword of beside.keys()) draft.take(keyword);
    draft.set(
      'anyOf',
      branches.map((branch) => (isRecord(branch) ? { allOf: [branch, shared] } : branch)),
    );
  } else {
    for (const keyword of beside.keys()) draft.tell(keyword);
  }
}

const ANNOTATIONS = new Set('description title default nullable'.split(' '));
