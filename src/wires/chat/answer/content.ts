import { type Fields, isRecord } from '../../../core/index.ts';

/** What a delta or a message says in words. */
export interface Words {
  readonly reasoning: string;
  readonly text: string;
  /** The member that the reasoning came in, if it was one of its own. */
  readonly field?: string;
}

export function readWords(message: Fields): Words {
  const { content } = message;
  const said = typeof content === 'string' ? { reasoning: '', text: content } : partWords(content);
  // Servers that send the same thoughts under two names mean them once.
  const field = FIELDS.find((name) => words(message[name]) !== '');
  if (field !== undefined) return { reasoning: words(message[field]) + said.reasoning, text: said.text, field };
  return { reasoning: detailWords(message.reasoning_details) + said.reasoning, text: said.text };
}

const FIELDS = ['reasoning_content', 'reasoning', 'thinking'];

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

function detailWords(details: unknown): string {
  if (!Array.isArray(details)) return '';
  return details.map((item) => (isRecord(item) ? words(item.text) || words(item.summary) : '')).join('');
}

/** Whether the account of the model's thoughts holds what only the provider can read, and wants back. */
export function holdsState(details: unknown): boolean {
  if (!Array.isArray(details)) return false;
  return details.some((item) => isRecord(item) && (words(item.signature) !== '' || words(item.data) !== ''));
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
