import { type Asking, type AskRequest, type AskServices, startAsking } from './asking.ts';
import { type BackendKind, defaultLimits, type Limits, type Log, Observer, silentLog } from './core/index.ts';
import { type BackendSettings, type Backends, createBackends, ollamaHome } from './models/index.ts';
import { checkFormats, defaultFormats, type FormatSettings } from './select/index.ts';
import { createMemoryStore } from './store/index.ts';
import { Listings, type ToolExecutor, type ToolManager } from './tools/index.ts';
import { createTurns } from './turn/index.ts';

export interface ClientOptions {
  /** Its name at the server. */
  readonly model: string;
  /** The tools that the model sees, in LangChain's format. What is added later is seen from the next ask on. */
  readonly tools: ToolManager;
  /** Executes every call of the model. */
  readonly executor: ToolExecutor;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The model's window, where its server does not tell it, or where one can choose. */
  readonly contextTokens?: number;
  /** Whether it does native tool calls, where its server does not tell. Otherwise it is told of tools in text. */
  readonly nativeTools?: boolean;
  /** In which ways it may be told of tools, and may answer: as `formats` in the settings. Throws at a name that is none. */
  readonly formats?: Partial<FormatSettings>;
  readonly limits?: Partial<Limits>;
  readonly log?: Log;
}

export interface OllamaClientOptions extends ClientOptions {
  /** How long Ollama keeps the model loaded: a duration such as "30m", or -1 for ever. */
  readonly keepAlive?: string | number;
}

/** One backend, the turn, and the tools that it is given: the whole loop without a gateway around it. */
class ModelClient {
  readonly #backends: Backends;
  readonly #services: AskServices;

  constructor(kind: BackendKind, options: OllamaClientOptions) {
    const { model, tools, executor, contextTokens, log = silentLog } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const formats = { ...defaultFormats, ...options.formats };
    checkFormats(formats);
    const observer = new Observer((error) => log.error({ err: error }, 'a listener of the observer threw'));
    const id = `${kind}/${model}`;
    this.#backends = createBackends({
      backends: { [kind]: { kind, ...addressIn(options) } },
      models: { [id]: { contextTokens, nativeTools: options.nativeTools } },
      aliases: {},
      model: [id],
      limits,
      log,
      observer,
      secrets: [],
    });
    const listings = new Listings(tools, log, limits);
    const turns = createTurns(
      { backends: this.#backends, executor, store: createMemoryStore(limits), limits, log, observer },
      { formats },
      { listings: () => listings.all() },
    );
    this.#services = { turns, limits, ready: Promise.resolve({ ok: true }) };
  }

  /** Starts a turn. Nothing is sent before somebody reads its events or waits for its message. */
  ask(request: string | AskRequest): Asking {
    return startAsking(this.#services, request);
  }

  close(): Promise<void> {
    return this.#backends.close();
  }
}

/** Claude, by the Messages API. Without a key it takes the one that the official SDK takes: ANTHROPIC_API_KEY. */
export class AnthropicClient extends ModelClient {
  constructor(options: ClientOptions) {
    const apiKey = options.apiKey ?? process.env.ANTHROPIC_API_KEY;
    super('anthropic', apiKey === undefined ? options : { ...options, apiKey });
  }
}

/**
 * A model of an Ollama server, by its native API; tools are converted to Qwen format at that edge alone. Without an
 * address it looks where Ollama's own programs do: at OLLAMA_HOST, or on this machine.
 */
export class OllamaClient extends ModelClient {
  constructor(options: OllamaClientOptions) {
    super('ollama', { ...options, baseUrl: options.baseUrl ?? ollamaHome(process.env) });
  }
}

function addressIn({ baseUrl, apiKey, headers, keepAlive }: OllamaClientOptions): Partial<BackendSettings> {
  return {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    ...(headers !== undefined && { headers }),
    ...(keepAlive !== undefined && { keepAlive }),
  };
}
