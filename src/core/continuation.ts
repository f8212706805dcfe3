import type { Part, ReasoningPart } from './ask.ts';
import type { Call } from './call.ts';

/**
 * The gateway's own calls and outcomes inside a client's turn, which the client never sees and so cannot send back.
 * A continuation is read but never consumed, so that a retry, a regeneration or a branch rejoins without running a tool again.
 */
export interface Continuation {
  readonly key: string;
  /** Hash of the normalised transcript that the turn answered. */
  readonly prefix: string;
  /** Hash of the text that the client saw: the visible texts of all steps, joined and trimmed. */
  readonly text: string;
  /** Empty for a turn without hidden steps. Such a turn is stored so that it is not mistaken for one of its branches. */
  readonly steps: readonly ContinuationStep[];
  /** Id of the ToolAnnouncement that the model was shown at the message that it answered. */
  readonly announcementId?: string;
  /** Set if the turn was aborted: the client may have seen less of its text than the gateway sent. */
  readonly isBroken?: true;
}

/** One model call inside the turn, as the model must see it again. */
export interface ContinuationStep {
  readonly text: string;
  readonly calls: readonly ContinuedCall[];
  /** Set if the client did not receive this text, because it asked for an answer in a response format. */
  readonly isTextHidden?: true;
  /** Set if this step repeats calls of an earlier step with the later state or outcome of their programs. */
  readonly continuesPrograms?: true;
  /** The model's reasoning. The backend needs it back, and clients do not keep it. */
  readonly reasoning?: readonly ReasoningPart[];
}

export interface ContinuedCall {
  /** The call as the model wrote it, with the id that the model knows. */
  readonly call: Call;
  /** The id that the client knows, for a call that was handed over. */
  readonly clientId?: string;
  /** The call that the client received, if the model wrapped it in another call (`call_tool`). */
  readonly meant?: Call;
  /** The outcome, for a call that the gateway ran. */
  readonly outcome?: { readonly content: readonly Part[]; readonly isError: boolean };
  /** Set for a call of `python_execution` whose program waits for the client. Such a call has no outcome. */
  readonly program?: SealedProgram;
  /** The state of a Python program that was cancelled with its turn, so that a retry does not run its calls again. */
  readonly cancelled?: SealedProgram;
  /** Set for a call that a Python program made. The client received it, and the model never sees it. */
  readonly madeBy?: { readonly callId: string; readonly number: number };
  /** Gateway names of the tools that this outcome describes to the model. The model may call them from then on. */
  readonly read?: readonly string[];
}

/** The state of a program that can continue. */
export interface SealedProgram {
  readonly state: string;
  /** Proves that this gateway wrote the state, for a client with this key. */
  readonly seal: string;
}
