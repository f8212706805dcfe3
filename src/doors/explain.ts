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
import type { Gateway } from '../gateway.ts';
import { type ChatRequest, chatErrorBody, readChatRequest } from '../wires/index.ts';
import type { Bodies } from './body.ts';
import { closeIfUnread, type RawRoute, send } from './raw.ts';
import { OK, rejectionOf, STOPPING } from './status.ts';
import { type AskReader, askRoute } from './turn-door.ts';

/**
 * Explains what a chat-completions request would do, tool by tool, without running it. Instead of `messages`, a client may
 * send a single question as `query`.
 */
export function explainDoor(gateway: Gateway, bodies: Bodies, stopping: AbortSignal): RawRoute {
  const { settings } = gateway;
  return askRoute(explained, gateway, bodies, stopping, async ({ ask }, response, { signal }) => {
    const explanation = await explainAsk(gateway, ask, signal);
    if (stopping.aborted) return STOPPING;
    if (!explanation.ok) return rejectionOf(explanation.failure);
    send(response, OK, {}, explanation.explanation);
    closeIfUnread(response, settings.limits.slowClientMs);
    return undefined;
  });
}

const explained: AskReader<ChatRequest & { ok: true }> = {
  read: (body, key, limits) => {
    const asked = asRequest(body);
    return asked.ok ? readChatRequest(asked.value, key, limits) : asked;
  },
  errorBody: chatErrorBody,
};

/** Turns `{"query": "…"}` into a conversation of one message. All other fields stay as they are. */
function asRequest(body: unknown): Read<unknown> {
  if (!isRecord(body)) return read(body);
  if (isAbsent(body.query)) {
    const isEmpty = isAbsent(body.messages);
    return isEmpty
      ? refuseRequest('messages', 'Send either a question as "query", or a conversation as "messages".')
      : read(body);
  }
  const { query, ...others }: Fields = body;
  if (typeof query !== 'string' || query.trim() === '') return refuseValue('query', query, 'a non-empty string');
  if (!isAbsent(others.messages)) return refuseRequest('query', 'Send either "query" or "messages", not both.');
  return read({ ...others, messages: [{ role: 'user', content: query }] });
}
