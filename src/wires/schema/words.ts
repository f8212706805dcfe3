import { isRecord, truncate } from '../../core/index.ts';

/** A description may grow by this much. Longer text would cost tokens in every request. */
export const MOST_WORDS = 4_000;

/** Nothing is read or written below this depth. Real schemas are flatter, and the stack allows it. */
export const MOST_DEPTH = 64;

/** Returns the target of a `$ref`, or undefined where it must not be copied. */
export type Follow = (reference: string) => unknown;

/** A value as compact JSON of at most so many letters; anything longer or deeper ends in `…`. References are followed. */
export function brief(value: unknown, most: number, follow?: Follow): string {
  return compact(value, most, follow).text;
}

/** Equal for the same JSON in the same order. A value that is too long to compare is equal to itself only. */
export function keyOf(value: unknown): unknown {
  const { text, isWhole } = compact(value, MOST_COMPARED);
  return isWhole ? text : value;
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || keyOf(one) === keyOf(other);
}

const MOST_COMPARED = 2_000;

/** The beginning of a text, with `…` in place of the rest. */
export function cut(text: string, most: number): string {
  return truncate(text, most, '…');
}

function compact(value: unknown, most: number, follow?: Follow): { readonly text: string; readonly isWhole: boolean } {
  const trail: unknown[] = []; // the reference targets that are being written
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

  /** Undefined also where the reference leads back to a target that is being written. */
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
