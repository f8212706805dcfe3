import type { Fields } from '../../core/index.ts';
import { brief, cut, type Follow, MOST_WORDS } from './words.ts';

/** A schema under work: its keywords in their order, and what is to be said of those that had to go. */
export class Draft {
  fields: Map<string, unknown>;
  readonly #given: unknown;
  readonly #follow: Follow | undefined;
  readonly #constraints = new Set<string>();
  readonly #sentences = new Set<string>();
  #said = 0;

  constructor(given: Fields, follow: Follow | undefined) {
    this.fields = new Map(Object.entries(given));
    this.#given = given;
    this.#follow = follow;
  }

  get(keyword: string): unknown {
    return this.fields.get(keyword);
  }

  has(keyword: string): boolean {
    return this.fields.has(keyword);
  }

  set(keyword: string, value: unknown): void {
    this.fields.set(keyword, value);
  }

  /** Takes a keyword out; its value, undefined where there was none. */
  take(keyword: string): unknown {
    const value = this.fields.get(keyword);
    this.fields.delete(keyword);
    return value;
  }

  /** Another keyword in the same place. */
  rename(from: string, to: string, value: unknown): void {
    const entries = [...this.fields].map((entry): [string, unknown] => (entry[0] === from ? [to, value] : entry));
    this.fields = new Map(entries);
  }

  /** Takes keywords out and says what they were. */
  tell(...keywords: readonly string[]): void {
    for (const keyword of keywords) if (this.has(keyword)) this.note(keyword, this.take(keyword));
  }

  /** Says of a constraint that is not there any more what it was. */
  note(keyword: string, value: unknown): void {
    const words = this.#said > MOST_WORDS ? undefined : wordsOf(keyword, value, this.#follow);
    if (words !== undefined) this.#keep(words, this.#constraints);
  }

  say(sentence: string): void {
    this.#keep(sentence, this.#sentences);
  }

  /** A value within a sentence. */
  quote(value: unknown): string {
    return brief(value, MOST_WORDS, this.#follow);
  }

  /** What another draft has to say, when that one becomes part of this. */
  adopt(other: Draft): void {
    for (const words of other.#constraints) this.#keep(words, this.#constraints);
    for (const sentence of other.#sentences) this.#keep(sentence, this.#sentences);
  }

  /** Moves all words into the description. */
  settleWords(): void {
    const constraints = this.#constraints.size === 0 ? [] : [`(${[...this.#constraints].join('; ')})`];
    const words = cut([...constraints, ...this.#sentences].join(' '), MOST_WORDS);
    this.#constraints.clear();
    this.#sentences.clear();
    this.#said = 0;
    if (words === '') return;
    const description = this.get('description');
    this.set('description', typeof description === 'string' && description !== '' ? `${description} ${words}` : words);
  }

  /** Whether it is another schema than the given one; words alone do not count. */
  get isChanged(): boolean {
    const given = Object.entries(Object(this.#given));
    let place = 0;
    for (const [keyword, value] of this.fields) {
      const before = given[place++];
      if (before?.[0] !== keyword || before[1] !== value) return true;
    }
    return place !== given.length;
  }

  finish(): Fields {
    this.settleWords();
    return this.isChanged ? Object.fromEntries(this.fields) : (this.#given as Fields);
  }

  /** What nobody would read is not kept either. */
  #keep(words: string, among: Set<string>): void {
    if (this.#said > MOST_WORDS || among.has(words)) return;
    among.add(words);
    this.#said += words.length;
  }
}

/** Undefined for what constrains nothing. */
function wordsOf(keyword: string, value: unknown, follow: Follow | undefined): string | undefined {
  if (SILENT.has(keyword)) return undefined;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    if (value === false) return 'no other properties';
    return value === true || isEmpty(value) ? undefined : `other properties: ${brief(value, MOST_WORDS, follow)}`;
  }
  if (value === false && FLAGS.has(keyword)) return undefined;
  const text = typeof value === 'string' && SAYS_ITSELF.has(keyword) ? cut(value, MOST_WORDS) : undefined;
  return `${keyword}: ${text ?? brief(value, MOST_WORDS, follow)}`;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

const SILENT = new Set(
  '$schema $id id $anchor $comment $vocabulary $dynamicAnchor $recursiveAnchor $defs definitions'.split(' '),
);
const FLAGS = new Set('uniqueItems readOnly writeOnly deprecated nullable'.split(' '));
const SAYS_ITSELF = new Set('title format pattern contentEncoding contentMediaType'.split(' '));
