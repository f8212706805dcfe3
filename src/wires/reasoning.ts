import { type Fields, isAbsent, isRecord } from '../core/index.ts';

/** What a client of chat completions wants of a model's thoughts. */
export type Reasoning =
  | { readonly kind: 'off' | 'on' }
  /** In a word, which may be unknown: none is never among them. */
  | { readonly kind: 'effort'; readonly effort: string }
  /** In tokens, at most. */
  | { readonly kind: 'budget'; readonly tokens: number };

/** `wanted` is undefined where the member says nothing that can be understood. */
export interface ReasoningMember {
  readonly member: 'reasoning_effort' | 'reasoning';
  readonly wanted: Reasoning | undefined;
}

/** OpenAI's word counts before OpenRouter's object. Undefined where neither is there. */
export function readReasoning({ reasoning_effort: effort, reasoning }: Fields): ReasoningMember | undefined {
  if (!isAbsent(effort)) return { member: 'reasoning_effort', wanted: readEffort(effort) };
  return isAbsent(reasoning) ? undefined : { member: 'reasoning', wanted: readObject(reasoning) };
}

/** Whether the thoughts are shown (`exclude`) is no matter of the model's. */
function readObject(reasoning: unknown): Reasoning | undefined {
  if (!isRecord(reasoning)) return undefined;
  const { enabled, max_tokens: tokens, effort } = reasoning;
  if (enabled === false) return { kind: 'off' };
  if (typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens > 0) return { kind: 'budget', tokens };
  return readEffort(effort) ?? (enabled === true ? { kind: 'on' } : undefined);
}

function readEffort(effort: unknown): Reasoning | undefined {
  if (typeof effort !== 'string' || effort === '') return undefined;
  return effort === 'none' ? { kind: 'off' } : { kind: 'effort', effort };
}
