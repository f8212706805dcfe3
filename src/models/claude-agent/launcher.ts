import type { Limits, Log, TurnFailure } from '../../core/index.ts';
import { cancelled } from '../http/cancelled.ts';
import { ConnectionSlots } from '../http/connection-slots.ts';
import { type AgentAccount, environmentOf, ScratchFolders } from './environment.ts';
import type { Prompt } from './prompt.ts';
import type { AgentRequest } from './request.ts';
import { AgentRun } from './run.ts';
import { type LoadedSdk, loadAgentSdk } from './sdk.ts';

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
  | { readonly ok: true; readonly run: AgentRun }
  /** `isFinal`: another attempt would fail in the same way. */
  | { readonly ok: false; readonly failure: TurnFailure; readonly isFinal: boolean };

/** Starts and ends the child processes of one backend, and limits their number. */
export class AgentLauncher {
  readonly #options: LauncherOptions;
  readonly #hide: (text: string) => string;
  readonly #folders = new ScratchFolders();
  readonly #slots: ConnectionSlots;
  readonly #runs = new Set<AgentRun>();
  #sdk: Promise<LoadedSdk> | undefined;
  #isClosed = false;

  /** `hide` removes secrets from messages. */
  constructor(options: LauncherOptions, hide: (text: string) => string) {
    this.#options = options;
    this.#hide = hide;
    this.#slots = new ConnectionSlots(options.limits.agentProcesses);
  }

  /** Starts a child process. Waits for a free slot. */
  async launch(request: AgentRequest, prompt: Prompt, signal: AbortSignal): Promise<Launched> {
    const { name: backend, executable, limits, load = loadAgentSdk } = this.#options;
    if (this.#isClosed) return refused(backend, 'the backend was closed', true);
    this.#sdk ??= load();
    const loaded = await this.#sdk;
    if (!loaded.ok) {
      const message = `The backend "${backend}" cannot be used. ${loaded.message}`;
      return { ok: false, failure: { kind: 'backend-unusable', message }, isFinal: true };
    }
    if (!(await this.#slots.take(signal))) return { ok: false, failure: cancelled(signal), isFinal: true };
    if (this.#isClosed) {
      this.#slots.release();
      return refused(backend, 'the backend was closed', true);
    }
    try {
      const folders = await this.#folders.open();
      const env = environmentOf(this.#options, folders);
      const options = { env, cwd: folders.work, executable, maxTurns: limits.steps + 1 };
      const run = new AgentRun(loaded.sdk, request, prompt, options);
      this.#runs.add(run);
      return { ok: true, run };
    } catch (error) {
      this.#slots.release();
      return refused(backend, `its agent could not be started: ${this.#hide(messageIn(error))}`, false);
    }
  }

  /** Ends a run in the background, and then frees its slot. `isIdle` as in `AgentRun.end`. */
  release(run: AgentRun, isIdle: boolean): void {
    void this.#end(run, isIdle);
  }

  /** Ends all child processes and removes their folders. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#runs].map((run) => this.#end(run, false)));
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

function refused(backend: string, reason: string, isFinal: boolean): Launched {
  return { ok: false, failure: { kind: 'upstream-unreachable', backend, reason }, isFinal };
}

function messageIn(error: unknown): string {
  return Error.isError(error) ? error.message : String(error);
}
