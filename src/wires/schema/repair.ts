import { repairedType } from '../../core/index.ts';
import type { Draft } from './draft.ts';
import { isSound, kindOf } from './keywords.ts';

/** Rewrites keywords of older drafts for draft 2020-12, and removes values that no draft allows. */
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

/** Before draft 2020-12, `items` held the list of a tuple's schemas. */
function repairTuple(draft: Draft): void {
  const items = draft.get('items');
  if (!Array.isArray(items)) return;
  const rest = draft.take('additionalItems');
  if (draft.has('prefixItems')) draft.tell('items');
  else if (items.length === 0) draft.take('items');
  else draft.set('prefixItems', draft.take('items'));
  if (rest !== undefined && draft.has('prefixItems')) draft.set('items', rest);
}

/** Draft 4 writes `minimum: 1, exclusiveMinimum: true`. */
function repairExclusive(draft: Draft, bound: string, exclusive: string): void {
  const given = draft.get(exclusive);
  if (typeof given !== 'boolean') return;
  if (given && typeof draft.get(bound) === 'number') draft.set(exclusive, draft.take(bound));
  else draft.take(exclusive);
}

function repairType(draft: Draft): void {
  const given = draft.get('type');
  if (given === undefined || isSound('type', given)) return;
  const type = repairedType(given);
  if (type === undefined) draft.take('type');
  else if (isSound('type', type)) draft.set('type', type);
}

function repairRequired(draft: Draft): void {
  const required = draft.get('required');
  if (!Array.isArray(required) || isSound('texts', required)) return;
  draft.set('required', [...new Set(required.filter((name) => typeof name === 'string'))]);
}
