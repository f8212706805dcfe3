import type { StreamMarks } from '../checks.ts';
import type { BackendSettings } from '../toolpath.ts';

/** How one kind of server speaks, and how its own clients ask it. All say the same, in as many pieces. */
export interface BenchWire {
  readonly backend: BackendSettings;
  /** Where it answers. */
  readonly path: string;
  readonly streamType: string;
  question(model: string, isStreamed: boolean): string;
  /** An answer in one piece. */
  whole(model: string): Buffer;
  /** The text of it; undefined if it did not end as it should. */
  textIn(whole: string): unknown;
  /** A stream: all up to its first token, each of the others, its end. */
  streamed(model: string): readonly Buffer[];
  readonly marks: StreamMarks;
  /** What it tells of itself, by path. */
  readonly facts?: ReadonlyMap<string, object>;
}

/** The same numbers in every run, none twice in a row: what differs from event to event. */
export function scattered(place: number, below: number): number {
  return (place * 7_919 + 3) % below;
}
