import {
  type Fields,
  isAbsent,
  isRecord,
  type Read,
  read,
  refuse as refuseRequest,
  refuseValue,
} from '../core/index.ts';
import { explainAsk } from '../explaining.ts';
import type { House } from '../house.ts';
import { type Rejection, readChatRequest } from '../wires/index.ts';
import type { Bodies } from './body.ts';
import { cutOffUnread, type RawRoute, refuse, send } from './raw.ts';
import { rejectionOf, STOPPING } from './status.ts';
import { whileWaiting } from './waiting.ts';

/** Why? What a chat-completions request would do, tool by tool, without doing it. For a question alone a `query` is enough. */
export function explainDoor(house: House, bodies: Bodies, stopping: AbortSignal): RawRoute {
  const { settings, log } = house;
  return async (request, response, key) => {
    const refused = (rejection: Rejection): void => {
      log.info({ status: rejection.status, code: rejection.code, reason: rejection.message }, 'request refused');
      // What is left of the body is not read: nothing more can come on this connection.
      refuse(response, rejection, request.complete ? {} : { connection: 'close' });
    };
    const body = await bodies.read(request);
    if (!body.ok) return refused(body.rejection);
    const asked = asRequest(body.value);
    const chat = asked.ok ? readChatRequest(asked.value, key, settings.limits) : asked;
    if (!chat.ok) return refused(rejectionOf(chat.failure));

    const { signal } = whileWaiting(response, stopping);
    const explained = await explainAsk(house, chat.ask, signal);
    if (stopping.aborted) return refused(STOPPING);
    if (!explained.ok) return refused(rejectionOf(explained.failure));
    send(response, 200, {}, explained.explanation);
    cutOffUnread(response, settings.limits.slowClientMs);
  };
}

/** `{"query": "…"}` is a conversation of one message; what stands beside it is as in any request. */
function asRequest(body: unknown): Read<unknown> {
  if (!isRecord(body)) return read(body);
  if (isAbsent(body.query)) {
    const isEmpty = isAbsent(body.messages);
    return isEmpty
      ? refuseRequest('messages', 'Send a question as "query", or "messages" as a model gets them.')
      : read(body);
  }
  const { query, ...others }: Fields = body;
  if (typeof query !== 'string' || query.trim() === '') return refuseValue('query', query, 'a question, as text');
  if (!isAbsent(others.messages)) return refuseRequest('query', 'Send either "query" or "messages", not both.');
  return read({ ...others, messages: [{ role: 'user', content: query }] });
}
