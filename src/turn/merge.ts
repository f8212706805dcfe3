import { type Fields, isRecord } from '../core/index.ts';

/** Merges a streamed piece into the fields so far: strings and lists are appended, objects merged, other values replaced. */
export function mergeFields(before: Fields, next: Fields): Fields {
  const members = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(next)) {
    members.set(name, members.has(name) ? merge(members.get(name), value) : value);
  }
  return Object.fromEntries(members);
}

/** Appends in place to a list that this module created, because copying it for each of thousands of pieces is quadratic. */
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
