import { JsonStructure } from '../core/index.ts';

/** Maximum nesting of a message. Real messages stay far below. Parsing deep nesting takes many times the text's size in memory. */
export const MOST_LEVELS = 1_000;

/** True if this JSON text is nested deeper than `levels`. Does not parse the text. */
export function isNestedDeeper(text: string, levels: number): boolean {
  return text.length > levels && new Nesting(levels).exceeds(text);
}

/** Measures the nesting of JSON that arrives in pieces, without parsing it. */
export class Nesting {
  readonly #most: number;
  #structure = new JsonStructure();

  constructor(mostLevels: number) {
    this.#most = mostLevels;
  }

  /** Adds a piece of text. Returns true if the text so far is nested too deeply. */
  exceeds(piece: string): boolean {
    const structure = this.#structure;
    let place = structure.nextBracket(piece, 0);
    while (place < piece.length && structure.depth <= this.#most) place = structure.nextBracket(piece, place + 1);
    return structure.depth > this.#most;
  }

  /** Number of values so far, or slightly more. */
  get values(): number {
    return this.#structure.values;
  }

  /** Marks the end of a line: a JSON string never continues on the next line. */
  endLine(): void {
    this.#structure.endString();
  }

  /** Starts measuring a new text. */
  restart(): void {
    this.#structure = new JsonStructure();
  }
}
