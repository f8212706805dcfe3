export { type AiSdkError, aiSdkErrorBody } from './error-body.ts';
export { isEmptyAnswer } from './finish.ts';
export { PartWriter, type StreamPart } from './parts.ts';
export { type AiSdkRequest, type CallHead, type Executors, readCallOptions, type SpecVersion } from './request.ts';
export { readMaxTurns } from './settings.ts';
export { GATEWAY_TOOLS } from './tools.ts';
export { ForV2, type LanguageModelV2Result } from './v2.ts';
export { partForV3, resultForV3 } from './v3.ts';
export { WholeResult } from './whole.ts';
