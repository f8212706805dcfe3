import {
  type Call,
  type CallFailure,
  defaultLimits,
  type InvokeConfig,
  type Limits,
  type Log,
  nearest,
  type Outcome,
  type Problem,
  silentLog,
  type Tool,
} from '../core/index.ts';
import { createRedactor } from '../log/index.ts';
import { ArgumentCheck, type Checked, jsonSchemaOf, type ParameterNames, shapeOf } from './arguments/index.ts';
import type { Bounds } from './bounds.ts';
import { type Ended, runUnder } from './deadline.ts';
import { Journal } from './journal.ts';
import type { ToolManager } from './manager.ts';
import { type Settling, settle, settleFailure } from './outcome.ts';
import { allowAll, type Permit, type Verdict } from './permit.ts';
import { type Run, startRun } from './run.ts';
import { type Place, Slots } from './slots.ts';
import { failureOf, inputProblems, messageOf } from './thrown.ts';
import { isFromMcp, settingFor, toolName } from './traits.ts';

export interface ExecutorOptions {
  readonly limits?: Partial<Limits> | undefined;
  readonly permit?: Permit | undefined;
  readonly parameterNames?: ParameterNames | undefined;
  readonly log?: Log | undefined;
  /** Values that must be in no log line and no outcome. */
  readonly secrets?: readonly string[] | undefined;
  /** Milliseconds that only go forward. */
  readonly clock?: (() => number) | undefined;
}

/**
 * Executes every tool call, whoever asks: find → arguments → permit → invoke → settle.
 * Each call ends in exactly one Outcome; `execute` never throws and never rejects.
 */
export class ToolExecutor {
  readonly #tools: ToolManager;
  readonly #limits: Limits;
  readonly #arguments: ArgumentCheck;
  readonly #permit: Permit;
  readonly #slots: Slots;
  readonly #bounds: Bounds;
  readonly #journal: Journal;
  readonly #clock: () => number;

  constructor(tools: ToolManager, options: ExecutorOptions = {}) {
    const { permit = allowAll, parameterNames = {}, log = silentLog, secrets = [] } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const redactor = createRedactor(secrets);
    this.#tools = tools;
    this.#limits = limits;
    this.#arguments = new ArgumentCheck({ limits, parameterNames, log });
    this.#permit = permit;
    this.#slots = new Slots(limits);
    this.#bounds = {
      outcomeBytes: limits.outcomeBytes,
      mediaBytes: limits.mediaBytes,
      redact: redactor.givenValues,
    };
    this.#journal = new Journal(log, redactor, limits.slowToolMs);
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** `labels` stand beside what the log says of the call: whose it is. */
  async execute(call: Call, signal?: AbortSignal, labels: object = {}): Promise<Outcome> {
    let run: Run | undefined;
    try {
      run = startRun(call, this.#limits, labels);
      const tool = this.#tools.findByAnyName(run.call.name);
      if (tool === undefined) return this.#fail(run, this.#unknown(run.call.name));
      run.limitMs = settingFor(this.#limits.tools, tool)?.toolMs ?? run.limitMs;

      const checked = await this.#check(tool, run, signal);
      run.notes = checked.notes;
      if (!checked.ok) return this.#fail(run, checked.failure);
      run.args = checked.args;

      const refusal = await this.#ask(tool, run, signal);
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
      return this.#fail(run, { kind: 'tool-error', tool: run.call.name, message: messageOf(bug) }, bug);
    }
  }

  /** Settles a call that must not run, for a reason that the caller knows. */
  refuse(call: Call, failure: CallFailure, labels: object = {}): Outcome {
    return this.#fail(startRun(call, this.#limits, labels), failure);
  }

  async #check(tool: Tool, run: Run, signal: AbortSignal | undefined): Promise<Checked> {
    const checked = this.#arguments.check(tool, run.decoded);
    if (!(checked instanceof Promise)) return checked;
    const ended = await runUnder(run.limitMs, signal, () => checked);
    return ended.kind === 'returned'
      ? (ended.value as Checked)
      : { ok: false, failure: failureOfEnd(ended, tool, run), notes: [] };
  }

  /** Why the call may not go on, if so. A permit that fails, or answers with anything but a verdict, refuses. */
  async #ask(tool: Tool, run: Run, signal: AbortSignal | undefined): Promise<CallFailure | undefined> {
    const { id: callId, name } = run.call;
    let answer: GivenVerdict | Promise<Verdict> | undefined;
    try {
      answer = this.#permit({ tool, arguments: run.args, callId, signal });
    } catch {
      answer = undefined;
    }
    if (answer instanceof Promise) {
      const waiting = answer;
      const ended = await runUnder(this.#limits.permitMs, signal, () => waiting);
      if (ended.kind === 'cancelled') return failureOfEnd(ended, tool, run);
      answer = ended.kind === 'returned' ? (ended.value as GivenVerdict | undefined) : undefined;
    }
    if (answer?.allow === true) return undefined;
    const { rule = 'permit', reason = 'whether it is allowed could not be found out' } = { ...answer };
    return { kind: 'denied', tool: name, rule, reason };
  }

  async #invoke(tool: Tool, run: Run, place: Place, signal: AbortSignal | undefined): Promise<Ended> {
    this.#journal.remember(run);
    const { id, name } = run.call;
    const startedAt = this.#clock();
    const ended = await runUnder(run.limitMs, signal, (inner) => {
      const config: InvokeConfig = {
        signal: inner,
        // Without an id LangChain returns the bare content and drops the artifact.
        toolCall: { type: 'tool_call', id: id || name, name, args: run.args },
        ...(isFromMcp(tool) ? { metadata: { timeoutMs: run.limitMs + LATER_MS } } : {}),
      };
      return place.inside(() => tool.invoke(run.args as never, config as never));
    });
    run.durationMs = Math.round((this.#clock() - startedAt) * 1000) / 1000;
    return ended;
  }

  #settle(tool: Tool, run: Run, ended: Ended): Outcome {
    if (ended.kind === 'returned') {
      const outcome = settle(ended.value, tool.responseFormat === 'content_and_artifact', this.#settling(run));
      this.#journal.write(run, outcome, undefined);
      return outcome;
    }
    return this.#fail(run, failureOfEnd(ended, tool, run), ended.kind === 'threw' ? ended.error : undefined);
  }

  #fail(run: Run, failure: CallFailure, cause?: unknown): Outcome {
    const outcome = settleFailure(failure, this.#settling(run));
    this.#journal.write(run, outcome, cause);
    return outcome;
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
    return unknownTool(tool, this.#tools.all().map(toolName));
  }
}

/** A call of a tool that is not among these. */
export function unknownTool(tool: string, names: readonly string[]): CallFailure {
  const guess = nearest(tool, names);
  return {
    kind: 'unknown-tool',
    tool,
    ...(guess === undefined ? {} : { nearest: guess }),
    known: names.slice(0, MOST_NAMES),
    knownCount: names.length,
  };
}

/** LangChain's MCP adapter has a limit of its own, a minute unless told. It must be later than ours, which says more. */
const LATER_MS = 1_000;

/** A verdict as foreign code may give it. */
interface GivenVerdict {
  readonly allow?: unknown;
  readonly rule?: string;
  readonly reason?: string;
}

/** Enough to choose from; thousands would flood the context. */
const MOST_NAMES = 40;

function failureOfEnd(ended: Exclude<Ended, { kind: 'returned' }>, tool: Tool, run: Run): CallFailure {
  const { name } = run.call;
  switch (ended.kind) {
    case 'threw': {
      const problems = inputProblems(ended.error);
      return problems === undefined ? failureOf(ended.error, name, isFromMcp(tool)) : badInput(tool, problems);
    }
    case 'timed-out':
      return { kind: 'timeout', tool: name, limitMs: run.limitMs };
    case 'cancelled':
      return {
        kind: 'cancelled',
        tool: name,
        reason: ended.reason instanceof Error ? ended.reason.message : 'the caller gave up',
      };
    default:
      return ended satisfies never;
  }
}

function badInput(tool: Tool, problems: readonly Problem[]): CallFailure {
  const expected = shapeOf(jsonSchemaOf(tool.schema) ?? {});
  return { kind: 'bad-arguments', tool: toolName(tool), problems, expected };
}
