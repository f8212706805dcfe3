import type {
  AssistantMessage,
  Call,
  Fields,
  Message,
  SystemMessage,
  ToolMessage,
  UserMessage,
} from '../../core/index.ts';
import { argumentsObject, isRecord } from '../../core/index.ts';
import type { ToolNames } from './names.ts';
import { type Block, brief, markerIn, writeOutcomePart, writePart, writeWords } from './part.ts';
import { withThoughts } from './placing.ts';
import type { PlacedReasoning } from './reasoning-blocks.ts';

/** The conventions for writing messages of one request. */
export interface Conventions {
  readonly names: ToolNames;
  /** Returns the reasoning blocks that are sent back with an assistant message. */
  thoughtsOf(message: AssistantMessage): readonly PlacedReasoning[];
  /** True if the last message may be the assistant's, for the model to continue. */
  readonly isPrefillable: boolean;
}

export interface WrittenMessages {
  readonly system?: string | readonly Block[];
  readonly messages: readonly Fields[];
}

/**
 * Writes a conversation. Instructions move into `system`, user and assistant messages alternate, and outcomes are part of
 * the user message, before its other content.
 */
export function writeConversation(messages: readonly Message[], conventions: Conventions): WrittenMessages {
  const instructions = messages.filter((message) => isInstruction(message));
  const turns: Turn[] = [];
  for (const message of messages) {
    if (isInstruction(message)) continue;
    const { role, blocks } = writeTurn(message, conventions);
    const before = turns.at(-1);
    if (before?.role === role) for (const block of blocks) before.blocks.push(block);
    else if (blocks.length > 0) turns.push({ role, blocks });
    else if (role === 'user') turns.push({ role, blocks: [...NOTHING] });
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', blocks: [...NOTHING] });
  if (turns.at(-1)?.role === 'assistant' && !conventions.isPrefillable) turns.push({ role: 'user', blocks: [...MORE] });
  return { ...writeSystem(instructions), messages: turns.map(writeMessage) };
}

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly blocks: Block[];
}

const NOTHING: readonly Block[] = [{ type: 'text', text: '(nothing)' }];
const MORE: readonly Block[] = [{ type: 'text', text: 'Continue.' }];

function isInstruction(message: Message): message is SystemMessage {
  return message.role === 'system' || message.role === 'developer';
}

function writeTurn(message: Exclude<Message, SystemMessage>, conventions: Conventions): Turn {
  switch (message.role) {
    case 'user':
      return { role: 'user', blocks: writeUser(message) };
    case 'tool':
      return { role: 'user', blocks: [writeOutcome(message)] };
    case 'assistant':
      return { role: 'assistant', blocks: writeAssistant(message, conventions) };
    default:
      return message satisfies never;
  }
}

/** Writes one message. Outcomes come first, even if a user message came before them. */
function writeMessage({ role, blocks }: Turn, place: number, turns: readonly Turn[]): Fields {
  const isOutcome = ({ type }: Block) => type === 'tool_result';
  const isMixed = role === 'user' && blocks.some(isOutcome) && !blocks.every(isOutcome);
  const ordered = isMixed ? [...blocks.filter(isOutcome), ...blocks.filter((block) => !isOutcome(block))] : blocks;
  const isPrefill = role === 'assistant' && place === turns.length - 1;
  return { role, content: brief(isPrefill ? withoutTail(ordered) : ordered) };
}

/** Trims the end of a started assistant message, because the API refuses trailing white space there. */
function withoutTail(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1);
  if (last?.type !== 'text' || typeof last.text !== 'string') return blocks;
  return [...blocks.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}

function writeSystem(instructions: readonly SystemMessage[]): { system?: string | readonly Block[] } {
  const blocks = instructions.flatMap((message) => marked(message.content.flatMap(writeWords), message));
  if (blocks.length === 0) return {};
  const isPlain = blocks.every(({ cache_control: marker }) => marker === undefined);
  return { system: isPlain ? blocks.map(({ text }) => text).join('\n\n') : blocks };
}

function writeUser(message: UserMessage): Block[] {
  return marked(message.content.flatMap(writePart), message);
}

function writeOutcome(message: ToolMessage): Block {
  const { callId, content, isError } = message;
  const blocks = content.flatMap(isError === true ? writeWords : writeOutcomePart);
  const told = isError === true && blocks.length === 0 ? UNSAID : blocks;
  return {
    type: 'tool_result',
    tool_use_id: callId,
    ...(told.length > 0 && { content: brief(told) }),
    ...(isError === true && { is_error: true }),
    ...markerIn(message),
  };
}

/** Placeholder text, because the API refuses an error without content. */
const UNSAID: readonly Block[] = [{ type: 'text', text: 'The tool failed without an error message.' }];

function writeAssistant(message: AssistantMessage, { names, thoughtsOf }: Conventions): Block[] {
  const texts = message.content.flatMap(writeWords);
  const calls = message.calls.map((call) => writeCall(call, names));
  if (texts.length + calls.length === 0) return []; // The API refuses a message that contains only reasoning.
  return marked(withThoughts(texts, calls, thoughtsOf(message)), message);
}

function writeCall(call: Call, names: ToolNames): Block {
  const { id, name, arguments: given, extra } = call;
  return {
    type: 'tool_use',
    id,
    name: names.write(name),
    input: argumentsObject(given),
    ...callersIn(extra?.messages),
    ...markerIn(call),
  };
}

/** Returns the `caller` of a call that another tool made. */
function callersIn(own: Fields | undefined): Fields {
  return isRecord(own?.caller) ? { caller: own.caller } : {};
}

/** Puts a message's cache marker on its last block. Reasoning blocks cannot have one. */
function marked(blocks: readonly Block[], message: Message): Block[] {
  const marker = markerIn(message);
  const last = blocks.at(-1);
  if (marker.cache_control === undefined || last === undefined || last.type.endsWith('thinking')) return [...blocks];
  return [...blocks.slice(0, -1), { ...last, ...marker }];
}
