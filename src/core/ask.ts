import type { Call } from './call.ts';
import type { Block } from './outcome.ts';
import type { Sampling } from './sampling.ts';
import type { ToolSchema } from './tool.ts';

/** A client's request in neutral form: what every door makes of its wire. */
export interface Ask {
  /** Whose it is: what is kept for one key is never found by another. Empty where no keys are configured. */
  readonly key: string;
  /** As the client wrote it: an alias, `backend/name`, or nothing for the default. */
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: Requested;
  readonly choice: ToolChoice;
  /** Whether the model may ask for several calls in one step; its own default where the client is silent. */
  readonly parallel?: boolean;
  /** Facts the client adds. They reach the model as context, never as instructions. */
  readonly context: readonly ContextItem[];
  /** Whether somebody reads along. Otherwise the model is asked for its whole answer at once. */
  readonly isStreamed: boolean;
  readonly sampling: Sampling;
  /** The members of the request as its wire spells them, and members that are other wires' own. */
  readonly extra?: WireFields;
}

/** Members of a wire's object that have no word here. */
export type Fields = Readonly<Record<string, unknown>>;

/** The protocols that clients and servers speak. */
export type WireName = 'chat' | 'messages' | 'ollama';

/** What only one wire knows, by that wire. It is passed to no other. */
export type WireFields = Readonly<Partial<Record<WireName, Fields>>>;

/** The tri-state: the gateway's own tools, none at all, or exactly those listed (and the gateway's, if mixed). */
export type Requested =
  | { readonly kind: 'absent' }
  | { readonly kind: 'none' }
  | { readonly kind: 'listed'; readonly tools: readonly ClientTool[]; readonly mixed: boolean };

/** A tool that came with the request: the client executes it, so there is nothing to invoke. */
export interface ClientTool {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolSchema;
  /** `strict`, and whatever else the client wrote beside it. */
  readonly extra?: Fields;
}

export type ToolChoice =
  | { readonly kind: 'auto' | 'none' | 'required' }
  | { readonly kind: 'named'; readonly name: string };

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

export interface SystemMessage {
  readonly role: 'system' | 'developer';
  readonly content: readonly Part[];
  readonly extra?: Fields;
}

export interface UserMessage {
  readonly role: 'user';
  readonly content: readonly Part[];
  readonly extra?: Fields;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly Part[];
  readonly calls: readonly Call[];
  readonly extra?: Fields;
}

export interface ToolMessage {
  readonly role: 'tool';
  /** Empty where the client left it out; the transcript finds the call it belongs to. */
  readonly callId: string;
  /** The tool's name, where the wire carries it. */
  readonly name?: string;
  readonly content: readonly Part[];
  /** Known of our own outcomes only: most wires do not say it. */
  readonly isError?: boolean;
  readonly extra?: Fields;
}

/** A piece of a message: what outcomes are made of, a file, or a part that only its own wire can read. */
export type Part =
  | Block
  | {
      readonly type: 'file';
      readonly name?: string;
      /** Base64 or a data URL, as the client gave it. */
      readonly data?: string;
      /** A file that the provider has already. */
      readonly id?: string;
      readonly extra?: Fields;
    }
  | { readonly type: 'wire'; readonly wire: 'chat'; readonly value: Fields };

export interface ContextItem {
  readonly description?: string;
  readonly value: string;
}
