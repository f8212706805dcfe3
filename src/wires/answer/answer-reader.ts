import type { Event, TurnFailure } from '../../core/index.ts';

/**
 * Turns the JSON values of one server answer into Events. Every protocol has its own reader. A reader does no I/O and
 * never throws, whatever the server sends.
 */
export interface AnswerReader {
  /** Reads one value of a stream. */
  chunk(value: unknown): readonly Event[];
  /** Reads an answer that is not streamed. */
  whole(value: unknown): readonly Event[];
  /**
   * Returns all held-back events, then the finish event. `isDone`: the server marked the end, or the answer was not
   * streamed.
   */
  end(isDone: boolean): readonly Event[];
  readonly failure: TurnFailure | undefined;
  /** True once a value has declared itself the last one of the stream. */
  readonly isDone: boolean;
  /**
   * True if the next value may take the fast path: if it differs from the last one only in its text, that text is its
   * only event, and no state changes.
   */
  readonly isPlain: boolean;
  /** Returns the text of a value that contains only text, or undefined for any other value. Changes no state. */
  plainText(value: unknown): string | undefined;
  /** Name of a top-level field that the reader ignores if it is a string, such as padding or a timestamp. */
  readonly ignoredField?: string;
}
