import {
  asksOf,
  type ChatRequest,
  ChatStream,
  ChatStreams,
  chatErrorBody,
  readChatRequest,
  writeChatAnswer,
  writeChatAnswers,
} from '../wires/index.ts';
import type { TurnDoor } from './turn-door.ts';

/** Serves OpenAI's Chat Completions API: its clients can use any model, with the gateway's tools, their own, or both. */
export const chatCompletions: TurnDoor<ChatRequest & { ok: true }> = {
  routes: [
    ['POST', '/v1/chat/completions'],
    ['POST', '/chat/completions'],
  ],
  idPrefix: 'chatcmpl-',
  heartbeat: ': waiting\n\n',
  read: readChatRequest,
  errorBody: chatErrorBody,
  stream: (head, { includeUsage, shape }, reject) => new ChatStream(head, includeUsage, reject, { shape }),
  whole: writeChatAnswer,
  several: {
    asks: asksOf,
    stream: (head, request, reject) => new ChatStreams(head, request, reject),
    whole: writeChatAnswers,
  },
};
