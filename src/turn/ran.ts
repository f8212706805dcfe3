import type { Call, Outcome, SealedProgram } from '../core/index.ts';

/** The outcome of a call that ran in the gateway. */
export interface Ran {
  readonly outcome: Outcome;
  /** Names of the tools that the outcome describes to the model. */
  readonly read?: readonly string[];
  /** Names of the best matches of a search, best first, including tools that the model knows. Programs get them as a list. */
  readonly found?: readonly string[];
  /** Set if the call's program waits for the client. Its outcome is then not for the model. */
  readonly waiting?: WaitingCalls | undefined;
  /** The state of the call's program, if it was cancelled with the turn. */
  readonly cancelled?: SealedProgram | undefined;
}

/** A program that waits, and the calls that the client must run for it. */
export interface WaitingCalls {
  readonly program: SealedProgram;
  /** Each call with its number in the program. Its id is the one that the client gets. */
  readonly calls: readonly { readonly number: number; readonly call: Call }[];
}
