import { found, nearest } from '../core/index.ts';
import { type Finding, findingsAt } from './findings.ts';
import { decode } from './given.ts';
import { mayBeSecret, outlineAt, type Path } from './outline.ts';
import type { Place } from './problem.ts';
import { kindOf, type SettingSource, sourceAt } from './sources.ts';

/**
 * Returns what to write instead: a correction of the value if one is known, otherwise the setting's example. `variable` is the
 * environment variable that the value came from, if it is a secret.
 */
export function fixFor({ issue, path }: Finding, value: unknown, place: Place, variable?: string): string {
  if (issue.code === 'invalid_key') return 'choose another name';
  if (issue.code === 'too_small' && variable !== undefined)
    return `set ${variable} to at least ${issue.minimum} characters`;
  if (issue.code === 'custom' && typeof issue.params?.fix === 'string') return issue.params.fix;
  if (issue.code === 'custom' && issue.params?.instead !== undefined) return settingsFix(issue.params.instead, place);
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const meant = meantWord(value, issue.values.map(String));
    if (meant !== undefined) return `did you mean "${meant}"?`;
  }
  return valueFix(value, path, place) ?? exampleAt(path, place);
}

/** Returns several settings that replace the one value that was written for all of them. */
function settingsFix(instead: object, place: Place): string {
  const settings = Object.entries(instead).map(([name, value]) => writtenAt([name], place, value));
  return settings.join(place.kind === 'file' ? ', ' : ' ');
}

/** Returns the user's own value in the right form, if it may be shown. */
function valueFix(value: unknown, path: Path, place: Place): string | undefined {
  const meant = meantValue(value, path);
  const isShown = typeof meant === 'boolean' || !mayBeSecret(path);
  if (meant !== undefined && isShown && jsonLine(meant).length <= MAX_CHARACTERS) return writtenAt(path, place, meant);
  const isListOfNamed = Array.isArray(value) && value.length > 0 && outlineAt([...path, ''])?.type === 'object';
  if (isListOfNamed) return 'write an object with a name for each item: { "name": { … } }';
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && outlineAt([...path, 0])?.type === 'object' ? 'put it in a list: [{ … }]' : undefined;
}

const MAX_CHARACTERS = 120; // so that a problem stays one readable line

/** Guesses the value that the user meant: a string decoded as from a variable, or a list that contains the value. */
function meantValue(value: unknown, path: Path): unknown {
  const at = outlineAt(path);
  if (at === undefined || value === undefined) return undefined;
  const decoded = typeof value === 'string' ? decode(value, kindOf(at)) : { ok: true as const, value: [value] };
  return decoded.ok && findingsAt(path, decoded.value).length === 0 ? decoded.value : undefined;
}

/**
 * Guesses the known word that the user meant: the nearest one, or else one that contains this word or is part of it, as `url` is
 * part of `baseUrl`.
 */
export function meantWord(word: string, known: readonly string[]): string | undefined {
  const distance = (other: string) => Math.abs(other.length - word.length);
  const related = known.filter((other) => isPart(word, other)).sort((a, b) => distance(a) - distance(b));
  return nearest(word, known) ?? related[0];
}

/** True if one word contains the other and is at most three times as long. */
function isPart(a: string, b: string): boolean {
  const [short = '', long = ''] = [a.toLowerCase(), b.toLowerCase()].sort((x, y) => x.length - y.length);
  return short.length >= LEAST_LETTERS && short.length * 3 >= long.length && long.includes(short);
}

const LEAST_LETTERS = 3; // shorter words occur in others by chance

/** Returns the example of the setting at a path, or of the nearest enclosing setting that has one. */
function exampleAt(path: Path, place: Place): string {
  const example = outlineAt(path)?.examples?.[0];
  if (example !== undefined) return writtenAt(path, place, example);
  return path.length === 0 ? '{ "port": 18741 }' : exampleAt(path.slice(0, -1), place);
}

/** Formats a setting for its source: `"port": 18741`, `--port 18741` or `TOOLPATH_PORT=18741`. */
function writtenAt(path: Path, place: Place, value: unknown): string {
  const source = sourceAt(path);
  if (place.kind === 'file' || source === undefined || isInside(path, source)) return member(path.at(-1), value);
  if (place.kind === 'env') return `${source.env}=${argument(source, value)}`;
  return source.kind === 'boolean' ? `--${source.flag}` : `--${source.flag} ${argument(source, value)}`;
}

/** True if the path is inside the JSON value of a flag. An item of a list is still written as the flag itself. */
function isInside(path: Path, source: SettingSource): boolean {
  return source.kind === 'json' && path.length > source.path.split('.').length;
}

function argument({ kind }: SettingSource, value: unknown): string {
  if (kind !== 'json') return String([value].flat()[0]);
  return `'${JSON.stringify(value).replaceAll("'", `'\\''`)}'`; // quoted for a shell
}

function member(name: string | number | undefined, value: unknown): string {
  return typeof name === 'string' ? `${found(name)}: ${jsonLine(value)}` : jsonLine(value);
}

/** Formats JSON on one line, with spaces as in hand-written JSON. */
export function jsonLine(value: unknown): string {
  const lines = JSON.stringify(value, null, 1);
  return lines.replaceAll(/(?<=\[)\n *|\n *(?=\])/g, '').replaceAll(/\n */g, ' ');
}
