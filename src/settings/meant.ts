import { nearest } from '../core/index.ts';
import { findingsAt } from './findings.ts';
import { decode } from './given.ts';
import { outlineAt, type Path } from './outline.ts';
import { kindOf, type SourceKind } from './sources.ts';

/** The known word that was most likely meant: the nearest, else one that holds this word or is held by it (`url`, `baseUrl`). */
export function meantWord(word: string, known: readonly string[]): string | undefined {
  return nearest(word, known) ?? known.filter((other) => isPart(word, other)).sort(byDistanceTo(word))[0];
}

/** What was most likely meant by a value that does not fit: its text read as a variable's would be, or a list around it. */
export function meantValue(value: unknown, path: Path): unknown {
  const at = outlineAt(path);
  if (at === undefined || value === undefined) return undefined;
  const meant = typeof value === 'string' ? readAs(kindOf(at), value) : [value];
  return meant !== undefined && findingsAt(path, meant).length === 0 ? meant : undefined;
}

function readAs(kind: SourceKind, text: string): unknown {
  const decoded = decode(text, kind);
  return decoded.ok ? decoded.value : undefined;
}

const LEAST_LETTERS = 3; // fewer stand in half of all words by chance

/** The shorter must be a good part of the longer: a third, as `nearest` allows an edit for every three letters. */
function isPart(a: string, b: string): boolean {
  const [short = '', long = ''] = [a.toLowerCase(), b.toLowerCase()].sort((x, y) => x.length - y.length);
  return short.length >= LEAST_LETTERS && short.length * 3 >= long.length && long.includes(short);
}

function byDistanceTo(word: string): (a: string, b: string) => number {
  return (a, b) => Math.abs(a.length - word.length) - Math.abs(b.length - word.length);
}
