import type { Limits, Log, TurnFailure } from '../../core/index.ts';
import { cancelled } from '../http/cancelled.ts';
import { ConnectionSlots } from '../http/connection-slots.ts';
import { type AgentAccount, environmentOf, ScratchFolders } from './environment.ts';
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
  readonly #runs = new Set<AgentRun>();
  /** The child that waits for the next request. It holds a slot. */
  #spare: SpareRun | undefined;
  #sdk: Promise<LoadedSdk> | undefined;
  /** Aborted when the backend is closed, so that no turn waits for a slot any longer. */
  readonly #closing = new AbortController();

  /** `hide` removes secrets from messages. */
  constructor(options: LauncherOptions, hide: (text: string) => string) {
    this.#options = options;
    this.#hide = hide;
    this.#slots = new ConnectionSlots(options.limits.agentProcesses);
  }

  /** Loads the SDK, once. */
  load(): Promise<LoadedSdk> {
    const { load = loadAgentSdk } = this.#options;
    this.#sdk ??= load();
    return this.#sdk;
  }

  /** Starts a child process. Waits for a free slot. */
  async launch(request: AgentRequest, prompt: Prompt, signal: AbortSignal): Promise<Launched> {
    const { name: backend } = this.#options;
    if (this.#closing.signal.aborted) return refused(backend, CLOSED, true);
    const spare = await this.#takeSpare(request, prompt);
    if (spare !== undefined) return { ok: true, run: spare, isSpare: true };
    const loaded = await this.load();
    if (!loaded.ok) {
      const message = `The backend "${backend}" cannot be used. ${loaded.message}`;
      return { ok: false, failure: { kind: 'backend-unusable', message }, isFinal: true };
    }
    if (!this.#slots.isFree) void this.#leaveSpare();
    if (!(await this.#slots.take(AbortSignal.any([signal, this.#closing.signal])))) {
      return signal.aborted ? { ok: false, failure: cancelled(signal), isFinal: true } : refused(backend, CLOSED, true);
    }
    try {
      return { ok: true, run: await this.#start(loaded.sdk, request, prompt), isSpare: false };
    } catch (error) {
      return refused(backend, `its agent could not be started: ${this.#hide(messageIn(error))}`, false);
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
      return await this.#start(loaded.sdk, request, prompt);
    } catch {
      return undefined;
    }
  }

  /** Starts a child in a slot that was taken. Frees the slot if that fails. */
  async #start(sdk: AgentSdk, request: AgentRequest, prompt: Prompt | Promise<Prompt>): Promise<AgentRun> {
    const { executable, limits } = this.#options;
    try {
      const folders = await this.#folders.open();
      if (this.#closing.signal.aborted) throw new Error(CLOSED);
      const env = environmentOf(this.#options, folders);
      const run = new AgentRun(sdk, request, prompt, {
        env,
        cwd: folders.work,
        executable,
        maxTurns: limits.steps + 1,
      });
      this.#runs.add(run);
      return run;
    } catch (error) {
      this.#slots.release();
      if (this.#closing.signal.aborted) this.#folders.remove();
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
    this.#closing.abort();
    const running = [...this.#runs].map((run) => this.#end(run, false));
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
    if (this.#runs.delete(run)) this.#slots.release();
  }
}

const CLOSED = 'the backend was closed';
const NEVER = new AbortController().signal;

/** Returns everything that a child process is started with, as a text. */
function startOf(request: AgentRequest): string {
  return `${headOf(request)}${JSON.stringify(request.startParameters)}`;
}

function refused(backend: string, reason: string, isFinal: boolean): Launched {
  return { ok: false, failure: { kind: 'upstream-unreachable', backend, reason }, isFinal };
}

function messageIn(error: unknown): string {
  return Error.isError(error) ? error.message : String(error);
}
