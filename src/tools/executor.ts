import {
  type Call,
  type CallFailure,
  defaultLimits,
  type InvokeConfig,
  type Limits,
  type Log,
  type Missing,
  Observer,
  type Outcome,
  type Progress,
  silentLog,
  type Tool,
  type ToolLimits,
} from '../core/index.ts';
import { createRedactor, type Redactor } from '../log/index.ts';
import { ArgumentCheck, type Checked, type ParameterNames } from './arguments/index.ts';
import type { Bounds } from './bounds.ts';
import { logCalls } from './call-log.ts';
import { type Ended, type GoOn, runUnder } from './deadline.ts';
import { failureOfEnd } from './ending.ts';
import type { ToolManager } from './manager.ts';
import { type Settling, settle, settleFailure } from './outcome.ts';
import { allowAll, type Permit, type PermitRequest } from './permit.ts';
import { askPermit } from './permit-asking.ts';
import { readProgress } from './progress.ts';
import { type Run, startRun } from './run.ts';
import { type Place, Slots } from './slots.ts';
import { thrownMessage } from './thrown.ts';
import { isFromMcp, serverSetting, settingFor, toolName } from './traits.ts';
import { unknownTool } from './unknown-tool.ts';

export interface ExecutorOptions {
  readonly limits?: Partial<Limits> | undefined;
  /** What holds for all tools of one MCP server, by its name; what `limits.tools` says of a single tool goes first. */
  readonly servers?: Readonly<Record<string, ToolLimits>> | undefined;
  /** Why a tool that somebody asks for is not here, if that is known. */
  readonly whyMissing?: ((name: string) => Missing | undefined) | undefined;
  /** Tools that nobody may use, and that nobody hears of. */
  readonly isHidden?: ((tool: Tool) => boolean) | undefined;
  readonly permit?: Permit | undefined;
  readonly parameterNames?: ParameterNames | undefined;
  readonly log?: Log | undefined;
  /** Is told of every call. The log listens to it too. */
  readonly observer?: Observer | undefined;
  /** Values that must be in no log line and no outcome. */
  readonly secrets?: readonly string[] | undefined;
  /** Milliseconds that only go forward. */
  readonly clock?: (() => number) | undefined;
}

/** About one call. */
export interface ExecuteOptions {
  /** They stand beside what the log says of the call: whose it is. */
  readonly labels?: object | undefined;
  /** The very tool to call, whichever bears the call's name by now. */
  readonly tool?: Tool | undefined;
  /** Hears how far the tool is, if it says so. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Executes every tool call, whoever asks: find → arguments → permit → invoke → settle.
 * Each call ends in exactly one Outcome; `execute` never throws and never rejects.
 */
export class ToolExecutor {
  readonly #tools: ToolManager;
  readonly #limits: Limits;
  readonly #servers: Readonly<Record<string, ToolLimits>>;
  readonly #whyMissing: NonNullable<ExecutorOptions['whyMissing']>;
  readonly #isHidden: (tool: Tool) => boolean;
  readonly #arguments: ArgumentCheck;
  readonly #permit: Permit;
  readonly #slots: Slots;
  readonly #bounds: Bounds;
  readonly #observer: Observer;
  readonly #redactor: Redactor;
  readonly #clock: () => number;

  constructor(tools: ToolManager, options: ExecutorOptions = {}) {
    const { permit = allowAll, parameterNames = {}, log = silentLog, secrets = [], servers = {} } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const redactor = createRedactor(secrets);
    this.#tools = tools;
    this.#limits = limits;
    this.#servers = servers;
    this.#whyMissing = options.whyMissing ?? (() => undefined);
    this.#isHidden = options.isHidden ?? (() => false);
    this.#arguments = new ArgumentCheck({ limits, parameterNames, log });
    this.#permit = permit;
    this.#slots = new Slots(limits, servers);
    this.#bounds = {
      outcomeBytes: limits.outcomeBytes,
      mediaBytes: limits.mediaBytes,
      redact: redactor.givenValues,
    };
    this.#observer = options.observer ?? new Observer();
    this.#redactor = redactor;
    if (log !== silentLog) logCalls(this.#observer, log, limits.slowToolMs);
    this.#clock = options.clock ?? (() => performance.now());
  }

  async execute(call: Call, signal?: AbortSignal, options: ExecuteOptions = {}): Promise<Outcome> {
    const { labels = {}, onProgress } = options;
    let run: Run | undefined;
    try {
      run = startRun(call, this.#limits, labels, onProgress);
      const tool = options.tool ?? this.#tools.findByAnyName(run.call.name);
      if (tool === undefined || this.#isHidden(tool)) return this.#fail(run, this.#unknown(run.call.name));
      run.limitMs = this.#toolMs(tool);

      const checked = await this.#check(tool, run, signal);
      run.notes = checked.notes;
      if (!checked.ok) return this.#fail(run, checked.failure);
      run.args = checked.args;

      const request: PermitRequest = { tool, arguments: run.args, callId: run.call.id, signal };
      const refusal = await askPermit(this.#permit, request, run.call.name, this.#limits.permitMs);
      if (refusal !== undefined) return this.#fail(run, refusal);

      const place = await this.#slots.enter(tool, run.limitMs, signal);
      if (place.kind !== 'entered') return this.#fail(run, place);
      try {
        return this.#settle(tool, run, await this.#invoke(tool, run, place, signal));
      } finally {
        place.leave();
      }
    } catch (bug) {
      // Foreign objects can throw from anywhere: a getter of the tool, a proxy in its answer.
      run ??= startRun({ id: '', name: 'unreadable', arguments: {} }, this.#limits, labels);
      return this.#fail(run, { kind: 'tool-error', tool: run.call.name, message: thrownMessage(bug) }, bug);
    }
  }

  /** Settles a call of a tool that is not there any more. */
  miss(call: Call, labels: object = {}): Outcome {
    const missing = this.#whyMissing(call.name) ?? { reason: 'it is not there any more', isGone: true };
    return this.refuse(call, missingTool(call.name, missing), labels);
  }

  /** Settles a call that must not run, for a reason that the caller knows. */
  refuse(call: Call, failure: CallFailure, labels: object = {}): Outcome {
    return this.#fail(startRun(call, this.#limits, labels), failure);
  }

  #toolMs(tool: Tool): number {
    const own = settingFor(this.#limits.tools, tool)?.toolMs;
    return own ?? serverSetting(this.#servers, tool)?.toolMs ?? this.#limits.toolMs;
  }

  async #check(tool: Tool, run: Run, signal: AbortSignal | undefined): Promise<Checked> {
    const checked = this.#arguments.check(tool, run.decoded);
    if (!(checked instanceof Promise)) return checked;
    const ended = await runUnder(run.limitMs, signal, () => checked);
    return ended.kind === 'returned'
      ? (ended.value as Checked)
      : { ok: false, failure: failureOfEnd(ended, tool, run.call.name), notes: [] };
  }

  async #invoke(tool: Tool, run: Run, place: Place, signal: AbortSignal | undefined): Promise<Ended> {
    this.#observeStart(run);
    const { id, name } = run.call;
    const startedAt = this.#clock();
    const work = (inner: AbortSignal, goOn: GoOn): unknown => {
      const config: InvokeConfig = {
        signal: inner,
        progress: (said?: Progress) => {
          if (goOn()) this.#tellProgress(run, said);
        },
        // Without an id LangChain returns the bare content and drops the artifact.
        toolCall: { type: 'tool_call', id: id || name, name, args: run.args },
        ...(isFromMcp(tool) ? { metadata: { timeoutMs: run.limitMs + LATER_MS } } : {}),
      };
      return place.inside(() => tool.invoke(run.args as never, config as never));
    };
    const ended = await runUnder(run.limitMs, signal, work, this.#limits.progressMs);
    run.durationMs = Math.round((this.#clock() - startedAt) * 1000) / 1000;
    return ended;
  }

  /** What is said may be anything, and who hears it anybody: neither breaks the call. */
  #tellProgress(run: Run, said: unknown): void {
    try {
      const progress = readProgress(said, this.#bounds.redact);
      this.#observeProgress(run, progress);
      if (progress !== undefined) run.onProgress?.(progress);
    } catch {
      // There is nothing to tell.
    }
  }

  #settle(tool: Tool, run: Run, ended: Ended): Outcome {
    if (ended.kind === 'returned') {
      const form = { isPair: tool.responseFormat === 'content_and_artifact', isMcp: isFromMcp(tool) };
      const breachOf = (structured: unknown) => this.#arguments.breachOf(tool, structured);
      const outcome = settle(ended.value, form, this.#settling(run), breachOf);
      this.#observeFinish(run, outcome, undefined);
      return outcome;
    }
    return this.#fail(run, failureOfEnd(ended, tool, run.call.name), ended.kind === 'threw' ? ended.error : undefined);
  }

  #fail(run: Run, failure: CallFailure, cause?: unknown): Outcome {
    const outcome = settleFailure(failure, this.#settling(run));
    this.#observeFinish(run, outcome, cause);
    return outcome;
  }

  /** Before the tool runs, because a tool may change the arguments that it is given. */
  #observeStart(run: Run): void {
    const { labels, call } = run;
    if (this.#observer.hears('call-finished')) run.shown = this.#show(run);
    if (this.#observer.hears('call-started')) {
      this.#observer.tell({ type: 'call-started', labels, callId: call.id, tool: call.name });
    }
  }

  /** Once a second at most. */
  #observeProgress(run: Run, progress: Progress | undefined): void {
    const nowMs = this.#clock();
    if (!this.#observer.hears('call-progressed') || nowMs - run.toldAtMs < PROGRESS_MS) return;
    run.toldAtMs = nowMs;
    const { labels, call } = run;
    this.#observer.tell({ type: 'call-progressed', labels, callId: call.id, tool: call.name, progress });
  }

  #observeFinish(run: Run, outcome: Outcome, cause: unknown): void {
    if (!this.#observer.hears('call-finished')) return;
    this.#observer.tell({
      type: 'call-finished',
      labels: run.labels,
      callId: outcome.callId,
      tool: outcome.tool,
      outcome,
      arguments: run.shown ?? this.#show(run),
      notes: run.notes,
      ...(cause !== undefined && { cause: this.#redact(cause) }),
    });
  }

  /** Arguments without secrets. Text that is not JSON is not shown: nothing tells where a secret stands in it. */
  #show({ decoded, args }: Run): unknown {
    return decoded.ok ? this.#redact(args) : '[not JSON]';
  }

  /** Foreign objects can throw when they are read. */
  #redact(value: unknown): unknown {
    try {
      return this.#redactor.value(value);
    } catch {
      return '[unreadable]';
    }
  }

  #settling(run: Run): Settling {
    return {
      callId: run.call.id,
      tool: run.call.name,
      durationMs: run.durationMs,
      notes: run.notes,
      bounds: this.#bounds,
    };
  }

  #unknown(tool: string): CallFailure {
    const missing = this.#whyMissing(tool);
    if (missing !== undefined) return missingTool(tool, missing);
    const known = this.#tools.all().filter((each) => !this.#isHidden(each));
    return unknownTool(tool, known.map(toolName));
  }
}

function missingTool(tool: string, { reason, isGone = false }: Missing): CallFailure {
  return { kind: isGone ? 'gone' : 'unavailable', tool, reason };
}

/** LangChain's MCP adapter has a limit of its own, a minute unless told. It must be later than ours, which says more. */
const LATER_MS = 1_000;

const PROGRESS_MS = 1_000;
