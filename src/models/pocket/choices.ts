import { searchWords } from '../../search/index.ts';
import { type Ground, pick } from './pick.ts';
import type { Property } from './properties.ts';
import type { Sheet } from './sheet.ts';

/** One of the values that the schema lists, by its words: in full, in another number, or as an abbreviation. */
export function findChoice(property: Property, ground: Ground): unknown {
  const { const: only } = property.schema;
  if (only !== undefined) return property.isRequired ? only : undefined;
  const mentions = mentionsIn(ground.sheet, property);
  const place = pick(property, ground, [...mentions.keys()]);
  const mention = mentions.get(place ?? -1);
  if (place === undefined || mention === undefined) return undefined;
  ground.sheet.choose(place, mention.length, mention.value);
  return mention.value;
}

interface Mention {
  readonly value: unknown;
  /** In sights. */
  readonly length: number;
}

function mentionsIn(sheet: Sheet, { schema }: Property): ReadonlyMap<number, Mention> {
  const listed = Array.isArray(schema.enum) ? schema.enum.slice(0, MOST_VALUES).filter(isSayable) : [];
  const whole = new Map(listed.map((value) => [squashed(String(value)), value]));
  const rooted = new Map(listed.map((value) => [searchWords(String(value).slice(0, MOST_LETTERS)).join(''), value]));
  const mentions = new Map<number, Mention>();
  for (const place of sheet.free(() => true)) {
    const length = [3, 2, 1].find((count) => whole.has(squashed(sheet.words(place, count))));
    const roots = sheet.roots(place).join('');
    if (length !== undefined) mentions.set(place, { value: whole.get(squashed(sheet.words(place, length))), length });
    else if (roots !== '' && rooted.has(roots)) mentions.set(place, { value: rooted.get(roots), length: 1 });
    else for (const value of abbreviated(sheet, place, whole)) mentions.set(place, { value, length: 1 });
  }
  return mentions;
}

const MOST_VALUES = 100;
const MOST_LETTERS = 100;

function isSayable(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The only value that begins so: `fahr`, and behind a number or as a capital even `F`. */
function abbreviated(sheet: Sheet, place: number, values: ReadonlyMap<string, unknown>): readonly unknown[] {
  const written = sheet.sights[place]?.text ?? '';
  const short = squashed(written);
  const isMarked = sheet.sights[place - 1]?.kind === 'number' || written !== written.toLowerCase();
  if (short.length < (isMarked ? 1 : 3) || sheet.isFiller(place)) return [];
  const meant = [...values].filter(([value]) => value.startsWith(short));
  return meant.length === 1 ? meant.map(([, value]) => value) : [];
}

/** Letters and digits alone: `high_priority` is said as `high priority`. */
function squashed(text: string): string {
  return text
    .slice(0, MOST_LETTERS)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
