/**
 * Divides a stream of server-sent events after complete events, so that a heartbeat or an error can follow at any time. Takes
 * linear time.
 */
export class WholeEvents {
  /** The beginning of an incomplete event, and its last characters. */
  #held: string[] = [];
  #tail = '';

  /** Returns the events that are complete now. */
  push(text: string): string {
    const near = this.#tail + text; // the blank line that ends an event may have begun before this text
    const end = Math.max(...ENDS.map((mark) => endOf(mark, near)));
    const place = end === 0 ? 0 : end - this.#tail.length;
    const whole = end === 0 ? '' : this.#held.join('') + text.slice(0, place);
    const rest = text.slice(place);
    this.#tail = (end === 0 ? near : rest).slice(-LONGEST_PART);
    if (end === 0) this.#held.push(rest);
    else this.#held = [rest];
    return whole;
  }

  /** Returns the rest, which the server did not end with a blank line. */
  end(): string {
    const rest = this.#held.join('');
    this.#held = [];
    return rest;
  }
}

const ENDS = ['\n\n', '\r\n\r\n', '\r\r'];
/** Number of characters of an event's end that may be in the previous text. */
const LONGEST_PART = 3;

/** Returns the place after the last occurrence of the mark; 0 if there is none. */
function endOf(mark: string, text: string): number {
  const place = text.lastIndexOf(mark);
  return place === -1 ? 0 : place + mark.length;
}
