import { type Markers, NON_JOINER_UNIT } from './marker-tree.ts';

/** Takes letters, each with how it is written, and leaves the non-joiners out that break a marker. */
export class Mending {
  readonly #markers: Markers;
  /** Behind the letter that was taken last: the marker that it may begin. */
  #begun: Markers | undefined;
  /** The same, of a letter's first half. */
  #half: Markers | undefined;
  #held: Held[] = [];
  #told = '';

  constructor(markers: Markers) {
    this.#markers = markers;
  }

  /** Nothing is held back. */
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

  /** Letters that were told already; no non-joiner is among them, and nothing is held back. */
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

/** A non-joiner behind a marker's first letter, and what has come since. */
interface Held {
  node: Markers | undefined;
  /** Whether it breaks a marker; open while that is not clear. */
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
