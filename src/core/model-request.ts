import type { AllowedTools } from './allowed-tools.ts';
import type { Message, ToolChoice } from './ask.ts';
import type { WireFields } from './fields.ts';
import type { VisibleTool } from './plan.ts';
import type { Sampling } from './sampling.ts';

/** The rules that a provider enforces on a transcript. */
export interface Demands {
  /** User and assistant messages must alternate. */
  readonly alternatingRoles?: boolean;
  /** System messages are accepted at the beginning only. */
  readonly systemFirst?: boolean;
  /** A user message must not follow outcomes directly: an assistant message must come in between. */
  readonly answerAfterOutcomes?: boolean;
  /** Outcomes may contain only text. Their images and audio follow in a user message. */
  readonly mediaAfterOutcomes?: boolean;
  /** No message may have empty content. */
  readonly content?: boolean;
  /** Pattern that call ids must match. */
  readonly callIds?: RegExp;
  /** A history with calls must come with declared tools. If there are none, the called tools are declared with choice `none`. */
  readonly toolsForCalls?: boolean;
}

/** One model call in protocol-neutral form, as every backend receives it. */
export interface ModelRequest {
  /** Id of the turn, for the log. */
  readonly turn?: string;
  /** Aborts when the turn is over. A backend that keeps state between the steps of a turn releases it then. */
  readonly turnEnd?: AbortSignal;
  /** The model's name at the backend. */
  readonly model: string;
  readonly messages: readonly Message[];
  /** If empty, the backend must receive neither tools nor a tool choice. */
  readonly tools: readonly VisibleTool[];
  readonly choice: ToolChoice;
  /** The tools that may be called, by wire name; unset if all of them may be. The turn itself refuses calls of others. */
  readonly allowed?: AllowedTools;
  readonly parallel?: boolean;
  /** The context window to request, for servers that let the client choose it. */
  readonly contextTokens?: number;
  /** Tokens of the context window that remain for the answer. Unset if the prompt was not measured. */
  readonly answerTokens?: number;
  /** True if a fallback model follows: a busy server is then not waited for. */
  readonly hasNext?: boolean;
  /** True if the turn separates reasoning from text itself: the wire then leaves the text unchanged. */
  readonly separatesReasoning?: boolean;
  /** True to stream the answer, false to request it in one piece. */
  readonly isStreamed: boolean;
  readonly sampling: Sampling;
  /** As in `Ask`. */
  readonly extra?: WireFields;
}
