import { type Demands, isRecord } from '../core/index.ts';
import { OllamaAnswer, writeOllamaRequest } from '../wires/index.ts';
import type { Backend } from './contract.ts';
import { HttpBackend, type HttpBackendOptions, type Wire } from './http/backend.ts';
import { inspectOllamaModel } from './ollama-facts.ts';

export interface OllamaBackendOptions extends HttpBackendOptions {
  /** How long a model stays loaded after an answer: `"10m"`, seconds, or -1 for ever. Ollama's own default is 5 minutes. */
  readonly keepAlive?: string | number | undefined;
}

/** Ollama by its own API: there a request chooses its window, and nothing is cut silently. */
export function createOllamaBackend(options: OllamaBackendOptions): Backend {
  return new HttpBackend(ollamaChat(options), { ...options, baseUrl: topOf(options.baseUrl) });
}

function ollamaChat({ keepAlive, log }: OllamaBackendOptions): Wire {
  return {
    kind: 'ollama',
    demands,
    overflow: 'chosen',
    tellsNativeTools: true,
    framing: 'lines',
    answerPath: '/api/chat',
    modelsPath: '/api/tags',
    headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    write: (request) => writeOllamaRequest(request, { keepAlive, log }),
    newMachine: (backend, { readsThoughts }) => new OllamaAnswer(backend, undefined, readsThoughts),
    readModels,
    inspect: inspectOllamaModel,
  };
}

const demands: Demands = {
  // Templates put all system messages first, but some renderers (qwen3-coder, olmo3, cogito) drop all but the first.
  systemFirst: true,
  // Of two neighbours with one role, templates see one: the texts of both, and of the second no calls.
  alternatingRoles: true,
};

/** People write it with the path of one of its APIs. */
function topOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/(?:v1|api)\/?$/, '');
  return url.href;
}

function readModels(value: unknown): readonly string[] | undefined {
  if (!isRecord(value) || !Array.isArray(value.models)) return undefined;
  return value.models.flatMap((entry: unknown) => {
    const name = isRecord(entry) ? (entry.name ?? entry.model) : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}
