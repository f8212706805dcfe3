export { createAnthropicBackend } from './anthropic.ts';
export type { Backends, BackendsOptions, Resolved, ResolvedModel } from './backends.ts';
export { createBackends } from './backends.ts';
export type { Backend, BackendFacts, ModelFacts, Overflow } from './contract.ts';
export type { HttpBackendOptions } from './http/backend.ts';
export type { Clock } from './http/clock.ts';
export type { KnownModel, ModelSettings } from './inspections.ts';
export type { BackendSettings } from './kinds.ts';
export type { ListedModel } from './listing.ts';
export {
  type Found,
  type FoundKey,
  findHosted,
  findKeys,
  findServers,
  type Place,
  usualPlaces,
} from './local-servers.ts';
export { createOllamaBackend, type OllamaBackendOptions } from './ollama.ts';
export { createOpenAiBackend } from './openai.ts';
export { createPocketBackend, type PocketOptions } from './pocket.ts';
export { isEventStream, RELAYED_APIS, type Relayed, type RelayedAnswer, type RelayedApi } from './relay.ts';
export type { RelayTarget } from './relay-target.ts';
export { type Environment, ollamaHome } from './servers.ts';
export { unknownModel } from './unknown-model.ts';
