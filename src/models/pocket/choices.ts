import { searchWords } from '../../search/index.ts';
import { type Ground, pick } from './ground.ts';
import type { Property } from './properties.ts';
import { isFiller, isPreposition, type Sheet } from './sheet.ts';

/** One of the values that the schema lists, by its words: in full, in another number, or as an abbreviation. */
export function findChoice(property: Property, ground: Ground): unknown {
  const { const: only } = property.schema;
  if (only !== undefined) return property.isRequired ? only : undefined;
  const mentions = mentionsIn(ground.sheet, property);
  const place = pick(property, ground, [...mentions.keys()]);
  const mention = mentions.get(place ?? -1);
  if (place === undefined || mention === undefined) return undefined;
  ground.sheet.use(place, mention.length);
  return mention.value;
}

/** Every value that is mentioned. */
export function findChoices(property: Property, { sheet }: Ground): readonly unknown[] | undefined {
  const mentions = mentionsIn(sheet, property);
  for (const [place, { length }] of mentions) sheet.use(place, length);
  const values = new Set([...mentions.values()].map(({ value }) => value));
  return values.size === 0 ? undefined : [...values];
}

interface Mention {
  readonly value: unknown;
  /** In sights. */
  readonly length: number;
}

/** Where a value is mentioned: the longest mention first, an abbreviation last. */
function mentionsIn(sheet: Sheet, { schema }: Property): ReadonlyMap<number, Mention> {
  const listed = Array.isArray(schema.enum) ? schema.enum.slice(0, MOST_VALUES).filter(isSayable) : [];
  const values = new Map(listed.flatMap((value) => spellings(String(value)).map((spelling) => [spelling, value])));
  const mentions = new Map<number, Mention>();
  for (const place of sheet.free(() => true)) {
    const length = [3, 2, 1].find((count) => values.has(squashed(sheet.wordsFrom(place, count))));
    const roots = searchWords(sheet.word(place)).join('');
    const value = length === undefined ? (values.get(roots) ?? abbreviated(sheet, place, listed)) : undefined;
    if (length !== undefined)
      mentions.set(place, { value: values.get(squashed(sheet.wordsFrom(place, length))), length });
    else if (value !== undefined) mentions.set(place, { value, length: 1 });
  }
  return mentions;
}

const MOST_VALUES = 200;

function isSayable(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function spellings(value: string): readonly string[] {
  return [searchWords(value).join(''), squashed(value)].filter((spelling) => spelling !== '');
}

/** The only value that begins so: `fahr`, and behind a number or as a capital even `F`. */
function abbreviated(sheet: Sheet, place: number, values: readonly unknown[]): unknown {
  const written = sheet.sights[place]?.text ?? '';
  const short = squashed(written);
  const isMarked = sheet.sights[place - 1]?.kind === 'number' || written !== written.toLowerCase();
  if (short === '' || short.length < (isMarked ? 1 : 3) || isFiller(short) || isPreposition(short)) return undefined;
  const [value, another] = values.filter((each) => squashed(String(each)).startsWith(short));
  return another === undefined ? value : undefined;
}

function squashed(text: string): string {
  return text
    .slice(0, MOST_LETTERS)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

const MOST_LETTERS = 100;
