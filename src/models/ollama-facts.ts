import { type Fields, isRecord, type MediaType } from '../core/index.ts';
import type { ModelFacts } from './contract.ts';
import type { Server } from './http/questions.ts';

/**
 * Returns Ollama's facts about a model: its properties (`/api/show`) and how it is loaded now (`/api/ps`). `server` must
 * resolve paths from the root. Rejects only if both requests fail.
 */
export async function inspectOllamaModel(model: string, server: Pick<Server, 'get' | 'post'>): Promise<ModelFacts> {
  const [shown, loaded] = await Promise.allSettled([server.post('/api/show', { model }), server.get('/api/ps')]);
  if (shown.status === 'rejected' && loaded.status === 'rejected') throw shown.reason;
  return {
    ...(shown.status === 'fulfilled' ? readShown(shown.value) : {}),
    ...(loaded.status === 'fulfilled' ? readLoaded(loaded.value, model) : {}),
  };
}

function readShown(value: unknown): ModelFacts {
  if (!isRecord(value)) return {};
  const info = isRecord(value.model_info) ? value.model_info : {};
  const most = count(trainedContext(info));
  const chosen = typeof value.parameters === 'string' ? chosenContext(value.parameters) : undefined;
  const billions = billionsIn(info['general.parameter_count'], value.details);
  return {
    ...(most !== undefined && { mostContextTokens: most }),
    ...(chosen !== undefined && { contextTokens: chosen }),
    ...(billions !== undefined && { billions }),
    ...(Array.isArray(value.capabilities) && {
      nativeTools: value.capabilities.includes('tools'),
      media: mediaIn(value.capabilities),
    }),
  };
}

function mediaIn(capabilities: readonly unknown[]): readonly MediaType[] {
  return [
    ...(capabilities.includes('vision') ? (['image'] as const) : []),
    ...(capabilities.includes('audio') ? (['audio'] as const) : []),
  ];
}

/** Reads the trained context length. Its key contains the model's architecture: `llama.context_length`. */
function trainedContext(info: Fields): unknown {
  const name = `${textOr(info['general.architecture'], '')}.context_length`;
  return Object.hasOwn(info, name) ? info[name] : undefined;
}

/** Reads `num_ctx` from the Modelfile's parameters, one per line: `num_ctx                        8192`. */
function chosenContext(parameters: string): number | undefined {
  const line = parameters
    .slice(0, MAX_CHARACTERS)
    .split('\n')
    .find((each) => /^num_ctx\s/.test(each));
  return count(Number(line?.slice('num_ctx'.length, MOST_DIGITS)));
}

const MAX_CHARACTERS = 64 * 1024; // usual parameters take a few hundred characters
const MOST_DIGITS = 64;

/** Older versions of Ollama report a size such as `7.6B` or `567.75M` instead of a parameter count. */
function billionsIn(parameters: unknown, details: unknown): number | undefined {
  const exact = count(parameters);
  if (exact !== undefined) return exact / 1e9;
  const size = isRecord(details) ? textOr(details.parameter_size, '').slice(0, MOST_DIGITS) : '';
  const [, number, unit] = /^([\d.]+)\s?([MBT])$/.exec(size) ?? [];
  const most = Number(number) * (unit === 'M' ? 1e-3 : unit === 'T' ? 1e3 : 1);
  return Number.isFinite(most) && most > 0 ? most : undefined;
}

function readLoaded(value: unknown, model: string): ModelFacts {
  const list: readonly unknown[] = isRecord(value) && Array.isArray(value.models) ? value.models : [];
  const isMeant = (each: unknown): each is Fields =>
    isRecord(each) && [each.name, each.model].some((name) => tagged(textOr(name, '')) === tagged(model));
  const context = count(list.find(isMeant)?.context_length);
  return context === undefined ? {} : { contextTokens: context };
}

/** Adds the tag `latest` to a name without a tag. A colon before the last slash is a port: `host:5000/llama`. */
function tagged(name: string): string {
  return name.includes(':', name.lastIndexOf('/') + 1) ? name : `${name}:latest`;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.floor(value) : undefined;
}
