import type { Fields } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';
import { writeMoment, zoneOf } from './moments.ts';
import { arithmeticIn } from './numbers.ts';
import type { Kind, Property } from './properties.ts';
import { type Sheet, wordSet } from './sheet.ts';
import type { Sight } from './sights.ts';

/** What a property's value is looked for in. */
export interface Ground {
  readonly sheet: Sheet;
  readonly now: Date;
  /** The words by which the tool is asked for. */
  readonly asking: ReadonlySet<string>;
  /** The schema that references point into. */
  readonly root: Fields;
  /** Those of the same object that have no value yet. */
  readonly open: readonly Property[];
  readonly depth: number;
}

/** Where a value may have been said. */
export interface Mention {
  readonly place: number;
  /** In sights. */
  readonly length: number;
  readonly value: unknown;
}

/** Whatever may be the property's value by its look; of any text only what is marked by quotes or capitals. */
export function mentionsOf(property: Property, ground: Ground): readonly Mention[] {
  return READERS[property.kind](property, ground);
}

const READERS: Readonly<Record<Kind, (property: Property, ground: Ground) => readonly Mention[]>> = {
  choice: choicesIn,
  number: ({ schema }, { sheet }) => seen(sheet, 'number', (sight) => numberIn(sight, schema)),
  boolean: ({ words }, { sheet }) =>
    seen(sheet, 'word', (_, at) => (sheet.isOneOf(at, words) ? !isDenied(sheet, at) : undefined)),
  moment: ({ schema }, { sheet, now }) => seen(sheet, 'moment', (sight) => writeMoment(sight, schema.format, now)),
  zone: (_, { sheet }) => zonesIn(sheet),
  expression: (_, { sheet }) => [...sumIn(sheet), ...seen(sheet, 'quoted')],
  email: (_, { sheet }) => seen(sheet, 'email'),
  uri: (_, { sheet }) => seen(sheet, 'uri'),
  uuid: (_, { sheet }) => seen(sheet, 'uuid'),
  path: (_, { sheet }) => [...seen(sheet, 'path'), ...seen(sheet, 'quoted')],
  name: (_, { sheet, asking }) => [...seen(sheet, 'email'), ...seen(sheet, 'quoted'), ...namesIn(sheet, asking)],
  text: (_, { sheet }) => seen(sheet, 'quoted'),
  list: () => [],
  object: () => [],
};

/** All of a kind, each by itself. */
function seen<SightKind extends Sight['kind']>(
  sheet: Sheet,
  wanted: SightKind,
  read: (sight: Extract<Sight, { kind: SightKind }>, place: number) => unknown = ({ text }) => text,
): readonly Mention[] {
  const isWanted = (sight: Sight): sight is Extract<Sight, { kind: SightKind }> => sight.kind === wanted;
  return sheet.free(isWanted).flatMap((place) => {
    const sight = sheet.sights[place];
    const value = sight !== undefined && isWanted(sight) ? read(sight, place) : undefined;
    return value === undefined ? [] : [{ place, length: 1, value }];
  });
}

/** `15%` is 15, or 0.15 where at most 1 is allowed. */
function numberIn({ text, value }: Extract<Sight, { kind: 'number' }>, { maximum }: Fields): number {
  return text.endsWith('%') && typeof maximum === 'number' && maximum <= 1 ? value / 100 : value;
}

function isDenied(sheet: Sheet, place: number): boolean {
  return [1, -1, -2, -3].some((step) => DENIALS.has(sheet.word(place + step)));
}

const DENIALS = wordSet("no not without never don't dont skip exclude false off");

/** IANA time zones, by their own names or by their cities. */
function zonesIn(sheet: Sheet): readonly Mention[] {
  const isProper = (place: number) => isCapital(sheet.sights[place]) || sheet.word(place - 1) === 'in';
  return sheet
    .free((_, place) => isProper(place))
    .flatMap((place) => {
      const length = [3, 2, 1].find((count) => zoneOf(sheet.word(place, count)) !== undefined);
      return length === undefined ? [] : [{ place, length, value: zoneOf(sheet.word(place, length)) }];
    });
}

function isCapital(sight: Sight | undefined): boolean {
  return sight !== undefined && /^\p{Lu}/u.test(sight.text);
}

/** Where there is arithmetic, nothing else was said. */
function sumIn({ text, sights }: Sheet): readonly Mention[] {
  const sum = arithmeticIn(text);
  return sum === undefined ? [] : [{ place: 0, length: sights.length, value: sum }];
}

/** Names of somebody or something: words with capitals, best behind a preposition, or else any words behind one. */
function namesIn(sheet: Sheet, asking: ReadonlySet<string>): readonly Mention[] {
  const isPlain = (at: number) =>
    sheet.isFree(at) && sheet.sights[at]?.kind === 'word' && !sheet.isFiller(at) && !sheet.isOneOf(at, asking);
  const isName = (at: number) => isPlain(at) && isCapital(sheet.sights[at]);
  const goesOn = (at: number) => sheet.sights[at - 1]?.end === undefined;
  const isFirst = (at: number) => isName(at) && !(isName(at - 1) && goesOn(at));
  const isLed = (at: number) => sheet.isSmall(at - 1);
  const sorts = [(at: number) => isFirst(at) && isLed(at), isFirst, (at: number) => isPlain(at) && isLed(at)];
  const places = sorts.map((isSuch) => sheet.free((_, at) => isSuch(at))).find(({ length }) => length > 0) ?? [];
  return places.map((place) => {
    const isPart = isName(place) ? isName : isPlain;
    let end = place + 1;
    while (goesOn(end) && isPart(end)) end++;
    return {
      place,
      length: end - place,
      value: sheet.text.slice(sheet.sights[place]?.from, sheet.sights[end - 1]?.to),
    };
  });
}

/** Values that the schema lists, by their words: in full, in another number, or as an abbreviation. */
function choicesIn({ schema }: Property, { sheet }: Ground): readonly Mention[] {
  const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  const listed = values.slice(0, MOST_VALUES).filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  const whole = new Map(listed.map((value) => [squashed(String(value)), value]));
  const rooted = new Map(listed.map((value) => [searchWords(String(value).slice(0, MOST_LETTERS)).join(''), value]));
  for (const named of [whole, rooted]) named.delete('');
  return sheet
    .free(() => true)
    .flatMap((place) => {
      const length = [3, 2, 1].find((count) => whole.has(squashed(sheet.word(place, count)))) ?? 1;
      const value =
        whole.get(squashed(sheet.word(place, length))) ??
        rooted.get(searchWords(sheet.word(place)).join('')) ??
        abbreviated(sheet, place, whole);
      return value === undefined ? [] : [{ place, length, value }];
    });
}

const MOST_VALUES = 100;
const MOST_LETTERS = 100;

/** The only value that begins so: `fahr`, and even `F` behind a number, as a capital, or behind a small word: `in f`. */
function abbreviated(sheet: Sheet, place: number, values: ReadonlyMap<string, unknown>): unknown {
  const written = sheet.sights[place]?.text ?? '';
  const short = squashed(written);
  const isMarked =
    sheet.sights[place - 1]?.kind === 'number' || sheet.isSmall(place - 1) || isCapital(sheet.sights[place]);
  if (short.length < (isMarked ? 1 : 3) || sheet.isFiller(place)) return undefined;
  const [meant = '', another] = [...values.keys()].filter((value) => value.startsWith(short));
  return another === undefined ? values.get(meant) : undefined;
}

/** Letters and digits alone: `high_priority` is said as `high priority`. */
function squashed(text: string): string {
  return text
    .slice(0, MOST_LETTERS)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
