import { type ExtraPlace, type Fields, type FinishReason, othersIn } from '../../core/index.ts';
import type { AnswerHead, WholeAnswer } from '../whole-answer.ts';
import { writeCall } from './call.ts';
import { REASONING, writeBlocks } from './reasoning.ts';
import { writeUsage } from './usage.ts';

/** A whole answer, as chat completions has it. */
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

/** The assistant's message in a whole answer. */
export function writeAnswerMessage(answer: WholeAnswer): Fields {
  const { text, reasoning, blocks, calls, finish } = answer;
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: finish.explanation ?? null,
    ...othersIn(shownExtra(answer, 'message'), OWN).extra,
    ...(reasoning !== '' && { [REASONING]: reasoning }),
    ...(blocks.length > 0 && writeBlocks(blocks)),
    ...(calls.length > 0 && { tool_calls: calls.map(writeCall) }),
  };
}

/** Members that chat clients get beside ours: their own wire's, and what Anthropic's tools found (`citations`, `container`). */
function shownExtra({ extra }: WholeAnswer, place: ExtraPlace): Fields {
  return { ...extra.messages?.[place], ...extra.chat?.[place] };
}

/** A foreign member never stands in for ours. */
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
