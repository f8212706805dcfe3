import { type Call, type Fields, othersIn } from '../../core/index.ts';
import { writeCall } from './call.ts';

/** What the model said in a whole turn. */
export interface WholeAnswer {
  readonly text: string;
  readonly reasoning: string;
  /** Those that are handed over. */
  readonly calls: readonly Call[];
  /** Members of the message that have no word here: `annotations`, `audio`, `refusal`. */
  readonly extra: Fields;
  /** Why the provider refused. */
  readonly explanation?: string | undefined;
}

/** The assistant's message in a whole answer. */
export function writeAnswerMessage({ text, reasoning, calls, extra, explanation }: WholeAnswer): Fields {
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: explanation ?? null,
    ...othersIn(extra, OWN).extra,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls.map(writeCall) }),
  };
}

/** A foreign member never stands in for ours. */
const OWN = new Set(['role', 'content', 'reasoning_content', 'tool_calls']);
