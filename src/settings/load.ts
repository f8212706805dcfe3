import { resolve } from 'node:path';
import { ADDRESS_VARIABLES, isRecord } from '../core/index.ts';
import { checkLayer } from './check.ts';
import { readDocument, readSettingsFile } from './file.ts';
import type { Gathering } from './gathering.ts';
import { type Flags, readEnvironment, readFlags } from './given.ts';
import type { Environment, FilteredBy, Layer, Reading } from './layer.ts';
import { outlineAt } from './outline.ts';
import { MOST_PROBLEMS, type SettingsProblem } from './problem.ts';
import { type SettingName, type Settings, settingsSchema } from './schema.ts';
import { credentialsIn } from './secret-value.ts';
import { pathsOf, unsetWarnings, withoutUnset, withStubs } from './unset.ts';
import { resolveValues } from './values.ts';
import { unknownVariables, warningsOf } from './warnings.ts';

export interface LoadRequest {
  /** The `values` of Node's parseArgs, parsed with `flagOptions`. */
  readonly flags: Flags;
  readonly env: Environment;
  readonly cwd: string;
}

export type Loaded = LoadedSettings | { readonly ok: false; readonly problems: readonly SettingsProblem[] };

export interface LoadedSettings {
  readonly ok: true;
  readonly settings: Settings;
  readonly source: SettingsSource;
  /** Strings that must not appear in any log, answer or trace. */
  readonly secrets: readonly string[];
  readonly warnings: readonly string[];
}

export interface SettingsSource {
  /** Absolute path of the settings file, if there is one. */
  readonly file?: string;
  /** The settings that were set, each with the source of highest precedence that set it. */
  readonly given: ReadonlyMap<SettingName, Layer['from']>;
  /** The flag or variable that set a dimension of `filter`, if it was not that setting itself: `--tools`. */
  readonly filteredBy: FilteredBy;
}

/**
 * Loads the settings. Flags override environment variables, which override the file, which overrides the defaults. A setting is
 * replaced as a whole, except that `limits`, `log`, `mcp`, `filter`, `mcpToolsInPrompt` and `formats` are merged field by field,
 * because each of their fields has its own flag. Never throws; returns all problems at once.
 */
export function loadSettings({ flags, env, cwd }: LoadRequest): Loaded {
  return settingsFrom([readSettingsFile(flags, env, cwd), readEnvironment(env, cwd), readFlags(flags, cwd)], env);
}

/** Checks settings that a program passes, in the shape of the file. The environment is used only for `env:NAME` and placeholders. */
export function settingsOf(values: object, env: Environment, cwd: string): Loaded {
  return settingsFrom([readDocument(JSON.stringify(values, null, 2), 'settings', resolve(cwd, 'settings'))], env);
}

/** Merges the sources. The source with the lowest precedence comes first. */
export function settingsFrom(readings: readonly Reading[], env: Environment): Loaded {
  const resolved = readings.map(({ layer }) => resolveValues(layer, env));
  const problems = [...readings.flatMap((reading) => reading.problems), ...resolved.flatMap(problemsWith)];
  if (problems.length > 0) return { ok: false, problems };
  const layers = resolved.map((each) => withWholePaths(withStubs(each)));
  const parsed = settingsSchema.parse(layers.reduce(mergeLayer, {}));
  const settings = withDefaultStore(withoutUnset(parsed, resolved), layers);
  const source = sourceOf(layers);
  return {
    ok: true,
    settings,
    source,
    secrets: [...new Set([...resolved.flatMap(({ secrets }) => [...secrets]), ...inheritedSecrets(env)])],
    warnings: [
      ...unknownVariables(env, new Set(resolved.flatMap(({ asked }) => [...asked]))),
      ...resolved.flatMap(({ warnings }) => warnings),
      ...unsetWarnings(settings),
      ...warningsOf(settings, source.filteredBy),
    ],
  };
}

/** Returns the credentials in the proxies and registries that every MCP server inherits. */
function inheritedSecrets(env: Environment): readonly string[] {
  return ADDRESS_VARIABLES.flatMap((name) => credentialsIn((Object.hasOwn(env, name) ? env[name] : '') ?? ''));
}

type Values = Readonly<Record<string, unknown>>;

function mergeLayer(below: Values, { values, ends = [] }: Layer): Values {
  const lasting = (name: string) =>
    Object.fromEntries(Object.entries(Object(below[name])).filter(([leaf]) => !ends.includes(`${name}.${leaf}`)));
  const merged = Object.entries(values).map(([name, value]) => [
    name,
    isGroup(name) ? { ...lasting(name), ...Object(value) } : value,
  ]);
  return { ...below, ...Object.fromEntries(merged) };
}

function isGroup(name: string): boolean {
  return outlineAt([name])?.properties !== undefined;
}

/** Makes paths absolute. Paths in the file are relative to the file, others to the working directory. */
function withWholePaths(layer: Layer): Layer {
  const { tools, store, databases } = layer.values;
  const whole = {
    ...(Array.isArray(tools) ? { tools: tools.map((tool) => resolve(layer.directory, String(tool))) } : {}),
    ...(typeof store === 'string' ? { store: wholeStore(store, layer.directory) } : {}),
    ...(isRecord(databases) ? { databases: withWholeFiles(databases, layer.directory) } : {}),
  };
  return { ...layer, values: { ...layer.values, ...whole } };
}

/** Makes the paths of file databases absolute. */
function withWholeFiles(databases: Values, directory: string): Values {
  const whole = Object.entries(databases).map(([name, database]) => {
    const [, scheme, file] = /^(sqlite|duckdb):(?:\/\/)?(.+)$/is.exec(String(Object(database).url)) ?? [];
    return [
      name,
      file === undefined ? database : { ...Object(database), url: `${scheme}:${resolve(directory, file)}` },
    ];
  });
  return Object.assign(Object.create(null), Object.fromEntries(whole));
}

/** Makes the path of the store absolute. The default store is in the directory of the settings file, if there is one. */
function withDefaultStore(settings: Settings, layers: readonly Layer[]): Settings {
  const beside = layers.find(({ file }) => file !== undefined) ?? layers.at(-1);
  return beside === undefined ? settings : { ...settings, store: wholeStore(settings.store, beside.directory) };
}

function wholeStore(store: string, directory: string): string {
  const [, file] = /^sqlite:(.+)$/.exec(store) ?? [];
  return file === undefined ? store : `sqlite:${resolve(directory, file)}`;
}

function sourceOf(layers: readonly Layer[]): SettingsSource {
  const file = layers.find((layer) => layer.file !== undefined)?.file;
  const filteredBy = layers.reduce<FilteredBy>((below, { values, filteredBy: own = {} }) => {
    const isOwn = (dimension: string) => Object.hasOwn(Object(values.filter), dimension);
    return { ...Object.fromEntries(Object.entries(below).filter(([dimension]) => !isOwn(dimension))), ...own };
  }, {});
  const given = layers.flatMap(({ from, values }) => Object.keys(values).map((name) => [name, from] as const));
  return {
    ...(file === undefined ? {} : { file }),
    filteredBy,
    given: new Map(given.filter(([name]) => name !== '$schema') as [SettingName, Layer['from']][]),
  };
}

/**
 * Returns the problems in the order of the file. A problem of the schema is hidden if `resolveValues` found one at the same path,
 * or a variable that is not set: `env:KEY` would also be reported as too short.
 */
function problemsWith({ layer, variables, problems, unset }: Gathering): SettingsProblem[] {
  const told = new Set([...problems.map(({ path }) => path), ...pathsOf(unset)]);
  return [...problems, ...checkLayer(layer, variables, told)].sort(byPlace).slice(0, MOST_PROBLEMS);
}

function byPlace({ place: a }: SettingsProblem, { place: b }: SettingsProblem): number {
  if (a.kind !== 'file' || b.kind !== 'file') return 0;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
