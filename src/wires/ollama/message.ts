import {
  type AssistantMessage,
  argumentsObject,
  type Call,
  type Fields,
  type Message,
  type Part,
  reasoningIn,
  textOf,
} from '../../core/index.ts';

/**
 * Writes messages for Ollama: content is one text, media are plain base64 in `images`, and calls have their arguments as an
 * object. Ollama reads call ids since version 0.12.10. Older versions ignore them and match an outcome by the tool's name.
 */
export function writeOllamaMessages(messages: readonly Message[]): Fields[] {
  const named = messages.flatMap(callsOf).filter(({ id }) => id !== '');
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return messages.map((message) => writeMessage(message, names));
}

function callsOf(message: Message): readonly Call[] {
  return message.role === 'assistant' ? message.calls : [];
}

function writeMessage(message: Message, names: ReadonlyMap<string, string>): Fields {
  const { role, content } = message;
  switch (role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: textOf(content) };
    case 'user':
      return writeUser(content);
    case 'assistant':
      return writeAssistant(message);
    case 'tool': {
      const { callId } = message;
      const name = names.get(callId) ?? message.name;
      return {
        role,
        content: textOf(content),
        ...(name !== undefined && { tool_name: name }),
        ...(callId !== '' && { tool_call_id: callId }),
      };
    }
    default:
      return role satisfies never;
  }
}

/** Writes a user message. Audio is sent in `images`, too. Media given by URL become text, because Ollama fetches nothing. */
function writeUser(content: readonly Part[]): Fields {
  const images = content.map(mediaOf).filter((data) => data !== undefined);
  const text = textOf(content.filter((part) => mediaOf(part) === undefined));
  return { role: 'user', content: text, ...(images.length > 0 && { images }) };
}

function mediaOf(part: Part): string | undefined {
  if (part.type !== 'image' && part.type !== 'audio') return undefined;
  return 'url' in part ? base64In(part.url) : part.data;
}

function base64In(url: string): string | undefined {
  const comma = url.indexOf(',');
  const isData = url.startsWith('data:') && comma !== -1 && url.slice(0, comma).endsWith(';base64');
  return isData ? url.slice(comma + 1) : undefined;
}

function writeAssistant({ content, calls }: AssistantMessage): Fields {
  const thinking = thinkingIn(content);
  return {
    role: 'assistant',
    content: textOf(content),
    ...(thinking !== '' && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls.map(writeCall) }),
  };
}

/**
 * Returns the reasoning text, which the templates of Qwen and gpt-oss show to the model again within a loop of calls. Some
 * clients send the same text in two fields, so only parts with the same state as the first one are joined.
 */
function thinkingIn(content: readonly Part[]): string {
  const plain = reasoningIn(content).filter(({ isBlock }) => isBlock !== true);
  const [first] = plain;
  if (first === undefined || plain.length === 1) return first?.text ?? '';
  const state = JSON.stringify(first.state);
  return plain.map((part) => (JSON.stringify(part.state) === state ? part.text : '')).join('');
}

function writeCall({ id, name, arguments: given }: Call): Fields {
  return { ...(id !== '' && { id }), function: { name, arguments: argumentsObject(given) } };
}
