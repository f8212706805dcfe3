import { JsonStructure, OPEN_BRACE, OPEN_BRACKET } from '../../core/index.ts';

/**
 * Scans a call's arguments as they arrive and detects the end of their object or array. It does not check that they are
 * valid JSON. Each character is read once, so a long call takes linear time.
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
        // Anything after the first object cannot be part of one call's arguments.
        const isFirst = this.#progress === 'blank' && isOpening(text.charCodeAt(place));
        this.#progress = isFirst ? 'open' : 'other';
        if (!isFirst) return;
        this.#structure.nextBracket(text, place);
      }
    }
  }
}

/** `whole`: one complete object or array. `other`: text that is not a single object or array, such as a bare word. */
export type Progress = 'blank' | 'open' | 'whole' | 'other';

/** True if the first non-blank character opens an object. */
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
