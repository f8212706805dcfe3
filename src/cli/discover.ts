import type { Log } from '../core/index.ts';
import {
  type Environment,
  type Found,
  type FoundKey,
  findHosted,
  findKeys,
  findServers,
  usualPlaces,
} from '../models/index.ts';
import type { Settings } from '../settings/index.ts';

/** Settings with the models that were found, where none is configured. */
export interface Discovered {
  readonly settings: Settings;
  /** Keys that came with them. */
  readonly secrets: readonly string[];
  /** What was found, or why pocket answers: one sentence each. */
  readonly words: readonly string[];
}

/**
 * Looks for something that answers: servers on this machine are used at once; keys in the environment only where the
 * settings agree, because their use costs money. Where there is nothing, the settings stay as they are and pocket answers.
 */
export async function discoverModels(settings: Settings, env: Environment, log: Log): Promise<Discovered> {
  const { discover } = settings;
  if (hasModels(settings) || discover === 'none') return { settings, secrets: [], words: [] };
  const keys = findKeys(env);
  const [local, hosted] = await Promise.all([
    findServers(usualPlaces(env), log),
    discover === 'all' ? Promise.all(keys.map((key) => findHosted(key, log))) : [],
  ]);
  const all = [...local, ...hosted.flatMap((each) => each ?? [])];
  const used = all.find(({ models }) => models.length > 0);
  const words = [...all.map((each) => tellFound(each)), ...tellKeys(keys, discover, hosted)];
  if (used === undefined) return { settings, secrets: [], words: [...words, NOTHING] };
  const backends = Object.fromEntries(all.map(({ name, settings: backend }) => [name, backend]));
  return {
    settings: { ...settings, backends, model: [`${used.name}/${used.models[0]}`] },
    secrets: keys.flatMap((key) => key.settings.apiKey ?? []),
    words,
  };
}

/** The keys in the environment: no log may show them. */
export function secretsIn(env: Environment): readonly string[] {
  return findKeys(env).flatMap(({ settings }) => settings.apiKey ?? []);
}

export function hasModels({ backends, model, aliases }: Settings): boolean {
  return Object.keys(backends).length + model.length + Object.keys(aliases).length > 0;
}

const NOTHING =
  'no model was found on this machine (Ollama, LM Studio, llama.cpp, vLLM), so pocket answers: it is built in, and not a language model';

function tellFound({ name, settings, models }: Found): string {
  const [first, ...others] = models;
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  const what = first === undefined ? 'without a model' : `with ${first}${rest}`;
  return `found ${name} at ${settings.baseUrl}, ${what}`;
}

function tellKeys(
  keys: readonly FoundKey[],
  discover: Settings['discover'],
  hosted: readonly (Found | undefined)[],
): string[] {
  const names = keys.map(({ variable }) => variable).join(', ');
  if (discover !== 'all') {
    return keys.length === 0
      ? []
      : [`found ${names}; "--discover all" uses ${keys.length === 1 ? 'it' : 'them'}, which costs money`];
  }
  const silent = keys.filter((_, place) => hosted[place] === undefined).map(({ variable }) => variable);
  return silent.length === 0 ? [] : [`${silent.join(', ')}: the provider did not list its models`];
}
