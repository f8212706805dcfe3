import type { AllowedTools } from './allowed-tools.ts';
import type { Call } from './call.ts';
import type { Fields, WireFields, WireName } from './fields.ts';
import type { Content } from './outcome.ts';
import type { Sampling } from './sampling.ts';
import type { Tool, ToolSchema } from './tool.ts';

/** A client's request in protocol-neutral form. Every door translates its protocol's request into an Ask. */
export interface Ask {
  /** Id of the client's key. Data stored under one key is never visible to another. Empty if no keys are configured. */
  readonly key: string;
  /** The model as the client wrote it: an alias, `backend/name`, or empty for the default. */
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: Requested;
  readonly choice: ToolChoice;
  /** The tools that the model may call, as the client names them. If unset, it may call all of its tools. */
  readonly allowed?: AllowedTools;
  /** True if the model may make several calls in one step. If unset, the model's own default applies. */
  readonly parallel?: boolean;
  /**
   * Number of answers that the client asks for, if more than one. Each is a separate turn, so no gateway tool may be called:
   * every turn would run it again.
   */
  readonly answers?: number;
  /** Facts that the client adds. They reach the model as context, never as instructions. */
  readonly context: readonly ContextItem[];
  /** The most steps that the turn may take, if fewer than the limit of the settings. */
  readonly steps?: number;
  /** True if the client wants a stream. Otherwise the model is asked for a complete, non-streamed answer. */
  readonly isStreamed: boolean;
  readonly sampling: Sampling;
  /** The request's parameters as its protocol spells them. Fields that belong to another protocol are also under that one. */
  readonly extra?: WireFields;
}

/**
 * The tools that the request asks for. `absent`: no list was sent, so the gateway chooses its own tools. `none`: no tools.
 * `listed`: exactly the listed client tools, plus the gateway's if `mixed`.
 */
export type Requested =
  | { readonly kind: 'absent' }
  | { readonly kind: 'none' }
  | { readonly kind: 'listed'; readonly tools: readonly ClientTool[]; readonly mixed: boolean };

/** A tool that came with the request. The client executes it, unless it comes with `tool`. */
export interface ClientTool extends CommonFields {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolSchema;
  /** Set if the tool takes one text. Its `schema` then has that text as the only parameter. */
  readonly freeform?: Freeform;
  /** Set if the caller lets the gateway run the tool: the gateway then owns its calls. */
  readonly tool?: Tool;
}

/** The input of a tool that takes one text instead of an object. */
export interface Freeform {
  /** The grammar that the text must match, for servers that enforce it. */
  readonly grammar?: { readonly syntax: string; readonly definition: string };
}

export type ToolChoice =
  | { readonly kind: 'auto' | 'none' | 'required' }
  | { readonly kind: 'named'; readonly name: string };

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** Optional fields of every message, part and tool. */
interface CommonFields {
  /** Marks a prompt-cache breakpoint: the provider may cache the prompt up to here. The provider defines the fields. */
  readonly cacheMarker?: Fields;
  readonly extra?: WireFields;
}

export interface SystemMessage extends CommonFields {
  readonly role: 'system' | 'developer';
  readonly content: readonly Part[];
}

export interface UserMessage extends CommonFields {
  readonly role: 'user';
  readonly content: readonly Part[];
}

export interface AssistantMessage extends CommonFields {
  readonly role: 'assistant';
  readonly content: readonly Part[];
  readonly calls: readonly Call[];
  /**
   * The steps of the answer, if the client sends back calls that were not its own. `content` has the texts of all steps, and
   * `calls` only the client's. Used if the store does not know the turn.
   */
  readonly steps?: readonly EarlierStep[];
}

/** A step of an earlier answer, as the client sends it back. */
export interface EarlierStep {
  readonly content: readonly Part[];
  readonly calls: readonly Call[];
  /** The outcomes of the calls that were not the client's. */
  readonly results: readonly ToolMessage[];
}

export interface ToolMessage extends CommonFields {
  readonly role: 'tool';
  /** Empty if the client omitted it; the transcript then finds the call that it belongs to. */
  readonly callId: string;
  /** The tool's name, if the protocol carries it. */
  readonly name?: string;
  readonly content: readonly Part[];
  /** Set for the gateway's own outcomes only: most protocols have no such field. */
  readonly isError?: boolean;
}

/** A piece of a message: outcome content, a file, a model's reasoning, or a part that only one protocol can read. */
export type Part =
  | (Content & CommonFields)
  | ({
      readonly type: 'file';
      readonly name?: string;
      /** Base64 or a data URL, as the client sent it. */
      readonly data?: string;
      /** Id of a file that the provider already has. */
      readonly id?: string;
    } & CommonFields)
  | ReasoningPart
  | { readonly type: 'wire'; readonly wire: WireName; readonly value: Fields; readonly cacheMarker?: Fields };

/** A piece of the model's reasoning in an assistant message. It is not part of the answer's text. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  /** Empty if the provider hides the reasoning text. */
  readonly text: string;
  /** The provider's proof that it wrote this text. It must be sent back unchanged. */
  readonly signature?: string;
  /** Marks a complete block that only its provider can use. Another part may repeat its text for other providers. */
  readonly isBlock?: true;
  /** Protocol-specific state: the field that the reasoning came in, encrypted text, its position in the message. */
  readonly state?: WireFields;
}

export interface ContextItem {
  readonly description?: string;
  readonly value: string;
}
