import type { Event, TurnFailure } from '../../core/index.ts';

/**
 * Turns the values that a server sent into Events; every wire has one. It holds the state of one answer, does no I/O and
 * never throws, whatever the server sent.
 */
export interface AnswerReader {
  /** One value of a stream. */
  chunk(value: unknown): readonly Event[];
  /** An answer that came in one piece. */
  whole(value: unknown): readonly Event[];
  /** All that was held back, then the finish. `isDone`: the server said so, or the answer was whole. */
  end(isDone: boolean): readonly Event[];
  readonly failure: TurnFailure | undefined;
  /** The server has said, in a value, that this was the last one. */
  readonly isDone: boolean;
  /** If the next value differs from the last one in its text alone, that text is its only event, and no state changes. */
  readonly isPlain: boolean;
  /** The text of a value that holds nothing else; undefined for any other value. Changes no state. */
  plainText(value: unknown): string | undefined;
  /** A member at the top of each value that the reader ignores where it is a string: padding, or a time stamp. */
  readonly idleMember?: string;
}
