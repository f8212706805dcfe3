import { parseJsonc } from './jsonc.ts';
import type { Environment, Reading } from './layer.ts';
import type { Place, SettingsProblem } from './problem.ts';
import { type SettingSource, type SourceKind, settingSources, sourceAt } from './sources.ts';

/** What node's parseArgs returns as `values`. */
export type Flags = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export function readFlags(flags: Flags, directory: string): Reading {
  return readLayer('flag', directory, ({ flag, kind }) => {
    const given = flags[flag];
    if (typeof given === 'string' && kind !== 'list') return decode(given, kind);
    return { ok: true, value: kind === 'list' && typeof given === 'string' ? [given] : given };
  });
}

/** An empty variable counts as absent: that is how compose files and CI leave one out. */
export function readEnvironment(env: Environment, directory: string): Reading {
  return readLayer('env', directory, (source) => {
    const given = env[source.env];
    return given === undefined || given === '' ? { ok: true, value: undefined } : decode(given, source.kind);
  });
}

type Decoded =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly wrong: string; readonly fix: string };

/** What does not read as its kind stays text: the schema says what is wrong with it. */
export function decode(text: string, kind: SourceKind): Decoded {
  switch (kind) {
    case 'text':
      return { ok: true, value: text };
    case 'number':
      return { ok: true, value: /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text };
    case 'boolean':
      return { ok: true, value: BOOLEANS.get(text.toLowerCase()) ?? text };
    case 'list':
      if (text.startsWith('[')) return decode(text, 'json');
      return {
        ok: true,
        value: text
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
      };
    case 'json': {
      const json = parseJsonc(text);
      if (json.ok) return json;
      const { offset, wrong, fix } = json.faults[0] ?? { offset: 0, wrong: 'not JSON', fix: 'write JSON' };
      return { ok: false, wrong: `is not usable JSON, at character ${offset + 1}: ${wrong}`, fix };
    }
    default:
      return kind satisfies never;
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function readLayer(from: 'flag' | 'env', directory: string, read: (source: SettingSource) => Decoded): Reading {
  const values: Record<string, unknown> = {};
  const problems: SettingsProblem[] = [];
  for (const source of settingSources) {
    const decoded = read(source);
    if (!decoded.ok) problems.push({ place: placeOf(from, source), path: '', wrong: decoded.wrong, fix: decoded.fix });
    else if (decoded.value !== undefined) put(values, source.path.split('.'), decoded.value);
  }
  return { layer: { from, values, directory, place: (path) => placeOf(from, sourceAt(path)) }, problems };
}

function placeOf(from: 'flag' | 'env', source: SettingSource | undefined): Place {
  if (source === undefined) throw new Error('a layer holds only what a source gave');
  return from === 'flag' ? { kind: 'flag', flag: source.flag } : { kind: 'env', name: source.env };
}

function put(values: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    values[name] = value;
    return;
  }
  const group: Record<string, unknown> = { ...Object(values[name]) };
  put(group, rest, value);
  values[name] = group;
}
