import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { Failure } from '../core/index.ts';
import type { House } from '../house.ts';
import type { ListedModel } from '../models/index.ts';
import { Answer, type Turn } from '../turn/index.ts';
import { readChatRequest, writeAnswerMessage } from '../wires/index.ts';
import type { DoorBindings } from './bindings.ts';
import { readJsonBody } from './body.ts';
import { type AnswerHead, ChatStream, finishReason, writeUsage } from './chat-stream.ts';
import { SseStream } from './sse.ts';
import { errorBody, type Rejection, rejectionOf, STOPPING } from './status.ts';

/** OpenAI's chat completions: any client that speaks it can use any model, with the gateway's tools, its own, or both. */
export function chatDoor({ turns, backends, settings }: House, stopping: AbortSignal): Hono<DoorBindings> {
  const { limits } = settings;
  const door = new Hono<DoorBindings>();

  door.post('/chat/completions', async (context) => {
    const { incoming, outgoing } = context.env;
    const body = await readJsonBody(incoming, limits.bodyBytes);
    if (!body.ok) return refuse(outgoing, body.rejection);
    const read = readChatRequest(body.value, context.get('key'), limits);
    if (!read.ok) return refuse(outgoing, rejectionOf(read.failure));

    const started = turns.start(read.ask, whileWaiting(outgoing, stopping));
    if (!started.ok) return refuse(outgoing, rejectionOf(started.failure));
    const { turn } = started;
    const head = { id: `chatcmpl-${turn.id}`, model: turn.model.id, createdAt: Math.floor(Date.now() / 1000) };
    const failure = read.ask.isStreamed
      ? await stream(turn, new ChatStream(head, read.includeUsage), outgoing, limits)
      : await answer(turn, head, outgoing);
    if (failure === undefined) return RESPONSE_ALREADY_SENT;
    return refuse(outgoing, stopping.aborted ? STOPPING : rejectionOf(failure), headersOf(turn));
  });

  door.get('/models', async (context) => {
    const models = await backends.list(context.req.raw.signal);
    return context.json({ object: 'list', data: models.map(modelObject) });
  });

  door.get('/models/:id{.+}', async (context) => {
    const asked = context.req.param('id');
    const models = await backends.list(context.req.raw.signal);
    const model = models.find(({ id }) => id === asked);
    if (model !== undefined) return context.json(modelObject(model));
    const failure = { kind: 'unknown-model', model: asked, known: models.map(({ id }) => id) } as const;
    return refuse(context.env.outgoing, rejectionOf(failure));
  });
  return door;
}

/** Returns the failure of a turn that failed before anything was written. */
async function stream(
  turn: Turn,
  wire: ChatStream,
  response: ServerResponse,
  limits: House['settings']['limits'],
): Promise<Failure | undefined> {
  const sse = new SseStream(response, headersOf(turn), limits);
  for await (const batch of turn.events) {
    if (!sse.isOpen) {
      const failure = failureOf(batch);
      if (failure !== undefined) {
        sse.end();
        return failure;
      }
    }
    const text = wire.write(batch);
    if (text === '') continue;
    const waiting = sse.write(text);
    if (waiting !== undefined) await waiting;
  }
  sse.end();
  return undefined;
}

async function answer(
  turn: Turn,
  { id, model, createdAt }: AnswerHead,
  response: ServerResponse,
): Promise<Failure | undefined> {
  const answered = new Answer();
  for await (const batch of turn.events) answered.add(batch);
  const { finish, extra, text, reasoning, calls } = answered;
  if (finish.failure !== undefined) return finish.failure;
  const message = writeAnswerMessage({ text, reasoning, calls, extra: extra.message });
  const choice = { logprobs: null, ...extra.choice, index: 0, message, finish_reason: finishReason(finish.reason) };
  send(response, 200, headersOf(turn), {
    ...extra.answer,
    id,
    object: 'chat.completion',
    created: createdAt,
    model,
    choices: [choice],
    ...(finish.usage === undefined ? {} : { usage: writeUsage(finish.usage) }),
  });
  return undefined;
}

function modelObject({ id, ownedBy }: ListedModel) {
  return { id, object: 'model', created: 0, owned_by: ownedBy };
}

/** Aborts when the client hangs up, or when the server can wait no longer. */
function whileWaiting(response: ServerResponse, stopping: AbortSignal): AbortController {
  const waiting = new AbortController();
  const onStop = (): void => waiting.abort(stopping.reason);
  stopping.addEventListener('abort', onStop);
  response.once('close', () => {
    stopping.removeEventListener('abort', onStop);
    if (!response.writableFinished) waiting.abort(new Error('the client hung up'));
  });
  return waiting;
}

/** What was decided, for whoever looks at the answer alone. */
function headersOf({ id, plan }: Turn): Record<string, string> {
  const client = plan.visible.filter(({ owner }) => owner === 'client').length;
  const gateway = plan.visible.length - client;
  const isMixed = plan.source === 'request' && gateway > 0;
  const tools = isMixed ? `request;${client}, gateway;${gateway}` : `${plan.source};${plan.visible.length}`;
  return { 'x-toolpath-turn': id, 'x-toolpath-tools': tools, 'x-request-id': id };
}

function failureOf(batch: readonly { readonly type: string; readonly failure?: Failure }[]): Failure | undefined {
  return batch.find(({ failure }) => failure !== undefined)?.failure;
}

function refuse(response: ServerResponse, rejection: Rejection, headers: Record<string, string> = {}): Response {
  const { status, retryAfterMs } = rejection;
  const retry = retryAfterMs === undefined ? undefined : String(Math.ceil(retryAfterMs / 1000));
  send(response, status, { ...headers, ...retryHeaders(status, retry) }, errorBody(rejection));
  return RESPONSE_ALREADY_SENT;
}

/**
 * The official SDKs try again by themselves, unless told not to. The gateway has its own retries, and tools may have run:
 * another try of the whole request would multiply the one and repeat the other.
 */
function retryHeaders(status: number, retryAfter: string | undefined): Record<string, string> {
  const again = status === 503 && retryAfter !== undefined;
  return { 'x-should-retry': String(again), ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) };
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: object): void {
  if (response.destroyed) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
