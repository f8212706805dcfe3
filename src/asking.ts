import { type Event, type FinishEvent, inWords, type Limits, refuse, type TurnFailure } from './core/index.ts';
import { Answer, type Turns } from './turn/index.ts';
import { type CallShape, type ChatRequest, readChatRequest, USUAL_CALLS, writeAnswerMessage } from './wires/index.ts';

/** A chat-completions request. `stream` is true by default. */
export interface AskRequest {
  readonly messages: readonly ChatMessage[];
  readonly model?: string;
  /** Omitted or null: the gateway's tools. Empty: no tools. Otherwise exactly the listed tools, which the caller executes. */
  readonly tools?: readonly object[] | null | undefined;
  readonly tool_choice?: unknown;
  readonly context?: readonly unknown[] | null;
  readonly signal?: AbortSignal;
  readonly [field: string]: unknown;
}

/** A chat-completions message. Unknown fields are passed through. */
export interface ChatMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function';
  readonly content?: string | readonly object[] | null;
  readonly tool_calls?: readonly ChatToolCall[];
  readonly tool_call_id?: string | undefined;
  readonly [field: string]: unknown;
}

export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The assistant message at the end of a turn. */
export interface ChatAnswerMessage extends ChatMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly reasoning_content?: string;
}

/** A running turn: its events, and its answer at the end. */
export interface Asking extends AsyncIterable<Event> {
  /** The assistant message in chat-completions format, ready to be appended to the messages. Rejects with a TurnError. */
  readonly message: Promise<ChatAnswerMessage>;
  /** The end of the turn. Never rejects: a failure is in its `failure` field. */
  readonly finish: Promise<FinishEvent>;
  cancel(reason?: string): void;
}

/** The error with which `message` and `explain` reject if the turn fails. */
export class TurnError extends Error {
  override readonly name = 'TurnError';
  readonly failure: TurnFailure;
  /** Our explanation and advice, if the message is a backend's own. */
  readonly hint?: string;

  constructor(failure: TurnFailure) {
    const { message, hint } = inWords(failure);
    super(message);
    this.failure = failure;
    if (hint !== undefined) this.hint = hint;
  }
}

/** The services that `startAsking` needs. */
export interface AskServices {
  readonly turns: Turns;
  readonly limits: Limits;
  /** Resolves when the custom tools are loaded. A turn waits for it before its first event. */
  readonly ready: Promise<Ready>;
}

/** Creates a turn. It starts when the caller reads its events or accesses `message` or `finish`. */
export function startAsking(services: AskServices, request: string | AskRequest): Asking {
  return new RunningAsk(services, request);
}

class RunningAsk implements Asking {
  readonly #abort = new AbortController();
  readonly #answer = new Answer();
  readonly #events: AsyncGenerator<Event, void, undefined>;
  readonly #ended = Promise.withResolvers<void>();
  #shape: CallShape = USUAL_CALLS;
  #isRead = false;
  #isBegun = false;

  constructor(services: AskServices, request: string | AskRequest) {
    const { signal, ...body } = typeof request === 'string' ? question(request) : request;
    this.#events = this.#run(services, body, signal);
  }

  [Symbol.asyncIterator](): AsyncIterator<Event, void, undefined> {
    this.#isRead = true;
    return {
      next: () => {
        this.#isBegun = true;
        return this.#events.next();
      },
      return: async () => {
        await this.#events.return();
        this.#settle();
        return { done: true, value: undefined };
      },
    };
  }

  get finish(): Promise<FinishEvent> {
    return this.#whenEnded().then(() => this.#answer.finish);
  }

  get message(): Promise<ChatAnswerMessage> {
    return this.#whenEnded().then(() => {
      const { failure } = this.#answer.finish;
      if (failure !== undefined) throw new TurnError(failure as TurnFailure);
      return writeAnswerMessage(this.#answer, this.#shape) as unknown as ChatAnswerMessage;
    });
  }

  cancel(reason = 'the caller requested it'): void {
    this.#abort.abort(new Error(reason));
    if (this.#isRead && !this.#isBegun) this.#settle(); // the iterator may never be read
  }

  /** Reading the events drives the turn. If the caller has not begun to read them by now, this method reads them. */
  async #whenEnded(): Promise<void> {
    await Promise.resolve();
    if (!this.#isRead) for await (const _event of this);
    return this.#ended.promise;
  }

  async *#run(
    services: AskServices,
    body: object,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Event, void, undefined> {
    const follow = (): void => this.#abort.abort(signal?.reason);
    signal?.addEventListener('abort', follow);
    if (signal?.aborted) follow();
    try {
      const read = await readAsk(services, { stream: true, ...body });
      if (read.ok) this.#shape = read.shape;
      for await (const batch of eventsOf(services, read, this.#abort)) {
        this.#answer.add(batch);
        yield* batch;
      }
    } finally {
      signal?.removeEventListener('abort', follow);
      this.#settle();
    }
  }

  #settle(): void {
    const failure: TurnFailure = { kind: 'turn-cancelled', reason: 'the client stopped reading the events' };
    if (!this.#answer.isFinished) this.#answer.add([{ type: 'finish', reason: 'failed', failure }]);
    this.#ended.resolve();
  }
}

async function readAsk({ limits, ready }: AskServices, body: object): Promise<ReadAsk> {
  const loaded = await ready;
  const read = loaded.ok ? readChatRequest(body, '', limits) : loaded;
  return read.ok && read.ask.answers !== undefined ? refuse('n', ONE_ANSWER) : read;
}

const ONE_ANSWER = 'n is more than 1, but each `ask` returns one answer. Call `ask` once for each answer.';

type ReadAsk = ChatRequest | { readonly ok: false; readonly failure: TurnFailure };

async function* eventsOf(
  { turns }: AskServices,
  read: ReadAsk,
  abort: AbortController,
): AsyncIterable<readonly Event[]> {
  const started = read.ok ? await turns.start(read.ask, abort) : read;
  if (started.ok) yield* started.turn.events;
  else yield [{ type: 'finish', reason: 'failed', failure: started.failure }];
}

export type Ready = { readonly ok: true } | { readonly ok: false; readonly failure: TurnFailure };

function question(text: string): AskRequest {
  return { messages: [{ role: 'user', content: text }] };
}
