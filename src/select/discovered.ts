import type { AnnouncedTool, GatewayTool } from '../core/index.ts';

/** The tools that a conversation has been shown and has found so far. */
export interface Discovered {
  /** The tools declared at the start of the conversation; undefined if this request is the start. */
  readonly declared?: readonly AnnouncedTool[] | undefined;
  /** The tools described since then, after a user message or in the outcome of `tool_search`. */
  readonly told: readonly AnnouncedTool[];
  /** Search results for the current message, best first, including tools that the model already knows. */
  readonly hits: readonly RankedTool[];
  /** How the model found tools in this turn, by tool name. */
  readonly foundBy?: ReadonlyMap<string, FoundBy>;
  /**
   * True if tools found from now on could not be called: the model can call only declared tools, and no dispatcher is
   * declared.
   */
  readonly isClosed?: boolean;
  /** True if the model's server caches no prompts. Every request then declares all found tools, and no dispatcher is needed. */
  readonly hasNoPromptCache?: boolean;
}

/** How the model found a tool: by a search with this query, or by calling a name that it had not been shown. */
export type FoundBy = { readonly by: 'search'; readonly query: string } | { readonly by: 'guess' };

export interface RankedTool {
  readonly tool: GatewayTool;
  /** From 0 to 1. */
  readonly score: number;
  /** True if the score is so far below the best one that the tool is not shown. */
  readonly isFar: boolean;
}

export const NOTHING_DISCOVERED: Discovered = { told: [], hits: [] };
