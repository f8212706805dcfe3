import type { Format } from '../format.ts';
import type { KnownTools } from '../tools.ts';
import type { Candidate } from './regions.ts';
import type { Reading, Tape } from './tape.ts';
import type { Draft, Telling } from './telling.ts';

/** What the reader of one call skeleton may ask of the machine that it is a part of. */
export interface ReadingMachine {
  readonly tape: Tape;
  readonly telling: Telling;
  readonly tools: KnownTools;
  /** The machine reads words of an answer: everything but the beginning of a marker is told at once. */
  isInWords: boolean;
  /** What looks like a call of an unknown tool stays text. */
  readonly keepsUnknown: boolean;
  /** Whether a call may have this name. */
  knows(name: string): boolean;
  /** Whether another attempt to read a call is worth the time. */
  hasPatience(position?: number): boolean;
  /** Begins a call; undefined where its name says that it is none. */
  begin(name: string, id: string | undefined, format: Format, isBare?: boolean): Draft | undefined;
  /** What was read is a call: there is no way back before it. */
  settle(opener?: string): void;
  /** The text of the call that is being read. */
  raw(): string;
  /** Reads with the way back open. */
  attempt(reading: Reading<boolean>): Reading<boolean>;
  /** Reads calls behind a marker, in the first format that can. */
  readCalls(mark: string, candidates: readonly Candidate[]): Reading<boolean>;
  /** These closing markers were not there; one of them may come later. */
  leaveOpen(closers: readonly string[]): void;
  /** Says what was read last, so that white space behind it is treated right. */
  leave(lead: Lead): void;
}

/** What was read last. Before a message has begun, white space says nothing, and calls need no marker. */
export type Lead = 'start' | 'thoughts' | 'call' | 'text';
