import { defaultLimits, type Log, SERVER_NAMES, type ServerName, silentLog } from '../core/index.ts';
import type { Backend, ModelFacts } from './contract.ts';
import { type BackendSettings, httpKind } from './kinds.ts';
import { type Environment, homes, localHome, ollamaHome, servers } from './servers.ts';

/** A model server that was found without being configured. */
export interface Found {
  /** Name for the backend. */
  readonly name: string;
  readonly settings: BackendSettings & { readonly baseUrl: string };
  /** The models that the server lists. The first one is the suggested default. */
  readonly models: readonly string[];
}

/** An API key found in the environment. Using it costs money. */
export interface FoundKey {
  readonly name: string;
  readonly variable: string;
  readonly settings: Place['settings'];
}

/** An address to probe for a server, and the name for its backend. */
export interface Place {
  readonly name: string;
  readonly settings: BackendSettings & { readonly baseUrl: string };
}

/** Returns the default addresses of servers on this machine, most likely first. */
export function usualPlaces(env: Environment): readonly Place[] {
  return [
    { name: 'ollama', settings: { kind: 'ollama', baseUrl: ollamaHome(env) } },
    localPlace('lmstudio'),
    localPlace('llama.cpp'),
    localPlace('vllm'),
  ];
}

/** Probes all addresses concurrently by requesting their model lists. Skips an address that returns no model list. */
export async function findServers(places: readonly Place[], log: Log = silentLog): Promise<readonly Found[]> {
  const found = await Promise.all(places.map((place) => look(place, MOST_LOCAL_MS, log)));
  return found.filter((each) => each !== undefined);
}

/** Requests the models of a paid provider. Call it only after the user has agreed. */
export async function findHosted({ name, settings }: FoundKey, log: Log = silentLog): Promise<Found | undefined> {
  const found = await look({ name, settings }, MOST_HOSTED_MS, log);
  const preferred = HOSTED.get(name)?.preferred;
  if (found === undefined || preferred === undefined) return found;
  const [newest] = found.models
    .filter((model) => preferred.test(model))
    .sort((one, other) => byNumber.compare(other, one));
  return { ...found, models: firstOf(found.models, (model) => model === newest) };
}

/** Sorts numbers in names by value; used in descending order: gpt-5.1, gpt-5, gpt-4. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** Finds API keys in the environment, under the variable names that the providers' own SDKs use. */
export function findKeys(env: Environment): readonly FoundKey[] {
  return [...HOSTED].flatMap(([name, { variable, settings }]) => {
    const apiKey = env[variable]?.trim() ?? '';
    // A key for a proxy must be sent only to that proxy.
    const baseUrl = env[variable.replace(/_API_KEY$/, '_BASE_URL')]?.trim() || settings.baseUrl;
    return apiKey === '' || !URL.canParse(baseUrl)
      ? []
      : [{ name, variable, settings: { ...settings, baseUrl, apiKey } }];
  });
}

const MOST_LOCAL_MS = 1_000; // a local server answers in a few milliseconds unless it is loading a model
const MOST_HOSTED_MS = 10_000;
const MOST_LOOKED_AT = 8; // models to check for tool support

interface Hosted {
  readonly variable: string;
  readonly settings: Place['settings'];
  readonly preferred: RegExp | undefined;
}

const HOSTED: ReadonlyMap<string, Hosted> = new Map([
  [
    'anthropic',
    {
      variable: homes.anthropicKey,
      settings: { kind: 'anthropic', baseUrl: homes.anthropic },
      preferred: /sonnet/,
    },
  ],
  ...SERVER_NAMES.flatMap((server): [string, Hosted][] => {
    const { keyVariable: variable, baseUrl, preferred } = servers[server];
    if (variable === undefined || baseUrl === undefined) return [];
    return [[server, { variable, settings: { kind: 'openai', server, baseUrl }, preferred }]];
  }),
]);

async function look({ name, settings }: Place, mostMs: number, log: Log): Promise<Found | undefined> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error(`the request took longer than ${mostMs} ms`)), mostMs);
  const backend = backendAt(name, settings, log);
  try {
    const models = (await backend.models(patience.signal)).filter(isForWords);
    return { name, settings, models: await bestFirst(models, backend, patience.signal) };
  } catch (error) {
    log.debug({ server: name, address: settings.baseUrl, err: error }, 'Found no model server at this address.');
    return undefined;
  } finally {
    clearTimeout(timer);
    await backend.close();
  }
}

/** Moves the first model that supports tools to the front. Only Ollama reports which models do. */
async function bestFirst(models: readonly string[], backend: Backend, signal: AbortSignal): Promise<readonly string[]> {
  if (backend.describe().kind !== 'ollama') return models;
  const asked = models.slice(0, MOST_LOOKED_AT);
  const facts = await Promise.all(asked.map((model) => backend.inspect(model, signal).catch((): ModelFacts => ({}))));
  return firstOf(models, (_, place) => facts[place]?.nativeTools === true);
}

function firstOf(models: readonly string[], isFirst: (model: string, place: number) => boolean): readonly string[] {
  const place = models.findIndex(isFirst);
  const first = models[place];
  return first === undefined ? models : [first, ...models.filter((_, other) => other !== place)];
}

/** Returns false for models that cannot chat, such as embedding models. Model lists contain those as well. */
function isForWords(model: string): boolean {
  return !/embed|rerank|whisper|tts|dall-e|moderation|guard|bge-|minilm/i.test(model.slice(0, 200));
}

function backendAt(name: string, settings: Place['settings'], log: Log): Backend {
  const { kind, baseUrl, apiKey } = settings;
  const limits = { ...defaultLimits, connectMs: MOST_HOSTED_MS, retries: 0 };
  const built = httpKind(kind);
  if (built === undefined) throw new Error(`A backend of the kind "${kind}" has no address to probe.`);
  return built.create({ name, baseUrl, apiKey, limits, log }, settings);
}

function localPlace(server: ServerName): Place {
  return { name: server, settings: { kind: 'openai', server, baseUrl: localHome(server) } };
}
