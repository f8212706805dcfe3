import { isRecord, truncate } from '../../core/index.ts';

/** Maximum number of characters added to a description. Longer text would cost tokens in every request. */
export const MOST_WORDS = 4_000;

/** Maximum depth that is read or written. Real schemas are flatter, and the call stack can hold this depth. */
export const MOST_DEPTH = 64;

/** Returns the target of a `$ref`, or undefined if the target must not be copied. */
export type Follow = (reference: string) => unknown;

/**
 * Writes a value as compact JSON of at most `most` characters. Anything longer or deeper ends in `…`. References are
 * replaced by their targets.
 */
export function brief(value: unknown, most: number, follow?: Follow): string {
  return compact(value, most, follow).text;
}

/**
 * Returns a key for comparing values. Equal keys mean the same JSON in the same order. A value too long to compare
 * equals only itself.
 */
export function keyOf(value: unknown): unknown {
  const { text, isWhole } = compact(value, MOST_COMPARED);
  return isWhole ? text : value;
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || keyOf(one) === keyOf(other);
}

const MOST_COMPARED = 2_000;

/** Truncates a text to `most` characters and ends it in `…`. */
export function cut(text: string, most: number): string {
  return truncate(text, most, '…');
}

function compact(value: unknown, most: number, follow?: Follow): { readonly text: string; readonly isWhole: boolean } {
  const trail: unknown[] = []; // The reference targets that are being written.
  let text = '';
  let left = most;
  let isWhole = true;
  write(value, 0);
  return { text, isWhole: isWhole && left >= 0 };

  function put(piece: string): void {
    if (left < 0) return;
    text += cut(piece, left);
    left -= piece.length;
  }

  function write(value: unknown, depth: number): void {
    if (typeof value === 'string') put(JSON.stringify(cut(value, Math.max(left, 1))));
    else if (typeof value !== 'object' || value === null) put(scalar(value));
    else if (depth >= MOST_DEPTH) {
      put('…');
      isWhole = false;
    } else if (Array.isArray(value)) writeAll('[]', value, (one) => write(one, depth + 1));
    else writeObject(value, depth);
  }

  function writeObject(object: object, depth: number): void {
    const target = targetOf(object);
    const members = Object.entries(object);
    if (target !== undefined && members.length === 1) writeTarget(target, depth);
    else
      writeAll('{}', members, ([name, value]) => {
        write(name, depth);
        put(':');
        if (name === '$ref' && target !== undefined) writeTarget(target, depth);
        else write(value, depth + 1);
      });
  }

  function writeAll<T>(brackets: '[]' | '{}', items: readonly T[], writeOne: (item: T) => void): void {
    put(brackets.charAt(0));
    for (const [place, item] of items.entries()) {
      if (left < 0) return;
      if (place > 0) put(',');
      writeOne(item);
    }
    put(brackets.charAt(1));
  }

  function writeTarget(target: unknown, depth: number): void {
    trail.push(target);
    write(target, depth + 1);
    trail.pop();
  }

  /** Returns the target of the object's `$ref`; undefined if there is none, or if that target is already being written. */
  function targetOf(object: object): unknown {
    if (follow === undefined || !isRecord(object) || typeof object.$ref !== 'string') return undefined;
    const target = follow(object.$ref);
    return trail.includes(target) ? undefined : target;
  }
}

function scalar(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  return typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : 'null';
}
