import { outlineAt, type Path } from './outline.ts';
import type { Place } from './problem.ts';
import { type SettingSource, sourceAt } from './sources.ts';
import { quoted } from './wording.ts';

/** The setting at a path as it could stand, or the nearest outwards that has an example. */
export function exampleAt(path: Path, place: Place): string {
  const example = outlineAt(path)?.examples?.[0];
  if (example !== undefined) return writtenAt(path, place, example);
  return path.length === 0 ? '{ "port": 18741 }' : exampleAt(path.slice(0, -1), place);
}

/** A setting in the writing of its place: `"port": 18741`, `--port 18741`, `TOOLPATH_PORT=18741`. */
export function writtenAt(path: Path, place: Place, value: unknown): string {
  const source = sourceAt(path);
  if (place.kind === 'file' || source === undefined || isInside(path, source)) return member(path.at(-1), value);
  if (place.kind === 'env') return `${source.env}=${argument(source, value)}`;
  return source.kind === 'boolean' ? `--${source.flag}` : `--${source.flag} ${argument(source, value)}`;
}

/** JSON on one line, with the spaces that a person would write. */
export function jsonLine(value: unknown): string {
  const lines = JSON.stringify(value, null, 1);
  return lines.replaceAll(/(?<=\[)\n *|\n *(?=\])/g, '').replaceAll(/\n */g, ' ');
}

/** A problem deeper in a flag's JSON is shown as JSON; one item of a list is still the flag's own. */
function isInside(path: Path, source: SettingSource): boolean {
  return source.kind === 'json' && path.length > source.path.split('.').length;
}

function argument({ kind }: SettingSource, value: unknown): string {
  if (kind !== 'json') return String([value].flat()[0]);
  return `'${JSON.stringify(value).replaceAll("'", `'\\''`)}'`; // as a shell wants it
}

function member(name: string | number | undefined, value: unknown): string {
  return typeof name === 'string' ? `${quoted(name)}: ${jsonLine(value)}` : jsonLine(value);
}
