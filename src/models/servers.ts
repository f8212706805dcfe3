import { SERVER_NAMES, type ServerName } from '../core/index.ts';
import { type ChatDialect, geminiSchemas, grammarSchemas } from '../wires/index.ts';

/**
 * Facts about a chat-completions server: its address, and how it differs from the common protocol. A server without
 * differences needs no record.
 */
export interface ServerFacts extends ChatDialect {
  /** Address of a hosted service. Omitted for servers that users run themselves. */
  readonly baseUrl?: string;
  /** Environment variable that usually holds the key. */
  readonly keyVariable?: string;
  /** Matches the models to suggest as the default. */
  readonly preferred?: RegExp;
  /** Default port on the local machine. */
  readonly port?: number;
}

export const servers: Readonly<Record<ServerName, ServerFacts>> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    preferred: /^gpt-\d+(?:\.\d+)?$/,
    developerRole: true,
    allowedTools: true,
    customTools: true,
    limitName: 'max_completion_tokens', // its reasoning models reject `max_tokens`
    thoughts: [], // it does not return reasoning, and rejects unknown message fields
  },
  openrouter: {
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    preferred: /^openrouter\/auto$/,
    developerRole: true,
  },
  groq: {
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    preferred: /gpt-oss|llama/i,
    messageMembers: ['name', 'reasoning'], // rejects any other: "property 'reasoning_content' is unsupported"
  },
  together: {
    baseUrl: 'https://api.together.xyz/v1',
    keyVariable: 'TOGETHER_API_KEY',
    preferred: /instruct/i,
  },
  deepseek: {
    baseUrl: 'https://api.deepseek.com/v1',
    keyVariable: 'DEEPSEEK_API_KEY',
    preferred: /chat|deepseek-v/,
    thoughts: ['reasoning_content'], // requires the reasoning of a message with calls
  },
  mistral: {
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    preferred: /^mistral-(?:medium|large)-latest$/,
    demands: {
      callIds: /^[a-zA-Z0-9]{9}$/,
      alternatingRoles: true,
      answerAfterOutcomes: true, // "Unexpected role 'user' after role 'tool'"
      systemFirst: true,
    },
    messageMembers: ['prefix'],
    // Rejects other fields, even stream_options: "Extra inputs are not permitted". It sends usage without being asked.
    members: [
      'temperature',
      'top_p',
      'max_tokens',
      'stop',
      'n',
      'response_format',
      'presence_penalty',
      'frequency_penalty',
      'prediction',
      'prompt_mode',
      'safe_prompt',
      'random_seed',
      'reasoning_effort',
      'parallel_tool_calls',
    ],
    renamed: { max_completion_tokens: 'max_tokens', seed: 'random_seed' },
  },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    preferred: /flash(?:-latest)?$/,
    messageMembers: [],
    schemas: geminiSchemas,
    // Rejects any other field: 'Unknown name "parallel_tool_calls": Cannot find field.'
    members: [
      'temperature',
      'top_p',
      'max_tokens',
      'max_completion_tokens',
      'stop',
      'n',
      'response_format',
      'reasoning_effort',
      'presence_penalty',
      'frequency_penalty',
      'seed',
      'modalities',
      'extra_body',
      'stream_options',
    ],
  },
  'llama.cpp': {
    port: 8_080,
    schemas: grammarSchemas, // one pattern that its grammar cannot express makes it reject every request
  },
  vllm: { port: 8_000 },
  lmstudio: {
    port: 1_234,
    schemas: grammarSchemas, // it uses llama.cpp's grammars
    namedChoice: false, // "Invalid tool_choice type: 'object'. Supported string values: none, auto, required"
  },
};

/** Default addresses and key variables of the other kinds of server. */
export const homes = {
  anthropic: 'https://api.anthropic.com',
  anthropicKey: 'ANTHROPIC_API_KEY',
  ollama: 'http://127.0.0.1:11434',
} as const;

/** Returns the default local address of a server that has a `port`. */
export function localHome(server: ServerName): string {
  return `http://127.0.0.1:${servers[server].port}/v1`;
}

/** Returns the server at an address; undefined if the address does not identify it. */
export function serverAt(baseUrl: string): ServerName | undefined {
  const url = URL.parse(baseUrl);
  if (url === null) return undefined;
  return SERVER_NAMES.find((name) => {
    const { baseUrl: own, port } = servers[name];
    if (own !== undefined) return url.host === new URL(own).host;
    return LOCAL.has(url.hostname) && url.port === String(port);
  });
}

const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns Ollama's address from `OLLAMA_HOST`, read as Ollama's own programs do: a host, a port, both, or a full URL. A
 * server that listens on all interfaces is reached at 127.0.0.1.
 */
export function ollamaHome({ OLLAMA_HOST: given = '' }: Environment): string {
  const [, protocol = '', host = '', port] =
    /^(https?:)?(?:\/\/)?([\w.-]*|\[[\da-f:]*\])(?::(\d{1,5}))?\/*$/i.exec(given.trim()) ?? [];
  if (host === '' && port === undefined) return homes.ollama;
  const isHere = host === '' || host === '0.0.0.0' || host === '[::]';
  const usual = protocol === 'https:' ? '443' : protocol === 'http:' ? '80' : OLLAMA_PORT;
  return `${protocol || 'http:'}//${isHere ? '127.0.0.1' : host}:${port ?? usual}`;
}

const OLLAMA_PORT = '11434';
