import type { Block } from './part.ts';
import { endsAsChecked, type PlacedReasoning } from './reasoning-blocks.ts';

/**
 * Returns texts, then calls, with the reasoning blocks at their original positions. A block without a known position
 * follows the previous reasoning block, or comes first.
 */
export function withThoughts(
  texts: readonly Block[],
  calls: readonly Block[],
  thoughts: readonly PlacedReasoning[],
): readonly Block[] {
  if (thoughts.length === 0) return [...texts, ...calls];
  const whole = texts.map(({ text }) => text).join('');
  const check = thoughts.find(({ place }) => place.behind !== undefined)?.place.behind?.check;
  const isUnchanged = check !== undefined && endsAsChecked(whole, check);
  const placed: (readonly Block[])[] = [];
  const written = new Texts(texts);
  let made = 0;
  for (const { block, place } of thoughts) {
    const { behind, callsBefore } = place;
    const isKnown = callsBefore > 0 || behind === undefined || (isUnchanged && behind.check === check);
    if (isKnown && callsBefore <= calls.length) {
      const end = callsBefore > 0 ? whole.length : behind === undefined ? 0 : whole.length - behind.characters;
      placed.push(written.until(end), calls.slice(made, callsBefore));
      made = Math.max(made, callsBefore);
    }
    placed.push([block]);
  }
  placed.push(written.until(whole.length), calls.slice(made));
  return finished(placed.flat());
}

/** Takes text blocks from the front by number of characters. */
class Texts {
  readonly #blocks: Block[];
  #taken = 0;

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks.toReversed();
  }

  /**
   * Takes the text up to the offset `end`. A block that contains the offset is split; its marker stays on the second
   * half.
   */
  until(end: number): Block[] {
    const blocks: Block[] = [];
    while (this.#taken < end) {
      const next = this.#blocks.pop();
      if (next === undefined) break;
      const text = String(next.text);
      const room = end - this.#taken;
      this.#taken += Math.min(room, text.length);
      if (text.length <= room) blocks.push(next);
      else {
        blocks.push({ type: 'text', text: text.slice(0, room) });
        this.#blocks.push({ ...next, text: text.slice(room) });
      }
    }
    return blocks.filter(({ text }) => String(text).trim() !== '');
  }
}

/** Removes reasoning blocks from the end, because a message must not end with one. */
function finished(blocks: readonly Block[]): readonly Block[] {
  const end = blocks.findLastIndex(({ type }) => type === 'text' || type === 'tool_use') + 1;
  return blocks.slice(0, end);
}
