import { type Fields, isRecord, type MediaType } from '../core/index.ts';
import type { ModelFacts } from './contract.ts';
import type { Server } from './http/questions.ts';
import { inspectOllamaModel } from './ollama-facts.ts';

/**
 * Returns a chat-completions server's facts about a model. Most servers report them in fields of the model list; local
 * servers have their own paths for them. The `owned_by` field of the list identifies those servers.
 */
export async function inspectChatModel(model: string, server: Server): Promise<ModelFacts> {
  const entry = entryOf(await server.get('/models'), model) ?? {};
  const facts = readEntry(entry);
  switch (entry.owned_by) {
    case 'llamacpp':
      return { ...facts, ...readProps(await server.root.get(`/props?model=${encodeURIComponent(model)}`)) };
    case 'organization_owner': // LM Studio, which truncates a long prompt as configured there, without an error
      return { ...(await inspectLmStudio(model, server)), overflow: 'cut' };
    case 'library':
      return inspectOllama(model, server);
    default:
      return facts.contextTokens === undefined && (await isOllama(server)) ? inspectOllama(model, server) : facts;
  }
}

/** On Ollama's chat-completions API a request cannot set the context window, and a long prompt is truncated. */
async function inspectOllama(model: string, server: Server): Promise<ModelFacts> {
  return { ...(await inspectOllamaModel(model, server.root).catch(() => ({}))), overflow: 'cut' };
}

/** Asks for Ollama's version. Ollama sets `owned_by` to the model's publisher, so the list does not always identify it. */
async function isOllama({ root }: Server): Promise<boolean> {
  const told = await root.get('/api/version').catch(() => undefined);
  return isRecord(told) && typeof told.version === 'string';
}

/** Returns no context window for a model that is not loaded, because it is set when the model is loaded. */
async function inspectLmStudio(model: string, { root }: Server): Promise<ModelFacts> {
  const entry = entryOf(await root.get('/api/v0/models').catch(() => []), model) ?? {};
  const context = count(entry.loaded_context_length);
  return {
    ...(context !== undefined && { contextTokens: context }),
    ...(typeof entry.type === 'string' && { media: entry.type === 'vlm' ? ['image'] : [] }),
  };
}

/**
 * Finds the model in a list. A server with a single model answers to any name or to none. Ollama's names have a tag, which
 * users often omit.
 */
function entryOf(list: unknown, model: string): Fields | undefined {
  const all: unknown = isRecord(list) ? list.data : list;
  const entries = Array.isArray(all) ? all.filter(isRecord) : [];
  const named = entries.find(({ id }) => id === model) ?? entries.find(({ id }) => id === `${model}:latest`);
  return named ?? (entries.length === 1 ? entries[0] : undefined);
}

/**
 * Reads a list entry. The context fields are those of vLLM, OpenRouter and Together, Groq, and Mistral, in this order.
 * llama.cpp's trained context is ignored because the loaded one may be smaller.
 */
function readEntry(entry: Fields): ModelFacts {
  const context =
    count(entry.max_model_len) ??
    count(entry.context_length) ??
    count(entry.context_window) ??
    count(entry.max_context_length);
  const provider = isRecord(entry.top_provider) ? entry.top_provider : {};
  const output = count(entry.max_completion_tokens) ?? count(provider.max_completion_tokens);
  const parameters = isRecord(entry.meta) ? count(entry.meta.n_params) : undefined;
  return {
    ...(context !== undefined && { contextTokens: context }),
    ...(output !== undefined && { outputTokens: output }),
    ...(parameters !== undefined && { billions: parameters / 1e9 }),
    ...readMedia(entry),
  };
}

/** Reads the modalities as OpenRouter reports them, then xAI, then Mistral. */
function readMedia({ architecture, input_modalities: own, capabilities }: Fields): ModelFacts {
  const modalities = (isRecord(architecture) ? architecture.input_modalities : undefined) ?? own;
  if (Array.isArray(modalities)) return { media: MEDIA.filter((media) => modalities.includes(media)) };
  const vision = isRecord(capabilities) ? capabilities.vision : undefined;
  return typeof vision === 'boolean' ? { media: vision ? ['image'] : [] } : {};
}

const MEDIA: readonly MediaType[] = ['image', 'audio'];

function readProps(props: unknown): ModelFacts {
  const settings = isRecord(props) ? props.default_generation_settings : undefined;
  const context = isRecord(settings) ? count(settings.n_ctx) : undefined;
  const modalities = isRecord(props) && isRecord(props.modalities) ? props.modalities : undefined;
  const { vision, audio } = modalities ?? {};
  return {
    ...(context !== undefined && { contextTokens: context }),
    ...(modalities !== undefined && {
      media: [...(vision === true ? (['image'] as const) : []), ...(audio === true ? (['audio'] as const) : [])],
    }),
  };
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : undefined;
}
