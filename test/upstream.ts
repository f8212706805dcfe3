import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/**
 * A scripted model server: a real local listener that answers each request with the next play of its script, byte by
 * byte if a test wants that. It keeps its requests and the times at which its sockets closed.
 *
 *     const upstream = await startUpstream();
 *     upstream.script(textAnswer('Hello'), callAnswer([{ name: 'search', args: { q: 'x' } }]), reply(500, 'broken'));
 *     upstream.script([...sse([chunk({ content: 'Hel' })], { isDone: false }), wait(50), reset]);
 */
export interface Upstream {
  /** URL for the `baseUrl` of a backend. */
  readonly url: string;
  /** All requests in order, including those for the model list. */
  readonly requests: readonly UpstreamRequest[];
  readonly closed: readonly ClosedSocket[];
  /** Appends plays. Each request uses one; if none is left, the answer is a 500 with an explanation. */
  script(...plays: readonly Play[]): void;
  /** Closes every connection. Runs automatically at the end of the test that started the upstream. */
  stop(): Promise<void>;
}

export interface UpstreamRequest {
  readonly method: string;
  /** Path and query, as received. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The parsed JSON body; empty if there was none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Time of arrival on the clock of `performance.now()`, like all times here. */
  readonly receivedAt: number;
  /** Number of bytes of the answer's body that were handed to the socket. */
  sentBytes: number;
  /** Resolves with the time at which either side closed the socket. An idle socket closes at the latest with the upstream. */
  readonly whenClosed: Promise<number>;
}

export interface ClosedSocket {
  readonly at: number;
  /** Number of requests that the socket carried. */
  readonly requests: number;
}

/** The answer to one request: actions in order, or a function that returns them. The answer ends with the last action. */
export type Play = readonly Action[] | ((request: UpstreamRequest) => readonly Action[]);

/** A piece of the body, or an action from one of the builders below. */
export type Action = string | Buffer | Stage;

type Stage =
  | { readonly kind: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'until'; readonly signal: Promise<unknown> }
  | { readonly kind: 'flood'; readonly piece: Buffer; readonly times: number }
  | { readonly kind: 'raw'; readonly bytes: string | Buffer }
  | { readonly kind: 'hang' | 'reset' | 'close' };

/** Keeps the connection open and sends nothing more. */
export const hang: Action = { kind: 'hang' };
/** Resets the connection (RST). */
export const reset: Action = { kind: 'reset' };
/** Closes the connection (FIN) in the middle of the answer. */
export const close: Action = { kind: 'close' };

export function wait(ms: number): Action {
  return { kind: 'wait', ms };
}

/** Waits for the promise. */
export function until(signal: Promise<unknown>): Action {
  return { kind: 'until', signal };
}

/** Sends the same piece repeatedly, as fast as it is read; endlessly if `times` is omitted. */
export function flood(piece: string | Buffer, times = Number.POSITIVE_INFINITY): Action {
  return { kind: 'flood', piece: Buffer.from(piece), times };
}

/** Writes bytes directly to the socket, bypassing HTTP. */
export function raw(bytes: string | Buffer): Action {
  return { kind: 'raw', bytes };
}

/** Sends status and headers immediately. Without this action, a body starts as a 200 with server-sent events. */
export function head(status: number, headers: Readonly<Record<string, string>> = {}): Action {
  return { kind: 'head', status, headers };
}

/** A complete answer; an object is sent as JSON. */
export function reply(status: number, body: string | Buffer | object = '', headers: Record<string, string> = {}) {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes = isJson ? JSON.stringify(body) : body;
  const type = isJson ? 'application/json' : 'text/plain';
  return [head(status, { 'content-type': type, ...headers }), bytes] satisfies Play;
}

/** Server-sent events: a string is sent unchanged, any other value as JSON. `[DONE]` follows unless `isDone` is false. */
export function sse(chunks: readonly unknown[], { isDone = true }: { isDone?: boolean } = {}): Action[] {
  const data = chunks.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return [head(200, SSE), ...[...data, ...(isDone ? ['[DONE]'] : [])].map((each) => `data: ${each}\n\n`)];
}

const SSE = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };

/** One chunk of a chat-completions stream. */
export function chunk(delta: object, finish: string | null = null, more: object = {}): object {
  return { ...envelope('chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }], ...more };
}

/** The chunk, without choices, that carries the usage. */
export function usage(prompt = 11, completion = 7): object {
  return { ...envelope('chat.completion.chunk'), choices: [], usage: tokens(prompt, completion) };
}

export interface AnswerOptions {
  readonly finish?: string;
  /** Token counts: `[prompt, completion]`. */
  readonly tokens?: readonly [number, number];
  /** Pause before each chunk. */
  readonly everyMs?: number;
}

/** An answer with text, streamed or in one piece, as the request asks. */
export function textAnswer(text: string, options: AnswerOptions = {}): Play {
  return chatAnswer(
    { content: text },
    piecesOf(text).map((content) => ({ content })),
    { finish: 'stop', ...options },
  );
}

export interface ScriptedCall {
  readonly name: string;
  /** A string is sent unchanged, any other value as JSON. */
  readonly args?: unknown;
  readonly id?: string;
}

/** An answer with calls, after the text if there is one. */
export function callAnswer(
  calls: readonly ScriptedCall[],
  { text = '', ...options }: AnswerOptions & { readonly text?: string } = {},
): Play {
  const written = calls.map(({ name, args = {}, id }, index) => ({
    id: id ?? `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }));
  const deltas = written.flatMap((call, index) => [
    { tool_calls: [{ index, ...call, function: { name: call.function.name, arguments: '' } }] },
    ...piecesOf(call.function.arguments).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]);
  const message = { content: text === '' ? null : text, tool_calls: written };
  const texts = piecesOf(text).map((content) => ({ content }));
  return chatAnswer(message, [...texts, ...deltas], { finish: 'tool_calls', ...options });
}

function chatAnswer(message: object, deltas: readonly object[], options: AnswerOptions): Play {
  const { finish = 'stop', tokens: [prompt, completion] = [11, 7], everyMs } = options;
  return (request) => {
    if (request.body.stream !== true) {
      return reply(200, {
        ...envelope('chat.completion'),
        choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
        usage: tokens(prompt, completion),
      });
    }
    const wantsUsage = (request.body.stream_options as { include_usage?: unknown } | undefined)?.include_usage;
    const written = sse([
      chunk({ role: 'assistant', content: '' }),
      ...deltas.map((delta) => chunk(delta)),
      chunk({}, finish),
      ...(wantsUsage === true ? [usage(prompt, completion)] : []),
    ]);
    return everyMs === undefined ? written : written.flatMap((action) => [wait(everyMs), action]);
  };
}

function envelope(object: string): object {
  return { id: 'chatcmpl-1', object, created: 1_700_000_000, model: 'mock' };
}

function tokens(prompt: number, completion: number): object {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** Splits a text into pieces of four characters, about the size of a token. No character is split. */
function piecesOf(text: string): string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / 4);
  return Array.from({ length: count }, (_, place) => characters.slice(place * 4, place * 4 + 4).join(''));
}

export interface UpstreamOptions {
  /** The answer to `GET …/models` and to Ollama's `/api/tags`: model names, or a function that returns actions. */
  readonly models?: readonly string[] | (() => readonly Action[]);
  /** JSON answers to questions about the server, by path: `/props`, `/api/show`. Other questions about it get a 404. */
  readonly tells?: Readonly<Record<string, unknown>>;
}

export async function startUpstream({ models = ['mock'], tells = {} }: UpstreamOptions = {}): Promise<Upstream> {
  const requests: UpstreamRequest[] = [];
  const closed: ClosedSocket[] = [];
  const plays: Play[] = [];
  const carried = new WeakMap<Socket, number>();
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    carried.set(incoming.socket, (carried.get(incoming.socket) ?? 0) + 1);
    const request = await readRequest(incoming);
    if (request === undefined) return; // the client disconnected before the request was complete
    requests.push(request);
    const play = questionPlay(request, models, tells) ?? plays.shift() ?? NO_PLAY_LEFT;
    await new Answering(request, response).play(typeof play === 'function' ? play(request) : play);
  };
  const server = createServer((incoming, response) => void answer(incoming, response));
  server.keepAliveTimeout = 60_000; // long enough that only the other side closes idle sockets
  server.on('connection', (socket) => {
    socket.setNoDelay(true);
    socket.setMaxListeners(0); // each request on the socket adds a listener
    socket.on('error', () => {}); // tests reset connections on purpose
    socket.on('close', () => closed.push({ at: performance.now(), requests: carried.get(socket) ?? 0 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    if (!server.listening) return;
    const stopped = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await stopped;
  };
  stopAfterTest(stop);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, requests, closed, script: (...more) => void plays.push(...more), stop };
}

const NO_PLAY_LEFT = reply(500, {
  error: { message: 'The script of the upstream has no play left for this request.' },
});

/** Returns the answer to a question about the server, which uses no play; undefined for any other request. */
function questionPlay({ method, path }: UpstreamRequest, models: Models, tells: object): Play | undefined {
  const [place = ''] = path.split('?', 1);
  if (Object.hasOwn(tells, place)) return reply(200, { ...Reflect.get(tells, place) });
  if (method === 'GET' && /\/(?:models|api\/tags)$/.test(place)) {
    if (typeof models === 'function') return models();
    if (place.endsWith('/tags')) return reply(200, { models: models.map((name) => ({ name, model: name })) });
    return reply(200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
  }
  return QUESTION.test(place) ? reply(404, { error: 'not found' }) : undefined;
}

const QUESTION = /\/(?:props|api\/show|api\/ps|api\/version|api\/v0\/models|models\/.*)$/;

type Models = NonNullable<UpstreamOptions['models']>;

/** Stops the upstream after the current test. Outside a test, as in a `beforeAll`, the caller must stop it. */
function stopAfterTest(stop: () => Promise<void>): void {
  try {
    onTestFinished(stop);
  } catch {}
}

async function readRequest(incoming: IncomingMessage): Promise<UpstreamRequest | undefined> {
  const { socket } = incoming;
  const whenClosed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now())));
  const pieces: Buffer[] = [];
  try {
    for await (const piece of incoming) pieces.push(piece as Buffer);
  } catch {
    return undefined;
  }
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: parsed(Buffer.concat(pieces).toString()),
    receivedAt: performance.now(),
    sentBytes: 0,
    whenClosed,
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  return text === '' ? {} : JSON.parse(text);
}

/** Sends the answer to one request. */
class Answering {
  readonly #request: UpstreamRequest;
  readonly #response: ServerResponse;
  #isRaw = false;

  constructor(request: UpstreamRequest, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    response.on('error', () => {});
  }

  async play(actions: readonly Action[]): Promise<void> {
    for (const action of actions) {
      if (this.#response.destroyed) return;
      if (typeof action === 'string' || Buffer.isBuffer(action)) await this.#write(Buffer.from(action));
      else if (!(await this.#perform(action))) return;
    }
    if (this.#isRaw) this.#response.socket?.end();
    else this.#begin().end();
  }

  /** Performs one stage. Returns false if no further action may follow. */
  async #perform(stage: Stage): Promise<boolean> {
    const response = this.#response;
    switch (stage.kind) {
      case 'head':
        response.writeHead(stage.status, stage.headers).flushHeaders();
        return true;
      case 'wait':
        await sleep(stage.ms);
        return true;
      case 'until':
        await stage.signal;
        return true;
      case 'flood':
        for (let time = 0; time < stage.times && !response.destroyed; time++) await this.#write(stage.piece);
        return true;
      case 'raw':
        this.#isRaw = true;
        response.socket?.write(stage.bytes);
        return true;
      case 'hang':
        return false;
      case 'reset':
        response.socket?.resetAndDestroy();
        return false;
      case 'close':
        response.socket?.end();
        return false;
      default:
        return stage satisfies never;
    }
  }

  /** Writes one piece and waits until the other side is ready for more. */
  async #write(piece: Buffer): Promise<void> {
    this.#request.sentBytes += piece.length;
    if (this.#begin().write(piece)) return;
    const readOn = new AbortController();
    const { signal } = readOn;
    await Promise.race([once(this.#response, 'drain', { signal }), once(this.#response, 'close', { signal })]);
    readOn.abort(); // removes the other listener
  }

  #begin(): ServerResponse {
    return this.#response.headersSent ? this.#response : this.#response.writeHead(200, SSE);
  }
}
