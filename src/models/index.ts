export type { Backends, BackendsOptions, Resolved, ResolvedModel } from './backends.ts';
export { createBackends } from './backends.ts';
export { newCallId } from './call-id.ts';
export type { Backend, BackendFacts, Demands, ModelFacts, ModelRequest, Overflow } from './contract.ts';
export type { HttpBackendOptions } from './http/backend.ts';
export type { Clock } from './http/clock.ts';
export type { ListedModel } from './listing.ts';
export { createOpenAiBackend } from './openai.ts';
