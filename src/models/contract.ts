import type { Demands, Event, MediaType, ModelRequest } from '../core/index.ts';
import type { Relayed, RelayedApi, RelayRequest } from './relay.ts';

/** A configured model server. Each wire has one implementation; all must pass the suite in `test/contracts/models/`. */
export interface Backend {
  describe(): BackendFacts;
  /**
   * Runs one step: yields the model's answer as events, in batches of what arrived together. Never throws: an error is
   * the Failure of the `finish` event, which comes exactly once and last. Within a stream:
   * - `call-start` comes when the name is known, then `call-args`, then one `call` with all arguments as text. Ids are
   *   unique in the step, whatever the server sent. The owner is always `gateway`, because a backend does not know owners.
   * - `finish` has the reason `calls` if there are calls and the last of them is complete.
   * - A stream that is not read is paused. Returning from the stream or aborting its signal closes the connection.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<readonly Event[]>;
  /** Returns the names of the server's models. Rejects if the server does not list them. */
  models(signal: AbortSignal): Promise<readonly string[]>;
  /** Returns the server's facts about one of its models; empty if it reports none. Rejects if the request fails. */
  inspect(model: string, signal: AbortSignal): Promise<ModelFacts>;
  /**
   * Passes a request on to one of the APIs in `BackendFacts.relays`. Retries until the answer begins. Never rejects. Aborting
   * the signal closes the connection.
   */
  relay?(request: RelayRequest, signal: AbortSignal): Promise<Relayed>;
  /** Closes idle connections and refuses new streams. */
  close(): Promise<void>;
}

export interface BackendFacts {
  /** The backend's name in the settings. */
  readonly name: string;
  readonly kind: string;
  /** Address of the server, without secrets. */
  readonly address: string;
  /** Requirements on the transcript. An omitted field means that anything valid for chat completions is accepted. */
  readonly demands: Demands;
  /** How the server treats a prompt that does not fit the model's context window. */
  readonly overflow: Overflow;
  /** True if requests can restrict which of the declared tools the model may call. Otherwise the prompt names them. */
  readonly restrictsTools?: boolean;
  /** The other APIs of the server, to which requests can be passed on. */
  readonly relays?: readonly RelayedApi[];
  /** True if the server reports whether a model supports native tool calls. */
  readonly tellsNativeTools?: boolean;
  /**
   * True if the backend caches no prompts and reads only a part of each. The declared tools may then change between requests
   * at no cost, and its count of prompt tokens does not show whether a prompt was truncated.
   */
  readonly hasNoPromptCache?: boolean;
  /** True if the model uses only declared tools and ignores tools that are described in text. */
  readonly ignoresDescribedTools?: boolean;
}

/**
 * How a server treats a prompt that does not fit the context window. `refused`: it returns an error. `cut`: it truncates
 * the prompt silently, so the gateway must never send one. `chosen`: each request sets the size of the window.
 */
export type Overflow = 'refused' | 'cut' | 'chosen';

/** A server's facts about a model. A field is omitted if the server does not report it. */
export interface ModelFacts {
  /** Context window in tokens (prompt and answer together), as the model is loaded now. */
  readonly contextTokens?: number;
  /** Largest context window in tokens that a request can ask for: the one that the model was trained with. */
  readonly mostContextTokens?: number;
  /** Maximum number of tokens in an answer. */
  readonly outputTokens?: number;
  /** Size of the model in billions of parameters. */
  readonly billions?: number;
  /** True if the server says that the model supports native tool calls. */
  readonly nativeTools?: boolean;
  /** The media that the model accepts. */
  readonly media?: readonly MediaType[];
  /** Overrides `BackendFacts.overflow` if this server is known to differ from its kind. */
  readonly overflow?: Overflow;
}
