import type { BackendKind, ServerName } from '../core/index.ts';
import { createAnthropicBackend } from './anthropic.ts';
import type { Backend } from './contract.ts';
import type { HttpBackendOptions } from './http/backend.ts';
import { createOllamaBackend } from './ollama.ts';
import { createOpenAiBackend } from './openai.ts';
import { homes, localHome, ollamaHome, servers } from './servers.ts';

export interface BackendSettings {
  readonly kind: BackendKind;
  /** The chat-completions server, if `baseUrl` does not identify it. */
  readonly server?: ServerName;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Environment variables that these settings use but that are not set. The backend cannot be used then. */
  readonly lacks?: readonly string[];
  /** Path of another Claude Code program than that of the Claude Agent SDK. */
  readonly executable?: string;
  /** How long Ollama keeps a model loaded after an answer. */
  readonly keepAlive?: string | number;
}

/** A kind of backend that answers over HTTP. */
export interface HttpKind {
  /** Returns the address to use if the settings have no `baseUrl`; undefined if there is no default. */
  home(settings: BackendSettings): string | undefined;
  /** Returns the environment variable that usually holds the key; undefined if no key is needed. */
  keyVariable(settings: BackendSettings): string | undefined;
  create(options: HttpBackendOptions, settings: BackendSettings): Backend;
}

/** The supported kinds that use HTTP. `pocket` runs in this process, and `claude-agent` in a child process. */
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
