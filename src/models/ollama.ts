import { ollamaWire } from '../wires/index.ts';
import type { Backend } from './contract.ts';
import { bearer, HttpBackend, type HttpBackendOptions } from './http/backend.ts';
import { inspectOllamaModel } from './ollama-facts.ts';

export interface OllamaBackendOptions extends HttpBackendOptions {
  /** How long a model stays loaded after an answer: `"10m"`, seconds, or -1 for ever. Ollama's default is 5 minutes. */
  readonly keepAlive?: string | number | undefined;
}

/** Creates a backend for Ollama's own API, where a request sets the context window and nothing is truncated silently. */
export function createOllamaBackend(options: OllamaBackendOptions): Backend {
  const { keepAlive, log, baseUrl } = options;
  const provider = {
    kind: 'ollama',
    wire: ollamaWire({ keepAlive, log }),
    overflow: 'chosen',
    tellsNativeTools: true,
    answerPath: '/api/chat',
    modelsPath: '/api/tags',
    relayPaths: { embeddings: '/v1/embeddings', completions: '/v1/completions' },
    headers: bearer,
    inspect: inspectOllamaModel,
  } as const;
  return new HttpBackend(provider, { ...options, baseUrl: topOf(baseUrl) });
}

/** Removes `/v1` or `/api`, which users often include in the base URL. */
function topOf(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/(?:v1|api)\/?$/, '');
  return url.href;
}
