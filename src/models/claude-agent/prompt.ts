import type { Fields } from '../../core/index.ts';
import type { AgentMessage, AgentRequest } from './request.ts';

/**
 * The messages that a run sends to its child process. Earlier user messages and tool results are appended to the transcript
 * without a request to the model (`shouldQuery: false`), and earlier answers keep their reasoning.
 */
export type Prompt = readonly SentMessage[];

export interface SentMessage {
  /** Returns the message. `model` is the model that the agent has chosen. */
  write(model: string): Fields;
  /** True if the child confirms the message. The next one must wait, because answers are appended at once. */
  readonly isConfirmed: boolean;
}

/** Returns the prompt with its exact history. */
export function exactPrompt({ messages }: AgentRequest): Prompt {
  const last = messages.length - 1;
  return messages.map(({ role, content }, place) => {
    if (role === 'assistant') return { write: (model) => answer(content, place, model), isConfirmed: false };
    const isLast = place === last;
    return { write: () => ({ ...said(content), ...(!isLast && { shouldQuery: false }) }), isConfirmed: !isLast };
  });
}

/** Returns the prompt as one user message, for versions of Claude Code that cannot be given a history. */
export function textPrompt({ messages }: AgentRequest): Prompt {
  const last = messages.at(-1);
  const earlier = messages.slice(0, -1).flatMap((message) => message.content.map((block) => asText(message, block)));
  const results = (last?.content ?? [])
    .filter(({ type }) => type === 'tool_result')
    .map((block) => asText(last, block));
  const rest = (last?.content ?? []).filter(({ type }) => type !== 'tool_result');
  const transcript = [...earlier, ...results].filter((text) => text !== '').join('\n\n');
  const head = { type: 'text', text: `${INTRODUCTION}\n\n${transcript}` };
  const instruction = { type: 'text', text: results.length > 0 ? AFTER_RESULTS : BEFORE_MESSAGE };
  const content = transcript === '' ? rest : [head, instruction, ...rest];
  return [{ write: () => said(content), isConfirmed: false }];
}

const INTRODUCTION = 'This is the conversation so far:';
const BEFORE_MESSAGE = 'The conversation continues with this message:';
const AFTER_RESULTS = 'Continue the conversation after these results.';

function said(content: readonly Fields[]): Fields {
  return { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id: '' };
}

/** The agent drops the reasoning of an answer without an id, or of another model. */
function answer(content: readonly Fields[], place: number, model: string): Fields {
  const message = { id: `msg_history_${place}`, type: 'message', role: 'assistant', model, content };
  return { type: 'assistant', message, parent_tool_use_id: null, session_id: '' };
}

function asText(message: AgentMessage | undefined, block: Fields): string {
  switch (block.type) {
    case 'text':
      return message?.role === 'assistant' ? `Assistant: ${block.text}` : `User: ${block.text}`;
    case 'tool_use':
      return `Assistant called the tool ${block.name} (${block.id}) with ${JSON.stringify(block.input)}`;
    case 'tool_result':
      return `${block.is_error === true ? 'Error' : 'Result'} of the call ${block.tool_use_id}: ${textIn(block.content)}`;
    case 'thinking':
    case 'redacted_thinking':
      return '';
    default:
      return `User: [${block.type}]`;
  }
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block: Fields) => (block.type === 'text' ? String(block.text) : `[${block.type}]`)).join('\n');
}
