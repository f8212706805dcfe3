export {
  type AiSdkError,
  type AiSdkRequest,
  aiSdkErrorBody,
  type CallHead,
  CUSTOM_TOOL,
  type Executors,
  ForV2,
  GATEWAY_TOOLS,
  isEmptyAnswer,
  type LanguageModelV2Result,
  PartWriter,
  partForV3,
  partialExecutors,
  readCallOptions,
  readMaxTurns,
  resultForV3,
  type SpecVersion,
  type StreamPart,
  type ToolsOfV2,
  WholeResult,
  writeResult,
} from './ai-sdk/index.ts';
export type { AnswerReader } from './answer/answer-reader.ts';
export { ChatAnswer } from './chat/answer/reader.ts';
export { type CallShape, USUAL_CALLS } from './chat/call-shape.ts';
export { writeChoice } from './chat/choice.ts';
export { chatErrorBody } from './chat/error-body.ts';
export { writeMessages } from './chat/message.ts';
export { type ChatRequest, readChatRequest } from './chat/request.ts';
export { asksOf, ChatStreams, writeChatAnswers } from './chat/several.ts';
export { ChatStream } from './chat/stream.ts';
export { writeTools } from './chat/tools.ts';
export { chatWire } from './chat/wire.ts';
export { writeAnswerMessage, writeChatAnswer } from './chat/write-answer.ts';
export type { ChatDialect } from './chat/write-request.ts';
export { MessagesAnswer } from './messages/answer/reader.ts';
export { familyOf as messagesFamilyOf } from './messages/family.ts';
export { ToolNames } from './messages/names.ts';
export { writeMessagesRequest } from './messages/request.ts';
export { messagesWire } from './messages/wire.ts';
export { OllamaAnswer } from './ollama/answer/reader.ts';
export { type OllamaSettings, writeOllamaRequest } from './ollama/request.ts';
export { type QwenTool, toQwenTools } from './ollama/tools.ts';
export { ollamaWire } from './ollama/wire.ts';
export type { Rejection } from './rejection.ts';
export {
  anthropicSchemas,
  geminiSchemas,
  grammarSchemas,
  narrowSchema,
  narrowTool,
  ollamaSchemas,
  type SchemaRules,
} from './schema.ts';
export type { AnswerHead, WholeAnswer } from './whole-answer.ts';
export type { Framing, Wire, Written } from './wire.ts';
