import { type ExtraPlace, type Fields, isRecord } from '../core/index.ts';

/**
 * Merges the extra fields of the next piece of an answer into those so far. Fields of the answer itself are replaced, because
 * each piece has all of the value. In the choice and the message, lists are appended and objects merged, and in the message
 * texts are appended, too: they arrive in pieces. Other values are replaced.
 */
export function mergeFields(at: ExtraPlace, before: Fields, next: Fields): Fields {
  if (at === 'answer') return { ...before, ...next };
  return merged(before, next, at === 'message');
}

function merged(before: Fields, next: Fields, hasTextInPieces: boolean): Fields {
  const members = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(next)) {
    members.set(name, merge(members.get(name), value, hasTextInPieces && !LABELS.has(name)));
  }
  return Object.fromEntries(members);
}

/** Texts that servers repeat instead of sending them in pieces. */
const LABELS: ReadonlySet<string> = new Set(['id', 'type', 'name', 'format']);

function merge(before: unknown, next: unknown, hasTextInPieces: boolean): unknown {
  if (typeof before === 'string' && typeof next === 'string') return hasTextInPieces ? before + next : next;
  if (Array.isArray(before) && Array.isArray(next)) return appended(before, next);
  return isRecord(before) && isRecord(next) ? merged(before, next, hasTextInPieces) : next;
}

/** Appends in place to a list that this module created, because copying it for each of thousands of pieces is quadratic. */
function appended(before: unknown[], next: readonly unknown[]): unknown[] {
  const list = own.has(before) ? before : [...before];
  own.add(list);
  for (const item of next) list.push(item);
  return list;
}

const own = new WeakSet<unknown[]>();
