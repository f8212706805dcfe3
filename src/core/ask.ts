import type { Call } from './call.ts';
import type { Fields, WireFields, WireName } from './fields.ts';
import type { Content } from './outcome.ts';
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
  /** The client wants a stream. Otherwise the model is asked for its whole answer at once. */
  readonly isStreamed: boolean;
  readonly sampling: Sampling;
  /** The members of the request as its wire spells them, and members that are other wires' own. */
  readonly extra?: WireFields;
}

/** The tri-state: the gateway's own tools, none at all, or exactly those listed (and the gateway's, if mixed). */
export type Requested =
  | { readonly kind: 'absent' }
  | { readonly kind: 'none' }
  | { readonly kind: 'listed'; readonly tools: readonly ClientTool[]; readonly mixed: boolean };

/** A tool that came with the request: the client executes it, so there is nothing to invoke. */
export interface ClientTool extends Beside {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolSchema;
}

export type ToolChoice =
  | { readonly kind: 'auto' | 'none' | 'required' }
  | { readonly kind: 'named'; readonly name: string };

export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** What may stand beside every message, part, call and tool. */
interface Beside {
  /** The provider may begin to cache the prompt behind this place. Its members are the provider's. */
  readonly cacheMarker?: Fields;
  readonly extra?: WireFields;
}

export interface SystemMessage extends Beside {
  readonly role: 'system' | 'developer';
  readonly content: readonly Part[];
}

export interface UserMessage extends Beside {
  readonly role: 'user';
  readonly content: readonly Part[];
}

export interface AssistantMessage extends Beside {
  readonly role: 'assistant';
  readonly content: readonly Part[];
  readonly calls: readonly Call[];
}

export interface ToolMessage extends Beside {
  readonly role: 'tool';
  /** Empty where the client left it out; the transcript finds the call it belongs to. */
  readonly callId: string;
  /** The tool's name, where the wire carries it. */
  readonly name?: string;
  readonly content: readonly Part[];
  /** Known of our own outcomes only: most wires do not say it. */
  readonly isError?: boolean;
}

/** A piece of a message: what outcomes are made of, a file, a model's reasoning, or a part that only its own wire can read. */
export type Part =
  | (Content & Beside)
  | ({
      readonly type: 'file';
      readonly name?: string;
      /** Base64 or a data URL, as the client gave it. */
      readonly data?: string;
      /** A file that the provider has already. */
      readonly id?: string;
    } & Beside)
  | ReasoningPart
  | { readonly type: 'wire'; readonly wire: WireName; readonly value: Fields; readonly cacheMarker?: Fields };

/** A piece of the model's reasoning, in an assistant's message. It is not part of what the assistant said. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  /** Empty where the provider shows none of it. */
  readonly text: string;
  /** The provider's proof that it wrote this text. It goes back unchanged. */
  readonly signature?: string;
  /** A complete block, which only its provider can use. Its text may stand in another part as well, for everyone else. */
  readonly isBlock?: true;
  /** What only its wire can read: the member it came in, an encrypted text, its place in the message. */
  readonly state?: WireFields;
}

export interface ContextItem {
  readonly description?: string;
  readonly value: string;
}
