import type { Fields } from '../../core/index.ts';
import { brief, cut, type Follow, MOST_WORDS } from './words.ts';

/** A schema that is being narrowed: its keywords in order, and the text that replaces removed keywords. */
export class Draft {
  readonly fields: Map<string, unknown>;
  readonly #given: Fields;
  readonly #follow: Follow;
  readonly #constraints = new Set<string>();
  readonly #sentences = new Set<string>();
  #said = 0;

  constructor(given: Fields, follow: Follow) {
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

  /** Removes a keyword and returns its value. */
  take(keyword: string): unknown {
    const value = this.fields.get(keyword);
    this.fields.delete(keyword);
    return value;
  }

  /** Replaces keywords by text. */
  tell(...keywords: readonly string[]): void {
    for (const keyword of keywords) if (this.has(keyword)) this.note(keyword, this.take(keyword));
  }

  /** Adds the text for a constraint that is no longer in the schema. */
  note(keyword: string, value: unknown): void {
    const words = this.#said > MOST_WORDS ? undefined : wordsOf(keyword, value, this.#follow);
    if (words !== undefined) this.#keep(words, this.#constraints);
  }

  say(sentence: string): void {
    this.#keep(sentence, this.#sentences);
  }

  /** Writes a value as part of a sentence. */
  quote(value: unknown): string {
    return brief(value, MOST_WORDS, this.#follow);
  }

  /** Takes over the text of a draft that was merged into this one. */
  adopt(other: Draft): void {
    for (const words of other.#constraints) this.#keep(words, this.#constraints);
    for (const sentence of other.#sentences) this.#keep(sentence, this.#sentences);
  }

  /** Moves all text into the description. */
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

  /** Returns the schema with all text in its description, or the given object if nothing has changed. */
  finish(): Fields {
    this.settleWords();
    const given = Object.entries(this.#given);
    const isSame = ([keyword, value]: [string, unknown], place: number) =>
      keyword === given[place]?.[0] && value === given[place]?.[1];
    return given.length === this.fields.size && [...this.fields].every(isSame)
      ? this.#given
      : Object.fromEntries(this.fields);
  }

  /** Text beyond the limit is not kept, because it would be truncated from the description anyway. */
  #keep(words: string, among: Set<string>): void {
    if (this.#said > MOST_WORDS || among.has(words)) return;
    among.add(words);
    this.#said += words.length;
  }
}

/** Returns the text for a keyword, or undefined if the keyword constrains nothing. */
function wordsOf(keyword: string, value: unknown, follow: Follow): string | undefined {
  if (SILENT.has(keyword)) return undefined;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    if (value === false) return 'no other properties';
    return value === true || isEmpty(value) ? undefined : `other properties: ${brief(value, MOST_WORDS, follow)}`;
  }
  if (value === false && FLAGS.has(keyword)) return undefined;
  const text = typeof value === 'string' && UNQUOTED.has(keyword) ? cut(value, MOST_WORDS) : undefined;
  return `${keyword}: ${text ?? brief(value, MOST_WORDS, follow)}`;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

const SILENT = new Set(
  '$schema $id id $anchor $comment $vocabulary $dynamicAnchor $recursiveAnchor $defs definitions'.split(' '),
);
const FLAGS = new Set('uniqueItems readOnly writeOnly deprecated nullable'.split(' '));
const UNQUOTED = new Set('title format pattern contentEncoding contentMediaType'.split(' '));
