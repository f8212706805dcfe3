/**
 * Tools, calls and outcomes as text, for models that are not told of them in any other way: the writer is the reader's
 * mirror, and like it works from a format's record alone. Everything that it is given may be hostile; only a name of no
 * format makes it throw.
 */
export type { WrittenCall } from './writing/call.ts';
export { type Surroundings, writeCall, writeCalls } from './writing/calls.ts';
export { EventRestorer } from './writing/event-restorer.ts';
export { type InstructionOptions, type WrittenChoice, writeTools } from './writing/instructions.ts';
export type { WriterOptions } from './writing/named.ts';
export { neutralise } from './writing/neutralise.ts';
export { type WrittenOutcome, writeOutcome } from './writing/outcomes.ts';
export { Restorer, restore } from './writing/restore.ts';
export { systemPrompt, writeTranscript } from './writing/transcript.ts';
