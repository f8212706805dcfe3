import type { Log } from '../core/index.ts';
import {
  type Environment,
  type Found,
  type FoundKey,
  findHosted,
  findKeys,
  findServers,
  ollamaHome,
  usualPlaces,
} from '../models/index.ts';
import type { Settings } from '../settings/index.ts';

/** Settings with the models that were found, if none was configured. */
export interface Discovered {
  readonly settings: Settings;
  /** Keys that came with them. */
  readonly secrets: readonly string[];
  /** Sentences that say what was found, or why pocket answers. */
  readonly words: readonly string[];
}

/**
 * Searches for models: servers on this machine are used at once, keys in the environment only if the settings allow it,
 * because their use costs money. If nothing is found, the settings stay as they are and pocket answers.
 */
export async function discoverModels(settings: Settings, env: Environment, log: Log): Promise<Discovered> {
  const { discover } = settings;
  if (Object.keys(settings.backends).length > 0 || discover === 'none') return { settings, secrets: [], words: [] };
  const keys = findKeys(env);
  const [local, hosted] = await Promise.all([
    findServers(usualPlaces(env), log),
    discover === 'all' ? Promise.all(keys.map((key) => findHosted(key, log))) : [],
  ]);
  const all = [...local, ...hosted.flatMap((each) => each ?? [])];
  const used = all.find(({ models }) => models.length > 0);
  const words = [...all.map(tellFound), ...tellMissing(env, all), ...tellKeys(keys, discover, hosted)];
  const isNamed = settings.model.length > 0 || Object.keys(settings.aliases).length > 0;
  if (used === undefined) return { settings, secrets: [], words: isNamed ? words : [...words, NOTHING] };
  const backends = Object.fromEntries(all.map(({ name, settings: backend }) => [name, backend]));
  return {
    settings: { ...settings, backends, model: isNamed ? settings.model : [`${used.name}/${used.models[0]}`] },
    secrets: keys.flatMap((key) => key.settings.apiKey ?? []),
    words,
  };
}

/** The keys in the environment, which no log may show. */
export function secretsIn(env: Environment): readonly string[] {
  return findKeys(env).flatMap(({ settings }) => settings.apiKey ?? []);
}

/** The sentence for a search that found nothing. */
export const NOTHING =
  'no model was found on this machine (Ollama, LM Studio, llama.cpp, vLLM), so pocket answers: it is built in, and not a language model';

function tellFound({ name, settings, models }: Found): string {
  const [first, ...others] = models;
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  const what = first === undefined ? 'without a model' : `with ${first}${rest}`;
  return `found ${name} at ${settings.baseUrl}, ${what}`;
}

/** Says so if the Ollama that the user named does not answer. */
function tellMissing(env: Environment, all: readonly Found[]): string[] {
  const isMissing = (env.OLLAMA_HOST ?? '') !== '' && all.every(({ name }) => name !== 'ollama');
  return isMissing ? [`OLLAMA_HOST leads to ${ollamaHome(env)}, where no Ollama answered in time`] : [];
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
