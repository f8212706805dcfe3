import type { Fields } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';
import { kindOf, type Property } from './properties.ts';
import type { Sheet } from './sheet.ts';

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

/** What kind of text a string is to be, by its format, its name, or its description. */
export type Manner = 'email' | 'uri' | 'uuid' | 'moment' | 'zone' | 'path' | 'expression' | 'name' | 'text';

export function mannerOf({ schema: { format, description }, words, name }: Property): Manner {
  const known = MANNER_OF_FORMAT.get(format);
  if (known !== undefined) return known;
  if (/time.?zone|^tz$/i.test(name.slice(0, MOST_LETTERS))) return 'zone';
  if (typeof description === 'string' && /\bdates?\b|iso.8601|yyyy/i.test(description.slice(0, MOST_LETTERS)))
    return 'moment';
  return MANNERS.find(([, names]) => shares(names, words))?.[0] ?? 'text';
}

const MOST_LETTERS = 200;

const MANNER_OF_FORMAT: ReadonlyMap<unknown, Manner> = new Map([
  ['email', 'email'],
  ['uri', 'uri'],
  ['url', 'uri'],
  ['uuid', 'uuid'],
  ['date', 'moment'],
  ['date-time', 'moment'],
  ['time', 'moment'],
] as const);

const MANNERS: readonly (readonly [Manner, ReadonlySet<string>])[] = (
  [
    ['email', 'email mail recipient cc bcc'],
    ['uri', 'url uri link website href'],
    ['moment', 'date datetime when at deadline due timestamp birthday'],
    ['expression', 'expression formula equation'],
    ['path', 'path file filename filepath directory dir folder'],
    [
      'name',
      'city country location place town state region name person user author contact artist company team language currency symbol from to source target origin destination',
    ],
  ] as const
).map(([manner, names]) => [manner, new Set([...names.split(' '), ...searchWords(names)])]);

/**
 * Of several pieces that would all do, the one that is meant: next to the property's name, behind a word that leads to it
 * (`from`, `to`), next to a number where that is where it comes from, or else the first that leads to no other property.
 */
export function pick(property: Property, { sheet, open }: Ground, places: readonly number[]): number | undefined {
  const role = roleOf(property);
  const rivals = open.filter((other) => other !== property && kindOf(other.schema) === kindOf(property.schema));
  const isRivals = (place: number) =>
    rivals.some((rival) => isNamed(rival, sheet, place) || roleOf(rival)?.leads.has(sheet.lead(place)) === true);
  return (
    places.find((place) => isNamed(property, sheet, place)) ??
    places.find((place) => role?.leads.has(sheet.lead(place))) ??
    places.find((place) => role?.isSource === true && sheet.sights[place - 1]?.kind === 'number') ??
    places.find((place) => !isRivals(place))
  );
}

/** Stands the property's name beside it? `20 sides`, `limit of 5`, `sides: 20`. */
export function isNamed({ words }: Property, sheet: Sheet, place: number): boolean {
  const sight = sheet.sights[place];
  const behind =
    sight?.kind === 'number' && sight.unit !== undefined
      ? sight.unit
      : sheet.sights[place]?.end === undefined
        ? sheet.word(place + 1)
        : '';
  if (searchWords(behind).some((word) => words.has(word))) return true;
  const before = SMALL.has(sheet.word(place - 1)) ? place - 2 : place - 1;
  return words.has(sheet.word(before)) || searchWords(sheet.word(before)).some((word) => words.has(word));
}

function shares(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const each of some) if (others.has(each)) return true;
  return false;
}

const SMALL: ReadonlySet<string> = new Set(['of', 'is', 'the', 'a']);

interface Role {
  readonly isSource: boolean;
  readonly names: ReadonlySet<string>;
  readonly leads: ReadonlySet<string>;
}

const ROLES: readonly Role[] = [
  {
    isSource: true,
    names: new Set('from source origin start begin since min minimum low lower'.split(' ')),
    leads: new Set('from of between since starting'.split(' ')),
  },
  {
    isSource: false,
    names: new Set('to target destination end until till max maximum high upper'.split(' ')),
    leads: new Set('to into in as and until till through'.split(' ')),
  },
];

function roleOf({ words }: Property): Role | undefined {
  return ROLES.find(({ names }) => shares(names, words));
}
