import { searchWords } from '../../search/index.ts';
import type { Sight } from './sights.ts';

/** What the user said, as one tool's arguments are filled from it: each piece is used once. */
export class Sheet {
  readonly text: string;
  readonly sights: readonly Sight[];
  readonly #roots: (readonly string[] | undefined)[] = [];
  readonly #used = new Set<number>();
  readonly #chosen: string[] = [];

  constructor(text: string, sights: readonly Sight[]) {
    this.text = text;
    this.sights = sights;
  }

  /** What stands there in small letters; empty beyond the ends. */
  word(place: number): string {
    return this.sights[place]?.text.toLowerCase() ?? '';
  }

  /** So many words from there on, with spaces between; fewer at the end. */
  words(place: number, count: number): string {
    return Array.from({ length: count }, (_, step) => this.word(place + step))
      .join(' ')
      .trimEnd();
  }

  /** What it is searched as. */
  roots(place: number): readonly string[] {
    this.#roots[place] ??= searchWords(this.sights[place]?.text ?? '');
    return this.#roots[place] ?? [];
  }

  isFree(place: number): boolean {
    return place >= 0 && place < this.sights.length && !this.#used.has(place);
  }

  /** An article, a preposition, and what else leads to a value without being one. */
  isSmall(place: number): boolean {
    return LEADS.has(this.word(place)) || ARTICLES.has(this.word(place));
  }

  /** Small, or one of the words around a request: `please`, `tell me`. */
  isFiller(place: number): boolean {
    const [word = ''] = this.word(place).split(/['’]/, 1); // I'd, what's
    return this.isSmall(place) || FILLERS.has(word);
  }

  /** The free places of what passes; of a flood only the first. */
  free(passes: (sight: Sight, place: number) => boolean): number[] {
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

  /** Takes what stands there, with the small words before it. */
  use(place: number, count = 1): void {
    for (let each = place; each < place + count; each++) this.#used.add(each);
    for (let before = place - 1; this.isFree(before) && this.isSmall(before); before--) this.#used.add(before);
  }

  /** Takes the mention of a value that the tool itself lists. */
  choose(place: number, count: number, value: unknown): void {
    this.use(place, count);
    this.#chosen.push(String(value));
  }

  /** Takes all from there up to `end`, as it is written; empty where there is nothing. */
  take(place: number, end: number): string {
    const first = this.sights[place];
    const last = this.sights[end - 1];
    if (first === undefined || last === undefined || end <= place) return '';
    this.use(place, end - place);
    return end === place + 1 ? first.text : this.text.slice(first.from, last.to);
  }

  /** Takes what is left, as it is written, without the words by which the tool is asked for. */
  takeRest(asking: ReadonlySet<string>): string {
    const isLeft = (place: number) => this.isFree(place);
    const places = [...this.sights.keys()].filter(isLeft);
    const asked = new Set<string>();
    const isAsking = (place: number) => {
      const isTool =
        this.roots(place).length > 0 && this.roots(place).every((root) => asking.has(root) && !asked.has(root));
      for (const root of this.roots(place)) asked.add(root); // the second time it is part of the text
      return this.sights[place]?.kind === 'word' && (isTool || this.isFiller(place));
    };
    const from = places.findIndex((place) => !isAsking(place));
    const to = places.findLastIndex((place) => !this.isSmall(place) && !THANKS.has(this.word(place)));
    if (from === -1) return '';
    const rest = places.slice(from, to + 1);
    const written = rest.map((place, rank) => {
      const end = rest[rank + 1] === place + 1 ? this.sights[place + 1]?.from : this.sights[place]?.to;
      return this.text.slice(this.sights[place]?.from, end).trimEnd();
    });
    for (const place of rest) this.#used.add(place);
    return written.join(' ');
  }

  /** The words that are no values, and the choices that were made: what tells of the tool. */
  telling(): string {
    const words = this.sights.filter(({ kind }, place) => kind === 'word' && this.isFree(place));
    return [...words.map(({ text }) => text), ...this.#chosen].join(' ');
  }
}

const MOST_PLACES = 100;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const ARTICLES = words('the a an my your our this that some');
const LEADS = words(
  'in at on to from of for with as by into between and until till since about near per called named saying is are',
);
const FILLERS = words(
  'please can could would will you i me we us want need like tell show give let make hey hi hello what whats how it ' +
    'do does then also now just okay ok',
);
const THANKS = words('please thanks thank you');
