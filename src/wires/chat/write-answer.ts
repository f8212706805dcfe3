import { type Call, type Fields, othersIn, type ReasoningPart } from '../../core/index.ts';
import { writeCall } from './call.ts';
import { REASONING, writeBlocks } from './reasoning.ts';

/** What the model said in a whole turn. */
export interface WholeAnswer {
  readonly text: string;
  readonly reasoning: string;
  /** Blocks of reasoning that the client sends back. */
  readonly blocks?: readonly ReasoningPart[];
  /** Those that are handed over. */
  readonly calls: readonly Call[];
  /** Members of the message that have no word here: `annotations`, `audio`, `refusal`. */
  readonly extra: Fields;
  /** Why the provider refused. */
  readonly explanation?: string | undefined;
}

/** The assistant's message in a whole answer. */
export function writeAnswerMessage(answer: WholeAnswer): Fields {
  const { text, reasoning, blocks = [], calls, extra, explanation } = answer;
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: explanation ?? null,
    ...othersIn(extra, OWN).extra,
    ...(reasoning !== '' && { [REASONING]: reasoning }),
    ...(blocks.length > 0 && writeBlocks(blocks)),
    ...(calls.length > 0 && { tool_calls: calls.map(writeCall) }),
  };
}

/** A foreign member never stands in for ours. */
const OWN = new Set(['role', 'content', REASONING, 'tool_calls']);
