import type { Demands, Event, ModelRequest } from '../core/index.ts';

/**
 * What answers: one implementation a wire. The contract suite (`test/contracts/models/`) runs over each of them.
 */
export interface Backend {
  describe(): BackendFacts;
  /**
   * One step: the model's answer as events, in batches of what arrived together. Never throws: whatever goes wrong is the
   * Failure of the `finish` event, which is the last one and comes exactly once. Within a stream:
   * - `call-start` comes when the name is known, then `call-args`, then one `call` with all arguments as text; ids are
   *   unique in the step, whatever the server sent; owners are `gateway`, because a backend does not know them.
   * - `finish` says `calls` when there are calls and the last of them is whole.
   * - a stream that is no longer pulled is paused; one that is left, or whose signal aborts, closes its connection.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<readonly Event[]>;
  /** The models it offers, by their names there. Rejects when it cannot tell. */
  models(signal: AbortSignal): Promise<readonly string[]>;
  /** What it tells of one of its models; empty where it tells nothing. Rejects when it cannot be asked. */
  inspect(model: string, signal: AbortSignal): Promise<ModelFacts>;
  /** Closes its idle connections, and refuses new streams. */
  close(): Promise<void>;
}

export interface BackendFacts {
  /** Its name in the settings. */
  readonly name: string;
  readonly kind: string;
  /** Where it answers, without secrets. */
  readonly address: string;
  /** What a transcript must be like. Absent means that anything valid for chat completions will do. */
  readonly demands: Demands;
  /** What becomes of a prompt that does not fit the model's window. */
  readonly overflow: Overflow;
  /** It tells whether a model does native tool calls: worth a question where nobody else has said it. */
  readonly tellsNativeTools?: boolean;
  /** It keeps nothing of a prompt for the next one: what it is told of tools may change from request to request. */
  readonly isForgetful?: boolean;
  /** It takes tools as they are declared, and reads nothing that is written of them. */
  readonly isTextless?: boolean;
}

/**
 * `refused`: with an error that says so. `cut`: without a word, so that it must never come to that. `chosen`: the window
 * is as large as a request asks for.
 */
export type Overflow = 'refused' | 'cut' | 'chosen';

/** What a server tells of a model. */
export interface ModelFacts {
  /** How many tokens the prompt and the answer may take together, as the model is loaded now. */
  readonly contextTokens?: number;
  /** How many of them it was trained for, where more can be asked for than are loaded. */
  readonly mostContextTokens?: number;
  /** How many tokens an answer may take at most. */
  readonly outputTokens?: number;
  /** Its size, in billions of parameters. */
  readonly billions?: number;
  /** Whether it was made for tool calls, as far as its server knows. */
  readonly nativeTools?: boolean;
  /** What becomes of its prompts that do not fit, where this server is known to differ from its kind. */
  readonly overflow?: Overflow;
}
