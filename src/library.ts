import { type Event, type FinishEvent, type Log, silentLog, type Tool, type TurnFailure, tell } from './core/index.ts';
import { buildHouse, type House } from './house.ts';
import { renderProblems, type SettingsInput, settingsOf } from './settings/index.ts';
import { loadCustomTools, type ToolExecutor, type ToolManager } from './tools/index.ts';
import { Answer } from './turn/index.ts';
import { readChatRequest, writeAnswerMessage } from './wires/index.ts';

/** Settings as in toolpath.json; tools may also be given as they are, and the store is in memory unless named. */
export interface ToolpathSettings extends Omit<SettingsInput, 'tools'> {
  readonly tools?: readonly (string | Tool)[];
}

export interface ToolpathOptions {
  readonly log?: Log;
}

export interface Toolpath {
  readonly tools: ToolManager;
  readonly executor: ToolExecutor;
  /** Starts a turn. Nothing is sent before somebody reads its events or waits for its message. */
  ask(request: string | AskRequest): Asking;
  close(): Promise<void>;
}

/** What a chat-completions request holds; `stream` is on unless told otherwise. */
export interface AskRequest {
  readonly messages: readonly ChatMessage[];
  readonly model?: string;
  /** Absent or null: the gateway's tools. Empty: none. Listed: exactly those, yours to execute. */
  readonly tools?: readonly object[] | null | undefined;
  readonly tool_choice?: unknown;
  readonly context?: readonly unknown[] | null;
  readonly signal?: AbortSignal;
  readonly [field: string]: unknown;
}

/** A message as chat completions has it; what else it holds passes through. */
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

/** The assistant's message at the end of a turn. */
export interface ChatAnswerMessage extends ChatMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly reasoning_content?: string;
}

/** A turn under way: its events, and its answer when it is over. */
export interface Asking extends AsyncIterable<Event> {
  /** The assistant's message in chat completions' shape, ready to be added to the messages. Rejects with a TurnError. */
  readonly message: Promise<ChatAnswerMessage>;
  /** How it ended. Never rejects: a failure is in there. */
  readonly finish: Promise<FinishEvent>;
  cancel(reason?: string): void;
}

/** A turn that failed, for those who wait for its message. */
export class TurnError extends Error {
  override readonly name = 'TurnError';
  readonly failure: TurnFailure;

  constructor(failure: TurnFailure) {
    super(tell(failure));
    this.failure = failure;
  }
}

/** Toolpath inside your program. Throws a SettingsError when the settings are wrong. */
export function createToolpath(settings: ToolpathSettings = {}, { log = silentLog }: ToolpathOptions = {}): Toolpath {
  const { tools = [], ...others } = settings;
  const modules = tools.filter((tool) => typeof tool === 'string');
  const loaded = settingsOf({ store: 'memory', ...others, tools: modules }, process.env, process.cwd());
  if (!loaded.ok) throw new SettingsError(renderProblems(loaded.problems));
  const house = buildHouse(loaded.settings, loaded.secrets, log);
  house.tools.add(tools.filter((tool) => typeof tool !== 'string'));
  const ready = addModules(house);
  return {
    tools: house.tools,
    executor: house.executor,
    ask: (request) => new RunningAsk(house, ready, typeof request === 'string' ? question(request) : request),
    close: () => house.close(),
  };
}

export class SettingsError extends TypeError {
  override readonly name = 'SettingsError';
}

class RunningAsk implements Asking {
  readonly #abort = new AbortController();
  readonly #answer = new Answer();
  readonly #events: AsyncGenerator<Event, void, undefined>;
  readonly #ended = Promise.withResolvers<void>();
  #isRead = false;
  #isBegun = false;

  constructor(house: House, ready: Promise<Ready>, request: AskRequest) {
    const { signal, ...body } = request;
    this.#events = this.#run(house, ready, body, signal);
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
      const { text, reasoning, calls, extra, finish } = this.#answer;
      if (finish.failure !== undefined) throw new TurnError(finish.failure as TurnFailure);
      return writeAnswerMessage({ text, reasoning, calls, extra: extra.message }) as unknown as ChatAnswerMessage;
    });
  }

  cancel(reason = 'the caller gave up'): void {
    this.#abort.abort(new Error(reason));
    if (this.#isRead && !this.#isBegun) this.#settle(); // nobody may ever read what comes of it
  }

  /** Whoever reads the events drives the turn; if nobody does by now, waiting for the end does. */
  async #whenEnded(): Promise<void> {
    await Promise.resolve();
    if (!this.#isRead) for await (const _event of this);
    return this.#ended.promise;
  }

  async *#run(
    house: House,
    ready: Promise<Ready>,
    body: object,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Event, void, undefined> {
    const follow = (): void => this.#abort.abort(signal?.reason);
    signal?.addEventListener('abort', follow);
    if (signal?.aborted) follow();
    try {
      for await (const batch of eventsOf(house, await ready, { stream: true, ...body }, this.#abort)) {
        this.#answer.add(batch);
        yield* batch;
      }
    } finally {
      signal?.removeEventListener('abort', follow);
      this.#settle();
    }
  }

  #settle(): void {
    const failure: TurnFailure = { kind: 'turn-cancelled', reason: 'its events were not read to the end' };
    if (!this.#answer.isFinished) this.#answer.add([{ type: 'finish', reason: 'failed', failure }]);
    this.#ended.resolve();
  }
}

function eventsOf(
  house: House,
  ready: Ready,
  body: object,
  abort: AbortController,
): AsyncIterable<readonly Event[]> | readonly Event[][] {
  const read = ready.ok ? readChatRequest(body, '', house.settings.limits) : ready;
  const started = read.ok ? house.turns.start(read.ask, abort) : read;
  if (started.ok) return started.turn.events;
  return [[{ type: 'finish', reason: 'failed', failure: started.failure }]];
}

type Ready = { readonly ok: true } | { readonly ok: false; readonly failure: TurnFailure };

async function addModules({ settings, tools }: House): Promise<Ready> {
  const custom = await loadCustomTools(settings.tools);
  if (!custom.ok)
    return { ok: false, failure: { kind: 'bad-request', param: 'tools', message: custom.problems.join('\n') } };
  tools.add(custom.tools);
  return { ok: true };
}

function question(text: string): AskRequest {
  return { messages: [{ role: 'user', content: text }] };
}
