import { closeSync, openSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isRecord } from '../core/index.ts';
import type { Flags } from './given.ts';
import { lineAndColumn, parseJsonc } from './jsonc.ts';
import type { Environment, Reading } from './layer.ts';
import type { Place, SettingsProblem } from './problem.ts';

/** Reads the file that a flag or a variable names, or else `toolpath.json` in the working directory if it exists. */
export function readSettingsFile(flags: Flags, env: Environment, cwd: string): Reading {
  const { name, place, mustExist } = wantedFile(flags, env);
  const file = resolve(cwd, name);
  const read = readBounded(file);
  if (read.ok) return readDocument(read.text, name, file);
  if (read.code === 'ENOENT' && !mustExist) return unread(name, []);
  const [wrong, fix] = FAULTS.get(read.code) ?? [`cannot be read (${read.code})`, 'check the file and its permissions'];
  return unread(name, [{ place, path: '', wrong: mustExist ? `${JSON.stringify(name)} ${wrong}` : wrong, fix }]);
}

/** Parses the text of a settings file. `name` is the file as the user wrote it, `file` its absolute path. */
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
    return unread(name, [
      { place, path: '', wrong: 'expected an object', fix: 'write an object, for example { "port": 18741 }' },
    ]);
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

/** Returns an empty layer for a file that does not exist or is invalid. */
function unread(name: string, problems: readonly SettingsProblem[]): Reading {
  return { layer: { from: 'file', directory: '', values: {}, place: () => ({ kind: 'file', file: name }) }, problems };
}

const DEFAULT_FILE = 'toolpath.json';
const MOST_BYTES = 1024 * 1024; // settings are written by hand, so a larger file is the wrong one

const FAULTS: ReadonlyMap<string, readonly [wrong: string, fix: string]> = new Map([
  ['ENOENT', ['does not exist', 'name an existing file, or omit this to use ./toolpath.json']],
  ['EISDIR', ['is a directory', 'name a file in it']],
  ['EACCES', ['cannot be read: permission denied', 'allow this user to read it']],
  ['TOO_LARGE', ['is larger than 1 MiB, so it is not a settings file', 'name another file']],
  ['NOT_TEXT', ['is not UTF-8 text', 'save it as UTF-8']],
]);

function wantedFile(flags: Flags, env: Environment): { name: string; place: Place; mustExist: boolean } {
  const { config } = flags;
  if (typeof config === 'string') return { name: config, place: { kind: 'flag', flag: 'config' }, mustExist: true };
  const variable = env.TOOLPATH_CONFIG;
  if (variable !== undefined && variable !== '') {
    return { name: variable, place: { kind: 'env', name: 'TOOLPATH_CONFIG' }, mustExist: true };
  }
  return { name: DEFAULT_FILE, place: { kind: 'file', file: DEFAULT_FILE }, mustExist: false };
}

type FileText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly code: string };

/** Reads a file up to `MOST_BYTES`. Does not rely on the file's reported size, because it may be a pipe or a device. */
function readBounded(file: string): FileText {
  const bytes = Buffer.alloc(MOST_BYTES + 1);
  let length = 0;
  try {
    const descriptor = openSync(file, 'r');
    try {
      for (let read = -1; read !== 0 && length < bytes.length; length += read) {
        read = readSync(descriptor, bytes, length, bytes.length - length, null);
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return { ok: false, code: String(Reflect.get(Object(error), 'code')) };
  }
  if (length > MOST_BYTES) return { ok: false, code: 'TOO_LARGE' };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length)) };
  } catch {
    return { ok: false, code: 'NOT_TEXT' };
  }
}
