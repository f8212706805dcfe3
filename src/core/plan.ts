import type { Fields } from './ask.ts';
import type { Owner } from './tool.ts';

/** What select/ decided for a turn. */
export interface Plan {
  /** Where the tools came from: the client's list, or the gateway's own choice. */
  readonly source: 'request' | 'gateway';
  /** Both kinds were asked for, whichever were found. */
  readonly isMixed: boolean;
  readonly visible: readonly VisibleTool[];
  readonly format: FormatName;
  /** One for every candidate, in or out. */
  readonly decisions: readonly Decision[];
}

/** A tool as the model sees it. */
export interface VisibleTool {
  /** The name on the wire. A client's own is never changed. */
  readonly name: string;
  readonly owner: Owner;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
  /** `strict`, and whatever else a client wrote beside it. */
  readonly extra?: Fields;
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
