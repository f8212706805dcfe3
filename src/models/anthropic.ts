import { isRecord } from '../core/index.ts';
import { messagesWire } from '../wires/index.ts';
import type { Backend, ModelFacts } from './contract.ts';
import { HttpBackend, type HttpBackendOptions, type Provider } from './http/backend.ts';
import type { Server } from './http/questions.ts';

/** Creates a backend for a Messages API server: Anthropic, and others that adopted its API. */
export function createAnthropicBackend(options: HttpBackendOptions): Backend {
  return new HttpBackend(anthropic, { ...options, baseUrl: withoutVersion(options.baseUrl) });
}

const anthropic: Provider = {
  kind: 'anthropic',
  wire: messagesWire,
  overflow: 'refused',
  answerPath: '/v1/messages',
  modelsPath: '/v1/models?limit=1000',
  headers: (apiKey) => ({ 'anthropic-version': VERSION, ...(apiKey !== undefined && { 'x-api-key': apiKey }) }),
  inspect,
};

/** The API version that every Messages API server supports. Newer versions accept no temperature for any model. */
const VERSION = '2023-06-01';

/** Removes `/v1`, which settings may include in the base URL. */
function withoutVersion(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/v1\/?$/, '') || '/';
  return url.href;
}

async function inspect(model: string, server: Server): Promise<ModelFacts> {
  if (model === '') return {};
  const told = await server.get(`/v1/models/${encodeURIComponent(model)}`);
  if (!isRecord(told)) return {};
  return {
    ...bound('contextTokens', told.max_input_tokens),
    ...bound('outputTokens', told.max_tokens),
    ...media(told.capabilities),
  };
}

/** Reads `{ image_input: { supported } }`, which newer servers report. */
function media(capabilities: unknown): ModelFacts {
  const images = isRecord(capabilities) && isRecord(capabilities.image_input) ? capabilities.image_input : {};
  return typeof images.supported === 'boolean' ? { media: images.supported ? ['image'] : [] } : {};
}

function bound(name: 'contextTokens' | 'outputTokens', value: unknown): ModelFacts {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? { [name]: value } : {};
}
