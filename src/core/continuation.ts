import type { Part, ReasoningPart } from './ask.ts';
import type { Call } from './call.ts';

/**
 * What is kept of one turn because its client cannot carry it: our own calls and outcomes inside the client's turn.
 * Read, never consumed, so that a retry, a regeneration or a branch rejoins without running a tool again.
 */
export interface Continuation {
  readonly key: string;
  /** Hash of the normalised transcript that the turn answered. */
  readonly prefix: string;
  /** Hash of the text that the client saw: all steps, joined, trimmed. */
  readonly text: string;
  /** Empty for a turn in which nothing was hidden: it is kept so that it is not mistaken for one of its branches. */
  readonly steps: readonly ContinuationStep[];
  /** Which ToolAnnouncement the model was given at the message that it answered. */
  readonly announcementId?: string;
  /** The turn broke off: the client may have seen less of its text than we sent. */
  readonly isBroken?: true;
}

/** One call of the model inside the turn, as the model must see it again. */
export interface ContinuationStep {
  readonly text: string;
  readonly calls: readonly ContinuedCall[];
  /** The model's reasoning. Its server wants it back, and clients lose it. */
  readonly reasoning?: readonly ReasoningPart[];
}

export interface ContinuedCall {
  /** As the model wrote it, with the id that it knows. */
  readonly call: Call;
  /** The id that the client knows, of a call that was handed over. */
  readonly clientId?: string;
  /** What the client was handed, where the model wrote it within another call. */
  readonly meant?: Call;
  /** What came of it, of a call that ran here. */
  readonly outcome?: { readonly content: readonly Part[]; readonly isError: boolean };
  /** Tools that this outcome tells the model of, by the names they have here: it may call them from then on. */
  readonly read?: readonly string[];
}
