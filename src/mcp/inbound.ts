import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isRecord } from '../core/index.ts';
import { type ListLimits, ToolLists } from './tool-lists.ts';

/** Checks and adjusts the messages from a server before the SDK sees them. */
export class Inbound {
  readonly lists: ToolLists;
  readonly #onHeard: () => void;
  /** Number of results with which a modern server asked for more input. Such a result proves that its call had arrived. */
  inputRounds = 0;

  constructor(limits: ListLimits, onHeard: () => void) {
    this.lists = new ToolLists(limits);
    this.#onHeard = onHeard;
  }

  /** Returns the message in the form that the SDK may see. */
  admit(message: JSONRPCMessage, isModern: boolean): JSONRPCMessage {
    this.#onHeard();
    if (!('result' in message) || !isRecord(message.result)) return message;
    if (message.result.resultType === 'input_required') this.inputRounds++;
    const answer = withoutBadMeta(message, message.result);
    return this.lists.admit(isModern ? readable(answer, answer.result) : answer);
  }
}

type Answer = Extract<JSONRPCMessage, { result: unknown }>;

/** Removes a `_meta` that is null or a list: the SDK would ignore the complete message, and its request would time out. */
function withoutBadMeta(message: Answer, result: Record<string, unknown>): Answer {
  if (result._meta === undefined || isRecord(result._meta)) return message;
  const { _meta, ...rest } = result;
  return { ...message, result: rest } as Answer;
}

/**
 * Makes a modern-era result acceptable to the SDK. The SDK rejects a result without a `resultType`, although MCP tells clients
 * to treat it as complete. It also rejects a whole result for one unknown block, so unknown blocks become text.
 */
function readable(message: Answer, result: Record<string, unknown>): JSONRPCMessage {
  const { resultType = 'complete', content } = result;
  const blocks = Array.isArray(content) && !content.every(isKnown) ? { content: content.map(asKnown) } : {};
  if (result.resultType !== undefined && blocks.content === undefined) return message;
  return { ...message, result: { ...result, resultType, ...blocks } } as JSONRPCMessage;
}

function asKnown(block: unknown): unknown {
  return isKnown(block) ? block : { type: 'text', text: JSON.stringify(block) ?? '' };
}

/** True if the block has one of MCP's types, and every field that MCP defines for that type has the right type. */
function isKnown(block: unknown): boolean {
  if (!isRecord(block) || !isRecord(block.annotations ?? {}) || !isRecord(block._meta ?? {})) return false;
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string';
    case 'image':
    case 'audio':
      return typeof block.data === 'string' && typeof block.mimeType === 'string';
    case 'resource_link':
      return typeof block.uri === 'string' && typeof block.name === 'string';
    case 'resource':
      return isRecord(block.resource) && typeof block.resource.uri === 'string' && hasBody(block.resource);
    default:
      return false;
  }
}

function hasBody({ text, blob }: Record<string, unknown>): boolean {
  return typeof text === 'string' || typeof blob === 'string';
}
