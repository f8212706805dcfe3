import {
  type Fields,
  isAbsent,
  isRecord,
  type Message,
  nearest,
  type Part,
  type Read,
  read,
  readEach,
  refuse,
  refuseValue,
  type ToolMessage,
  textOf,
  unknownFields,
} from '../../core/index.ts';
import { readCalls, writeCall } from './call.ts';
import { extraFieldsOf, readExtraFields, writeExtraFields } from './extra.ts';
import { asTexts, readParts, writeParts } from './part.ts';
import { readReasoning, writeReasoning } from './reasoning.ts';

export function readMessages(messages: unknown): Read<readonly Message[]> {
  if (Array.isArray(messages) && messages.length > 0) return readEach(messages, 'messages', readMessage);
  return refuseValue('messages', messages, 'a non-empty list of messages');
}

/** Writes messages, the reverse of `readMessages`. `takes` restricts roles and fields to those that the server accepts. */
export function writeMessages(messages: readonly Message[], takes: MessageTakes = EVERYTHING): Fields[] {
  return messages.map((message) => writeMessage(message, takes));
}

/** The parts of messages that a server accepts. */
export interface MessageTakes {
  /** True if the server knows the role `developer`. Otherwise developer messages are written as system messages. */
  readonly developerRole: boolean;
  /** Returns true if the server accepts this additional field of an assistant message. */
  readonly member?: (name: string) => boolean;
  /** Names of the tools whose calls the server accepts as custom calls. */
  readonly custom?: ReadonlySet<string>;
}

const EVERYTHING: MessageTakes = { developerRole: true };

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
      return read({ role, content: content.value, ...readExtraFields(message, SPOKEN) });
    case 'assistant': {
      const calls = readCalls(message, path);
      if (!calls.ok) return calls;
      return read({ role, calls: calls.value, ...readAnswered(message, content.value) });
    }
    case 'tool':
    case 'function':
      return readToolMessage(message, content.value, path);
    default:
      return role satisfies never;
  }
}

/** Reads the content of an assistant message. Reasoning becomes content parts before the text, as the model wrote it. */
function readAnswered(message: Fields, content: readonly Part[]): Pick<Message, 'content' | 'cacheMarker' | 'extra'> {
  const { extra: others } = unknownFields(message, ANSWERED);
  if (others === undefined) return { content };
  const { parts, rest } = readReasoning(others);
  return { content: parts.length === 0 ? content : [...parts, ...content], ...extraFieldsOf(rest) };
}

/** Reads a message with the role `tool` or with the deprecated role `function`, which has no call ids. */
function readToolMessage(message: Fields, content: readonly Part[], path: string): Read<Message> {
  const { tool_call_id: callId, name } = message;
  if (!isAbsent(callId) && typeof callId !== 'string') return refuseValue(`${path}.tool_call_id`, callId, 'a string');
  if (!isAbsent(name) && typeof name !== 'string') return refuseValue(`${path}.name`, name, 'a string');
  return read({
    role: 'tool',
    callId: callId ?? '',
    ...(!isAbsent(name) && { name }),
    content,
    ...readExtraFields(message, OUTCOME),
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

function writeMessage(message: Message, takes: MessageTakes): Fields {
  const beside = writeExtraFields(message);
  const { role } = message;
  switch (role) {
    case 'developer':
      return {
        ...beside,
        role: takes.developerRole ? role : 'system',
        content: writeParts(message.content, ''),
      };
    case 'system':
    case 'user':
      return { ...beside, role, content: writeParts(message.content, '') };
    case 'assistant': {
      const reasoning = writeReasoning(message.content);
      const more = taken(reasoning === undefined ? beside : { ...beside, ...reasoning }, takes);
      const calls = message.calls.map((call) => writeCall(call, takes.custom));
      if (calls.length === 0) return { ...more, role, content: writeParts(message.content, '') };
      return { ...more, role, content: writeParts(message.content, null), tool_calls: calls };
    }
    case 'tool': {
      const { callId, name } = message;
      return {
        ...beside,
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

function taken(members: Fields | undefined, { member: isTaken }: MessageTakes): Fields | undefined {
  if (members === undefined || isTaken === undefined) return members;
  return Object.fromEntries(Object.entries(members).filter(([name]) => isTaken(name)));
}

/**
 * Writes the content of a tool message. The outcome of a gateway tool is one string, because not every server accepts a
 * list there. A client's outcome keeps its form.
 */
function writeOutcome({ content, isError }: ToolMessage): string | Fields[] {
  const texts = asTexts(content);
  const isOurs = isError !== undefined;
  return isOurs ? textOf(texts) : writeParts(texts, '');
}
