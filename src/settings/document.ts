import { dirname } from 'node:path';
import { isRecord } from '../core/index.ts';
import { lineAndColumn, parseJsonc } from './jsonc.ts';
import type { Reading } from './layer.ts';
import type { Place, SettingsProblem } from './problem.ts';

/** The text of a settings file as a layer. `name` is how the user calls the file, `file` its whole path. */
export function readDocument(text: string, name: string, file: string): Reading {
  const spot = (offset: number): Place => ({ kind: 'file', file: name, ...lineAndColumn(text, offset) });
  const json = parseJsonc(text);
  if (!json.ok) {
    return unread(
      name,
      json.faults.map(({ offset, wrong, fix }) => ({ place: spot(offset), path: '', wrong, fix })),
    );
  }
  const { value, offsetOf } = json;
  if (!isRecord(value)) {
    const place = spot(offsetOf([], 'value'));
    return unread(name, [{ place, path: '', wrong: 'expected an object', fix: 'write { "port": 18741 }' }]);
  }
  const layer = {
    from: 'file',
    file,
    directory: dirname(file),
    values: value,
    place: (path, part = 'value') => spot(offsetOf(path, part)),
  } satisfies Reading['layer'];
  return { layer, problems: [] };
}

/** A file that gives nothing: it is not there, or it is not usable. */
export function unread(name: string, problems: readonly SettingsProblem[]): Reading {
  return { layer: { from: 'file', directory: '', values: {}, place: () => ({ kind: 'file', file: name }) }, problems };
}
