import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { type ClientTool, defaultLimits, isRecord, type Tool, textOf } from '../core/index.ts';
import { ToolExecutor, ToolManager } from '../tools/index.ts';
import { CUSTOM_TOOL, partialExecutors, type StreamPart, WholeResult, writeResult } from '../wires/index.ts';
import { executorsIn, type ToolExecutors } from './executors.ts';
import { addUsage, answerMessage, type OwnResult, resultMessage } from './own-turn.ts';
import { ShownTurn } from './shown-turn.ts';
import type { StreamedAnswer, Transport } from './transport.ts';

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type Call = Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>;

/**
 * Runs the caller's executors for a gateway that is reached over HTTP: the gateway returns the calls, they run here, and the gateway
 * is asked again with their results. The caller sees what it would see if they had run in the gateway.
 */
export class ExecutingTransport implements Transport {
  readonly #inner: Transport;
  readonly #executors: ReturnType<typeof executorsIn>;
  readonly #executor = new ToolExecutor(new ToolManager());

  constructor(inner: Transport, toolExecutors: ToolExecutors) {
    this.#inner = inner;
    this.#executors = executorsIn(toolExecutors);
  }

  loadsImages(model: string): boolean {
    return this.#inner.loadsImages(model);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  async generate(model: string, options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const { tools, warnings } = this.#planFor(options);
    if (tools === undefined) {
      const result = await this.#inner.generate(model, options);
      return { ...result, warnings: [...result.warnings, ...warnings] };
    }
    const { parts, headers, body } = await this.stream(model, options);
    const whole = new WholeResult();
    let failed: unknown;
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      for (const part of next.value) if (part.type === 'error') failed = part.error;
      whole.add(next.value);
    }
    const result = whole.result();
    // An empty answer is a result, as it is without executors.
    if (failed !== undefined && !isEmpty(result)) throw failed;
    return { ...result, request: { body }, response: { ...result.response, headers: { ...headers } } };
  }

  async stream(model: string, options: LanguageModelV4CallOptions): Promise<StreamedAnswer> {
    const { tools, warnings } = this.#planFor(options);
    if (tools === undefined) {
      const answer = await this.#inner.stream(model, options);
      return { ...answer, parts: withWarnings(answer.parts, warnings) };
    }
    const leaving = new AbortController();
    const { abortSignal } = options;
    const signal = abortSignal === undefined ? leaving.signal : AbortSignal.any([abortSignal, leaving.signal]);
    const most = mostTurns(options);
    const first = await this.#inner.stream(model, forTurn({ ...options, abortSignal: signal }, 1, most));
    const cancel = () => leaving.abort(new Error('the caller stopped reading the answer'));
    return { ...first, parts: this.#loop(model, options, { tools, most, first, signal }), cancel };
  }

  #planFor({ tools = [], prompt }: LanguageModelV4CallOptions): Planned {
    const own = tools.flatMap((tool): ClientTool[] => {
      if (tool.type === 'function')
        return [{ name: tool.name, description: tool.description ?? '', schema: tool.inputSchema as object }];
      return tool.id === CUSTOM_TOOL ? [{ name: tool.name, description: '', schema: {} }] : [];
    });
    if (own.length === 0) return { warnings: [] };
    const { tools: found, missing } = this.#executors(own, prompt);
    if (found !== undefined) return { tools: found, warnings: [] };
    return { warnings: missing.length < own.length ? [partialExecutors(missing)] : [] };
  }

  async *#loop(
    model: string,
    options: LanguageModelV4CallOptions,
    { tools, most, first, signal }: Looping,
  ): AsyncGenerator<readonly StreamPart[], void, undefined> {
    const isShown = options.providerOptions?.toolpath?.gatewayCalls !== 'hidden';
    let current = first;
    let { prompt } = options;
    let usage: Finish['usage'] | undefined;
    let hasText = false;
    for (let turn = 1; ; turn++) {
      const whole = new WholeResult();
      const calls: Call[] = [];
      let finish: Finish | undefined;
      const shown = new ShownTurn(turn, { hadText: hasText, isShown });
      try {
        for (let batch = await current.parts.next(); batch.done !== true; batch = await current.parts.next()) {
          whole.add(batch.value);
          for (const part of batch.value) {
            if (part.type === 'finish') finish = part;
            if (part.type === 'tool-call' && part.providerExecuted !== true) calls.push(part);
          }
          const parts = batch.value.flatMap((part) => shown.show(part));
          if (parts.length > 0) yield parts;
        }
      } catch (aborted) {
        yield shown.end();
        throw aborted;
      }
      hasText ||= shown.hasText;
      if (finish === undefined) return;
      usage = addUsage(usage, finish.usage);
      if (finish.finishReason.unified !== 'tool-calls' || calls.length === 0) {
        yield [...shown.end(), { ...finish, usage }];
        return;
      }
      const results = await Promise.all(calls.map((call) => this.#run(call, tools, signal)));
      const parts = results.flatMap(({ part }) => shown.show(part));
      if (parts.length > 0) yield parts;
      prompt = [...prompt, answerMessage(whole.result().content), resultMessage(results)];
      const next = forTurn({ ...options, prompt, abortSignal: signal }, turn + 1, most);
      try {
        current = await this.#inner.stream(model, next);
      } catch (error) {
        if (signal.aborted) throw error;
        yield [
          { type: 'error', error },
          { ...finish, finishReason: { unified: 'error', raw: 'failed' }, usage },
        ];
        return;
      }
    }
  }

  async #run(call: Call, tools: ReadonlyMap<string, Tool>, signal: AbortSignal): Promise<OwnResult> {
    const { toolCallId, toolName, input } = call;
    const called = { id: toolCallId, name: toolName, arguments: input };
    const outcome = await this.#executor.execute(called, signal, { tool: tools.get(toolName) });
    const isError = outcome.status === 'error';
    const text = textOf(outcome.content);
    return {
      part: { type: 'tool-result', toolCallId, toolName, result: writeResult(outcome), ...(isError && { isError }) },
      text: text === '' ? 'The tool returned an empty result.' : text,
      isError,
    };
  }
}

interface Planned {
  /** The tools to run here; undefined if the caller runs its tools itself. */
  readonly tools?: ReadonlyMap<string, Tool>;
  readonly warnings: readonly SharedV4Warning[];
}

interface Looping {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly most: number;
  readonly first: StreamedAnswer;
  /** Aborts if the caller aborts the call or stops reading the answer. */
  readonly signal: AbortSignal;
}

/** In the last turn, the model must answer without tools. */
function forTurn(options: LanguageModelV4CallOptions, turn: number, most: number): LanguageModelV4CallOptions {
  if (turn >= most) return { ...options, toolChoice: { type: 'none' } };
  // A forced choice holds for the first turn only: otherwise the model could never answer.
  return turn === 1 ? options : { ...options, toolChoice: { type: 'auto' } };
}

function mostTurns({ providerOptions }: LanguageModelV4CallOptions): number {
  const most = providerOptions?.toolpath?.maxTurns;
  return typeof most === 'number' && most > 0 ? Math.min(most, defaultLimits.steps) : defaultLimits.steps;
}

async function* withWarnings(
  parts: StreamedAnswer['parts'],
  warnings: readonly SharedV4Warning[],
): AsyncGenerator<readonly StreamPart[], void, undefined> {
  try {
    for (let batch = await parts.next(); batch.done !== true; batch = await parts.next()) {
      yield batch.value.map((part) =>
        part.type === 'stream-start' ? { ...part, warnings: [...part.warnings, ...warnings] } : part,
      );
    }
  } finally {
    await parts.return?.();
  }
}

function isEmpty({ finishReason, providerMetadata }: LanguageModelV4GenerateResult): boolean {
  const failure = providerMetadata?.toolpath?.failure;
  return finishReason.unified === 'error' && isRecord(failure) && failure.kind === 'empty-answer';
}
