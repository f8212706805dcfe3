import type { Owner, Tool } from './tool.ts';

/** What select/ decided for a turn. */
export interface Plan {
  readonly visible: readonly { readonly wireName: string; readonly owner: Owner; readonly tool: Tool }[];
  readonly format: FormatName;
  /** One for every candidate, in or out. */
  readonly decisions: readonly Decision[];
}

/** Why one tool is in or out. */
export interface Decision {
  readonly tool: string;
  readonly verdict: 'in' | 'out';
  /** The rule that decided, by its name. */
  readonly rule: string;
  /** The smallest change that would turn the verdict. */
  readonly flip: string;
}

/** A way to write tool calls as text; the records themselves are data of formats/. */
export type FormatName = string;
