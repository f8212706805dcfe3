import { type Fields, isRecord } from '../core/index.ts';
import { writeChoice, writeMessages, writeTools } from '../wires/index.ts';
import { ChatAnswer } from './chat/answer.ts';
import type { Backend, ModelRequest } from './contract.ts';
import { HttpBackend, type HttpBackendOptions, type Wire, type Written } from './http/backend.ts';

/** A server that speaks chat completions: OpenAI itself, and nearly everybody else. */
export function createOpenAiBackend(options: HttpBackendOptions): Backend {
  return new HttpBackend(chatCompletions, options);
}

const chatCompletions: Wire = {
  kind: 'openai',
  demands: {},
  overflow: 'refused',
  framing: 'events',
  answerPath: '/chat/completions',
  modelsPath: '/models',
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  write: writeRequest,
  newMachine: (backend) => new ChatAnswer(backend),
  readModels,
  inspect: async () => ({}),
};

/** Some servers reject `tools: []`, and a choice or `parallel_tool_calls` without tools: then none of them goes out. */
function writeRequest({ model, messages, tools, choice, parallel, isStreamed, extra }: ModelRequest): Written {
  const hasTools = tools.length > 0;
  const body = {
    ...foreign(extra),
    ...(model !== '' && { model }),
    messages: writeMessages(messages),
    ...(hasTools && { tools: writeTools(tools) }),
    ...(hasTools && choice.kind !== 'auto' && { tool_choice: writeChoice(choice) }),
    ...(hasTools && parallel !== undefined && { parallel_tool_calls: parallel }),
    stream: isStreamed,
    ...(isStreamed && { stream_options: { include_usage: true } }),
  };
  return { body, left: [] };
}

/** What passes through is what we have no word for; our own members are never the client's to write. */
function foreign(extra: Fields): Fields {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !OURS.has(name)));
}

const OURS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'stream',
  'stream_options',
]);

/** `{data: [{id}]}`, or the bare list that some servers send. */
function readModels(value: unknown): readonly string[] | undefined {
  const list = isRecord(value) ? value.data : value;
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((model: unknown) => (isRecord(model) && typeof model.id === 'string' ? [model.id] : []));
}
