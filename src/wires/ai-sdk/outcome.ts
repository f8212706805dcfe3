import type { JSONValue } from '@ai-sdk/provider';
import { type Block, isRecord, type Outcome, textOf } from '../../core/index.ts';

/**
 * Writes an outcome as the `result` of a provider-executed call. A result of one text is that text, one of JSON its value; media
 * make it the list of MCP's content blocks. It is never null, because the AI SDK requires a value.
 */
export function writeResult(outcome: Outcome): NonNullable<JSONValue> {
  const { content } = outcome;
  const [only, another] = content;
  if (content.some(isMedia)) return content.map(withoutExtra) as NonNullable<JSONValue>;
  if (outcome.status === 'ok' && only?.type === 'json' && another === undefined)
    return (only.value ?? '') as NonNullable<JSONValue>;
  return textOf(content);
}

function isMedia({ type, ...block }: Block): boolean {
  if (type === 'image' || type === 'audio') return true;
  return type === 'resource' && 'resource' in block && isRecord(block.resource) && block.resource.blob !== undefined;
}

function withoutExtra({ extra: _, ...block }: Block): object {
  return block;
}
