import {
  isRecord,
  type Message,
  nearest,
  type Part,
  type Read,
  type Refused,
  read,
  refuse,
  refuseValue,
} from '../../core/index.ts';
import { AssistantReader, type Circumstances } from './assistant.ts';
import { readFile } from './file.ts';
import { cacheMarkerIn } from './marker.ts';
import { readToolResult } from './tool-result.ts';
import type { Warnings } from './warnings.ts';

/** Reads a prompt of V2, V3 or V4. Parts without a neutral form are left out with a warning. */
export function readPrompt(prompt: unknown, circumstances: Circumstances): Read<readonly Message[]> {
  if (!Array.isArray(prompt) || prompt.length === 0) {
    return refuseValue('prompt', prompt, 'a non-empty list of messages');
  }
  const messages: Pending[] = [];
  /** The answers whose steps may still get results: a provider's results may come in a later message. */
  const steps = new Map<string, AssistantReader>();
  for (const [place, message] of prompt.entries()) {
    const refused = readMessage(message, `prompt[${place}]`, { messages, steps, ...circumstances });
    if (refused !== undefined) return refused;
  }
  return read(messages.map((message) => (message instanceof AssistantReader ? message.close() : message)));
}

type Pending = Message | AssistantReader;

interface Reading extends Circumstances {
  readonly messages: Pending[];
  readonly steps: Map<string, AssistantReader>;
}

function readMessage(message: unknown, path: string, reading: Reading): Refused | undefined {
  const { messages, steps, warnings } = reading;
  if (!isRecord(message)) return refuseValue(path, message, 'an object with a "role"');
  const { role, content } = message;
  const at = `${path}.content`;
  switch (role) {
    case 'system':
      if (typeof content !== 'string') return refuseValue(at, content, 'a string');
      messages.push({ role, content: [{ type: 'text', text: content }], ...cacheMarkerIn(message) });
      return undefined;
    case 'user': {
      const parts = readUser(content, at, warnings);
      if (!parts.ok) return parts;
      messages.push({ role, content: parts.value, ...cacheMarkerIn(message) });
      return undefined;
    }
    case 'assistant': {
      const reader = new AssistantReader(reading, cacheMarkerIn(message));
      const refused = reader.readAll(content, at);
      if (refused !== undefined) return refused;
      for (const id of reader.ownIds) steps.set(id, reader);
      messages.push(reader);
      return undefined;
    }
    case 'tool':
      return readTool(content, at, reading);
    default: {
      const meant = typeof role === 'string' ? nearest(role, ROLES) : undefined;
      const refused = refuseValue(`${path}.role`, role, `one of ${ROLES.join(', ')}`);
      return meant === undefined
        ? refused
        : refuse(`${path}.role`, `${refused.failure.message} Did you mean "${meant}"?`);
    }
  }
}

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

function readUser(content: unknown, path: string, warnings: Warnings): Read<readonly Part[]> {
  if (typeof content === 'string') return read([{ type: 'text', text: content }]);
  if (!Array.isArray(content)) return refuseValue(path, content, 'a list of parts');
  const parts: Part[] = [];
  for (const [place, part] of content.entries()) {
    const at = `${path}[${place}]`;
    if (!isRecord(part)) return refuseValue(at, part, 'an object with a "type"');
    if (part.type === 'text') {
      if (typeof part.text !== 'string') return refuseValue(`${at}.text`, part.text, 'a string');
      parts.push({ type: 'text', text: part.text, ...cacheMarkerIn(part) });
    } else if (part.type === 'file') {
      const file = readFile(part, at, warnings);
      if (!file.ok) return file;
      parts.push(...file.value.map((each) => ({ ...each, ...cacheMarkerIn(part) }) as Part));
    } else {
      warnings.unsupported('user message part', 'A part of a user message whose type is unknown was left out.');
    }
  }
  return read(parts);
}

/** Reads the results of tools. A result of a call that the gateway ran belongs to its step in the assistant's message. */
function readTool(content: unknown, path: string, { messages, steps, warnings }: Reading): Refused | undefined {
  if (!Array.isArray(content)) return refuseValue(path, content, 'a list of tool results');
  for (const [place, part] of content.entries()) {
    const at = `${path}[${place}]`;
    if (!isRecord(part)) return refuseValue(at, part, 'an object with a "type"');
    // `ai` itself acts on approvals, and sends a denied call's result with the answer to it.
    if (part.type === 'tool-approval-response') continue;
    if (part.type !== 'tool-result') {
      warnings.unsupported('tool message part', 'A part of a tool message whose type is unknown was left out.');
      continue;
    }
    const result = readToolResult(part, at, warnings);
    if (!result.ok) return result;
    const own = steps.get(result.value.callId);
    if (own?.answer(result.value) !== true) messages.push(result.value);
  }
  return undefined;
}
