import type { Event } from '../../core/index.ts';

/**
 * Tells a model's thoughts from its answer where the server leaves both in the content: `<think>…</think>` at its very
 * beginning is reasoning, everything else is text. White space around either marker goes with it, except before the
 * closing one. Pure: how the content is cut never changes the joined text and reasoning, and only what may still become
 * a marker is held back.
 */
export class ThinkReader {
  #place: Place;
  /** What may still be a marker: leading white space and the beginning of `<think>`, or the beginning of `</think>`. */
  #held = '';
  /** How much of `<think>` has come. */
  #matched = 0;

  /** `isIdle`: nothing is looked for, all content is text. */
  constructor(isIdle = false) {
    this.#place = isIdle ? 'answer' : 'before';
  }

  /** Whether content is text from here on, whatever it says. */
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

  /** No marker will come: the server tells thoughts apart by itself, or has nothing more to say. */
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

  /** What stands behind the opening marker; nothing while that is undecided. */
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

  /** What stands behind the closing marker. */
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

/** How much of the closing marker the text ends in. */
function partialMarker(text: string): number {
  const start = text.lastIndexOf('<');
  return start !== -1 && CLOSING.startsWith(text.slice(start)) ? text.length - start : 0;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}
