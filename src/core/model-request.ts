import type { Message, ToolChoice } from './ask.ts';
import type { WireFields } from './fields.ts';
import type { VisibleTool } from './plan.ts';
import type { Sampling } from './sampling.ts';

/** What a provider demands of a transcript, as facts. */
export interface Demands {
  /** User and assistant messages must alternate. */
  readonly alternatingRoles?: boolean;
  /** System messages are accepted at the beginning only. */
  readonly systemFirst?: boolean;
  /** A user's message never follows outcomes: the assistant says a word between. */
  readonly answerAfterOutcomes?: boolean;
  /** No message may have empty content. */
  readonly content?: boolean;
  /** The alphabet and length of call ids. */
  readonly callIds?: RegExp;
  /** A history with calls in it is refused where no tools are declared: then those are, and the choice is none. */
  readonly toolsForCalls?: boolean;
}

/** One call of the model, in no wire's words: what every backend is asked. */
export interface ModelRequest {
  /** For the log: whose step it is. */
  readonly turn?: string;
  /** The model's name at the backend. */
  readonly model: string;
  readonly messages: readonly Message[];
  /** Empty: neither tools nor a choice may reach the wire. */
  readonly tools: readonly VisibleTool[];
  readonly choice: ToolChoice;
  readonly parallel?: boolean;
  /** The window to ask for, where a server has the choice. */
  readonly contextTokens?: number;
  /** What the prompt leaves of the window for the answer, if anybody had to count. */
  readonly answerTokens?: number;
  /** A fallback model follows, so a busy server is not waited for. */
  readonly hasNext?: boolean;
  /** The turn separates reasoning from text itself, so the wire leaves text as it is. */
  readonly readsThoughts?: boolean;
  /** Whether to stream, or to ask for the whole answer at once. */
  readonly isStreamed: boolean;
  readonly sampling: Sampling;
  /** As in the Ask. */
  readonly extra?: WireFields;
}
