import { type Fields, isRecord } from '../core/index.ts';
import type { ModelFacts } from './contract.ts';
import type { Server } from './http/questions.ts';
import { inspectOllamaModel } from './ollama-facts.ts';

/**
 * What a chat-completions server tells of a model. Each has its own place for it: most a member in the list of models,
 * local ones an address of their own. Who answers is told by the list as well.
 */
export async function inspectChatModel(model: string, server: Server): Promise<ModelFacts> {
  const entry = entryOf(await server.get('/models'), model) ?? {};
  const facts = readEntry(entry);
  switch (entry.owned_by) {
    case 'llamacpp':
      return { ...facts, ...readProps(await server.root.get(`/props?model=${encodeURIComponent(model)}`)) };
    case 'organization_owner': // LM Studio. What it is told to do with a prompt that is too long, it does without a word.
      return { ...(await inspectLmStudio(model, server)), overflow: 'cut' };
    case 'library':
      return inspectOllama(model, server);
    default:
      return facts.contextTokens === undefined && (await isOllama(server)) ? inspectOllama(model, server) : facts;
  }
}

/** On this wire its window cannot be chosen, and what is too long is cut. */
async function inspectOllama(model: string, server: Server): Promise<ModelFacts> {
  return { ...(await inspectOllamaModel(model, server.root).catch(() => ({}))), overflow: 'cut' };
}

/** Who owns a model is its publisher there, so that it cannot always be told by the list. */
async function isOllama({ root }: Server): Promise<boolean> {
  const told = await root.get('/api/version').catch(() => undefined);
  return isRecord(told) && typeof told.version === 'string';
}

/** Undefined for a model that is not loaded: nobody knows what it will be loaded with. */
async function inspectLmStudio(model: string, { root }: Server): Promise<ModelFacts> {
  const entry = entryOf(await root.get('/api/v0/models').catch(() => []), model) ?? {};
  const context = count(entry.loaded_context_length);
  return context === undefined ? {} : { contextTokens: context };
}

/** A server with one model is asked for it by any name, or by none. Ollama's names have a tag that people leave out. */
function entryOf(list: unknown, model: string): Fields | undefined {
  const all: unknown = isRecord(list) ? list.data : list;
  const entries = Array.isArray(all) ? all.filter(isRecord) : [];
  const named = entries.find(({ id }) => id === model) ?? entries.find(({ id }) => id === `${model}:latest`);
  return named ?? (entries.length === 1 ? entries[0] : undefined);
}

/** vLLM's, OpenRouter's and Together's, Groq's, Mistral's word for it; what llama.cpp was trained for is not what it has. */
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
  };
}

function readProps(props: unknown): ModelFacts {
  const settings = isRecord(props) ? props.default_generation_settings : undefined;
  const context = isRecord(settings) ? count(settings.n_ctx) : undefined;
  return context === undefined ? {} : { contextTokens: context };
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : undefined;
}
