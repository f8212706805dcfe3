export {
  type Asking,
  type AskRequest,
  type ChatAnswerMessage,
  type ChatMessage,
  type ChatToolCall,
  TurnError,
} from './asking.ts';
export { AnthropicClient, type ClientOptions, OllamaClient, type OllamaClientOptions } from './clients.ts';
export type * from './core/index.ts';
export { defaultLimits, isRetryable, tell, textOf } from './core/index.ts';
export type {
  ExplainedDecision,
  ExplainedFailure,
  ExplainedFormat,
  ExplainedLimit,
  ExplainedPlan,
  TurnExplanation,
} from './explaining.ts';
export {
  createReader,
  defaultPolicy,
  type Family,
  type Format,
  familyOf,
  formats,
  type NoticeCode,
  neutralise,
  type Policy,
  type Reader,
  type ReaderCall,
  type ReaderEvent,
  type ReaderNotice,
  type ReaderOptions,
  restore,
  type WrittenCall,
  type WrittenChoice,
  type WrittenOutcome,
  writeCalls,
  writeOutcome,
  writeTools,
  writeTranscript,
} from './formats/index.ts';
export {
  createToolpath,
  SettingsError,
  type Toolpath,
  type ToolpathOptions,
  type ToolpathSettings,
} from './library.ts';
export {
  type ArgumentsOf,
  allowAll,
  defineTool,
  type ExecutorOptions,
  type JsonSchema,
  jsonSchemaOf,
  type ParameterNames,
  type Permit,
  type PermitRequest,
  type PermitRule,
  permitByRules,
  type ToolDefinition,
  ToolDefinitionError,
  ToolExecutor,
  ToolManager,
  type Verdict,
  WireNames,
  wireName,
} from './tools/index.ts';
export { version } from './version.ts';
