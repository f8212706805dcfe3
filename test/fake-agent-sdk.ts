import { setImmediate } from 'node:timers/promises';
import type { Fields } from '../src/core/index.ts';
import { type AgentSdk, checkSdk, type LoadedSdk } from '../src/models/claude-agent/sdk.ts';
import { type MessageBlock, type MessageOptions, streamEvents } from './messages.ts';

/**
 * A stand-in for `@anthropic-ai/claude-agent-sdk`: the same two functions, without a child process. Each `query` takes the
 * prompt as Claude Code does, and uses one play of the script whenever it would ask the model. It calls hooks and MCP handlers
 * as the real one does. The facts that it copies were seen with version 0.3.325.
 *
 *     const sdk = new FakeAgentSdk();
 *     sdk.script(answer(toolUse('search', { q: 'x' })), answer(text('Found.')), async function* () { throw new Error('died'); });
 */
export class FakeAgentSdk {
  /** All queries, in order. */
  readonly agents: FakeAgent[] = [];
  readonly #plays: Play[] = [];
  readonly #deviations: Deviations;

  constructor(deviations: Deviations = {}) {
    this.#deviations = deviations;
  }

  /** Appends plays. A request to the model without one ends the agent with an error. */
  script(...plays: readonly Play[]): void {
    this.#plays.push(...plays);
  }

  /** Removes the plays that are left. */
  clear(): void {
    this.#plays.length = 0;
  }

  /** Number of children that run. */
  get running(): number {
    return this.agents.filter(({ isGone }) => !isGone).length;
  }

  /** Loads the module, as `loadAgentSdk` does. */
  readonly load = async (): Promise<LoadedSdk> => {
    const sdk: AgentSdk = { query: (given) => this.#query(given), createSdkMcpServer: () => this.#createServer() };
    return checkSdk(sdk);
  };

  #query({ prompt, options }: Parameters<AgentSdk['query']>[0]) {
    const agent = new FakeAgent(prompt, options, this.#deviations, () => this.#plays.shift() ?? noPlay);
    this.agents.push(agent);
    return agent.query;
  }

  #createServer() {
    const server = new FakeMcpServer();
    const lacks = this.#deviations.lacks?.includes('setRequestHandler') === true;
    return { instance: { server: lacks ? Object.assign(server, { setRequestHandler: undefined as never }) : server } };
  }
}

/** How an SDK differs from the one that was tested. */
export interface Deviations {
  readonly lacks?: readonly ('interrupt' | 'close' | 'setRequestHandler' | 'hooks')[];
  /** Names of the bridge's tools that it does not declare to the model. */
  readonly drops?: readonly string[];
  /** Its own tools, which stay although the option `tools` is empty. */
  readonly builtins?: readonly string[];
  /** True if it asks the model for every message of the user. */
  readonly ignoresShouldQuery?: boolean;
  /** True if it never confirms a message of the history. */
  readonly confirmsNothing?: boolean;
  /** True if its child outlives `interrupt` and `close`. */
  readonly isUnkillable?: boolean;
  /** Changes the ids that handlers are called with. */
  readonly callId?: (id: string) => unknown;
}

/** Yields the messages of one request to the model. Returns what comes next; otherwise the child exits. */
export type Play = (agent: FakeAgent) => AsyncGenerator<unknown, Next | undefined, undefined>;

/** `ask`: asks the model again, with the results of its calls. `wait`: waits for the next message of the user. */
export type Next = 'ask' | 'wait';

interface AgentOptions extends Fields {
  readonly model?: string;
  readonly maxTurns: number;
  readonly env: Readonly<Record<string, string>>;
  readonly stderr: (text: string) => void;
  readonly hooks?: Readonly<Partial<Record<'PreToolUse' | 'PostToolBatch', readonly HookMatcher[]>>>;
  readonly mcpServers?: { readonly bridge: { readonly instance: { readonly server: FakeMcpServer } } };
}

interface HookMatcher {
  readonly hooks: readonly (() => Promise<HookOutput>)[];
}

interface HookOutput {
  readonly continue?: boolean;
  readonly hookSpecificOutput?: { readonly permissionDecision: string };
}

type ToolUse = Extract<MessageBlock, { type: 'tool_use' }>;

/** One query: its child, as a test sees it. */
export class FakeAgent {
  readonly options: AgentOptions;
  /** The messages of the prompt that it has received. */
  readonly sent: Fields[] = [];
  /** The results that its handlers returned, by call id. */
  readonly results = new Map<string, Fields>();
  interrupts = 0;
  /** True once its input has ended. */
  isInputOver = false;
  /** True once it has ended. */
  isGone = false;
  /** Resolves when it has ended. */
  readonly gone: Promise<void>;
  /** The object that `query` returns. */
  readonly query;
  readonly #deviations: Deviations;
  readonly #nextPlay: () => Play;
  readonly #outbox = new Outbox();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #leave: () => void;
  #tools: readonly Fields[] = [];
  #turns = 0;

  constructor(prompt: AsyncIterable<object>, options: object, deviations: Deviations, nextPlay: () => Play) {
    this.options = options as AgentOptions;
    this.#deviations = deviations;
    this.#nextPlay = nextPlay;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    this.#leave = resolve;
    this.query = this.#createQuery();
    void this.#live(prompt);
  }

  /** The definitions of its tools, by their names within the bridge. */
  get tools(): readonly Fields[] {
    return this.#tools;
  }

  /** The parameters that it adds to its requests to the model. */
  get parameters(): Fields {
    return JSON.parse(this.options.env.CLAUDE_CODE_EXTRA_BODY ?? '{}');
  }

  /** Waits until it is interrupted or closed. */
  async stopped(): Promise<void> {
    await this.#stopped.promise;
  }

  /** Ends a child that is unkillable. */
  kill(): void {
    this.isGone = true;
    this.#stopped.resolve();
    this.#outbox.end();
    this.#leave();
  }

  /** Calls the handler of a tool, as Claude Code does for a call of the model. */
  async callTool({ id, name, input }: ToolUse): Promise<Fields> {
    const { callId = (same) => same } = this.#deviations;
    const params = { name: shortName(name), arguments: input, _meta: { 'claudecode/toolUseId': callId(id) } };
    const result = await this.options.mcpServers?.bridge.instance.server.request('tools/call', params);
    this.results.set(id, result as Fields);
    return result as Fields;
  }

  /** Does what follows an answer: hooks and tools if it has calls, otherwise the result. `pending` were started already. */
  async *conclude(calls: readonly ToolUse[], pending: readonly Promise<Fields>[]): ReturnType<Play> {
    const last = calls.at(-1);
    if (last === undefined) {
      yield result();
      return 'wait';
    }
    if (await this.isDeferring()) {
      yield result({ terminal_reason: 'tool_deferred', stop_reason: 'tool_deferred', deferred_tool_use: last });
      return 'wait';
    }
    const results = await Promise.all(pending);
    const content = results.map((each, place) => ({ type: 'tool_result', tool_use_id: calls[place]?.id, ...each }));
    yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null };
    if ((await this.#callHook('PostToolBatch'))?.continue === false) {
      yield result({ terminal_reason: 'hook_stopped' });
      return 'wait';
    }
    if (this.#turns < this.options.maxTurns) return 'ask';
    const error = `Reached maximum number of turns (${this.options.maxTurns})`;
    yield result({ subtype: 'error_max_turns', is_error: true, errors: [error], result: undefined });
    throw new Error(`Claude Code returned an error result: ${error}`);
  }

  /** True if the hooks defer calls. */
  async isDeferring(): Promise<boolean> {
    const output = await this.#callHook('PreToolUse');
    return output?.hookSpecificOutput?.permissionDecision === 'defer';
  }

  async #callHook(name: 'PreToolUse' | 'PostToolBatch'): Promise<HookOutput | undefined> {
    if (this.#deviations.lacks?.includes('hooks') === true) return undefined;
    const [hook] = this.options.hooks?.[name]?.[0]?.hooks ?? [];
    return hook?.();
  }

  #createQuery() {
    const { lacks = [], isUnkillable } = this.#deviations;
    const close = () => {
      if (isUnkillable !== true) this.kill();
    };
    const interrupt = async () => {
      this.interrupts++;
      if (isUnkillable !== true) this.#stopped.resolve();
    };
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: () => this.#outbox.next(),
      return: async () => {
        close();
        return { done: true as const, value: undefined };
      },
      ...(!lacks.includes('interrupt') && { interrupt }),
      ...(!lacks.includes('close') && { close }),
    };
  }

  async #live(prompt: AsyncIterable<object>): Promise<void> {
    try {
      for await (const message of prompt as AsyncIterable<Fields>) {
        this.sent.push(message);
        if (this.sent.length === 1) await this.#outbox.push(await this.#init());
        if (message.type !== 'user') continue;
        if (message.shouldQuery === false && this.#deviations.ignoresShouldQuery !== true) {
          if (this.#deviations.confirmsNothing !== true) await this.#outbox.push(result({ num_turns: 0 }));
        } else if (!(await this.#answer())) break;
      }
      this.isInputOver = true;
      this.#outbox.end();
    } catch (error) {
      this.#outbox.end(error);
    }
    if (this.#deviations.isUnkillable !== true) this.kill();
  }

  async #init(): Promise<Fields> {
    const { bridge } = this.options.mcpServers ?? {};
    const listed = (await bridge?.instance.server.request('tools/list')) as { tools: readonly Fields[] } | undefined;
    const { drops = [], builtins = [] } = this.#deviations;
    this.#tools = (listed?.tools ?? []).filter(({ name }) => !drops.includes(String(name)));
    const tools = [...builtins, ...this.#tools.map(({ name }) => `mcp__bridge__${name}`)];
    return { type: 'system', subtype: 'init', model: this.options.model ?? 'claude-default', tools };
  }

  /** Asks the model until it makes no more calls. Returns false if the child exits. */
  async #answer(): Promise<boolean> {
    for (;;) {
      this.#turns++;
      const playing = this.#nextPlay()(this);
      let played = await playing.next();
      while (played.done !== true) {
        await this.#outbox.push(played.value);
        if (this.isGone) return false;
        played = await playing.next();
      }
      if (played.value !== 'ask') return played.value === 'wait';
    }
  }
}

async function* noPlay(): ReturnType<Play> {
  yield result({ subtype: 'error_during_execution', is_error: true, errors: ['The script has no play left.'] });
  return undefined;
}

/** A text block of an answer. */
export function text(said: string): MessageBlock {
  return { type: 'text', text: said };
}

/** A call of an answer. `name` is the name within the bridge. */
export function toolUse(name: string, input: object = {}, id = `toolu_${name}`): ToolUse {
  return { type: 'tool_use', id, name: `mcp__bridge__${name}`, input };
}

/** An answer of the model as Claude Code passes it on: stream events, and a message for each complete block. */
export function answer(...blocks: readonly MessageBlock[]): Play {
  return answerWith({}, ...blocks);
}

export function answerWith(options: MessageOptions, ...blocks: readonly MessageBlock[]): Play {
  return async function* (agent) {
    const isDeferring = await agent.isDeferring();
    const calls: ToolUse[] = [];
    const pending: Promise<Fields>[] = [];
    for (const event of streamEvents(blocks, options)) {
      yield streamed(event);
      const block = event.type === 'content_block_stop' ? blocks[Number(event.index)] : undefined;
      if (block === undefined) continue;
      yield assistant(block);
      if (block.type !== 'tool_use') continue;
      calls.push(block);
      if (!isDeferring) pending.push(agent.callTool(block)); // handlers start before the end of the answer
    }
    return yield* agent.conclude(calls, pending);
  };
}

/** The given messages, and then the exit of the child: with the error if there is one. */
export function raw(messages: readonly unknown[], error?: Error): Play {
  return async function* () {
    yield* messages;
    if (error !== undefined) throw error;
    return undefined;
  };
}

/** The given messages, and then nothing until the child is stopped. */
export function rawThenSilence(...messages: readonly unknown[]): Play {
  return async function* (agent) {
    yield* messages;
    await agent.stopped();
    return undefined;
  };
}

/** A refusal of the model's API, as Claude Code reports it. */
export function apiError(status: number, message: string, more: Fields = {}): Play {
  const said = `API Error: ${status} ${message}`;
  const own = { model: '<synthetic>', role: 'assistant', content: [{ type: 'text', text: said }] };
  const failed = result({ is_error: true, api_error_status: status, result: said, ...more });
  return raw(
    [{ type: 'assistant', message: own, error: 'unknown', parent_tool_use_id: null }, failed],
    new Error(`Claude Code returned an error result: ${said}`),
  );
}

/** A message with an event of the provider's stream. */
export function streamed(event: unknown): Fields {
  return { type: 'stream_event', event, parent_tool_use_id: null };
}

/** A message with complete blocks of an answer. */
export function assistant(...content: readonly object[]): Fields {
  const message = {
    model: 'claude-default',
    role: 'assistant',
    content,
    stop_reason: null,
    usage: { output_tokens: 1 },
  };
  return { type: 'assistant', message, parent_tool_use_id: null };
}

/** The result of a run. */
export function result(more: Fields = {}): Fields {
  return { type: 'result', subtype: 'success', is_error: false, num_turns: 1, result: '', stop_reason: null, ...more };
}

function shortName(name: string): string {
  return name.replace(/^mcp__bridge__/, '');
}

/** The messages that a child has written and that were not read yet. Few are kept, so an endless child waits. */
class Outbox {
  readonly #messages: unknown[] = [];
  #change = Promise.withResolvers<void>();
  #count = 0;
  #isOver = false;
  #error: unknown;

  /** Adds a message. Resolves when there is room for another one, but lets timers run first, as a pipe does. */
  async push(message: unknown): Promise<void> {
    this.#messages.push(message);
    this.#tell();
    if (++this.#count % MOST_UNREAD === 0) await setImmediate();
    while (this.#messages.length > MOST_UNREAD && !this.#isOver) await this.#change.promise;
  }

  end(error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#tell();
  }

  async next(): Promise<IteratorResult<unknown, undefined>> {
    while (this.#messages.length === 0) {
      if (this.#isOver) {
        const error = this.#error;
        this.#error = undefined;
        if (error !== undefined) throw error;
        return { done: true, value: undefined };
      }
      await this.#change.promise;
    }
    const value = this.#messages.shift();
    this.#tell();
    return { done: false, value };
  }

  #tell(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}

const MOST_UNREAD = 64;

interface RequestSchema {
  readonly shape: { readonly method: { readonly value: string } };
  parse(request: unknown): unknown;
}

type Handler = (request: unknown, extra: { readonly signal: AbortSignal }) => unknown;

/** The part of the MCP SDK's `Server` that a bridge uses. */
class FakeMcpServer {
  readonly #handlers = new Map<string, { readonly schema: RequestSchema; readonly handle: Handler }>();
  #capabilities: Fields = {};

  registerCapabilities(capabilities: Fields): void {
    this.#capabilities = { ...this.#capabilities, ...capabilities };
  }

  setRequestHandler(given: object, handle: (request: never, extra: never) => unknown): void {
    const schema = given as RequestSchema;
    const method = schema.shape.method.value;
    if (this.#capabilities.tools === undefined)
      throw new Error(`Server does not support tools (required for ${method})`);
    this.#handlers.set(method, { schema, handle: handle as Handler });
  }

  async request(method: string, params: Fields = {}): Promise<unknown> {
    const found = this.#handlers.get(method);
    if (found === undefined) throw new Error(`Method not found: ${method}`);
    return found.handle(found.schema.parse({ method, params }), { signal: new AbortController().signal });
  }
}
