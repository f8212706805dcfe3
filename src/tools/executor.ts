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
import type { Bounds, WholeBound } from './bounds.ts';
import { logCalls } from './call-log.ts';
import { type Ended, type ReportProgress, runUnder } from './deadline.ts';
import { failureOfEnd } from './ending.ts';
import type { ToolManager } from './manager.ts';
import { type Settling, settle, settleFailure } from './outcome.ts';
import { allowAll, type Permit, type PermitRequest } from './permit.ts';
import { askPermit } from './permit-asking.ts';
import { readProgress } from './progress.ts';
import { type Run, type RunOptions, startRun } from './run.ts';
import { type Place, Slots } from './slots.ts';
import { thrownMessage } from './thrown.ts';
import { isFromMcp, serverSetting, settingFor, toolName } from './traits.ts';
import { unknownTool } from './unknown-tool.ts';

export interface ExecutorOptions {
  readonly limits?: Partial<Limits> | undefined;
  /** Limits for all tools of an MCP server, by server name. `limits.tools` takes precedence for single tools. */
  readonly servers?: Readonly<Record<string, ToolLimits>> | undefined;
  /** Returns why a requested tool is missing, or was missing at `since`; undefined if that is not known. */
  readonly whyMissing?: ((name: string, since?: number) => Missing | undefined) | undefined;
  /** True for a tool that must not be called or mentioned. */
  readonly isHidden?: ((tool: Tool) => boolean) | undefined;
  /** Returns the names of the tools that the error for an unknown tool may suggest. By default these are all tools that are not hidden. */
  readonly offered?: (() => readonly string[]) | undefined;
  readonly permit?: Permit | undefined;
  readonly parameterNames?: ParameterNames | undefined;
  readonly log?: Log | undefined;
  /** Receives an observation for every call. The log is one of its listeners. */
  readonly observer?: Observer | undefined;
  /** Values that are redacted in log lines and outcomes. */
  readonly secrets?: readonly string[] | undefined;
  /** Returns milliseconds from a monotonic clock. */
  readonly clock?: (() => number) | undefined;
}

/** Options for one call. */
export interface ExecuteOptions extends RunOptions {
  /** The tool to call, even if another tool has the call's name by now. */
  readonly tool?: Tool | undefined;
  /** Time limit of the call, if its tool has none of its own in the settings. By default, it is `limits.toolMs`. */
  readonly limitMs?: number | undefined;
  /** Set for a result that an MCP client or a program receives: nothing is truncated or left out, up to this bound. */
  readonly whole?: WholeBound | undefined;
}

/**
 * Executes every tool call of the gateway: find → arguments → permit → slots → invoke → settle.
 * Each call ends in exactly one Outcome; `execute` never throws and never rejects.
 */
export class ToolExecutor {
  readonly #tools: ToolManager;
  readonly #limits: Limits;
  readonly #servers: Readonly<Record<string, ToolLimits>>;
  readonly #whyMissing: NonNullable<ExecutorOptions['whyMissing']>;
  readonly #isHidden: (tool: Tool) => boolean;
  readonly #offered: () => readonly string[];
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
    this.#offered = options.offered ?? (() => this.#visible());
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
    const { whole } = options;
    let run: Run | undefined;
    try {
      run = startRun(call, this.#limits, options);
      const tool = options.tool ?? this.#tools.findByAnyName(run.call.name);
      if (tool === undefined || this.#isHidden(tool)) return this.#fail(run, this.#unknown(run.call.name));
      run.limitMs = this.#toolMs(tool, options.limitMs);

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
        return this.#settle(tool, run, await this.#invoke(tool, run, place, signal), whole);
      } finally {
        place.leave();
      }
    } catch (bug) {
      // Untrusted objects can throw anywhere: a getter of the tool, a proxy in its result.
      run ??= startRun({ id: '', name: 'unreadable', arguments: {} }, this.#limits, options);
      return this.#fail(run, { kind: 'tool-error', tool: run.call.name, message: thrownMessage(bug) }, bug);
    }
  }

  /**
   * Returns the failure for a tool whose server is not connected, was not connected at `since` (a time of
   * `performance.now()`), or is disabled. Returns undefined for any other name.
   */
  missing(name: string, since?: number): CallFailure | undefined {
    const missing = this.#whyMissing(name, since);
    return missing === undefined ? undefined : missingTool(name, missing);
  }

  /** Returns the outcome for a call of a tool that did not exist any more at `since`. */
  miss(call: Call, labels: object = {}, since?: number): Outcome {
    const gone: CallFailure = { kind: 'gone', tool: call.name, reason: 'it is no longer available' };
    return this.refuse(call, this.missing(call.name, since) ?? gone, labels);
  }

  /** Returns the outcome for a call that must not run, with the caller's failure. */
  refuse(call: Call, failure: CallFailure, labels: object = {}): Outcome {
    return this.#fail(startRun(call, this.#limits, { labels }), failure);
  }

  #toolMs(tool: Tool, otherwise = this.#limits.toolMs): number {
    const own = settingFor(this.#limits.tools, tool)?.toolMs;
    return own ?? serverSetting(this.#servers, tool)?.toolMs ?? otherwise;
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
    const work = (inner: AbortSignal, goOn: ReportProgress): unknown => {
      const config: InvokeConfig = {
        signal: inner,
        progress: (said?: Progress) => {
          if (goOn()) this.#tellProgress(run, said);
        },
        // Without an id, LangChain returns only the content and drops the artifact.
        toolCall: { type: 'tool_call', id: id || name, name, args: run.args },
        ...(isFromMcp(tool) ? { metadata: { timeoutMs: run.limitMs + LATER_MS } } : {}),
      };
      return place.inside(() => tool.invoke(run.args as never, config as never));
    };
    const ended = await runUnder(run.limitMs, signal, work, this.#limits.progressMs);
    run.durationMs = Math.round((this.#clock() - startedAt) * 1000) / 1000;
    return ended;
  }

  /** Reports progress. Neither an invalid progress value nor a listener that throws affects the call. */
  #tellProgress(run: Run, said: unknown): void {
    try {
      const progress = readProgress(said, this.#bounds.redact);
      this.#observeProgress(run, progress);
      if (progress !== undefined) run.onProgress?.(progress);
    } catch {
      // The progress report is dropped.
    }
  }

  #settle(tool: Tool, run: Run, ended: Ended, whole: WholeBound | undefined): Outcome {
    if (ended.kind === 'returned') {
      const form = { isPair: tool.responseFormat === 'content_and_artifact', isMcp: isFromMcp(tool) };
      const outputSchemaViolation = (structured: unknown) => this.#arguments.outputSchemaViolation(tool, structured);
      const bytes = whole && { outcomeBytes: whole.bytes, mediaBytes: whole.bytes, whole };
      const bounds = { ...this.#bounds, ...bytes };
      const outcome = settle(ended.value, form, { ...this.#settling(run), bounds }, outputSchemaViolation);
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

  /** Captures the arguments before the tool runs, because the tool may modify them. */
  #observeStart(run: Run): void {
    const { labels, call } = run;
    if (this.#observer.hasListener('call-finished')) run.shown = this.#show(run);
    if (this.#observer.hasListener('call-started')) {
      this.#observer.tell({ type: 'call-started', labels, callId: call.id, tool: call.name });
    }
  }

  /** Reports progress to the observer at most once a second. */
  #observeProgress(run: Run, progress: Progress | undefined): void {
    const nowMs = this.#clock();
    if (!this.#observer.hasListener('call-progressed') || nowMs - run.toldAtMs < PROGRESS_MS) return;
    run.toldAtMs = nowMs;
    const { labels, call } = run;
    this.#observer.tell({ type: 'call-progressed', labels, callId: call.id, tool: call.name, progress });
  }

  #observeFinish(run: Run, outcome: Outcome, cause: unknown): void {
    if (!this.#observer.hasListener('call-finished')) return;
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

  /** Returns the redacted arguments. Text that is not JSON is hidden, because secrets in it cannot be located by name. */
  #show({ args }: Run): unknown {
    return args === undefined ? '[not JSON]' : this.#redact(args);
  }

  /** Redacts a value; returns a placeholder for an object that throws when it is read. */
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
    const missing = this.missing(tool);
    return missing ?? unknownTool(tool, this.#offered());
  }

  #visible(): readonly string[] {
    const visible = this.#tools.all().filter((tool) => !this.#isHidden(tool));
    return visible.map(toolName);
  }
}

function missingTool(tool: string, { reason, isGone = false }: Missing): CallFailure {
  return { kind: isGone ? 'gone' : 'unavailable', tool, reason };
}

/**
 * LangChain's MCP adapter has its own time limit, a minute by default. It gets our limit plus this, so that ours expires
 * first: our failure explains more.
 */
const LATER_MS = 1_000;

const PROGRESS_MS = 1_000;
