import { type Fields, isRecord } from '../../core/index.ts';
import type { ModelFacts } from '../contract.ts';
import type { Server } from '../http/questions.ts';

/**
 * What Ollama tells of a model: what it was made for (`/api/show`), and how it is loaded now (`/api/ps`). Paths are from the
 * server's top. Either may fail alone.
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
  const most = count(info[`${String(info['general.architecture'])}.context_length`]);
  const parameters = count(info['general.parameter_count']);
  const chosen = typeof value.parameters === 'string' ? /^num_ctx\s+(\d{1,9})\s*$/m.exec(value.parameters) : null;
  return {
    ...(most !== undefined && { mostContextTokens: most }),
    ...(chosen !== null && { contextTokens: Number(chosen[1]) }),
    ...(parameters !== undefined && { billions: parameters / 1e9 }),
    ...(Array.isArray(value.capabilities) && { nativeTools: value.capabilities.includes('tools') }),
  };
}

function readLoaded(value: unknown, model: string): ModelFacts {
  const list: readonly unknown[] = isRecord(value) && Array.isArray(value.models) ? value.models : [];
  const names = new Set([model, `${model}:latest`]);
  const entry = list.find(
    (each): each is Fields => isRecord(each) && (names.has(String(each.name)) || names.has(String(each.model))),
  );
  const context = count(entry?.context_length);
  return context === undefined ? {} : { contextTokens: context };
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}
