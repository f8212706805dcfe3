import type { Plan, Tool, ToolAnnouncement } from '../../core/index.ts';
import { shed } from '../../select/index.ts';
import type { AppendedFinds } from '../prompt/prompt.ts';

/** The tools of a turn's model: the one current plan, and everything that changes it. */
export interface TurnTools {
  readonly plan: Plan;
  /** What is told behind which of the user's messages, in their order. */
  readonly appended: readonly AppendedFinds[];
  /** Stands for what is told at the present message; undefined where that need not be remembered. */
  readonly announcementId: string | undefined;
  /** What is told at the present message, and must be remembered once it was sent. */
  readonly toKeep: ToolAnnouncement | undefined;
  /** Leaves out tools, by their own names, and texts behind messages, for which the model's window has no room. */
  omit(names: ReadonlySet<string>, appended: ReadonlySet<AppendedFinds>): void;
  /** The model's window has room for this many more tokens: what its searches tell must not fill it. */
  leaveRoom(tokens: number): void;
  /** The model has read about these tools, by their own names, in outcomes of an interrupted turn: it may call them. */
  readAgain(names: ReadonlySet<string>): void;
  /** What to tell a model that called a tool by name without having read about it; undefined if there is no such tool. */
  describe(name: string): Unread | undefined;
  /** A search by the model; undefined where it cannot search. */
  openSearch(): ModelSearch | undefined;
}

/** A tool that a model called without having read about it. */
export type Unread =
  | { readonly kind: 'described'; readonly wireName: string; readonly text: string; readonly read: readonly string[] }
  /** The model has guessed too many names to be told of more. */
  | { readonly kind: 'enough' };

/** A search by the model, and the tools that it told the model about. */
export interface ModelSearch {
  readonly tool: Tool;
  readonly read: readonly string[];
}

/** Tools that nothing is discovered among: the client's alone, or all of the gateway's. */
export class FixedTools implements TurnTools {
  readonly appended: readonly AppendedFinds[] = [];
  readonly announcementId = undefined;
  readonly toKeep = undefined;
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
