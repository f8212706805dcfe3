import { type Fields, isRecord } from '../../core/index.ts';
import { BRIDGE, createBridge, PREFIX, type ToolResult } from './bridge.ts';
import type { Prompt } from './prompt.ts';
import type { AgentRequest } from './request.ts';
import type { AgentQuery, AgentSdk } from './sdk.ts';

/** The settings of a child process that do not depend on the request. */
export interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Path of another Claude Code program than the SDK's own. */
  readonly executable?: string | undefined;
  readonly maxTurns: number;
}

/** The next thing that a run has to say. */
export type Received =
  | { readonly kind: 'message'; readonly message: Fields }
  | { readonly kind: 'ended'; readonly error?: unknown }
  | { readonly kind: 'silent' }
  | { readonly kind: 'aborted' };

/**
 * One child process of the agent. It gets a prompt, and its messages are read one by one. If the gateway runs all of the
 * tools, the process waits in its tool calls until `settle` gives it their results, and then asks the model again by itself.
 */
export class AgentRun {
  readonly #query: AgentQuery;
  readonly #closed = Promise.withResolvers<void>();
  readonly #calls = new Map<string, WaitingCall>();
  /** Ids of the calls that the child has made and that have no result yet. */
  readonly #waiting = new Set<string>();
  #confirmed = Promise.withResolvers<void>();
  /** The model's full name, once the agent has told it. */
  model: string;
  #isPromptSent = false;
  #isOver = false;
  /** True if the child has the results of its last calls, so that it may ask the model again. */
  #isSettled = false;
  #stderr = '';
  #reading: Promise<Received> | undefined;
  #ending: Promise<void> | undefined;

  /** The child starts at once. A prompt that comes later finds it ready. */
  constructor(sdk: AgentSdk, request: AgentRequest, prompt: Prompt | Promise<Prompt>, options: RunOptions) {
    const { tools, isLoop, wireModel } = request;
    this.model = wireModel;
    const bridge = tools.length === 0 ? undefined : createBridge(sdk, tools, (id) => this.#result(id));
    this.#query = sdk.query({
      prompt: this.#send(prompt),
      options: {
        ...isolated(request, options),
        ...(bridge !== undefined && { mcpServers: { [BRIDGE]: bridge } }),
        ...(bridge !== undefined && { hooks: isLoop ? this.#stopUnlessSettled() : HAND_BACK }),
        maxTurns: isLoop ? options.maxTurns : 1,
        stderr: (text: string) => {
          this.#stderr = (this.#stderr + text.slice(-MOST_STDERR)).slice(-MOST_STDERR);
        },
      },
    });
  }

  /** The end of what the child wrote to stderr. */
  get stderr(): string {
    return this.#stderr;
  }

  /** True once every message of the prompt was sent. */
  get isPromptSent(): boolean {
    return this.#isPromptSent;
  }

  /** Confirms the last message of the prompt, so that the next one is sent. */
  confirm(): void {
    this.#confirmed.resolve();
  }

  /** Waits for the next message. If a wait ends early, the next call continues it, so no message is lost. */
  async receive(mostMs: number, signal: AbortSignal): Promise<Received> {
    if (signal.aborted) return { kind: 'aborted' };
    this.#reading ??= this.#read();
    const { promise: early, resolve } = Promise.withResolvers<Received>();
    const timer = setTimeout(() => resolve({ kind: 'silent' }), mostMs);
    const abort = () => resolve({ kind: 'aborted' });
    signal.addEventListener('abort', abort, { once: true });
    const received = await Promise.race([this.#reading, early]);
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    if (received.kind === 'message') this.#reading = undefined;
    return received;
  }

  /** True if the child waits for no other results than those of these calls. */
  waitsOnlyFor(ids: { has(id: string): boolean }): boolean {
    return [...this.#waiting].every((id) => ids.has(id));
  }

  /**
   * Gives the results of the calls to the child, by call id. Resolves to false if the child does not fetch all of them in time,
   * for example because it made its calls with other ids.
   */
  async settle(results: ReadonlyMap<string, ToolResult>): Promise<boolean> {
    this.#isSettled = true;
    const made = [...results].map(([id, result]) => {
      this.#waiting.delete(id);
      const call = this.#callOf(id);
      call.result.resolve(result);
      return call.made.promise;
    });
    const isFetched = await within(FETCH_MS, Promise.all(made));
    return isFetched !== undefined;
  }

  /**
   * Ends the child. `isIdle`: it has nothing left to do, so it ends by itself when its input ends. Otherwise its request is
   * stopped first: a child that is killed in the middle of a request may take two seconds. Resolves when the child is gone.
   */
  end(isIdle: boolean): Promise<void> {
    this.#ending ??= this.#end(isIdle);
    return this.#ending;
  }

  async #end(isIdle: boolean): Promise<void> {
    this.#isOver = true;
    if (!isIdle) await within(INTERRUPT_MS, this.#interrupt());
    this.#closed.resolve();
    this.#confirmed.resolve();
    const drained = this.#drain();
    if (isIdle) await within(EXIT_MS, drained);
    try {
      if (this.#query.close !== undefined) this.#query.close();
      else await within(EXIT_MS, this.#query.return?.());
    } catch {
      // The child is gone already.
    }
    await within(EXIT_MS, drained);
    // Not earlier: a child that gets a result asks the model again.
    for (const { result } of this.#calls.values()) result.resolve(STOPPED);
  }

  async #interrupt(): Promise<void> {
    await this.#query.interrupt?.();
  }

  /** Sends the prompt. The input then stays open, because Claude Code answers hooks and tool calls over it. */
  async *#send(given: Prompt | Promise<Prompt>): AsyncGenerator<object, void, undefined> {
    const prompt = (await Promise.race([given, this.#closed.promise])) ?? [];
    const last = prompt.at(-1);
    for (const message of prompt) {
      if (this.#isOver) return;
      if (message.isConfirmed) this.#confirmed = Promise.withResolvers();
      if (message === last) this.#isPromptSent = true;
      yield message.write(this.model);
      if (message.isConfirmed) await this.#confirmed.promise;
    }
    await this.#closed.promise;
  }

  async #read(): Promise<Received> {
    try {
      const { done, value } = await this.#query.next();
      if (done === true) return { kind: 'ended' };
      return { kind: 'message', message: isRecord(value) ? value : {} };
    } catch (error) {
      return { kind: 'ended', error };
    }
  }

  async #drain(): Promise<void> {
    while ((await (this.#reading ?? this.#read())).kind === 'message') this.#reading = undefined;
  }

  /**
   * Returns a hook that runs when all calls of an answer have a result. Claude Code itself answers calls of unknown tools and
   * calls with malformed arguments. The hook keeps it from asking the model again then, because the gateway does that.
   */
  #stopUnlessSettled(): object {
    const hook = async () => {
      const isSettled = this.#isSettled;
      this.#isSettled = false;
      return isSettled ? {} : { continue: false, stopReason: 'The gateway continues.' };
    };
    return { PostToolBatch: [{ hooks: [hook] }] };
  }

  /** Waits until the gateway has the result of a call. Calls that it does not run are never executed. */
  #result(id: string): Promise<ToolResult> {
    if (this.#isOver) return Promise.resolve(STOPPED);
    if (!this.#calls.has(id)) this.#waiting.add(id);
    const { made, result } = this.#callOf(id);
    made.resolve();
    return result.promise;
  }

  #callOf(id: string): WaitingCall {
    const call = this.#calls.get(id) ?? { made: Promise.withResolvers(), result: Promise.withResolvers() };
    this.#calls.set(id, call);
    return call;
  }
}

interface WaitingCall {
  /** Resolves when the child calls the tool. */
  readonly made: PromiseWithResolvers<void>;
  readonly result: PromiseWithResolvers<ToolResult>;
}

/** Returns the options that isolate the agent: it has no other tools, settings, files or instructions than those of the request. */
function isolated(request: AgentRequest, { env, cwd, executable }: RunOptions): Fields {
  const { model, system, tools } = request;
  const parameters = { ...request.parameters, ...request.startParameters };
  const extra = Object.keys(parameters).length === 0 ? {} : { CLAUDE_CODE_EXTRA_BODY: JSON.stringify(parameters) };
  return {
    ...(model !== '' && { model }),
    systemPrompt: system,
    tools: [],
    allowedTools: tools.map(({ name }) => PREFIX + name),
    permissionMode: 'dontAsk',
    settingSources: [],
    strictMcpConfig: true,
    plugins: [],
    verbatimPrompts: true,
    persistSession: false,
    includePartialMessages: true,
    cwd,
    env: { ...env, ...extra },
    ...(executable !== undefined && { pathToClaudeCodeExecutable: executable }),
  };
}

/** Defers every call: the agent runs none and ends, and the gateway hands the calls over. */
const HAND_BACK = {
  PreToolUse: [
    { hooks: [async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'defer' } })] },
  ],
};

const STOPPED: ToolResult = { content: [{ type: 'text', text: 'The call was stopped.' }], isError: true };

/** More than a failure shows, so that a secret at its beginning is whole and can be removed. */
const MOST_STDERR = 16_000;
const INTERRUPT_MS = 500;
/** The child calls its tools before the end of the answer, so it has usually fetched the results at once. */
const FETCH_MS = 1_000;
const EXIT_MS = 1_000;

/** Returns the value of a promise; undefined if it has none after `ms`, or fails. */
async function within<Value>(ms: number, promise: Promise<Value> | undefined): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  const value = await Promise.race([promise, late]).catch(() => undefined);
  clearTimeout(timer);
  return value;
}
