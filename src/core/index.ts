export { type AllowedTools, isAllowed } from './allowed-tools.ts';
export { argumentsObject } from './arguments-object.ts';
export type {
  Ask,
  AssistantMessage,
  ClientTool,
  ContextItem,
  EarlierStep,
  Freeform,
  Message,
  Part,
  ReasoningPart,
  Requested,
  SystemMessage,
  ToolChoice,
  ToolMessage,
  UserMessage,
} from './ask.ts';
export { BACKEND_KINDS, type BackendKind, SERVER_NAMES, type ServerName } from './backend-kinds.ts';
export { BUILTINS, type Builtin, CUSTOM, DISPATCHER } from './builtins.ts';
export type { Call } from './call.ts';
export { type CallFailure, type Missing, mayHaveStarted, type Problem } from './call-failure.ts';
export { newCallId, wordsLikeCallIds } from './call-id.ts';
export { CONTEXT_HEAD } from './context.ts';
export type { Continuation, ContinuationStep, ContinuedCall, SealedProgram } from './continuation.ts';
export { isDeeperThan, MOST_DEPTH } from './depth.ts';
export type { Counts, Event, ExtraPlace, FinishEvent, FinishReason, Usage } from './event.ts';
export type { Failure, FailureKind } from './failure.ts';
export { inWords, isRetryable, tell } from './failure.ts';
export { type Fields, joinedExtra, type WireFields, type WireName } from './fields.ts';
export { allFlips, withCalling } from './flips.ts';
export { matchesGlob } from './glob.ts';
export { hasHidden, withoutHidden } from './hidden-text.ts';
export {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  JsonStructure,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './json-structure.ts';
export type { Limits, ToolLimits } from './limits.ts';
export { defaultLimits } from './limits.ts';
export type { Log } from './log.ts';
export { silentLog } from './log.ts';
export type { MediaFormat, MediaPart } from './media.ts';
export { bytesOfBase64, describeData, isMediaPart, mediaFormatOf } from './media.ts';
export { messageOf } from './message-of.ts';
export type { Demands, ModelRequest } from './model-request.ts';
export { nearest, nearestFirst } from './nearest.ts';
export { ADDRESS_VARIABLES, CERTIFICATE_VARIABLES } from './network-variables.ts';
export {
  type CallFinished,
  type CallProgressed,
  type CallStarted,
  type Observation,
  Observer,
  type ServerChange,
  type ServerChanged,
  type ServerFailed,
  type StepFinished,
  type StepStarted,
  type TurnFinished,
  type TurnStarted,
  type UpstreamAttempted,
} from './observer.ts';
export type {
  Block,
  Coercion,
  Content,
  ErrorOutcome,
  MediaType,
  Note,
  OkOutcome,
  Outcome,
  Resource,
} from './outcome.ts';
export { hasTooManyValues, MOST_JSON_VALUES, parseJson } from './parse-json.ts';
export type { Budget, Decided, Decision, FormatDecision, FormatName, GatewayTool, Plan, VisibleTool } from './plan.ts';
export {
  type BadRequest,
  found,
  isAbsent,
  type Read,
  type Refused,
  read,
  readEach,
  refuse,
  refuseTooLarge,
  refuseValue,
  unknownFields,
} from './reading.ts';
export { isRecord } from './record.ts';
export { RULE_NAMES, type RuleName } from './rule-names.ts';
export type { ReasoningWish, ResponseFormat, Sampling } from './sampling.ts';
export { repairedType, SCHEMA_TYPES } from './schema-type.ts';
export type { Connecting, Elicitation, HttpServer, Protocol, Server, StdioServer } from './server.ts';
export { type ShownSchema, shownSchema } from './shown-schema.ts';
export type { JsonBounds, StrictJson } from './strict-json.ts';
export { readLargeJson, readStrictJson, valuesIn } from './strict-json.ts';
export { reasoningIn, textOf, wordsOf } from './text.ts';
export { TimeLimitError } from './time-limit.ts';
export { estimateTokens } from './tokens.ts';
export type {
  Annotations,
  CallKinds,
  InvokeConfig,
  Owner,
  Presentation,
  Progress,
  Tool,
  ToolMetadata,
  ToolSchema,
} from './tool.ts';
export type { AnnouncedTool, ToolAnnouncement } from './tool-announcement.ts';
export { type ReportedFailure, ToolFailure } from './tool-failure.ts';
export { truncate, truncateBytes } from './truncate.ts';
export type { Stage, TurnFailure } from './turn-failure.ts';
export type { FailureWords } from './turn-failure-message.ts';
export { unsetAdvice, unsetReason } from './unset.ts';
