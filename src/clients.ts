import { type Asking, type AskRequest, type AskServices, startAsking } from './asking.ts';
import { type BackendKind, defaultLimits, type Limits, type Log, Observer, silentLog } from './core/index.ts';
import { type BackendSettings, type Backends, createBackends, ollamaHome } from './models/index.ts';
import { checkFormats, defaultFormats, type FormatSettings } from './select/index.ts';
import { createMemoryStore } from './store/index.ts';
import { Listings, type ToolExecutor, type ToolManager } from './tools/index.ts';
import { createTurns } from './turn/index.ts';

export interface ClientOptions {
  /** The model's name at the server. */
  readonly model: string;
  /** The tools that the model sees, in LangChain's format. Tools that are added later are visible from the next `ask` on. */
  readonly tools: ToolManager;
  /** Executes every call of the model. */
  readonly executor: ToolExecutor;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The model's context window, if its server does not report it or lets the client choose it. */
  readonly contextTokens?: number;
  /** True if the model has native tool calls, if its server does not report that. If false, tools are described as text. */
  readonly nativeTools?: boolean;
  /** The tool formats for prompts and answers, as `formats` in the settings. The constructor throws on an unknown name. */
  readonly formats?: Partial<FormatSettings>;
  readonly limits?: Partial<Limits>;
  readonly log?: Log;
}

export interface OllamaClientOptions extends ClientOptions {
  /** Time that Ollama keeps the model loaded: a duration such as "30m", or -1 for no limit. */
  readonly keepAlive?: string | number;
}

/** One backend with the caller's tools: the complete tool loop without a gateway. */
class ModelClient {
  readonly #backends: Backends;
  readonly #services: AskServices;

  constructor(kind: BackendKind, options: OllamaClientOptions) {
    const { model, tools, executor, contextTokens, log = silentLog } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const formats = { ...defaultFormats, ...options.formats };
    checkFormats(formats);
    const observer = new Observer((error) => log.error({ err: error }, 'An observer listener threw.'));
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

  /** Creates a turn. It starts when the caller reads its events or accesses `message` or `finish`. */
  ask(request: string | AskRequest): Asking {
    return startAsking(this.#services, request);
  }

  close(): Promise<void> {
    return this.#backends.close();
  }
}

/** A client for Claude's Messages API. `apiKey` defaults to ANTHROPIC_API_KEY, as in the official SDK. */
export class AnthropicClient extends ModelClient {
  constructor(options: ClientOptions) {
    const apiKey = options.apiKey ?? process.env.ANTHROPIC_API_KEY;
    super('anthropic', apiKey === undefined ? options : { ...options, apiKey });
  }
}

/**
 * A client for Ollama's native API. Tools are converted to Qwen format only there. `baseUrl` defaults to OLLAMA_HOST or to
 * this machine, as in Ollama's own programs.
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
