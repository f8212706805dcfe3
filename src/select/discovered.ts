import type { AnnouncedTool, GatewayTool } from '../core/index.ts';

/** What a conversation has found so far. */
export interface Discovered {
  /** What was declared at its start; undefined where this is the start. */
  readonly declared?: readonly AnnouncedTool[] | undefined;
  /** What was told since then, behind messages or by searches. */
  readonly told: readonly AnnouncedTool[];
  /** What the search for the present message found, the best first; also what is known already. */
  readonly hits: readonly RankedTool[];
  /** What of it the model came upon in this very turn, by the tools' names. */
  readonly foundBy?: ReadonlyMap<string, FoundBy>;
  /** Nothing that is found from now on could be called: the model can call what is declared, and nothing there calls others. */
  readonly isClosed?: boolean;
  /** The model keeps nothing of a prompt: whatever was found is declared, each time, and it need not search. */
  readonly isForgetful?: boolean;
}

/** How a model came upon a tool: by a search for this, or by a name that it guessed. */
export type FoundBy = { readonly by: 'search'; readonly query: string } | { readonly by: 'guess' };

export interface RankedTool {
  readonly tool: GatewayTool;
  /** From 0 to 1. */
  readonly score: number;
  /** Others are so much nearer that it is not told. */
  readonly isFar: boolean;
}

export const NOTHING_DISCOVERED: Discovered = { told: [], hits: [] };
