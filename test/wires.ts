import { message, textMessage, toolUseMessage } from './messages.ts';
import { ollamaCalls, ollamaText } from './ollama.ts';
import { callAnswer, chunk, type Play, type ScriptedCall, sse, textAnswer, type UpstreamRequest } from './upstream.ts';

/** Functions that script the answers of a wire's server and read the requests that the server received. */
export interface ScriptedWire {
  readonly kind: 'openai' | 'anthropic' | 'ollama';
  text(text: string): Play;
  calls(calls: readonly ScriptedCall[]): Play;
  /** An answer with reasoning that the server expects back, then these calls. */
  thinking(thought: string, calls: readonly ScriptedCall[]): Play;
  /** Names of the declared tools, or undefined if the request has no such field. */
  toolsIn(body: UpstreamRequest['body']): readonly string[] | undefined;
  /** One short line for each text, thought, call and outcome of the transcript, in order. */
  transcriptIn(body: UpstreamRequest['body']): readonly string[];
}

type Fields = Record<string, unknown>;

const openai: ScriptedWire = {
  kind: 'openai',
  text: (text) => textAnswer(text),
  calls: (calls) => callAnswer(calls),
  thinking: (thought, calls) => (request) => {
    const play = callAnswer(calls);
    const actions = typeof play === 'function' ? play(request) : play;
    const [first = '', ...rest] = actions;
    return [first, ...sse([chunk({ reasoning_content: thought })], { isDone: false }).slice(1), ...rest];
  },
  toolsIn: ({ tools }) => (tools as { function: { name: string } }[] | undefined)?.map((tool) => tool.function.name),
  transcriptIn: ({ messages }) =>
    (messages as Fields[]).flatMap(({ role, content, tool_calls: calls, reasoning_content: thought }) => [
      ...(typeof thought === 'string' ? [`thought: ${thought}`] : []),
      ...(typeof content === 'string' && content !== '' ? [`${role}: ${content}`] : []),
      ...((calls ?? []) as { function: Fields }[]).map(({ function: call }) => `call: ${call.name} ${call.arguments}`),
    ]),
};

const anthropic: ScriptedWire = {
  kind: 'anthropic',
  text: (text) => textMessage(text),
  calls: (calls) => toolUseMessage(calls.map(({ args = {}, ...call }) => ({ ...call, input: args as object }))),
  thinking: (thought, calls) =>
    message([
      { type: 'thinking', thinking: thought, signature: `signed ${thought}` },
      ...calls.map(({ name, args = {}, id = 'toolu_1' }) => ({
        type: 'tool_use' as const,
        id,
        name,
        input: args as object,
      })),
    ]),
  toolsIn: ({ tools }) => (tools as { name: string }[] | undefined)?.map(({ name }) => name),
  transcriptIn: ({ system, messages }) => [
    ...(system === undefined ? [] : [`system: ${system}`]),
    ...(messages as Fields[]).flatMap(({ role, content }) => {
      if (typeof content === 'string') return [`${role}: ${content}`];
      return (content as Fields[]).map((block) => {
        switch (block.type) {
          case 'thinking':
            return block.signature === `signed ${block.thinking}` ? `thought: ${block.thinking}` : 'a forged thought';
          case 'tool_use':
            return `call: ${block.name} ${JSON.stringify(block.input)}`;
          case 'tool_result':
            return `tool: ${typeof block.content === 'string' ? block.content : (block.content as Fields[]).map(({ text }) => text).join('')}`;
          default:
            return `${role}: ${block.text}`;
        }
      });
    }),
  ],
};

const ollama: ScriptedWire = {
  kind: 'ollama',
  text: (text) => ollamaText(text),
  calls: (calls) => ollamaCalls(calls),
  thinking: (thinking, calls) => ollamaCalls(calls, { thinking }),
  toolsIn: openai.toolsIn,
  transcriptIn: ({ messages }) =>
    (messages as Fields[]).flatMap(({ role, content, tool_calls: calls, thinking }) => [
      ...(typeof thinking === 'string' ? [`thought: ${thinking}`] : []),
      ...(typeof content === 'string' && content !== '' ? [`${role}: ${content}`] : []),
      ...((calls ?? []) as { function: Fields }[]).map(
        ({ function: call }) => `call: ${call.name} ${JSON.stringify(call.arguments)}`,
      ),
    ]),
};

export const scriptedWires: readonly ScriptedWire[] = [openai, anthropic, ollama];
