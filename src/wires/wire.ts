import type { Demands, Fields, ModelRequest, WireName } from '../core/index.ts';
import type { AnswerReader } from './answer/answer-reader.ts';

/** A protocol for talking to a backend. Addresses and keys are not part of it. */
export interface Wire {
  readonly name: WireName;
  /** The provider's requirements for a transcript. */
  readonly demands: Demands;
  readonly framing: Framing;
  /** True if requests can restrict which of the declared tools the model may call. */
  readonly restrictsTools?: boolean;
  write(request: ModelRequest): Written;
  /** Creates the reader for one answer. `backend` is the backend's name, used in failures. */
  newReader(backend: string, request: ModelRequest): AnswerReader;
  /** Returns the model names in a server's model list, or undefined if the value is not a model list. */
  readModels(value: unknown): readonly string[] | undefined;
}

/** How a stream separates its JSON values: server-sent events, or one value per line. */
export type Framing = 'events' | 'lines';

/** A request as it is sent to a backend. */
export interface Written {
  readonly body: Fields;
  /** Fields of the client's request that this protocol cannot express; they are not sent. */
  readonly left: readonly string[];
}
