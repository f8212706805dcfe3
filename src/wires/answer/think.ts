import type { Event } from '../../core/index.ts';

/**
 * Separates reasoning from text if the server leaves both in the content: `<think>…</think>` at the very start of the
 * content is reasoning, everything else is text. White space around the markers is removed, except before the closing
 * marker. The split of the content into pieces never changes the joined text and reasoning. Only text that may still
 * become a marker is held back.
 */
export class ThinkReader {
  #place: Place;
  /** Text that may still become a marker: leading white space and the start of `<think>`, or the start of `</think>`. */
  #held = '';
  /** Number of characters of `<think>` that have been matched. */
  #matched = 0;

  /** If `isIdle` is true, all content is text and no marker is looked for. */
  constructor(isIdle = false) {
    this.#place = isIdle ? 'answer' : 'before';
  }

  /** True if all further content is text, whatever it contains. */
  get isPlain(): boolean {
    return this.#place === 'answer';
  }

  push(content: string, events: Event[]): void {
    let rest = content;
    if (this.#place === 'before') rest = this.#open(rest, events);
    if (this.#place === 'opened') rest = this.#skipBlank(rest, 'thoughts');
    if (this.#place === 'thoughts') rest = this.#close(rest, events);
    if (this.#place === 'closed') rest = this.#skipBlank(rest, 'answer');
    if (this.#place === 'answer' && rest !== '') events.push({ type: 'text', text: rest });
  }

  /** Stops waiting for an opening marker: the server separates reasoning itself, or the content has ended. */
  settle(events: Event[]): void {
    if (this.#place !== 'before') return;
    this.#place = 'answer';
    if (this.#held !== '') events.push({ type: 'text', text: this.#held });
    this.#held = '';
  }

  end(events: Event[]): void {
    this.settle(events);
    if (this.#held !== '') events.push({ type: 'reasoning', text: this.#held });
    this.#held = '';
  }

  /** Looks for the opening marker. Returns the content that is still to be read; empty while the marker may still come. */
  #open(content: string, events: Event[]): string {
    for (let place = 0; place < content.length; place++) {
      const unit = content.charCodeAt(place);
      if (this.#matched === 0 && isBlank(unit)) continue;
      if (unit !== OPENING.charCodeAt(this.#matched)) {
        this.settle(events);
        return content;
      }
      this.#matched++;
      if (this.#matched === OPENING.length) {
        this.#place = 'opened';
        this.#held = '';
        return content.slice(place + 1);
      }
    }
    this.#held += content;
    return '';
  }

  /** Emits reasoning up to the closing marker. Returns the content after the marker; empty if the marker has not come. */
  #close(content: string, events: Event[]): string {
    const thoughts = this.#held + content;
    const end = thoughts.indexOf(CLOSING);
    const told = end === -1 ? thoughts.length - partialMarker(thoughts) : end;
    if (told > 0) events.push({ type: 'reasoning', text: thoughts.slice(0, told) });
    if (end === -1) {
      this.#held = thoughts.slice(told);
      return '';
    }
    this.#place = 'closed';
    this.#held = '';
    return thoughts.slice(end + CLOSING.length);
  }

  #skipBlank(content: string, next: Place): string {
    for (let place = 0; place < content.length; place++) {
      if (isBlank(content.charCodeAt(place))) continue;
      this.#place = next;
      return content.slice(place);
    }
    return '';
  }
}

type Place = 'before' | 'opened' | 'thoughts' | 'closed' | 'answer';

const OPENING = '<think>';
const CLOSING = '</think>';

/** Returns the length of the partial closing marker at the end of the text. */
function partialMarker(text: string): number {
  const start = text.lastIndexOf('<');
  return start !== -1 && CLOSING.startsWith(text.slice(start)) ? text.length - start : 0;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}
