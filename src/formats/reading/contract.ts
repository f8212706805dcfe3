import type { Format } from '../format.ts';
import type { KnownTools } from '../tools.ts';
import type { EventCollector, PendingCall } from './event-collector.ts';
import type { Candidate } from './regions.ts';
import type { Reading, Tape } from './tape.ts';

/** The part of the machine that the readers of the call skeletons may use. */
export interface ReadingMachine {
  readonly tape: Tape;
  readonly telling: EventCollector;
  readonly tools: KnownTools;
  /** True while the machine reads answer text. All of it is emitted at once, except a possible beginning of a marker. */
  isInWords: boolean;
  /** True if the call of an unknown tool stays text: there are no tools, or the policy says so. */
  readonly keepsUnknown: boolean;
  /** Returns true if a call may have this name. */
  knows(name: string): boolean;
  /** Returns true if the budget for failed attempts allows another attempt to read a call. */
  hasAttemptBudget(position?: number): boolean;
  /** Markers with which the model begins an outcome that it invents. Empty if the policy keeps such outcomes as text. */
  readonly results: readonly string[];
  /** Markers that open a program. */
  readonly programs: readonly string[];
  /** Reads a program after its marker. Returns false if there is none. */
  readProgram(mark: string): Reading<boolean>;
  /** True if a marker of an outcome is only shown at the current position: in code, or after a quotation mark. */
  readonly isShown: boolean;
  /** Reads an outcome that the model writes, after its marker. An invented one ends the answer. */
  readResult(mark: string): Reading;
  /** Begins a call. Returns undefined if it is not a call, because of its name. */
  begin(name: string, id: string | undefined, format: Format, isBare?: boolean): PendingCall | undefined;
  /** Accepts everything read so far as a call. The tape cannot be rewound to before this position any more. */
  settle(opener?: string): void;
  /** Returns the text that the model wrote for the current call so far. */
  raw(): string;
  /** Runs a reading, and rewinds the tape if the reading returns false. */
  attempt(reading: Reading<boolean>): Reading<boolean>;
  /** Reads calls after a marker, in the first format that can parse them. Returns false if there is none. */
  readCalls(mark: string, candidates: readonly Candidate[]): Reading<boolean>;
  /** Remembers closing markers that were missing. One of them may still follow. */
  leaveOpen(closers: readonly string[]): void;
  /** Sets the kind of what was read last, which decides how the following whitespace is treated. */
  leave(lead: Lead): void;
}

/** Kind of what was read last. After `text`, whitespace is part of the answer, and calls need a marker. */
export type Lead = 'start' | 'thoughts' | 'call' | 'text';
