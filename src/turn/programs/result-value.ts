import { type Block, type Outcome, parseJson, textOf } from '../../core/index.ts';

/**
 * Returns what a program gets for the result of a tool, as JSON text: the structured result if there is one; otherwise the
 * text, parsed if it is JSON; a list for several blocks. Images and audio are described.
 */
export function programValue({ content, structured }: Pick<Outcome, 'content' | 'structured'>): string {
  if (structured !== undefined) return JSON.stringify(structured);
  const values = content.map(valueOfBlock);
  if (values.length === 0) return 'null';
  const [only] = values;
  return values.length === 1 && only !== undefined ? only : `[${values.join(',')}]`;
}

function valueOfBlock(block: Block): string {
  switch (block.type) {
    case 'text':
      return jsonOfText(block.text);
    case 'json':
      return JSON.stringify(block.value) ?? 'null';
    case 'resource':
      return block.resource.text === undefined ? JSON.stringify(textOf([block])) : jsonOfText(block.resource.text);
    case 'image':
    case 'audio':
    case 'resource_link':
      return JSON.stringify(textOf([block]));
    default:
      return block satisfies never;
  }
}

/** Returns a text that is JSON as it is, so that no digit of a number is lost; any other text as a JSON string. */
export function jsonOfText(text: string): string {
  const trimmed = text.trim();
  const isJson = trimmed.startsWith('{') || trimmed.startsWith('[') ? parseJson(trimmed) !== undefined : isScalar(text);
  return isJson ? trimmed : JSON.stringify(text);
}

/**
 * Returns true for a number, a string, true, false or null, as an encoder writes it. A line break after it is a sign of a
 * command's output, which programs treat as text, and `1.10` may be a version.
 */
function isScalar(text: string): boolean {
  const value = parseJson(text);
  if (value === undefined || text !== text.trim()) return false;
  return typeof value !== 'number' || /^-?\d+$/.test(text) || String(value) === text;
}
