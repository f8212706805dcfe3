import { type ExtraPlace, type Fields, type FinishReason, unknownFields } from '../../core/index.ts';
import type { AnswerHead, WholeAnswer } from '../whole-answer.ts';
import { type CallShape, USUAL_CALLS, writeCalls } from './call-shape.ts';
import { REASONING, writeBlocks } from './reasoning.ts';
import { writeUsage } from './usage.ts';

/** Writes a complete answer as a chat completion. */
export function writeChatAnswer(
  answer: WholeAnswer,
  { id, createdAt, model }: AnswerHead,
  { shape }: { readonly shape: CallShape },
): Fields {
  const { finish } = answer;
  return {
    ...shownExtra(answer, 'answer'),
    id,
    object: 'chat.completion',
    created: createdAt,
    model: model(),
    choices: [writeAnswerChoice(answer, 0, shape)],
    ...(finish.usage === undefined ? {} : { usage: writeUsage(finish.usage) }),
  };
}

/** Writes an answer as the choice with this index. */
export function writeAnswerChoice(answer: WholeAnswer, index: number, shape: CallShape): Fields {
  return {
    logprobs: null,
    ...shownExtra(answer, 'choice'),
    index,
    message: writeAnswerMessage(answer, shape),
    finish_reason: finishReason(answer.finish.reason, shape),
  };
}

/** Writes the assistant message of a complete answer. `shape` is the form in which the client receives calls. */
export function writeAnswerMessage(answer: WholeAnswer, shape: CallShape = USUAL_CALLS): Fields {
  const { text, reasoning, blocks, calls, finish } = answer;
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: finish.explanation ?? null,
    ...unknownFields(shownExtra(answer, 'message'), OWN).extra,
    ...(reasoning !== '' && { [REASONING]: reasoning }),
    ...(blocks.length > 0 && writeBlocks(blocks)),
    ...writeCalls(calls, shape),
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
const OWN = new Set(['role', 'content', REASONING, 'tool_calls', 'function_call']);

export function finishReason(reason: FinishReason, { isLegacy }: CallShape): string {
  switch (reason) {
    case 'stop':
    case 'stop-sequence':
    case 'pause':
      return 'stop';
    case 'length':
      return reason;
    case 'calls':
      return isLegacy ? 'function_call' : 'tool_calls';
    case 'refusal':
    case 'filtered':
      return 'content_filter';
    case 'failed':
      return 'error';
    default:
      return reason satisfies never;
  }
}
