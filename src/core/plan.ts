import type { Freeform } from './ask.ts';
import type { Fields, WireFields } from './fields.ts';
import type { RuleName } from './rule-names.ts';
import type { Owner, Tool } from './tool.ts';
import type { AnnouncedTool } from './tool-announcement.ts';

/** The tools and the format that `select/` chose for a turn, with the reasons. */
export interface Plan {
  /** Source of the tools: the client's list, or the gateway's own choice. */
  readonly source: 'request' | 'gateway';
  /** True if both client and gateway tools were requested, even if only one kind was found. */
  readonly isMixed: boolean;
  /** The tools that are declared to the model. */
  readonly visible: readonly VisibleTool[];
  /**
   * Undeclared tools that the model may call through `call_tool` or by name: tools found since the declaration, built-in
   * tools that became available too late for it, and tools that did not fit the context window but were described since.
   */
  readonly callable: readonly VisibleTool[];
  /**
   * The tools found for the current message. At the start of a conversation they are declared; later they are described
   * after that message.
   */
  readonly finds: readonly VisibleTool[];
  /** The limit on MCP tools that are shown, and its reason. */
  readonly budget?: Budget;
  /** The format in which tools are shown to the model: `native`, a format of `formats/`, or `none` if there are no tools. */
  readonly format: FormatName;
  /** The formats in which calls are recognised in the model's text, whichever format the model was shown. */
  readonly understood: readonly FormatName[];
  /**
   * True if the model's chat template opens the reasoning. If the server passes the text on unchanged, the reasoning then
   * has no opening marker.
   */
  readonly startsInReasoning?: boolean;
  /** The reason for this format. Unset until the format is chosen: the backend may have to be queried first. */
  readonly formatDecision?: FormatDecision;
  /** One decision for every candidate tool, in or out. */
  readonly decisions: readonly Decision[];
}

/** A tool of this gateway, as `tools/` lists it. */
export interface GatewayTool {
  /** The name in settings, logs and programs: `server::tool` for an MCP tool. */
  readonly name: string;
  /** The name that models see. */
  readonly wireName: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
  /** A JSON Schema of its results, for programs. */
  readonly outputSchema?: Fields;
  readonly server?: string;
  /** True for a built-in tool. */
  readonly builtin?: boolean;
  /** True for the tool that calls tools found later (`call_tool`). */
  readonly isDispatcher?: boolean;
  /** True for an MCP tool that is shown without a search. */
  readonly always?: boolean;
  /** The tool to run. Unset if the turn itself does the work, and for a tool that is gone. */
  readonly tool?: Tool;
}

/** A tool as the model sees it. */
export interface VisibleTool {
  /** The gateway's name of the tool; for a client tool the same as `wireName`. */
  readonly name: string;
  /** The name that the model uses. The name of a client tool is never changed. */
  readonly wireName: string;
  readonly owner: Owner;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
  /** A JSON Schema of its results, for programs. */
  readonly outputSchema?: Fields;
  /** Set if the tool takes one text. Its `parameters` then have that text as the only one. */
  readonly freeform?: Freeform;
  /** Marks a prompt-cache breakpoint: the provider may cache the prompt up to this tool. */
  readonly cacheMarker?: Fields;
  /** `strict` and any other fields that the client sent with the tool. */
  readonly extra?: WireFields;
  /** The gateway tool that a call runs. Unset for a client tool. */
  readonly gateway?: GatewayTool;
}

/** The decision whether a model sees one tool, and its reason. */
export interface Decision {
  readonly tool: string;
  readonly verdict: 'in' | 'out';
  /** Name of the rule that decided. */
  readonly rule: RuleName;
  /** The smallest change that would reverse the verdict. */
  readonly flip: string;
  /** Rank among the search results for the current message; 1 is the best match. `score` is from 0 to 1. */
  readonly rank?: number;
  readonly score?: number;
  /** The model's search query that found the tool. */
  readonly query?: string;
}

/** The limit on MCP tools that are shown to a model. */
export interface Budget {
  readonly most: number;
  /** The setting that holds this number. */
  readonly setting: string;
  /** Name of the rule that decided. */
  readonly rule: string;
  readonly why: string;
  /** The change that would reverse the decision. */
  readonly flip: string;
}

/** The reason why tools are shown to the model in this format. */
export interface FormatDecision {
  /** Name of the rule that decided. */
  readonly rule: 'primary' | 'first-enabled' | 'none-available';
  readonly why: string;
  /** The smallest change that would reverse the decision. */
  readonly flip: string;
}

/** Name of a way to write tool calls as text. The formats themselves are data in `formats/`. */
export type FormatName = string;

/** The decisions of a plan, as plain data. */
export interface Decided
  extends Pick<Plan, 'source' | 'isMixed' | 'budget' | 'format' | 'understood' | 'formatDecision' | 'decisions'> {
  /** Wire names of the declared tools. `callable` has those of the undeclared tools that the model may call. */
  readonly visible: readonly string[];
  readonly callable: readonly string[];
  /** Number of gateway tools among the visible tools. */
  readonly gatewayTools: number;
  /** The built-in tools among the visible and callable tools, as the model sees them. `tools/` does not list them. */
  readonly builtins: readonly AnnouncedTool[];
}
