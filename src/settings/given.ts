import { parseJsonc } from './jsonc.ts';
import type { Environment, Reading } from './layer.ts';
import { divideNames, type NamedTools } from './named-tools.ts';
import type { Path } from './outline.ts';
import { nameOf, type Place, type SettingsProblem } from './problem.ts';
import { type SettingSource, type SourceKind, settingSources, sourceAt } from './sources.ts';

/** The `values` that Node's parseArgs returns. */
export type Flags = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export function readFlags(flags: Flags, directory: string): Reading {
  return readLayer('flag', directory, ({ path, flag, kind }) => {
    const given = flags[flag];
    if (path === 'tools' && given !== undefined) return namesIn([given].flat());
    if (typeof given === 'string' && kind !== 'list') return decode(given, kind);
    return { ok: true, value: kind === 'list' && typeof given === 'string' ? [given] : given };
  });
}

/** Reads the settings in environment variables. An empty variable counts as unset, as in compose files and CI. */
export function readEnvironment(env: Environment, directory: string): Reading {
  return readLayer('env', directory, (source) => {
    const given = env[source.env];
    return given === undefined || given === '' ? { ok: true, value: undefined } : decode(given, source.kind);
  });
}

type Decoded =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly wrong: string; readonly fix: string };

/** Decodes a text to a value of a kind. A text that cannot be decoded stays a string, so that the schema reports it. */
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
      const { offset, wrong, fix } = json.faults[0] ?? { offset: 0, wrong: 'this is not JSON', fix: 'write JSON' };
      return { ok: false, wrong: `is not valid JSON at character ${offset + 1}: ${wrong}`, fix };
    }
    default:
      return kind satisfies never;
  }
}

/**
 * Reads the names in `--tools`. The flag may be repeated, and each may contain several names. An empty one is an error, because
 * it would allow everything.
 */
function namesIn(given: readonly unknown[]): Decoded {
  const lists = given.map(
    (each): Decoded => (typeof each === 'string' ? decode(each, 'list') : { ok: true, value: each }),
  );
  const names = lists.flatMap((list, at) => (list.ok && !isBlank(given[at], list.value) ? list.value : ['']));
  return lists.find(({ ok }) => !ok) ?? { ok: true, value: names };
}

/** True if the text is empty. An empty JSON list is not blank, because it is deliberate. */
function isBlank(given: unknown, names: unknown): boolean {
  return Array.isArray(names) && names.length === 0 && !String(given).startsWith('[');
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
  const { filter, ends } = divideTools(values);
  const own: object = Object(values.filter);
  const tools = placeOf(from, sourceAt(['tools']));
  for (const dimension of Object.keys(filter).filter((name) => Object.hasOwn(own, name))) {
    const other = nameOf(placeOf(from, sourceAt(['filter', dimension])));
    const wrong = `sets which ${dimension} may be used, but ${other} sets it as well`;
    problems.push({ place: tools, path: '', wrong, fix: 'remove one of them' });
  }
  if (Object.keys(filter).length > 0) values.filter = { ...filter, ...own };
  const filteredBy = Object.fromEntries(Object.keys(filter).map((dimension) => [dimension, nameOf(tools)]));
  const isNamed = ([setting, leaf = '']: Path) => setting === 'filter' && !Object.hasOwn(own, leaf);
  const place = (path: Path) => (isNamed(path) ? tools : placeOf(from, sourceAt(path)));
  return { layer: { from, values, ends, filteredBy, directory, place }, problems };
}

/** Leaves only modules in `tools` and returns the other names. An empty list means no modules. */
function divideTools(values: Record<string, unknown>): NamedTools {
  const names = Array.isArray(values.tools) ? values.tools : [];
  const named = divideNames(names);
  if (names.length > 0 && named.modules.length === 0) delete values.tools;
  else if (names.length > 0) values.tools = named.modules;
  return named;
}

function placeOf(from: 'flag' | 'env', source: SettingSource | undefined): Place {
  if (source === undefined) throw new Error('A layer contains only values that a source set.');
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
