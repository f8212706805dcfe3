import { type Fields, isRecord, type WireFields } from '../../../core/index.ts';
import { reasoningTold } from '../reasoning.ts';

/** What a delta or a message says in words. */
export interface Words {
  readonly reasoning: string;
  readonly text: string;
  /** How the reasoning goes back to the server, if it came in a member of its own. */
  readonly state?: WireFields;
}

export function readWords(message: Fields): Words {
  const { content } = message;
  const said = typeof content === 'string' ? { reasoning: '', text: content } : partWords(content);
  const { text: told, state } = reasoningTold(message);
  return { reasoning: told + said.reasoning, text: said.text, ...(state !== undefined && { state }) };
}

/** Content as a list of parts; Mistral's thoughts are parts too, with parts of their own. */
function partWords(content: unknown): Words {
  const said = { reasoning: '', text: '' };
  if (!Array.isArray(content)) return said;
  for (const part of content) {
    if (isRecord(part) && part.type === 'thinking') said.reasoning += partText(part) || partTexts(part.thinking);
    else said.text += partText(part);
  }
  return said;
}

function partTexts(parts: unknown): string {
  return Array.isArray(parts) ? parts.map(partText).join('') : words(parts);
}

function partText(part: unknown): string {
  return isRecord(part) ? words(part.text) : words(part);
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
