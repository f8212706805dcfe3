import type { CallFailure } from './call-failure.ts';

/** What came of a call. Always a value: no failure of a tool leaves the executor as an exception. */
export type Outcome = OkOutcome | ErrorOutcome;

export interface OkOutcome extends OutcomeHead {
  readonly status: 'ok';
  /** MCP's `structuredContent`: the machine-readable form of the same answer. */
  readonly structured?: unknown;
  /** LangChain's second member of `[content, artifact]`: for the program, not for the model. */
  readonly artifact?: unknown;
}

export interface ErrorOutcome extends OutcomeHead {
  readonly status: 'error';
  readonly failure: CallFailure;
}

interface OutcomeHead {
  readonly callId: string;
  readonly tool: string;
  /** What the model reads. In an error: the failure in words it can act on. */
  readonly content: readonly Block[];
  readonly durationMs: number;
  /** What was changed on the way, in either direction, so that nothing is changed silently. */
  readonly notes: readonly Note[];
}

/** One piece of an outcome's content. Foreign blocks that have no word here stay whole, as `json`. */
export type Block = Content & {
  /** MCP's own members: a link's name, annotations and `_meta`. No model is told of them. */
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
  /** An argument came under another name. */
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
  /** An argument was not of the declared type, but its one safe reading is. */
  | { readonly kind: 'coerced'; readonly path: string; readonly how: Coercion }
  /** The content was longer than the bound. `bytes` is its full size, where that is known. */
  | { readonly kind: 'cut'; readonly keptBytes: number; readonly bytes?: number }
  /** The structured answer is not what the tool's output schema promises: it is left out, its words stay. */
  | { readonly kind: 'unlike-promised'; readonly problem: string }
  /** A secret was taken out, or a value that JSON has no word for was replaced: a cycle, a function, an integer too large. */
  | { readonly kind: 'replaced'; readonly what: string };

export type Coercion =
  | 'text to number'
  | 'text to boolean'
  | 'JSON text to object'
  | 'JSON text to array'
  | 'single value to array'
  | 'letter case';
