import { isRecord } from '../core/index.ts';
import { ChatAnswer, writeChatRequest } from '../wires/index.ts';
import type { Backend } from './contract.ts';
import { HttpBackend, type HttpBackendOptions, type Wire } from './http/backend.ts';
import { inspectChatModel } from './openai-facts.ts';
import { type ServerFacts, type ServerName, serverAt, servers } from './servers.ts';

export interface OpenAiBackendOptions extends HttpBackendOptions {
  /** Which server it is, where its address does not tell. */
  readonly server?: ServerName | undefined;
}

/** A server that speaks chat completions: OpenAI itself, and nearly everybody else. */
export function createOpenAiBackend(options: OpenAiBackendOptions): Backend {
  const name = options.server ?? serverAt(options.baseUrl);
  return new HttpBackend(chatCompletions(name === undefined ? {} : servers[name]), options);
}

function chatCompletions(facts: ServerFacts): Wire {
  return {
    kind: 'openai',
    demands: facts.demands ?? {},
    overflow: 'refused',
    framing: 'events',
    answerPath: '/chat/completions',
    modelsPath: '/models',
    headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    write: (request) => writeChatRequest(request, facts),
    newMachine: (backend, { readsThoughts }) => new ChatAnswer(backend, undefined, readsThoughts),
    readModels,
    inspect: inspectChatModel,
  };
}

/** `{data: [{id}]}`, or the bare list that some servers send. */
function readModels(value: unknown): readonly string[] | undefined {
  const list = isRecord(value) ? value.data : value;
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((model: unknown) => (isRecord(model) && typeof model.id === 'string' ? [model.id] : []));
}
