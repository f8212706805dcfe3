import { type Fields, isRecord, type WireFields } from '../../../core/index.ts';
import { reasoningTold } from '../reasoning.ts';

/** The text and reasoning of a delta or message. */
export interface Words {
  readonly reasoning: string;
  readonly text: string;
  /** Names the field of the reasoning, if it came in a text field, so that it can be sent back in the same field. */
  readonly state?: WireFields;
}

export function readWords(message: Fields): Words {
  const { content } = message;
  const said = typeof content === 'string' ? { reasoning: '', text: content } : partWords(content);
  const { text: told, state } = reasoningTold(message);
  return { reasoning: told + said.reasoning, text: said.text, ...(state !== undefined && { state }) };
}

/** Reads content that is a list of parts. Mistral sends reasoning as parts that contain parts. */
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
