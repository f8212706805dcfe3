import { type Fields, isRecord } from '../core/index.ts';

/** Pieces of streamed members make one: texts and lists go on, objects are merged, anything else is replaced. */
export function mergeFields(before: Fields, next: Fields): Fields {
  const members = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(next)) {
    members.set(name, members.has(name) ? merge(members.get(name), value) : value);
  }
  return Object.fromEntries(members);
}

/** A list that was made here goes on in place: copying it for each of thousands of pieces would take for ever. */
function appended(before: unknown[], next: readonly unknown[]): unknown[] {
  const list = own.has(before) ? before : [...before];
  own.add(list);
  for (const item of next) list.push(item);
  return list;
}

const own = new WeakSet<unknown[]>();

function merge(before: unknown, next: unknown): unknown {
  if (typeof before === 'string' && typeof next === 'string') return before + next;
  if (Array.isArray(before) && Array.isArray(next)) return appended(before, next);
  return isRecord(before) && isRecord(next) ? mergeFields(before, next) : next;
}
