import type { Limits, Log, TurnFailure } from '../../core/index.ts';
import { cancelled } from '../http/cancelled.ts';
import { ConnectionSlots } from '../http/connection-slots.ts';
import { type AgentAccount, type AgentFolders, environmentOf, ScratchFolders } from './environment.ts';
import { headOf } from './paused.ts';
import type { Prompt } from './prompt.ts';
import type { AgentRequest } from './request.ts';
import { AgentRun } from './run.ts';
import { type AgentSdk, type LoadedSdk, loadAgentSdk } from './sdk.ts';
import { SpareRun } from './spare.ts';

export interface LauncherOptions extends AgentAccount {
  /** The backend's name in the settings. */
  readonly name: string;
  /** Path of another Claude Code program than the SDK's own. */
  readonly executable?: string | undefined;
  readonly limits: Limits;
  readonly log: Log;
  /** Loads the SDK. Tests replace it. */
  readonly load?: (() => Promise<LoadedSdk>) | undefined;
}

export type Launched =
  /** `isSpare`: the child was started earlier, so it may be gone by now. */
  | { readonly ok: true; readonly run: AgentRun; readonly isSpare: boolean }
  /** `isFinal`: another attempt would fail in the same way. */
  | { readonly ok: false; readonly failure: TurnFailure; readonly isFinal: boolean };

/** Starts and ends the child processes of one backend, and limits their number. */
export class AgentLauncher {
  readonly #options: LauncherOptions;
  readonly #hide: (text: string) => string;
  readonly #folders = new ScratchFolders();
  readonly #slots: ConnectionSlots;
  readonly #runs = new Map<AgentRun, AgentFolders>();
  /** The child that waits for the next request. It holds a slot. */
  #spare: SpareRun | undefined;
  #sdk: Promise<LoadedSdk> | undefined;
  readonly #closing = new AbortController();
  readonly #makeRoom: () => void;

  /** `hide` removes secrets from messages. `makeRoom` is called when a launch begins to wait for a slot. */
  constructor(options: LauncherOptions, hide: (text: string) => string, makeRoom: () => void) {
    this.#options = options;
    this.#hide = hide;
    this.#makeRoom = makeRoom;
    this.#slots = new ConnectionSlots(options.limits.agentProcesses);
  }

  /** Loads the SDK, once. */
  load(): Promise<LoadedSdk> {
    const { load = loadAgentSdk } = this.#options;
    this.#sdk ??= load();
    return this.#sdk;
  }

  /** True if a launch waits for a slot. */
  get isAwaited(): boolean {
    return this.#slots.isAwaited;
  }

  /** Returns a signal that also aborts when the launcher is closed. */
  untilClosed(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#closing.signal]);
  }

  /** Starts a child process. Waits for a free slot, until the signal aborts. */
  async launch(request: AgentRequest, prompt: Prompt, signal: AbortSignal): Promise<Launched> {
    const { name: backend } = this.#options;
    if (signal.aborted) return { ok: false, failure: cancelled(signal), isFinal: true };
    const spare = await this.#takeSpare(request, prompt);
    if (spare !== undefined) return { ok: true, run: spare, isSpare: true };
    const loaded = await this.load();
    if (!loaded.ok) {
      const message = `The backend "${backend}" cannot be used. ${loaded.message}`;
      return { ok: false, failure: { kind: 'backend-unusable', message }, isFinal: true };
    }
    if (!this.#slots.isFree) void this.#leaveSpare();
    const taking = this.#slots.take(signal);
    if (this.#slots.isAwaited) this.#makeRoom();
    if (!(await taking)) return { ok: false, failure: cancelled(signal), isFinal: true };
    try {
      return { ok: true, run: this.#start(loaded.sdk, request, prompt), isSpare: false };
    } catch (error) {
      const reason = `its agent could not be started: ${this.#hide(messageIn(error))}`;
      return { ok: false, failure: { kind: 'upstream-unreachable', backend, reason }, isFinal: false };
    }
  }

  /** Starts a child for a request like this one, which is about to come. Does nothing if no slot is free. */
  prepare(request: AgentRequest): void {
    const head = startOf(request);
    const { agentSpareMs: keptMs } = this.#options.limits;
    if (keptMs === 0 || this.#closing.signal.aborted || this.#spare?.head === head) return;
    void this.#leaveSpare();
    const { promise, resolve: give } = Promise.withResolvers<Prompt>();
    const starting = this.#startSpare(request, promise);
    this.#spare = new SpareRun({ head, starting, give, keptMs }, () => void this.#leaveSpare());
  }

  /** Never rejects: if the child cannot be started, the request itself will report why. */
  async #startSpare(request: AgentRequest, prompt: Promise<Prompt>): Promise<AgentRun | undefined> {
    try {
      const loaded = await this.load();
      if (!loaded.ok || !this.#slots.isFree) return undefined;
      await this.#slots.take(NEVER);
      return this.#start(loaded.sdk, request, prompt);
    } catch {
      return undefined;
    }
  }

  /** Starts a child in a slot that was taken. Frees the slot if that fails. */
  #start(sdk: AgentSdk, request: AgentRequest, prompt: Prompt | Promise<Prompt>): AgentRun {
    const { executable, limits } = this.#options;
    try {
      this.#closing.signal.throwIfAborted();
      const folders = this.#folders.open();
      const env = environmentOf(this.#options, folders);
      const run = new AgentRun(sdk, request, prompt, {
        env,
        cwd: folders.work,
        executable,
        maxTurns: limits.steps + 1,
      });
      this.#runs.set(run, folders);
      return run;
    } catch (error) {
      this.#slots.release();
      throw error;
    }
  }

  /** Returns the child that was started for this request; undefined if there is none. */
  async #takeSpare(request: AgentRequest, prompt: Prompt): Promise<AgentRun | undefined> {
    const spare = this.#spare;
    if (spare?.head !== startOf(request)) return undefined;
    this.#spare = undefined;
    return spare.use(prompt);
  }

  async #leaveSpare(): Promise<void> {
    const spare = this.#spare;
    if (spare === undefined) return;
    this.#spare = undefined;
    spare.cancel();
    const run = await spare.starting;
    if (run !== undefined) await this.#end(run, true);
  }

  /** Ends a run in the background, and then frees its slot. `isIdle` as in `AgentRun.end`. */
  release(run: AgentRun, isIdle: boolean): void {
    void this.#end(run, isIdle);
  }

  /** Ends all child processes and removes their folders. */
  async close(): Promise<void> {
    this.#closing.abort(new Error(`the agents of "${this.#options.name}" are stopped because the gateway is stopping`));
    const running = [...this.#runs.keys()].map((run) => this.#end(run, false));
    await Promise.all([this.#leaveSpare(), ...running]);
    this.#folders.remove();
  }

  async #end(run: AgentRun, isIdle: boolean): Promise<void> {
    const { name: backend, log } = this.#options;
    try {
      await run.end(isIdle);
    } catch (error) {
      log.warn({ backend, err: error }, 'An agent could not be ended.');
    }
    const folders = this.#runs.get(run);
    if (folders === undefined) return;
    this.#runs.delete(run);
    this.#slots.release();
    try {
      this.#folders.drop(folders);
    } catch (error) {
      log.warn({ backend, err: error }, 'The temporary folder of an agent could not be removed.');
    }
  }
}

const NEVER = new AbortController().signal;

/** Returns everything that a child process is started with, as a text. */
function startOf(request: AgentRequest): string {
  return `${headOf(request)}${JSON.stringify(request.startParameters)}`;
}

function messageIn(error: unknown): string {
  return Error.isError(error) ? error.message : String(error);
}
