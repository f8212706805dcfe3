import {
  type Fields,
  isAbsent,
  isRecord,
  type Message,
  nearest,
  othersIn,
  type Part,
  type Read,
  read,
  readEach,
  refuse,
  refuseValue,
  type ToolMessage,
  textOf,
} from '../../core/index.ts';
import { readCalls, writeCall } from './call.ts';
import { asTexts, readParts, writeParts } from './part.ts';

export function readMessages(messages: unknown): Read<readonly Message[]> {
  if (Array.isArray(messages) && messages.length > 0) return readEach(messages, 'messages', readMessage);
  return refuseValue('messages', messages, 'a list of messages, at least one');
}

/** The exact reverse of reading them. */
export function writeMessages(messages: readonly Message[]): Fields[] {
  return messages.map(writeMessage);
}

function readMessage(message: unknown, path: string): Read<Message> {
  if (!isRecord(message)) return refuseValue(path, message, 'an object with a "role"');
  const { role } = message;
  if (!isRole(role)) return refuseRole(role, `${path}.role`);
  const content = readParts(message.content, `${path}.content`);
  if (!content.ok) return content;
  switch (role) {
    case 'system':
    case 'developer':
    case 'user':
      return read({ role, content: content.value, ...othersIn(message, SPOKEN) });
    case 'assistant': {
      const calls = readCalls(message, path);
      if (!calls.ok) return calls;
      return read({ role, content: content.value, calls: calls.value, ...othersIn(message, ANSWERED) });
    }
    case 'tool':
    case 'function':
      return readToolMessage(message, content.value, path);
    default:
      return role satisfies never;
  }
}

/** `function` is the old name of the role; it has no call ids. */
function readToolMessage(message: Fields, content: readonly Part[], path: string): Read<Message> {
  const { tool_call_id: callId, name } = message;
  if (!isAbsent(callId) && typeof callId !== 'string') return refuseValue(`${path}.tool_call_id`, callId, 'a string');
  if (!isAbsent(name) && typeof name !== 'string') return refuseValue(`${path}.name`, name, 'a string');
  return read({
    role: 'tool',
    callId: callId ?? '',
    ...(!isAbsent(name) && { name }),
    content,
    ...othersIn(message, OUTCOME),
  });
}

const SPOKEN = new Set(['role', 'content']);
const ANSWERED = new Set(['role', 'content', 'tool_calls', 'function_call']);
const OUTCOME = new Set(['role', 'content', 'tool_call_id', 'name']);

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

type Role = (typeof ROLES)[number] | 'function';

function isRole(role: unknown): role is Role {
  return role === 'function' || ROLES.some((each) => each === role);
}

function refuseRole(role: unknown, path: string): Read<never> {
  const refused = refuseValue(path, role, `one of ${ROLES.join(', ')}`);
  const meant = typeof role === 'string' ? nearest(role, ROLES) : undefined;
  return meant === undefined ? refused : refuse(path, `${refused.failure.message} Did you mean "${meant}"?`);
}

function writeMessage(message: Message): Fields {
  const { role, extra } = message;
  switch (role) {
    case 'system':
    case 'developer':
    case 'user':
      return { ...extra, role, content: writeParts(message.content, '') };
    case 'assistant': {
      const calls = message.calls.map(writeCall);
      if (calls.length === 0) return { ...extra, role, content: writeParts(message.content, '') };
      return { ...extra, role, content: writeParts(message.content, null), tool_calls: calls };
    }
    case 'tool': {
      const { callId, name } = message;
      return {
        ...extra,
        role,
        ...(callId !== '' && { tool_call_id: callId }),
        ...(name !== undefined && { name }),
        content: writeOutcome(message),
      };
    }
    default:
      return role satisfies never;
  }
}

/**
 * An outcome of our own tools is one string, because not every server takes a list there; and what its blocks have beside
 * their words is MCP's, which no server of this wire knows. A client's is written as it came.
 */
function writeOutcome({ content, isError }: ToolMessage): string | Fields[] {
  const texts = asTexts(content);
  const isOurs = isError !== undefined;
  return isOurs ? textOf(texts) : writeParts(texts, '');
}
