import { type Markers, NON_JOINER_UNIT } from './marker-tree.ts';

/** Removes the non-joiners that break a marker, character by character. Each character comes with its written form. */
export class MarkerRepair {
  readonly #markers: Markers;
  /** Node of the markers that the last character may begin. */
  #begun: Markers | undefined;
  /** Node of the markers that the last character may begin, if it is the first half of a surrogate pair. */
  #half: Markers | undefined;
  #held: Held[] = [];
  #told = '';

  constructor(markers: Markers) {
    this.#markers = markers;
  }

  /** True if nothing is held back. */
  get isIdle(): boolean {
    return this.#held.length === 0;
  }

  take(unit: number, letter: string): void {
    const begun = this.#begun;
    if (unit === NON_JOINER_UNIT && begun !== undefined) {
      this.#begun = undefined;
      this.#half = undefined;
      this.#held.push({ node: begun, isOurs: ends(begun), joiner: letter, behind: '' });
    } else {
      if (unit !== NON_JOINER_UNIT) this.#goOn(unit);
      this.#put(letter);
    }
    this.#settle();
  }

  /** Registers text that was already passed on. The text must not contain a non-joiner, and nothing may be held back. */
  skip(text: string): void {
    for (let at = Math.max(0, text.length - 2); at < text.length; at++) this.#begin(text.charCodeAt(at));
  }

  told(): string {
    const told = this.#told;
    this.#told = '';
    return told;
  }

  end(): string {
    const rest = this.#held.map(({ isOurs, joiner, behind }) => (isOurs === true ? behind : joiner + behind));
    this.#held = [];
    return this.told() + rest.join('');
  }

  #goOn(unit: number): void {
    for (const held of this.#held) {
      if (held.isOurs !== undefined) continue;
      held.node = held.node?.next.get(unit);
      held.isOurs = held.node === undefined ? false : ends(held.node);
    }
    this.#begin(unit);
  }

  #begin(unit: number): void {
    const half = this.#half;
    this.#begun = half !== undefined && isLow(unit) ? half.next.get(unit) : this.#markers.next.get(unit);
    this.#half = isHigh(unit) ? this.#begun : undefined;
  }

  #put(letter: string): void {
    const last = this.#held.at(-1);
    if (last === undefined) this.#told += letter;
    else last.behind += letter;
  }

  #settle(): void {
    let settled = 0;
    for (const { isOurs, joiner, behind } of this.#held) {
      if (isOurs === undefined) break;
      this.#told += isOurs ? behind : joiner + behind;
      settled++;
    }
    if (settled > 0) this.#held = this.#held.slice(settled);
  }
}

/** A non-joiner after the possible first character of a marker, and the text that followed. */
interface Held {
  node: Markers | undefined;
  /** True if the non-joiner breaks a marker; undefined while that is not decided. */
  isOurs: boolean | undefined;
  readonly joiner: string;
  behind: string;
}

function ends(node: Markers): true | undefined {
  return node.isEnd || node.isInnerEnd ? true : undefined;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
