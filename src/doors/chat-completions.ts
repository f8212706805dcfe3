import {
  type ChatRequest,
  ChatStream,
  chatErrorBody,
  finishReason,
  readChatRequest,
  writeAnswerMessage,
  writeUsage,
} from '../wires/index.ts';
import type { TurnDoor } from './turn-door.ts';

/** OpenAI's chat completions: any client that speaks it can use any model, with the gateway's tools, its own, or both. */
export const chatCompletions: TurnDoor<ChatRequest & { ok: true }> = {
  routes: [
    ['POST', '/v1/chat/completions'],
    ['POST', '/chat/completions'],
  ],
  idPrefix: 'chatcmpl-',
  heartbeat: ': waiting\n\n',
  read: readChatRequest,
  errorBody: chatErrorBody,
  stream: (head, { includeUsage }, reject) => new ChatStream(head, includeUsage, reject),
  whole: ({ finish, extra, text, reasoning, blocks, calls }, { id, createdAt, model }) => ({
    ...extra.answer,
    id,
    object: 'chat.completion',
    created: createdAt,
    model: model(),
    choices: [
      {
        logprobs: null,
        ...extra.choice,
        index: 0,
        message: writeAnswerMessage({
          text,
          reasoning,
          blocks,
          calls,
          extra: extra.message,
          explanation: finish.explanation,
        }),
        finish_reason: finishReason(finish.reason),
      },
    ],
    ...(finish.usage === undefined ? {} : { usage: writeUsage(finish.usage) }),
  }),
};
