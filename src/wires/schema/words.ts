import { isRecord, truncate } from '../../core/index.ts';

/** By how much a description may grow; more would be read by nobody, and paid for in every request. */
export const MOST_WORDS = 4_000;

/** Nested deeper than this, nothing is read or written: no real schema is, and no stack is that shallow. */
export const MOST_DEPTH = 64;

/** What a `$ref` stands for, where it can be said. */
export type Follow = (reference: string) => unknown;

/** A value as compact JSON of so many letters at most; whatever is longer or deeper ends in `…`. References are followed. */
export function brief(value: unknown, most: number, follow?: Follow): string {
  return compact(value, most, follow).text;
}

/** Equal for the same JSON in the same order; a value that is too long to be worth it is equal to itself alone. */
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

class Sheet {
  readonly follow: Follow | undefined;
  /** The targets that are being written. */
  readonly trail: unknown[] = [];
  isWhole = true;
  #left: number;
  #text = '';

  constructor(most: number, follow: Follow | undefined) {
    this.#left = most;
    this.follow = follow;
  }

  get text(): string {
    return this.#text;
  }

  get isFull(): boolean {
    return this.#left < 0;
  }

  put(piece: string): void {
    if (this.isFull) return;
    this.#text += cut(piece, this.#left);
    this.#left -= piece.length;
    if (this.isFull) this.isWhole = false;
  }

  putText(text: string): void {
    this.put(JSON.stringify(cut(text, Math.max(this.#left, 1))));
  }
}

function compact(value: unknown, most: number, follow?: Follow): Sheet {
  const sheet = new Sheet(most, follow);
  write(value, 0, sheet);
  return sheet;
}

function write(value: unknown, depth: number, sheet: Sheet): void {
  if (typeof value === 'string') sheet.putText(value);
  else if (typeof value !== 'object' || value === null) sheet.put(scalar(value));
  else if (depth >= MOST_DEPTH) writeDeep(sheet);
  else if (Array.isArray(value)) writeList(value, depth, sheet);
  else writeObject(value, depth, sheet);
}

function writeDeep(sheet: Sheet): void {
  sheet.put('…');
  sheet.isWhole = false;
}

function writeList(list: readonly unknown[], depth: number, sheet: Sheet): void {
  sheet.put('[');
  for (const [place, value] of list.entries()) {
    if (sheet.isFull) return;
    if (place > 0) sheet.put(',');
    write(value, depth + 1, sheet);
  }
  sheet.put(']');
}

function writeObject(object: object, depth: number, sheet: Sheet): void {
  const members = Object.entries(object);
  const target = targetOf(object, sheet);
  if (target !== undefined && members.length === 1) {
    writeTarget(target, depth, sheet);
    return;
  }
  sheet.put('{');
  for (const [place, [name, value]] of members.entries()) {
    if (sheet.isFull) return;
    if (place > 0) sheet.put(',');
    sheet.putText(name);
    sheet.put(':');
    if (name === '$ref' && target !== undefined) writeTarget(target, depth, sheet);
    else write(value, depth + 1, sheet);
  }
  sheet.put('}');
}

function writeTarget(target: unknown, depth: number, sheet: Sheet): void {
  sheet.trail.push(target);
  write(target, depth + 1, sheet);
  sheet.trail.pop();
}

/** Undefined too where the reference leads back to what is being written. */
function targetOf(object: object, { follow, trail }: Sheet): unknown {
  if (follow === undefined || !isRecord(object) || typeof object.$ref !== 'string') return undefined;
  const target = follow(object.$ref);
  return trail.includes(target) ? undefined : target;
}

function scalar(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  return typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : 'null';
}
