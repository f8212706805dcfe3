import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { type ClientTool, defaultLimits, isRecord, type Tool, textOf } from '../core/index.ts';
import { ToolExecutor, ToolManager } from '../tools/index.ts';
import { partialExecutors, type StreamPart, WholeResult } from '../wires/index.ts';
import { executorsIn, type ToolExecutors } from './executors.ts';
import { addUsage, answerMessage, type OwnResult, resultMessage } from './own-turn.ts';
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
    const most = mostTurns(options);
    let current = await this.#inner.stream(model, tools === undefined ? options : forTurn(options, 1, most));
    const parts =
      tools === undefined
        ? withWarnings(current.parts, warnings)
        : this.#loop(model, options, {
            tools,
            most,
            current,
            next: (answer) => {
              current = answer;
            },
          });
    return { ...current, parts, cancel: () => current.cancel() };
  }

  #planFor({ tools = [], prompt }: LanguageModelV4CallOptions): Planned {
    const own = tools.flatMap((tool): ClientTool[] =>
      tool.type === 'function'
        ? [{ name: tool.name, description: tool.description ?? '', schema: tool.inputSchema as object }]
        : [],
    );
    if (own.length === 0) return { warnings: [] };
    const { tools: found, missing } = this.#executors(own, prompt);
    if (found !== undefined) return { tools: found, warnings: [] };
    return { warnings: missing.length < own.length ? [partialExecutors(missing)] : [] };
  }

  async *#loop(
    model: string,
    options: LanguageModelV4CallOptions,
    { tools, most, current: first, next }: Looping,
  ): AsyncGenerator<readonly StreamPart[], void, undefined> {
    let current = first;
    let { prompt } = options;
    let usage: Finish['usage'] | undefined;
    let hasText = false;
    for (let turn = 1; ; turn++) {
      const whole = new WholeResult();
      const calls: Call[] = [];
      let finish: Finish | undefined;
      const shown = new ShownTurn(turn, hasText);
      for (let batch = await current.parts.next(); batch.done !== true; batch = await current.parts.next()) {
        whole.add(batch.value);
        for (const part of batch.value) {
          if (part.type === 'finish') finish = part;
          if (part.type === 'tool-call' && part.providerExecuted !== true) calls.push(part);
        }
        const parts = batch.value.flatMap((part) => shown.show(part));
        if (parts.length > 0) yield parts;
      }
      hasText ||= shown.hasText;
      if (finish === undefined) return;
      usage = addUsage(usage, finish.usage);
      const isOver = finish.finishReason.unified !== 'tool-calls' || calls.length === 0;
      const results = isOver ? [] : await Promise.all(calls.map((call) => this.#run(call, tools, options.abortSignal)));
      if (results.length > 0) yield results.map(({ part }) => part);
      if (isOver) {
        yield [{ ...finish, usage }];
        return;
      }
      prompt = [...prompt, answerMessage(whole.result().content), resultMessage(results)];
      try {
        current = await this.#inner.stream(model, forTurn({ ...options, prompt }, turn + 1, most));
      } catch (error) {
        if (options.abortSignal?.aborted) throw error;
        yield [
          { type: 'error', error },
          { ...finish, finishReason: { unified: 'error', raw: 'failed' }, usage },
        ];
        return;
      }
      next(current);
    }
  }

  async #run(call: Call, tools: ReadonlyMap<string, Tool>, signal: AbortSignal | undefined): Promise<OwnResult> {
    const { toolCallId: id, toolName: name, input } = call;
    const outcome = await this.#executor.execute({ id, name, arguments: input }, signal, { tool: tools.get(name) });
    const [only, another] = outcome.content;
    const isError = outcome.status === 'error';
    const isValue = !isError && another === undefined && only?.type === 'json' && isRecord(only.value);
    const text = textOf(outcome.content);
    return {
      part: {
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        result: isValue ? (only.value as never) : text,
        ...(isError && { isError }),
        providerExecuted: true,
        dynamic: true,
      } as OwnResult['part'],
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
  readonly current: StreamedAnswer;
  next(answer: StreamedAnswer): void;
}

/** Shows the parts of one turn: calls of the caller's tools as calls that the provider executes. Ids differ from those of other turns. */
class ShownTurn {
  readonly #turn: number;
  readonly #hadText: boolean;
  hasText = false;

  constructor(turn: number, hadText: boolean) {
    this.#turn = turn;
    this.#hadText = hadText;
  }

  show(part: StreamPart): readonly StreamPart[] {
    switch (part.type) {
      case 'stream-start':
      case 'response-metadata':
        return this.#turn === 1 ? [part] : [];
      case 'finish':
        return [];
      case 'text-start': {
        const id = `${this.#turn}-${part.id}`;
        const isGap = this.#hadText && !this.hasText;
        this.hasText = true;
        return [{ ...part, id }, ...(isGap ? [{ type: 'text-delta' as const, id, delta: '\n\n' }] : [])];
      }
      case 'text-delta':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return [{ ...part, id: `${this.#turn}-${part.id}` }];
      case 'tool-input-start':
      case 'tool-call':
        return [{ ...part, providerExecuted: true, dynamic: true }];
      default:
        return [part];
    }
  }
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
