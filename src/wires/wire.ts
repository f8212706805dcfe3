import type { Demands, Fields, ModelRequest, WireName } from '../core/index.ts';
import type { AnswerReader } from './answer/answer-reader.ts';

/** A protocol as a backend speaks it, without addresses and keys. */
export interface Wire {
  readonly name: WireName;
  /** What a transcript must be like. */
  readonly demands: Demands;
  readonly framing: Framing;
  write(request: ModelRequest): Written;
  /** Reads one answer. `backend`: its name, for failures. */
  newReader(backend: string, request: ModelRequest): AnswerReader;
  /** The names in a server's list of models; undefined when it is no such list. */
  readModels(value: unknown): readonly string[] | undefined;
}

/** How values are told apart in a stream: server-sent events, or a line for each. */
export type Framing = 'events' | 'lines';

/** A request as it goes out. */
export interface Written {
  readonly body: Fields;
  /** Members of the client's request that this wire has no place for. */
  readonly left: readonly string[];
}
