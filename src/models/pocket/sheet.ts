import type { Fields } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';
import type { Sight } from './sights.ts';

/** What the user said, as one tool's arguments are filled from it: each piece is used once. */
export class Sheet {
  readonly text: string;
  readonly sights: readonly Sight[];
  readonly #used = new Set<number>();

  constructor(text: string, sights: readonly Sight[]) {
    this.text = text;
    this.sights = sights;
  }

  /** What stands there in small letters; empty beyond the ends. */
  word(place: number): string {
    return this.sights[place]?.text.toLowerCase() ?? '';
  }

  isFree(place: number): boolean {
    return place >= 0 && place < this.sights.length && !this.#used.has(place);
  }

  /** The free places of what passes. */
  free(passes: (sight: Sight, place: number) => boolean): number[] {
    const isWanted = (sight: Sight, place: number) => !this.#used.has(place) && passes(sight, place);
    return this.sights.flatMap((sight, place) => (isWanted(sight, place) ? [place] : []));
  }

  /** So many words from there on, with spaces between; fewer at the end. */
  wordsFrom(place: number, count: number): string {
    return Array.from({ length: count }, (_, step) => this.word(place + step))
      .join(' ')
      .trimEnd();
  }

  /** The word that leads to a piece: `from` of `from the 20 celsius`. */
  lead(place: number): string {
    let before = place - 1;
    while (before >= 0 && (ARTICLES.has(this.word(before)) || this.sights[before]?.kind === 'number')) before--;
    return this.word(before);
  }

  /** Takes what stands there, with the small words that lead to it. */
  use(place: number, count = 1): void {
    for (let each = place; each < place + count; each++) this.#used.add(each);
    const isSmall = (word: string) => PREPOSITIONS.has(word) || ARTICLES.has(word);
    for (let before = place - 1; this.isFree(before) && isSmall(this.word(before)); before--) this.#used.add(before);
  }

  /** Takes all from there up to `end`, as it is written; of one in quotes only what they hold. Empty where there is nothing. */
  take(place: number, end: number): string {
    const first = this.sights[place];
    const last = this.sights[end - 1];
    if (first === undefined || last === undefined || end <= place) return '';
    this.use(place, end - place);
    return end === place + 1 ? first.text : this.text.slice(first.from, last.to);
  }

  /** The first object that was written out. */
  takeJson(): Fields | undefined {
    const [place] = this.free(({ kind }) => kind === 'json');
    const sight = this.sights[place ?? -1];
    if (place === undefined || sight?.kind !== 'json') return undefined;
    this.use(place);
    return sight.value;
  }

  /** What nobody has taken, without the words by which the tool was asked for, as it is written. Takes it. */
  takeRest(asking: ReadonlySet<string>): string {
    const left = this.free(() => true);
    const asked = new Set<string>();
    const isAsking = (place: number) => {
      const word = this.word(place);
      const roots = searchWords(word);
      if (roots.length === 0) return FILLERS.has(word) || PREPOSITIONS.has(word);
      const isNew = roots.every((root) => asking.has(root) && !asked.has(root));
      for (const root of roots) asked.add(root);
      return isNew || FILLERS.has(word);
    };
    while (left[0] !== undefined && this.sights[left[0]]?.kind === 'word' && isAsking(left[0])) left.shift();
    while (isLoose(this.word(left.at(-1) ?? -1))) left.pop();
    const pieces = left.map((place, rank) => this.#written(place, left[rank + 1] === place + 1));
    for (const place of left) this.#used.add(place);
    return pieces.join('').trim();
  }

  /** With whatever stands between it and the next, if that is left, too. */
  #written(place: number, isNextLeft: boolean): string {
    const { from = 0, to = 0 } = this.sights[place] ?? {};
    const next = this.sights[place + 1];
    return isNextLeft ? this.text.slice(from, next?.from) : `${this.text.slice(from, to)} `;
  }
}

export function isPreposition(word: string): boolean {
  return PREPOSITIONS.has(word);
}

export function isFiller(word: string): boolean {
  return FILLERS.has(word);
}

function isLoose(word: string): boolean {
  return LOOSE_ENDS.has(word) || PREPOSITIONS.has(word);
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const PREPOSITIONS = words(
  'in at on to from of for with as by into between and until till since about near per called named saying is are',
);
const ARTICLES = words('the a an my your our this that some');
const FILLERS = words(
  'please can could would will you i me my we us want need like to the a an some tell show give let make hey hi hello what whats ' +
    "what's how is are it do does that and then also now just okay ok",
);
const LOOSE_ENDS = words('please thanks thank you and then now like the a an');
