import {
  type Fields,
  isRecord,
  type Part,
  type Read,
  read,
  readEach,
  refuse,
  refuseValue,
  type ToolMessage,
} from '../../core/index.ts';
import { readFile } from './file.ts';
import { cacheMarkerIn } from './marker.ts';
import { contentItem } from './older.ts';
import type { Warnings } from './warnings.ts';

/** Reads a `tool-result` part. */
export function readToolResult(part: Fields, path: string, warnings: Warnings): Read<ToolMessage> {
  const { toolCallId: callId, toolName: name, output } = part;
  if (typeof callId !== 'string') return refuseValue(`${path}.toolCallId`, callId, 'a string');
  if (typeof name !== 'string') return refuseValue(`${path}.toolName`, name, 'a string');
  const told = readOutput(output, `${path}.output`, warnings);
  if (!told.ok) return told;
  const { content, isError } = told.value;
  return read({ role: 'tool', callId, name, content, ...(isError && { isError }), ...cacheMarkerIn(part) });
}

/** The result of a tool as a model reads it. */
interface ReadOutput {
  readonly content: readonly Part[];
  readonly isError: boolean;
}

/** Reads the `output` of a tool result: a text, a JSON value, an error, a denial, or content with media. */
function readOutput(output: unknown, path: string, warnings: Warnings): Read<ReadOutput> {
  if (!isRecord(output)) return refuseValue(path, output, 'an object with a "type"');
  const { type, value, reason } = output;
  switch (type) {
    case 'text':
    case 'error-text':
      if (typeof value !== 'string') return refuseValue(`${path}.value`, value, 'a string');
      return read({ content: [{ type: 'text', text: value }], isError: type === 'error-text' });
    case 'json':
    case 'error-json':
      return read({ content: [{ type: 'text', text: jsonText(value) }], isError: type === 'error-json' });
    case 'execution-denied': {
      const why = typeof reason === 'string' && reason !== '' ? `: ${reason}` : '.';
      return read({ content: [{ type: 'text', text: `The user denied this call${why}` }], isError: true });
    }
    case 'content': {
      if (!Array.isArray(value)) return refuseValue(`${path}.value`, value, 'a list');
      const parts = readEach(value, `${path}.value`, (item, at) => readItem(item, at, warnings));
      return parts.ok ? read({ content: parts.value.flat(), isError: false }) : parts;
    }
    default:
      return refuse(
        `${path}.type`,
        `${path} has an unknown type. Expected text, json, error-text, error-json, execution-denied or content.`,
      );
  }
}

function readItem(given: unknown, path: string, warnings: Warnings): Read<readonly Part[]> {
  if (!isRecord(given)) return refuseValue(path, given, 'an object with a "type"');
  const item: Fields = contentItem(given);
  switch (item.type) {
    case 'text':
      if (typeof item.text !== 'string') return refuseValue(`${path}.text`, item.text, 'a string');
      return read([{ type: 'text', text: item.text }]);
    case 'file':
      return readFile(item, path, warnings);
    default:
      warnings.unsupported('tool result content', 'A part of a tool result whose type is unknown was left out.');
      return read([]);
  }
}

/** Returns JSON text. A value from another program may have a cycle or a BigInt. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value ?? null) ?? 'null';
  } catch {
    return '[a value that JSON cannot express]';
  }
}
