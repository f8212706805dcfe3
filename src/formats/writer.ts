/**
 * Writes tools, calls and outcomes as text, for models that cannot receive them natively. The writer is the counterpart of
 * the reader and also uses only a format's record. Its input may be hostile; only an unknown format name makes it throw.
 */
export type { WrittenCall } from './writing/call.ts';
export { type Surroundings, writeCall, writeCalls } from './writing/calls.ts';
export { EventRestorer } from './writing/event-restorer.ts';
export { type InstructionOptions, type WrittenChoice, writeTools } from './writing/instructions.ts';
export type { WriterOptions } from './writing/named.ts';
export { neutralise, neutraliseLarge } from './writing/neutralise.ts';
export { type WrittenOutcome, writeOutcome } from './writing/outcomes.ts';
export { Restorer, restore } from './writing/restore.ts';
export { systemPrompt, writeTranscript } from './writing/transcript.ts';
