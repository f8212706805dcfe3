import { outlineAt, type Path } from './outline.ts';
import type { Place } from './problem.ts';
import { type SettingSource, sourceAt } from './sources.ts';

/** The setting at a path as it could stand, in the writing of its place: `"port": 18741`, `--port 18741`, `TOOLPATH_PORT=18741`. */
export function exampleAt(path: Path, place: Place): string {
  const source = sourceAt(path);
  if (place.kind === 'file' || source === undefined || isInside(path, source)) return memberExample(path);
  const [first] = [source.example].flat();
  if (place.kind === 'flag')
    return source.kind === 'boolean' ? `--${source.flag}` : `--${source.flag} ${argument(source, first)}`;
  return `${source.env}=${argument(source, first)}`;
}

/** A problem deeper in a flag's JSON is shown as JSON; one item of a list is still the flag's own. */
function isInside(path: Path, source: SettingSource): boolean {
  return source.kind === 'json' && path.length > source.path.split('.').length;
}

function argument(source: SettingSource, example: unknown): string {
  return source.kind === 'json' ? `'${JSON.stringify(source.example)}'` : String(example);
}

/** The nearest example outwards. */
function memberExample(path: Path): string {
  const example = outlineAt(path)?.examples?.[0];
  const name = path.at(-1);
  if (example === undefined) return path.length === 0 ? '{ "port": 18741 }' : memberExample(path.slice(0, -1));
  return typeof name === 'string' ? `${JSON.stringify(name)}: ${JSON.stringify(example)}` : JSON.stringify(example);
}
