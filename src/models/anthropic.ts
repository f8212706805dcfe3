import { isRecord } from '../core/index.ts';
import { MessagesAnswer, ToolNames, writeMessagesRequest } from '../wires/index.ts';
import type { Backend, ModelFacts } from './contract.ts';
import { HttpBackend, type HttpBackendOptions, type Wire } from './http/backend.ts';
import type { Server } from './http/questions.ts';

/** A server that speaks the Messages API: Anthropic itself, and those that took it over. */
export function createAnthropicBackend(options: HttpBackendOptions): Backend {
  return new HttpBackend(messagesWire, { ...options, baseUrl: withoutVersion(options.baseUrl) });
}

const messagesWire: Wire = {
  kind: 'anthropic',
  demands: {
    systemFirst: true,
    alternatingRoles: true,
    content: true,
    callIds: /^[a-zA-Z0-9_-]{1,64}$/,
    toolsForCalls: true,
  },
  overflow: 'refused',
  framing: 'events',
  answerPath: '/v1/messages',
  modelsPath: '/v1/models?limit=1000',
  headers: (apiKey) => ({ 'anthropic-version': VERSION, ...(apiKey !== undefined && { 'x-api-key': apiKey }) }),
  write: writeMessagesRequest,
  newMachine: (backend, request) => {
    const names = new ToolNames(request);
    return new MessagesAnswer({ backend, model: request.model, nameOf: (written) => names.read(written) });
  },
  readModels,
  inspect,
};

/** The one that every server of this wire knows. The newest takes no temperature, from no model. */
const VERSION = '2023-06-01';

/** Settings name the server with or without its `/v1`. */
function withoutVersion(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/v1\/?$/, '') || '/';
  return url.href;
}

function readModels(value: unknown): readonly string[] | undefined {
  if (!isRecord(value) || !Array.isArray(value.data)) return undefined;
  return value.data.flatMap((model: unknown) => (isRecord(model) && typeof model.id === 'string' ? [model.id] : []));
}

async function inspect(model: string, server: Server): Promise<ModelFacts> {
  if (model === '') return {};
  const told = await server.get(`/v1/models/${encodeURIComponent(model)}`);
  if (!isRecord(told)) return {};
  return { ...bound('contextTokens', told.max_input_tokens), ...bound('outputTokens', told.max_tokens) };
}

function bound(name: 'contextTokens' | 'outputTokens', value: unknown): ModelFacts {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? { [name]: value } : {};
}
