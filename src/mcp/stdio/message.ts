import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';
import { hasTooManyValues, isRecord } from '../../core/index.ts';
import { isNestedDeeper, MOST_LEVELS } from '../nesting.ts';

/** A line on stdout that is not an MCP message. `text` is its beginning. */
export interface Junk {
  readonly kind: 'not-json' | 'not-a-message' | 'too-deep' | 'too-long' | 'too-many-values';
  readonly text: string;
  readonly bytes: number;
}

export interface ReadLine {
  readonly messages: readonly JSONRPCMessage[];
  /** The problem with the line, or with a part of a batch. */
  readonly junk?: Exclude<Junk['kind'], 'too-long'>;
}

/** Parses a line of stdout: one message, a batch, junk, or nothing for a blank line. */
export function readLine(line: string): ReadLine {
  const text = line.trim(); // also removes a byte order mark
  if (text === '') return { messages: [] };
  if (!text.startsWith('{') && !text.startsWith('[')) return { messages: [], junk: 'not-json' };
  if (isNestedDeeper(text, MOST_LEVELS)) return { messages: [], junk: 'too-deep' };
  if (hasTooManyValues(text)) return { messages: [], junk: 'too-many-values' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { messages: [], junk: 'not-json' };
  }
  const values = Array.isArray(value) ? value : [value];
  const messages = values.map(messageIn).filter((message) => message !== undefined);
  const isWhole = values.length > 0 && messages.length === values.length;
  return isWhole ? { messages } : { messages, junk: 'not-a-message' };
}

/**
 * Returns the message with only the fields that JSON-RPC defines, and without fields that are `null`. The SDK rejects a
 * message with an extra field, such as the `"error": null` that some servers write next to a result; its call would time out.
 */
function messageIn(value: unknown): JSONRPCMessage | undefined {
  if (!isRecord(value) || value.jsonrpc !== '2.0') return undefined;
  const { id, method, params, result, error } = value;
  if (typeof method === 'string') return called(id, method, params);
  if (!isId(id)) return undefined;
  if (isRecord(result)) return { jsonrpc: '2.0', id, result };
  return isError(error) ? { jsonrpc: '2.0', id, error } : undefined;
}

function called(id: unknown, method: string, params: unknown): JSONRPCMessage | undefined {
  const hasNone = params === undefined || params === null;
  if (!hasNone && !isRecord(params)) return undefined;
  const call = { jsonrpc: '2.0' as const, method, ...(!hasNone && { params }) };
  if (id === undefined || id === null) return call;
  return isId(id) ? { ...call, id } : undefined;
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function isError(error: unknown): error is { code: number; message: string } {
  return isRecord(error) && Number.isSafeInteger(error.code) && typeof error.message === 'string';
}
