import type { Fields, TurnFailure } from '../core/index.ts';

/** The APIs of OpenAI, beside chat completions, whose requests are passed on to a backend that has them. */
export const RELAYED_APIS = ['embeddings', 'completions'] as const;

export type RelayedApi = (typeof RELAYED_APIS)[number];

export interface RelayRequest {
  readonly api: RelayedApi;
  /** The body as it is sent, with the server's own name for the model. */
  readonly body: Fields;
}

export type Relayed =
  | { readonly ok: true; readonly answer: RelayedAnswer }
  | { readonly ok: false; readonly failure: TurnFailure };

/** A successful answer that is being received. A consumer that stops reading pauses the server. */
export interface RelayedAnswer {
  readonly contentType: string;
  /** Returns the text that arrived since the last read; undefined at the end, or after a failure. */
  read(): Promise<string | undefined>;
  /** The failure that ended the answer before it was complete. */
  readonly failure: TurnFailure | undefined;
}

/** True for the content type of server-sent events. */
export function isEventStream(contentType: string): boolean {
  return /^text\/event-stream\b/i.test(contentType);
}
