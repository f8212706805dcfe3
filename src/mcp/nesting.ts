import { JsonStructure } from '../core/index.ts';

/** How deep a message may be nested. No honest one comes near; a tower of brackets takes memory many times its size. */
export const MOST_LEVELS = 1_000;

/** Is this JSON nested deeper than so many levels? Seen before it is parsed. */
export function isNestedDeeper(text: string, levels: number): boolean {
  return text.length > levels && new Nesting(levels).exceeds(text);
}

/** Counts the levels of JSON that comes in pieces, before it is parsed. */
export class Nesting {
  readonly #most: number;
  #structure = new JsonStructure();

  constructor(mostLevels: number) {
    this.#most = mostLevels;
  }

  /** Is it too deep, with this piece? */
  exceeds(piece: string): boolean {
    const structure = this.#structure;
    let place = structure.nextBracket(piece, 0);
    while (place < piece.length && structure.depth <= this.#most) place = structure.nextBracket(piece, place + 1);
    return structure.depth > this.#most;
  }

  /** A line has ended, and no string of JSON goes on in the next. */
  endLine(): void {
    this.#structure.endString();
  }

  /** What comes now is another text. */
  restart(): void {
    this.#structure = new JsonStructure();
  }
}
