import type { ServerName } from '../core/index.ts';
import { chatWire } from '../wires/index.ts';
import type { Backend } from './contract.ts';
import { bearer, HttpBackend, type HttpBackendOptions } from './http/backend.ts';
import { inspectChatModel } from './openai-facts.ts';
import { serverAt, servers } from './servers.ts';

export interface OpenAiBackendOptions extends HttpBackendOptions {
  /** The server, if its address does not identify it. */
  readonly server?: ServerName | undefined;
}

/** Creates a backend for a chat-completions server: OpenAI and most others. */
export function createOpenAiBackend(options: OpenAiBackendOptions): Backend {
  const name = options.server ?? serverAt(options.baseUrl);
  const provider = {
    kind: 'openai',
    wire: chatWire(name === undefined ? {} : servers[name]),
    overflow: 'refused',
    answerPath: '/chat/completions',
    modelsPath: '/models',
    relayPaths: { embeddings: '/embeddings', completions: '/completions' },
    headers: bearer,
    inspect: inspectChatModel,
  } as const;
  return new HttpBackend(provider, options);
}
