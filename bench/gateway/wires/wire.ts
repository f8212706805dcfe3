import type { StreamMarks } from '../checks.ts';
import type { BackendSettings } from '../toolpath.ts';

/** The requests and answers of one protocol. All protocols send the same text in the same number of pieces. */
export interface BenchWire {
  readonly backend: BackendSettings;
  /** Path of the requests. */
  readonly path: string;
  readonly streamType: string;
  question(model: string, isStreamed: boolean): string;
  /** Returns an answer that is not streamed. */
  whole(model: string): Buffer;
  /** Returns the text of such an answer; undefined if it did not finish normally. */
  textIn(whole: string): unknown;
  /** Returns the pieces of a stream: everything up to the first token, one piece per further token, and the end. */
  streamed(model: string): readonly Buffer[];
  readonly marks: StreamMarks;
  /** Answers to requests for facts about a model, by path. */
  readonly facts?: ReadonlyMap<string, object>;
}

/** Returns a pseudo-random number below `below` for a position. It is the same in every run and differs from the one before. */
export function scattered(place: number, below: number): number {
  return (place * 7_919 + 3) % below;
}
