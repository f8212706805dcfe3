import { searchWords } from '../../search/index.ts';
import type { Sight } from './sights.ts';

/** What the user said, as one tool's arguments are filled from it: each piece is used once. */
export class Sheet {
  readonly text: string;
  readonly sights: readonly Sight[];
  /** What each is searched as. */
  readonly #roots: readonly (readonly string[])[];
  readonly #used = new Set<number>();
  readonly #chosen: string[] = [];

  constructor(text: string, sights: readonly Sight[]) {
    this.text = text;
    this.sights = sights;
    this.#roots = sights.map((sight) => searchWords(sight.text));
  }

  /** What stands there in small letters, of several with spaces between; empty where there are not so many. */
  word(place: number, count = 1): string {
    if (place < 0 || place + count > this.sights.length) return '';
    return this.sights
      .slice(place, place + count)
      .map(({ text }) => text.toLowerCase())
      .join(' ');
  }

  /** Whether it is one of these words, as it is written or as it is searched. */
  isOneOf(place: number, words: ReadonlySet<string>): boolean {
    const roots = this.#roots[place] ?? [];
    return words.has(this.word(place)) || (roots.length > 0 && roots.every((root) => words.has(root)));
  }

  isFree(place: number): boolean {
    return place >= 0 && place < this.sights.length && !this.#used.has(place);
  }

  /** An article, a preposition, and what else leads to a value without being one. */
  isSmall(place: number): boolean {
    return isSmall(this.word(place));
  }

  /** Small, or one of the words around a request: `please`, `tell me`. */
  isFiller(place: number): boolean {
    const [word = ''] = this.word(place).split(/['’]/, 1); // I'd, what's
    return this.isSmall(place) || FILLERS.has(word);
  }

  /** The free places of what passes; of a flood only the first. */
  free(passes: (sight: Sight, place: number) => boolean): readonly number[] {
    const places: number[] = [];
    for (const [place, sight] of this.sights.entries()) {
      if (places.length < MOST_PLACES && !this.#used.has(place) && passes(sight, place)) places.push(place);
    }
    return places;
  }

  /** The word that leads to a piece: `from` of `from the 20 celsius`. */
  lead(place: number): string {
    let before = place - 1;
    while (before >= 0 && (ARTICLES.has(this.word(before)) || this.sights[before]?.kind === 'number')) before--;
    return this.word(before);
  }

  /** Takes what stands there, with the small words before it; `chosen` is what it says of the tool. As written, without quotes. */
  take(place: number, count = 1, chosen?: string): string {
    const first = this.sights[place];
    const last = this.sights[place + count - 1];
    if (first === undefined || last === undefined || count < 1) return '';
    if (chosen !== undefined) this.#chosen.push(chosen);
    for (let each = place; each < place + count; each++) this.#used.add(each);
    for (let before = place - 1; this.isFree(before) && this.isSmall(before); before--) this.#used.add(before);
    return count === 1 ? first.text : this.text.slice(first.from, last.to);
  }

  /** Takes what is left, as it is written, without the words by which the tool is asked for. */
  takeRest(asking: ReadonlySet<string>): string {
    const places = [...this.sights.keys()].filter((place) => this.isFree(place));
    const open = new Set(asking);
    const isAsking = (place: number) => {
      const isTool = this.isOneOf(place, open);
      for (const root of this.#roots[place] ?? []) open.delete(root); // the second time it is part of the text
      return this.sights[place]?.kind === 'word' && (isTool || this.isFiller(place));
    };
    const from = places.findIndex((place) => !isAsking(place));
    const to = places.findLastIndex((place) => !this.isSmall(place) && !THANKS.has(this.word(place)));
    const rest = from === -1 ? [] : places.slice(from, to + 1);
    for (const place of rest) this.#used.add(place);
    const isRun = (rank: number) => rest[rank] === (rest[rank - 1] ?? -2) + 1;
    const written = rest.map((place, rank) => {
      const from = isRun(rank) ? this.sights[place - 1]?.to : this.sights[place]?.from;
      return `${isRun(rank) || rank === 0 ? '' : ' '}${this.text.slice(from, this.sights[place]?.to)}`;
    });
    return written.join('');
  }

  /** The words that are neither values nor polite, and what was chosen: what tells of the tool. */
  telling(): readonly string[] {
    const words = this.sights.filter(
      ({ kind }, place) => kind === 'word' && this.isFree(place) && !THANKS.has(this.word(place)),
    );
    return [...words.map(({ text }) => text), ...this.#chosen];
  }

  /** The values that nothing was done with. That it is now, or today, is understood. */
  left(): readonly string[] {
    const isLeft = ({ kind, text }: Sight, place: number) =>
      this.isFree(place) &&
      VALUES.has(kind) &&
      (kind !== 'number' || /\d/.test(text)) &&
      !/^(?:now|today)$/i.test(text);
    return this.sights.filter(isLeft).map(({ text }) => text);
  }
}

export function isSmall(word: string): boolean {
  return LEADS.has(word) || ARTICLES.has(word);
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const MOST_PLACES = 100;
const VALUES = wordSet('number moment unclear email uri uuid');

const ARTICLES = wordSet('the a an my your our this that some');
const LEADS = wordSet(
  'in at on to from of for with as by into between and until till since about near per called named saying is are',
);
const FILLERS = wordSet(
  'please can could would will you i me we us want need like tell show give let make hey hi hello what whats how it do does ' +
    'then also now just okay ok',
);
const THANKS = wordSet('please thanks thank you');
