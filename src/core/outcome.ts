import type { CallFailure } from './call-failure.ts';

/** The end of a tool call. It is always a value: no tool failure leaves the executor as an exception. */
export type Outcome = OkOutcome | ErrorOutcome;

export interface OkOutcome extends OutcomeHead {
  readonly status: 'ok';
  /** The second element of LangChain's `[content, artifact]`: for the program, not for the model. */
  readonly artifact?: unknown;
}

export interface ErrorOutcome extends OutcomeHead {
  readonly status: 'error';
  readonly failure: CallFailure;
}

interface OutcomeHead {
  readonly callId: string;
  readonly tool: string;
  /** The content that the model reads. For an error: the failure as a message that the model can act on. */
  readonly content: readonly Block[];
  /** MCP's `structuredContent`: the machine-readable form of the same answer. For an error only if requested whole. */
  readonly structured?: unknown;
  /** MCP's `_meta` of the result. Set only if the result was requested whole. */
  readonly meta?: unknown;
  readonly durationMs: number;
  /** Every change that the gateway made to the arguments or to the result. */
  readonly notes: readonly Note[];
}

/** One piece of an outcome's content. Blocks of unknown types are kept unchanged, as `json`. */
export type Block = Content & {
  /** MCP-specific fields: a link's name and description, annotations and `_meta`. The model sees only those of a link. */
  readonly extra?: Readonly<Record<string, unknown>>;
};

export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: MediaType; readonly mimeType: string; readonly data: string }
  | { readonly type: MediaType; readonly url: string }
  | { readonly type: 'resource'; readonly resource: Resource }
  | { readonly type: 'resource_link'; readonly uri: string };

export type MediaType = 'image' | 'audio';

export interface Resource {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

export type Note =
  /** An argument was passed under another name. */
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
  /** An argument did not have the declared type, but could be converted safely and unambiguously. */
  | { readonly kind: 'coerced'; readonly path: string; readonly how: Coercion }
  /** The content was longer than the limit. `bytes` is its full size, if known. */
  | { readonly kind: 'cut'; readonly keptBytes: number; readonly bytes?: number }
  /** The structured result does not match the tool's output schema. It is left out; the text is kept. */
  | { readonly kind: 'unlike-promised'; readonly problem: string }
  /** A secret was removed, or a value that JSON cannot represent was replaced: a cycle, a function, an integer too large. */
  | { readonly kind: 'replaced'; readonly what: string };

export type Coercion =
  | 'text to number'
  | 'text to boolean'
  | 'JSON text to object'
  | 'JSON text to array'
  | 'single value to array'
  | 'number to text'
  | 'text to null'
  /** An optional parameter was null. */
  | 'null to absent'
  | 'letter case'
  /** The tool's own value contains invisible characters, which models are not shown. */
  | 'invisible characters';
