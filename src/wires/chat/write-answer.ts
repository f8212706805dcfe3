import { type ExtraPlace, type Fields, type FinishReason, unknownFields } from '../../core/index.ts';
import type { AnswerHead, WholeAnswer } from '../whole-answer.ts';
import { writeCall } from './call.ts';
import { REASONING, writeBlocks } from './reasoning.ts';
import { writeUsage } from './usage.ts';

/** Writes a complete answer as a chat completion. */
export function writeChatAnswer(answer: WholeAnswer, { id, createdAt, model }: AnswerHead): Fields {
  const { finish } = answer;
  const choice = {
    logprobs: null,
    ...shownExtra(answer, 'choice'),
    index: 0,
    message: writeAnswerMessage(answer),
    finish_reason: finishReason(finish.reason),
  };
  return {
    ...shownExtra(answer, 'answer'),
    id,
    object: 'chat.completion',
    created: createdAt,
    model: model(),
    choices: [choice],
    ...(finish.usage === undefined ? {} : { usage: writeUsage(finish.usage) }),
  };
}

/** Writes the assistant message of a complete answer. */
export function writeAnswerMessage(answer: WholeAnswer): Fields {
  const { text, reasoning, blocks, calls, finish } = answer;
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: finish.explanation ?? null,
    ...unknownFields(shownExtra(answer, 'message'), OWN).extra,
    ...(reasoning !== '' && { [REASONING]: reasoning }),
    ...(blocks.length > 0 && writeBlocks(blocks)),
    ...(calls.length > 0 && { tool_calls: calls.map(writeCall) }),
  };
}

/**
 * Returns extra fields for chat clients: those of chat servers, and those of Anthropic's own tools (`citations`,
 * `container`).
 */
function shownExtra({ extra }: WholeAnswer, place: ExtraPlace): Fields {
  return { ...extra.messages?.[place], ...extra.chat?.[place] };
}

/** Fields that a server's extra fields must not replace. */
const OWN = new Set(['role', 'content', REASONING, 'tool_calls']);

export function finishReason(reason: FinishReason): string {
  switch (reason) {
    case 'stop':
    case 'stop-sequence':
    case 'pause':
      return 'stop';
    case 'length':
      return reason;
    case 'calls':
      return 'tool_calls';
    case 'refusal':
    case 'filtered':
      return 'content_filter';
    case 'failed':
      return 'error';
    default:
      return reason satisfies never;
  }
}
