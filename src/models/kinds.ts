import type { BackendKind, ServerName } from '../core/index.ts';
import { createAnthropicBackend } from './anthropic.ts';
import type { Backend } from './contract.ts';
import type { HttpBackendOptions } from './http/backend.ts';
import { createOllamaBackend } from './ollama.ts';
import { createOpenAiBackend } from './openai.ts';
import { homes, localHome, ollamaHome, servers } from './servers.ts';

export interface BackendSettings {
  readonly kind: BackendKind;
  /** Which of the servers that speak chat completions it is, where its address does not tell. */
  readonly server?: ServerName;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long Ollama keeps a model loaded. */
  readonly keepAlive?: string | number;
}

/** A kind of backend that answers over HTTP. */
export interface HttpKind {
  /** Where it answers, unless the settings say otherwise. */
  home(settings: BackendSettings): string | undefined;
  /** The variable that people keep its key in, if it needs one. */
  keyVariable(settings: BackendSettings): string | undefined;
  create(options: HttpBackendOptions, settings: BackendSettings): Backend;
}

/** The kinds that are built. `pocket` answers in this process. */
const HTTP_KINDS: ReadonlyMap<BackendKind, HttpKind> = new Map<BackendKind, HttpKind>([
  [
    'openai',
    {
      home: ({ server }) => (server === undefined ? undefined : (servers[server].baseUrl ?? localHome(server))),
      keyVariable: ({ server }) => (server === undefined ? undefined : servers[server].keyVariable),
      create: (options, { server }) => createOpenAiBackend({ ...options, server }),
    },
  ],
  ['anthropic', { home: () => homes.anthropic, keyVariable: () => homes.anthropicKey, create: createAnthropicBackend }],
  [
    'ollama',
    {
      home: () => ollamaHome(process.env),
      keyVariable: () => undefined,
      create: (options, { keepAlive }) => createOllamaBackend({ ...options, keepAlive }),
    },
  ],
]);

export function httpKind(kind: BackendKind): HttpKind | undefined {
  return HTTP_KINDS.get(kind);
}
