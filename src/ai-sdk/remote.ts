import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { createParser } from 'eventsource-parser';
import { isRecord } from '../core/index.ts';
import type { StreamPart } from '../wires/index.ts';
import { abortError, callError, readErrorBody } from './errors.ts';
import { OpenParts } from './open-parts.ts';
import { plainBody } from './plain-body.ts';
import type { StreamedAnswer, Transport } from './transport.ts';

export interface RemoteOptions {
  /** Address of a gateway, with or without `/v1` or `/v1/ai`. */
  readonly baseURL: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The way to a running gateway: the protocol of the AI SDK's own gateway provider. */
export class RemoteTransport implements Transport {
  readonly #url: string;
  readonly #options: RemoteOptions;
  readonly #closing = new AbortController();

  constructor(options: RemoteOptions) {
    this.#url = `${options.baseURL.replace(/\/+$/, '').replace(/\/v1(?:\/ai)?$/, '')}/v1/ai/language-model`;
    this.#options = options;
  }

  async generate(model: string, options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const { response, body } = await this.#ask(model, options, false);
    const result = parsed(await this.#text(response, model, body, options.abortSignal));
    if (!isRecord(result) || !Array.isArray(result.content)) throw this.#broken(model, body, 'no result');
    const headers = Object.fromEntries(response.headers);
    const told = isRecord(result.response) ? withDate(result.response) : {};
    return {
      ...(result as unknown as LanguageModelV4GenerateResult),
      request: { body },
      response: { ...told, headers },
    };
  }

  async stream(model: string, options: LanguageModelV4CallOptions): Promise<StreamedAnswer> {
    const leaving = new AbortController();
    const { response, body } = await this.#ask(model, options, true, leaving.signal);
    const headers = Object.fromEntries(response.headers);
    const parts = this.#parts(response, model, body, headers, options.abortSignal);
    return { parts, headers, body, cancel: () => leaving.abort(new Error('the caller stopped reading the answer')) };
  }

  /** A gateway elsewhere does not say which server its model has. Most of them load images. */
  loadsImages(): boolean {
    return true;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The provider is closed.'));
  }

  async *#parts(
    response: Response,
    model: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly StreamPart[], void, undefined> {
    let parts: StreamPart[] = [];
    let isBroken = false;
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data === '[DONE]') return;
        const part = parsed(data);
        if (isRecord(part) && typeof part.type === 'string') parts.push(this.#revive(part, model, body, headers));
        else isBroken = true;
      },
      maxBufferSize: MOST_EVENT_CHARACTERS,
      onError: (error) => {
        isBroken ||= error.type === 'max-buffer-size-exceeded';
      },
    });
    const decoder = new TextDecoder();
    const open = new OpenParts();
    let hasFinished = false;
    try {
      for await (const chunk of response.body ?? []) {
        parser.feed(decoder.decode(chunk, { stream: true }));
        if (isBroken) throw this.#broken(model, body, 'an unreadable event');
        if (parts.length === 0) continue;
        hasFinished ||= parts.some(({ type }) => type === 'finish');
        for (const part of parts) open.follow(part);
        yield parts;
        parts = [];
      }
    } catch (error) {
      if (hasFinished) return;
      const rest = open.end();
      if (signal?.aborted) {
        if (rest.length > 0) yield rest;
        throw abortError(signal);
      }
      yield [...rest, ...this.#interrupted(model, body, error)];
      return;
    }
    if (!hasFinished) yield [...open.end(), ...this.#interrupted(model, body, undefined)];
  }

  /** Ends an answer whose connection broke before its end. */
  #interrupted(model: string, body: unknown, cause: unknown): readonly StreamPart[] {
    const error = this.#broken(model, body, 'an answer that ended too early', cause);
    const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
    return [
      { type: 'error', error },
      {
        type: 'finish',
        finishReason: { unified: 'interrupted', raw: undefined },
        usage: { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } },
      },
    ];
  }

  async #ask(model: string, options: LanguageModelV4CallOptions, isStreamed: boolean, leaving?: AbortSignal) {
    const { abortSignal, headers: callHeaders = {}, ...others } = options;
    const { apiKey, headers = {}, fetch = globalThis.fetch } = this.#options;
    const body = plainBody(others);
    const signals = [this.#closing.signal, leaving, abortSignal].filter((each) => each !== undefined);
    const sent = new Headers({ ...headers });
    for (const [name, value] of Object.entries(callHeaders)) if (value !== undefined) sent.set(name, value);
    if (apiKey !== undefined) sent.set('authorization', `Bearer ${apiKey}`);
    sent.set('content-type', 'application/json');
    sent.set('ai-language-model-specification-version', '4');
    sent.set('ai-language-model-id', headerValue(model));
    sent.set('ai-language-model-streaming', String(isStreamed));
    let response: Response;
    try {
      const signal = AbortSignal.any(signals);
      response = await fetch(this.#url, { method: 'POST', headers: sent, body: JSON.stringify(body), signal });
    } catch (error) {
      if (abortSignal?.aborted) throw abortError(abortSignal);
      if (this.#closing.signal.aborted) throw abortError(this.#closing.signal);
      const message = `The gateway at ${this.#url} cannot be reached. Check that it is running and that "baseURL" is right.`;
      throw this.#error({ message, code: 'gateway_unreachable', status: 503 }, model, body, {}, error);
    }
    if (!response.ok) {
      const text = await this.#text(response, model, body, abortSignal);
      const error = readErrorBody(parsed(text), response.status);
      throw callError({ error, url: this.#url, model, headers: Object.fromEntries(response.headers), body });
    }
    return { response, body };
  }

  /** Reads the whole body of an answer. Rejects with an error of the AI SDK if the connection breaks. */
  async #text(response: Response, model: string, body: unknown, signal: AbortSignal | undefined): Promise<string> {
    try {
      return await textUpTo(response, MOST_ANSWER_BYTES);
    } catch (error) {
      throw signal?.aborted ? abortError(signal) : this.#broken(model, body, 'an answer that ended too early', error);
    }
  }

  #revive(
    part: Readonly<Record<string, unknown>>,
    model: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): StreamPart {
    if (part.type === 'response-metadata') return withDate(part) as unknown as StreamPart;
    if (part.type !== 'error') return part as unknown as StreamPart;
    const error = readErrorBody({ error: part.error }, 500);
    return { type: 'error', error: callError({ error, url: this.#url, model, headers, body }) };
  }

  #broken(model: string, body: unknown, what: string, cause?: unknown): Error {
    const message = `The gateway at ${this.#url} sent ${what}.`;
    return this.#error({ message, code: 'gateway_invalid_answer', status: 502 }, model, body, {}, cause);
  }

  #error(
    told: { readonly message: string; readonly code: string; readonly status: number },
    model: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
    cause: unknown,
  ): Error {
    const error = { ...told, type: 'internal_server_error', param: null, isRetryable: true };
    return callError({ error, url: this.#url, model, headers, body, cause });
  }
}

/** An event of the gateway is at most a result with its media. */
const MOST_EVENT_CHARACTERS = 64 * 1024 * 1024;
const MOST_ANSWER_BYTES = 256 * 1024 * 1024;

/** Reads a body. The rest of a body that is longer than `most` is ignored. */
async function textUpTo(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Writes a name as the bytes of its UTF-8, because headers have only characters of one byte. Line breaks become spaces. */
function headerValue(name: string): string {
  return Buffer.from(name.replace(/[\0\r\n]/g, ' '), 'utf8').toString('latin1');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withDate(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { timestamp } = metadata;
  return typeof timestamp === 'string' ? { ...metadata, timestamp: new Date(timestamp) } : metadata;
}
