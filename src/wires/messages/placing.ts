import type { Block } from './part.ts';
import { endsAsChecked, type PlacedThought } from './thoughts.ts';

/** Texts, then calls, with the thoughts where they stood among them: in front of all, unless they tell otherwise. */
export function withThoughts(
  texts: readonly Block[],
  calls: readonly Block[],
  thoughts: readonly PlacedThought[],
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

/** Text blocks, taken from the front by their characters. */
class Texts {
  readonly #blocks: Block[];
  #taken = 0;

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks.toReversed();
  }

  /** What stands before this place and was not taken yet. A block in its middle is cut; its marker stays at its end. */
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

/** No message may end in a thought. */
function finished(blocks: readonly Block[]): readonly Block[] {
  const end = blocks.findLastIndex(({ type }) => type === 'text' || type === 'tool_use') + 1;
  return blocks.slice(0, end);
}
