import type { Draft } from './draft.ts';
import { isSound, kindOf, TYPES } from './keywords.ts';

/** Brings what older drafts wrote into the current one's form, and takes out what is valid in none. */
export function repair(draft: Draft): void {
  repairTuple(draft);
  repairExclusive(draft, 'minimum', 'exclusiveMinimum');
  repairExclusive(draft, 'maximum', 'exclusiveMaximum');
  repairType(draft);
  repairRequired(draft);
  for (const [keyword, value] of draft.fields) {
    const kind = kindOf(keyword);
    if (kind === undefined || isSound(kind, value)) continue;
    if (Array.isArray(value) && value.length === 0) draft.take(keyword);
    else draft.tell(keyword);
  }
}

/** Before 2020 the parts of a tuple stood in `items`. */
function repairTuple(draft: Draft): void {
  const items = draft.get('items');
  if (!Array.isArray(items)) return;
  const rest = draft.take('additionalItems');
  if (draft.has('prefixItems')) draft.tell('items');
  else if (items.length === 0) draft.take('items');
  else draft.rename('items', 'prefixItems', items);
  if (rest !== undefined && draft.has('prefixItems')) draft.set('items', rest);
}

/** Draft 4 says `minimum: 1, exclusiveMinimum: true`. */
function repairExclusive(draft: Draft, bound: string, exclusive: string): void {
  const given = draft.get(exclusive);
  if (typeof given !== 'boolean') return;
  if (given && typeof draft.get(bound) === 'number') draft.set(exclusive, draft.take(bound));
  else draft.take(exclusive);
}

/** Some write types in capitals, or one twice. */
function repairType(draft: Draft): void {
  const type = draft.get('type');
  if (type === undefined || isSound('type', type)) return;
  const names = new Set([type].flat().map((name) => (typeof name === 'string' ? name.toLowerCase() : name)));
  if (names.size === 0 || ![...names].every((name) => TYPES.some((known) => known === name))) return;
  draft.set('type', Array.isArray(type) ? [...names] : [...names][0]);
}

function repairRequired(draft: Draft): void {
  const required = draft.get('required');
  if (!Array.isArray(required) || isSound('texts', required)) return;
  draft.set('required', [...new Set(required.filter((name) => typeof name === 'string'))]);
}
