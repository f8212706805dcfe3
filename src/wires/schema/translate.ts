import { isRecord } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import type { Place, Run } from './run.ts';

/** Says with the keywords that pass what it can of the others; of what is left it tells in words. */
export function translate(draft: Draft, place: Place, run: Run): void {
  const lacks = (keyword: string) => draft.has(keyword) && !run.passes(keyword, place);
  if (lacks('const') && run.passes('enum', place)) translateConst(draft);
  if (lacks('oneOf') && run.passes('anyOf', place) && !draft.has('anyOf')) {
    // That it is exactly one helps nobody to choose: the alternatives differ.
    draft.rename('oneOf', 'anyOf', draft.get('oneOf'));
  }
  if (lacks('exclusiveMinimum') && run.passes('minimum', place)) translateExclusive(draft, 'minimum');
  if (lacks('exclusiveMaximum') && run.passes('maximum', place)) translateExclusive(draft, 'maximum');
  if (lacks('prefixItems') && run.passes('items', place)) translateTuple(draft);
  // Which properties are "other" ones depends on the patterns.
  if (lacks('patternProperties')) draft.tell('patternProperties', 'additionalProperties');
  if (lacks('title') && isTitleOf(draft.get('title'), place.name)) draft.take('title');
  for (const keyword of [...draft.fields.keys()]) if (lacks(keyword)) draft.tell(keyword);
}

function translateConst(draft: Draft): void {
  const value = draft.get('const');
  const values = draft.get('enum');
  if (values === undefined) draft.rename('const', 'enum', [value]);
  else if (Array.isArray(values) && values.includes(draft.take('const'))) draft.set('enum', [value]);
  else draft.note('const', value);
}

/** For whole numbers the next one is the bound; for others the bound itself is, and the rest is said. */
function translateExclusive(draft: Draft, bound: 'minimum' | 'maximum'): void {
  const exclusive = bound === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const given = Number(draft.take(exclusive));
  const isWhole = draft.get('type') === 'integer';
  if (!isWhole) draft.note(exclusive, given);
  const next = bound === 'minimum' ? Math.floor(given) + 1 : Math.ceil(given) - 1;
  const bounds = [isWhole ? next : given, ...[draft.get(bound) ?? []].flat().map(Number)];
  draft.set(bound, bound === 'minimum' ? Math.max(...bounds) : Math.min(...bounds));
}

/** A list of what its places may hold, in any order. */
function translateTuple(draft: Draft): void {
  const places = draft.get('prefixItems');
  const rest = draft.take('items');
  draft.note('prefixItems', places);
  if (rest === undefined || rest === true || !Array.isArray(places)) draft.take('prefixItems');
  else draft.rename('prefixItems', 'items', { anyOf: rest === false ? places : [...places, rest] });
}

/** Generators write the name of a property once more as its title, in capitals. */
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

/** Puts whatever else must hold into each branch of anyOf. Too much of it to be copied is said in words. */
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
