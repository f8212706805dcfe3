import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { Event, Failure } from '../core/index.ts';
import { headersOf, rejectionOf, retryHeaders, withoutRetry } from '../doors/index.ts';
import { explainRecord } from '../explaining.ts';
import type { InnerGateway } from '../library.ts';
import type { ResolvedModel } from '../models/index.ts';
import type { Turn } from '../turn/index.ts';
import {
  type AiSdkRequest,
  type AnswerHead,
  aiSdkErrorBody,
  isEmptyAnswer,
  PartWriter,
  type Rejection,
  readCallOptions,
  type StreamPart,
  WholeResult,
} from '../wires/index.ts';
import { AbandonableParts } from './abandonable-parts.ts';
import { abortError, callError } from './errors.ts';
import { executorsIn, type ToolExecutors } from './executors.ts';
import type { StreamedAnswer, Transport } from './transport.ts';

export interface LocalOptions {
  readonly toolExecutors?: ToolExecutors | undefined;
  /** Closes the gateway, if the provider created it. */
  readonly close: () => Promise<void>;
}

/** The way to a gateway in this process: a call is a turn, without HTTP and without JSON. */
export class LocalTransport implements Transport {
  readonly #inner: InnerGateway;
  readonly #options: LocalOptions;

  constructor(inner: InnerGateway, options: LocalOptions) {
    this.#inner = inner;
    this.#options = options;
  }

  async generate(model: string, options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const call = await this.#start(model, options, false);
    try {
      const whole = new WholeResult();
      for await (const batch of call.turn.events) {
        whole.add(call.writer.write(batch));
        const failure = failureIn(batch);
        if (failure !== undefined) throw call.errorOf(failure);
      }
      const result = whole.result();
      return { ...result, request: { body: options }, response: { ...result.response, headers: headersOf(call.turn) } };
    } finally {
      call.stopFollowing();
    }
  }

  async stream(model: string, options: LanguageModelV4CallOptions): Promise<StreamedAnswer> {
    const call = await this.#start(model, options, true);
    const parts = new AbandonableParts(partsOf(call), call.abort.signal);
    await parts.begin(); // rejects if the turn fails before its first part
    const cancel = (): void => call.abort.abort(new Error('the caller stopped reading the answer'));
    return { parts, headers: headersOf(call.turn), body: options, cancel };
  }

  /** Ollama takes only the content of images. */
  loadsImages(model: string): boolean {
    const resolved = this.#inner.gateway.backends.resolve(model);
    if (!resolved.ok) return true;
    for (let each: ResolvedModel | undefined = resolved; each !== undefined; each = each.next) {
      if (each.backend.describe().kind === 'ollama') return false;
    }
    return true;
  }

  close(): Promise<void> {
    return this.#options.close();
  }

  async #start(model: string, options: LanguageModelV4CallOptions, isStreamed: boolean): Promise<RunningCall> {
    const { gateway, ready } = this.#inner;
    const { toolExecutors } = this.#options;
    const { abortSignal } = options;
    const reject = (rejection: Rejection) =>
      callError({
        error: aiSdkErrorBody(rejection).error,
        url: `toolpath:${model}`,
        model,
        headers: retryHeaders(rejection),
        body: options,
      });
    const loaded = await ready;
    // From here on, `follow` reacts to an abort: nothing is awaited before it listens.
    if (abortSignal?.aborted) throw abortError(abortSignal);
    if (!loaded.ok) throw reject(rejectionOf(loaded.failure));
    const request = readCallOptions(
      options,
      {
        version: 'v4',
        model,
        key: '',
        isStreamed,
        ignoresHeaders: true,
        ...(toolExecutors !== undefined && { executors: executorsIn(toolExecutors) }),
      },
      gateway.settings.limits,
    );
    if (!request.ok) throw reject(rejectionOf(request.failure));
    const abort = new AbortController();
    const follow = (): void => abort.abort(abortSignal === undefined ? undefined : abortError(abortSignal));
    abortSignal?.addEventListener('abort', follow, { once: true });
    const stopFollowing = (): void => abortSignal?.removeEventListener('abort', follow);
    const started = await gateway.turns.start(request.ask, abort);
    if (!started.ok) {
      stopFollowing();
      throw abortSignal?.aborted ? abortError(abortSignal) : reject(rejectionOf(started.failure));
    }
    const { turn } = started;
    const rejectionFor = (failure: Failure): Rejection =>
      turn.hasRunTools ? withoutRetry(rejectionOf(failure)) : rejectionOf(failure);
    return {
      turn,
      request,
      abort,
      stopFollowing,
      writer: new PartWriter(request, this.#headOf(turn), rejectionFor),
      errorOf: (failure) => (abortSignal?.aborted ? abortError(abortSignal) : reject(rejectionFor(failure))),
      isAborted: () => abortSignal?.aborted === true,
    };
  }

  #headOf(turn: Turn): AnswerHead {
    return {
      id: turn.id,
      createdAt: Math.floor(Date.now() / 1000),
      model: () => turn.model.id,
      headers: () => headersOf(turn),
      toolCount: () => turn.plan.visible.length,
      explain: () => explainRecord(this.#inner.gateway, '', turn.id),
    };
  }
}

interface RunningCall {
  readonly turn: Turn;
  readonly request: AiSdkRequest;
  readonly abort: AbortController;
  readonly writer: PartWriter;
  stopFollowing(): void;
  /** Returns the error with which the call rejects. */
  errorOf(failure: Failure): Error;
  isAborted(): boolean;
}

/**
 * Returns the parts of a turn, in the batches in which they arrive. Throws if the turn fails before its first part, and at the end of
 * an aborted turn, after the results of the calls that were running.
 */
async function* partsOf(call: RunningCall): AsyncGenerator<readonly StreamPart[], void, undefined> {
  const { turn, writer, abort } = call;
  try {
    for await (const batch of turn.events) {
      const failure = failureIn(batch);
      if (failure !== undefined && (call.isAborted() || !writer.isBegun)) {
        const rest = writer.isBegun
          ? writer.write(batch).filter(({ type }) => type !== 'finish' && type !== 'error')
          : [];
        if (rest.length > 0) yield rest;
        throw call.errorOf(failure);
      }
      const parts = writer.write(batch);
      if (parts.length > 0) yield parts.map((part) => (part.type === 'error' ? revived(part, call, failure) : part));
    }
  } finally {
    call.stopFollowing();
    abort.abort(new Error('the caller stopped reading the answer'));
  }
}

function revived(part: StreamPart, call: RunningCall, failure: Failure | undefined): StreamPart {
  return failure === undefined ? part : { type: 'error', error: call.errorOf(failure) };
}

/** Returns the failure in which a batch ends. An empty answer is no failure of the call. */
function failureIn(batch: readonly Event[]): Failure | undefined {
  const last = batch.at(-1);
  return last?.type === 'finish' && !isEmptyAnswer(last.failure) ? last.failure : undefined;
}
