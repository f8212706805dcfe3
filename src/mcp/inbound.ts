import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isRecord } from '../core/index.ts';
import { type ListLimits, ToolLists } from './tool-lists.ts';

/** What comes from a server, before the SDK sees it. */
export class Inbound {
  readonly lists: ToolLists;
  readonly #onHeard: () => void;
  /** How often the server has asked for input within a call, in the modern way: the call had arrived by then. */
  inputRounds = 0;

  constructor(limits: ListLimits, onHeard: () => void) {
    this.lists = new ToolLists(limits);
    this.#onHeard = onHeard;
  }

  /** The message as the SDK may see it. */
  admit(message: JSONRPCMessage, isModern: boolean): JSONRPCMessage {
    this.#onHeard();
    if (!('result' in message) || !isRecord(message.result)) return message;
    if (message.result.resultType === 'input_required') this.inputRounds++;
    return this.lists.admit(isModern ? readable(message, message.result) : message);
  }
}

type Answer = Extract<JSONRPCMessage, { result: unknown }>;

/**
 * In the modern era the SDK refuses an answer that does not say what it is, though MCP tells clients to take it for complete;
 * and one for a single block that it does not know, which the executor can read all the same.
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

/** With all that MCP wants of it, and nothing under MCP's own names that is something else. */
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
