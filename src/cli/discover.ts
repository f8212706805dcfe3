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

/** The settings, completed with the models that were found if none was configured. */
export interface Discovered {
  readonly settings: Settings;
  /** API keys of the found models, which must be redacted. */
  readonly secrets: readonly string[];
  /** Sentences that report what was found, or why the built-in pocket backend answers. */
  readonly words: readonly string[];
}

/**
 * Searches for models if no backend is configured. Model servers on this machine are always used. API keys in the environment
 * are used only if "discover" is "all", because hosted models cost money. If nothing is found, the settings are returned
 * unchanged and the built-in pocket backend answers.
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

/** Returns the API keys in the environment, which must not appear in any log. */
export function secretsIn(env: Environment): readonly string[] {
  return findKeys(env).flatMap(({ settings }) => settings.apiKey ?? []);
}

/** Reported if the search found no model. */
export const NOTHING =
  'No model server was found on this machine (Ollama, LM Studio, llama.cpp, vLLM), so pocket answers. Pocket is built in and is not a language model.';

function tellFound({ name, settings, models }: Found): string {
  const [first, ...others] = models;
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  const what = first === undefined ? 'but it has no models' : `with ${first}${rest}`;
  return `Found ${name} at ${settings.baseUrl}, ${what}.`;
}

/** Reports that the Ollama server named by OLLAMA_HOST does not answer. */
function tellMissing(env: Environment, all: readonly Found[]): string[] {
  const isMissing = (env.OLLAMA_HOST ?? '') !== '' && all.every(({ name }) => name !== 'ollama');
  return isMissing ? [`OLLAMA_HOST points to ${ollamaHome(env)}, but no Ollama server answered there in time.`] : [];
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
      : [
          `Found ${names}. To use ${keys.length === 1 ? 'it' : 'them'}, start with "--discover all"; hosted models cost money.`,
        ];
  }
  const silent = keys.filter((_, place) => hosted[place] === undefined).map(({ variable }) => variable);
  return silent.length === 0
    ? []
    : [`${silent.join(', ')}: The provider did not list its models, so it is not used. Check the key.`];
}
