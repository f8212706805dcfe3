import type { Fields, WireFields } from './fields.ts';
import type { RuleName } from './rule-names.ts';
import type { Owner, Tool } from './tool.ts';
import type { AnnouncedTool } from './tool-announcement.ts';

/** What select/ decided for a turn. */
export interface Plan {
  /** Where the tools came from: the client's list, or the gateway's own choice. */
  readonly source: 'request' | 'gateway';
  /** Both kinds were asked for, whichever were found. */
  readonly isMixed: boolean;
  /** Declared to the model. */
  readonly visible: readonly VisibleTool[];
  /**
   * May be called besides, through `call_tool` or by their names: what was found since the declaration, built-ins that came too late for
   * it, and what the window left out and the model has read since.
   */
  readonly callable: readonly VisibleTool[];
  /** What the search for the present message found: declared at the start of a conversation, later told behind that message. */
  readonly finds: readonly VisibleTool[];
  /** How many of the servers' tools may be told at once, and why. */
  readonly budget?: Budget;
  /** What the model is told of its tools in: `native`, a record of formats/, or `none`, and then there are no tools. */
  readonly format: FormatName;
  /** The records that its text is read by, whatever it was told. */
  readonly understood: readonly FormatName[];
  /** The model's own template opens its thoughts: where its server passes text on as it is, they have no opening marker. */
  readonly startsInReasoning?: boolean;
  /** Why this format. Absent until it is chosen: a server may have to be asked first. */
  readonly formatDecision?: FormatDecision;
  /** One for every candidate, in or out. */
  readonly decisions: readonly Decision[];
}

/** A tool of this gateway, as tools/ lists it. */
export interface GatewayTool {
  /** The name that settings, logs and programs know: `server::tool` for a server's. */
  readonly name: string;
  /** The name that models know. */
  readonly wireName: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
  readonly server?: string;
  /** A built-in of this gateway. */
  readonly builtin?: boolean;
  /** Calls other tools, which were found later. */
  readonly isDispatcher?: boolean;
  /** A server's tool that is told without a search. */
  readonly always?: boolean;
  /** What runs. Absent where the turn itself does the work, and for a tool that is gone. */
  readonly tool?: Tool;
}

/** A tool as the model sees it. */
export interface VisibleTool {
  /** The gateway's own name for it; of a client's tool the same as `wireName`. */
  readonly name: string;
  /** What the model calls it. A client's own name is never changed. */
  readonly wireName: string;
  readonly owner: Owner;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
  /** The provider may begin to cache the prompt behind this tool. */
  readonly cacheMarker?: Fields;
  /** `strict`, and whatever else a client wrote beside it. */
  readonly extra?: WireFields;
  /** The gateway's tool that a call of it runs; absent for a client's. */
  readonly gateway?: GatewayTool;
}

/** Why one tool is in or out. */
export interface Decision {
  readonly tool: string;
  readonly verdict: 'in' | 'out';
  /** The rule that decided, by its name. */
  readonly rule: RuleName;
  /** The smallest change that would turn the verdict. */
  readonly flip: string;
  /** Among what the search for the present message found: 1 is the nearest, and its score is from 0 to 1. */
  readonly rank?: number;
  readonly score?: number;
  /** What the model searched for when it found it. */
  readonly query?: string;
}

/** How many of the servers' tools a model is told of at once. */
export interface Budget {
  readonly most: number;
  /** The setting that holds this number. */
  readonly setting: string;
  /** The rule that decided, by its name. */
  readonly rule: string;
  readonly why: string;
  /** The change that would turn it. */
  readonly flip: string;
}

/** Why a model is told of its tools in this format. */
export interface FormatDecision {
  /** The rule that decided, by its name. */
  readonly rule: 'primary' | 'first-enabled' | 'none-available';
  readonly why: string;
  /** The smallest change that would turn it. */
  readonly flip: string;
}

/** A way to write tool calls as text; the records themselves are data of formats/. */
export type FormatName = string;

/** What a plan came to, as plain data. */
export interface Decided
  extends Pick<Plan, 'source' | 'isMixed' | 'budget' | 'format' | 'understood' | 'formatDecision' | 'decisions'> {
  /** The wire names of the tools that are declared to the model, and of those that it may call besides. */
  readonly visible: readonly string[];
  readonly callable: readonly string[];
  /** How many of the visible tools are the gateway's. */
  readonly gatewayTools: number;
  /** The built-ins among them, as the model reads them. The gateway's list does not have them. */
  readonly builtins: readonly AnnouncedTool[];
}
