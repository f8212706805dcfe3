import type { Call } from './call.ts';
import type { Block, Outcome } from './outcome.ts';
import type { ToolSchema } from './tool.ts';

/** A client's request in neutral form: what every door makes of its wire. */
export interface Ask {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: Requested;
  readonly choice: ToolChoice;
  /** Facts the client adds. They reach the model as context, never as instructions. */
  readonly context: readonly ContextItem[];
  /** Sampling parameters and wire fields that pass through untouched. */
  readonly extra: Readonly<Record<string, unknown>>;
}

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
}

export type ToolChoice =
  | { readonly kind: 'auto' | 'none' | 'required' }
  | { readonly kind: 'named'; readonly name: string };

export type Message =
  | { readonly role: 'system' | 'user'; readonly content: readonly Block[] }
  | { readonly role: 'assistant'; readonly content: readonly Block[]; readonly calls: readonly Call[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: readonly Block[] };

export interface ContextItem {
  readonly description?: string;
  readonly value: string;
}

/**
 * What is kept between two requests because the client cannot carry it: our own calls and outcomes
 * inside its turn. Read, never consumed, so that a retry or a branch rejoins without running a tool again.
 */
export interface Continuation {
  readonly key: string;
  /** The client's call ids that lead back here. */
  readonly callIds: readonly string[];
  /** Hash of the normalised transcript before this turn. */
  readonly prefix: string;
  readonly steps: readonly {
    readonly text: string;
    readonly calls: readonly Call[];
    readonly outcomes: readonly Outcome[];
  }[];
}
