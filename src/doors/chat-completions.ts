import type { ServerResponse } from 'node:http';
import type { Failure, Limits } from '../core/index.ts';
import type { House } from '../house.ts';
import { Answer, type Turn } from '../turn/index.ts';
import {
  type AnswerHead,
  ChatStream,
  finishReason,
  type Rejection,
  readChatRequest,
  writeAnswerMessage,
  writeUsage,
} from '../wires/index.ts';
import type { Bodies } from './body.ts';
import { cutOffUnread, type RawRoute, refuse, send } from './raw.ts';
import { SseStream } from './sse.ts';
import { rejectionOf, STOPPING } from './status.ts';
import { whileWaiting } from './waiting.ts';

/**
 * OpenAI's chat completions: any client that speaks it can use any model, with the gateway's tools, its own, or both.
 * Straight on node's request and response: the way through a router and web objects costs as much as all the rest.
 */
export function chatCompletions({ turns, settings, log }: House, bodies: Bodies, stopping: AbortSignal): RawRoute {
  const { limits } = settings;
  return async (request, response, key) => {
    const refused = (rejection: Rejection, headers: Record<string, string> = {}): void => {
      log.info({ status: rejection.status, code: rejection.code, reason: rejection.message }, 'request refused');
      // What is left of the body is not read: nothing more can come on this connection.
      refuse(response, rejection, request.complete ? headers : { ...headers, connection: 'close' });
    };
    const body = await bodies.read(request);
    if (!body.ok) return refused(body.rejection);
    const read = readChatRequest(body.value, key, limits);
    if (!read.ok) return refused(rejectionOf(read.failure));

    const abort = whileWaiting(response, stopping);
    await turns.awaitTools(read.ask, abort.signal);
    const started = turns.start(read.ask, abort);
    if (!started.ok) return refused(rejectionOf(started.failure));
    const { turn } = started;
    const createdAt = Math.floor(Date.now() / 1000);
    const head = { id: `chatcmpl-${turn.id}`, createdAt, model: () => turn.model.id };
    const reject = (failure: Failure) => (stopping.aborted ? STOPPING : rejectionOf(failure));
    const failure = read.ask.isStreamed
      ? await stream(turn, new ChatStream(head, read.includeUsage, reject), response, limits)
      : await answer(turn, head, response, limits);
    if (failure !== undefined) refuse(response, reject(failure), headersOf(turn));
  };
}

/** Returns the failure of a turn that failed before anything was written. */
async function stream(
  turn: Turn,
  wire: ChatStream,
  response: ServerResponse,
  limits: Limits,
): Promise<Failure | undefined> {
  const sse = new SseStream(response, (isEarly) => headersOf(turn, isEarly), limits);
  for await (const batch of turn.events) {
    if (!sse.isOpen) {
      const failure = failureOf(batch);
      if (failure !== undefined) {
        sse.giveUp();
        return failure;
      }
    }
    const text = wire.write(batch);
    if (text === '') continue;
    // The last word goes out with the end, before the turn is tidied up.
    const waiting = isLast(batch) ? sse.end(text) : sse.write(text);
    if (waiting !== undefined) await waiting;
  }
  return undefined;
}

async function answer(
  turn: Turn,
  head: AnswerHead,
  response: ServerResponse,
  { slowClientMs }: Limits,
): Promise<Failure | undefined> {
  const answered = new Answer();
  for await (const batch of turn.events) {
    answered.add(batch);
    // Before the turn is tidied up: nobody has to wait for that.
    if (answered.isFinished && answered.finish.failure === undefined) sendAnswer(turn, head, answered, response);
  }
  cutOffUnread(response, slowClientMs);
  return answered.finish.failure;
}

function sendAnswer(
  turn: Turn,
  { id, model, createdAt }: AnswerHead,
  answered: Answer,
  response: ServerResponse,
): void {
  const { finish, extra, text, reasoning, blocks, calls } = answered;
  const { explanation } = finish;
  const message = writeAnswerMessage({ text, reasoning, blocks, calls, extra: extra.message, explanation });
  const choice = { logprobs: null, ...extra.choice, index: 0, message, finish_reason: finishReason(finish.reason) };
  send(response, 200, headersOf(turn), {
    ...extra.answer,
    id,
    object: 'chat.completion',
    created: createdAt,
    model: model(),
    choices: [choice],
    ...(finish.usage === undefined ? {} : { usage: writeUsage(finish.usage) }),
  });
}

/** What was decided, for whoever looks at the answer alone. `isEarly`: another model of the chain may still answer. */
function headersOf({ id, plan, model, asked }: Turn, isEarly = false): Record<string, string> {
  const client = plan.visible.reduce((count, { owner }) => (owner === 'client' ? count + 1 : count), 0);
  const gateway = plan.visible.length - client;
  const tools = plan.isMixed ? `request;${client}, gateway;${gateway}` : `${plan.source};${plan.visible.length}`;
  const instead = model.isSubstitute ? `;instead-of=${encodeURIComponent(short(asked))}` : '';
  return {
    'x-request-id': id,
    'x-toolpath-turn': id,
    'x-toolpath-tools': tools,
    ...(isEarly && model.next !== undefined ? {} : { 'x-toolpath-model': encodeURI(short(model.id)) + instead }),
  };
}

/** A name of foreign make, as a header can hold it. */
function short(name: string): string {
  return name.slice(0, MOST_LETTERS).toWellFormed();
}

const MOST_LETTERS = 200;

function isLast(batch: readonly { readonly type: string }[]): boolean {
  return batch.at(-1)?.type === 'finish';
}

function failureOf(batch: readonly { readonly type: string; readonly failure?: Failure }[]): Failure | undefined {
  return batch.find(({ failure }) => failure !== undefined)?.failure;
}
