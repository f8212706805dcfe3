import type { GatewayTool, Plan, Tool, ToolAnnouncement } from '../../core/index.ts';
import { shed } from '../../select/index.ts';
import type { AppendedFinds } from '../prompt/prompt.ts';

/** The tools of a turn: its only current plan, and the operations that change it. */
export interface TurnTools {
  readonly plan: Plan;
  /** The texts about found tools that are appended to user messages, in message order. */
  readonly appended: readonly AppendedFinds[];
  /** Id of the announcement at the current message; undefined if it need not be stored. */
  readonly announcementId: string | undefined;
  /** The announcement at the current message, if it is new and must be stored. */
  readonly toKeep: ToolAnnouncement | undefined;
  /** Drops tools, by their gateway names, and appended texts that do not fit the context window. */
  omit(names: ReadonlySet<string>, appended: ReadonlySet<AppendedFinds>): void;
  /** Limits later search results to a part of the `tokens` that are left in the context window. */
  leaveRoom(tokens: number): void;
  /** Makes tools callable, by their gateway names, that the model read about before its turn was interrupted. */
  readAgain(names: ReadonlySet<string>): void;
  /** Describes an existing tool that the model called without having read about it; undefined if there is no such tool. */
  describe(name: string): Unread | undefined;
  /** The MCP tools that a search can find. The same object until the gateway's tools change. */
  readonly searchable: readonly GatewayTool[];
  /** Creates a search; undefined if the model cannot search. */
  openSearch(by: Searcher): OpenSearch | undefined;
}

/** A tool that a model called without having read about it. */
export type Unread =
  | { readonly kind: 'described'; readonly wireName: string; readonly text: string; readonly read: readonly string[] }
  /** The model has guessed too many names, so this tool is not described. */
  | { readonly kind: 'enough' };

/** The caller of a search: the model, which reads about the tools that are new to it, or a program, which gets all of them as data. */
export type Searcher = 'model' | 'program';

/** The search tool for one call. */
export interface OpenSearch {
  readonly tool: Tool;
  /** Names of the tools that have become callable. */
  readonly read: readonly string[];
  /** Names of all tools that matched, best match first. */
  readonly found: readonly string[];
}

/** Tools without discovery: only the client's tools, or all of the gateway's tools. */
export class FixedTools implements TurnTools {
  readonly appended: readonly AppendedFinds[] = [];
  readonly announcementId = undefined;
  readonly toKeep = undefined;
  readonly searchable: readonly GatewayTool[] = [];
  #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  get plan(): Plan {
    return this.#plan;
  }

  omit(names: ReadonlySet<string>): void {
    this.#plan = shed(this.#plan, names);
  }

  leaveRoom(): void {}

  readAgain(): void {}

  describe(): undefined {
    return undefined;
  }

  openSearch(): undefined {
    return undefined;
  }
}
