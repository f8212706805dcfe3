import { JsonStructure, OPEN_BRACE, OPEN_BRACKET } from '../../core/index.ts';

/**
 * Follows a call's arguments as they arrive, far enough to tell where their object ends. Whether they are JSON is not
 * asked: looking at each character once is what keeps a long call from costing its length squared.
 */
export class ArgumentsScan {
  readonly #structure = new JsonStructure();
  #progress: Progress = 'blank';

  get progress(): Progress {
    return this.#progress;
  }

  push(text: string): void {
    for (let place = 0; place < text.length; place++) {
      if (this.#progress === 'open') {
        place = this.#structure.nextBracket(text, place);
        if (this.#structure.depth === 0) this.#progress = 'whole';
      } else if (!isBlank(text.charCodeAt(place))) {
        // A second object behind the first: whatever this is, it is not one call's arguments.
        const isFirst = this.#progress === 'blank' && isOpening(text.charCodeAt(place));
        this.#progress = isFirst ? 'open' : 'other';
        if (!isFirst) return;
        this.#structure.nextBracket(text, place);
      }
    }
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

function isOpening(unit: number): boolean {
  return unit === OPEN_BRACE || unit === OPEN_BRACKET;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}
