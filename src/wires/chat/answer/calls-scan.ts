/**
 * Follows a call's arguments as they arrive, far enough to tell where their object ends. Whether they are JSON is not
 * asked: looking at each character once is what keeps a long call from costing its length squared.
 */
export class ArgumentsScan {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #progress: Progress = 'blank';

  get progress(): Progress {
    return this.#progress;
  }

  push(text: string): void {
    for (let place = 0; place < text.length; place++) this.#step(text.charCodeAt(place));
  }

  #step(unit: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInString) this.#stepInString(unit);
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) this.#enter();
    else if (this.#progress === 'open') this.#stepInside(unit);
    else if (!isBlank(unit)) this.#progress = 'other';
  }

  #stepInString(unit: number): void {
    if (unit === BACKSLASH) this.#isEscaped = true;
    else if (unit === QUOTE) this.#isInString = false;
  }

  #stepInside(unit: number): void {
    if (unit === QUOTE) this.#isInString = true;
    else if ((unit === CLOSE_BRACE || unit === CLOSE_BRACKET) && --this.#depth === 0) this.#progress = 'whole';
  }

  #enter(): void {
    if (this.#progress === 'blank') this.#progress = 'open';
    // A second object behind the first: whatever this is, it is not one call's arguments.
    else if (this.#progress !== 'open') this.#progress = 'other';
    this.#depth++;
  }
}

/** `other`: text that is no single object or array, such as a bare word. */
export type Progress = 'blank' | 'open' | 'whole' | 'other';

/** Whether the text's first visible character opens an object. */
export function beginsObject(text: string): boolean {
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place);
    if (!isBlank(unit)) return unit === OPEN_BRACE;
  }
  return false;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
