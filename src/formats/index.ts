export type {
  AssistantMessage,
  Block,
  Call,
  Message,
  Part,
  SystemMessage,
  ToolMessage,
  UserMessage,
} from '../core/index.ts';
export { checkFormat } from './catalogue/check.ts';
export { findFormats, formatNames, formats } from './catalogue/index.ts';
export type { NoticeCode, ReaderCall, ReaderEvent, ReaderNotice } from './events.ts';
export { type Family, familyOf } from './families.ts';
export type {
  Dialect,
  EnvelopeFormat,
  Format,
  FrameFormat,
  PythonFormat,
  RawFormat,
  Skeleton,
  TaggedFormat,
} from './format.ts';
export { defaultPolicy, type Policy } from './policy.ts';
export { createReader, type Reader, type ReaderOptions } from './reader.ts';
export {
  EventRestorer,
  type InstructionOptions,
  neutralise,
  neutraliseLarge,
  Restorer,
  restore,
  type Surroundings,
  systemPrompt,
  type WriterOptions,
  type WrittenCall,
  type WrittenChoice,
  type WrittenOutcome,
  writeCall,
  writeCalls,
  writeOutcome,
  writeTools,
  writeTranscript,
} from './writer.ts';
