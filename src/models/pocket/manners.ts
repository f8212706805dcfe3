import type { Fields } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';

/** What sort of text a string is to be. */
export type Manner = 'email' | 'uri' | 'uuid' | 'moment' | 'zone' | 'path' | 'expression' | 'name' | 'text';

/** By its format, its description, or its name. */
export function mannerOf(words: ReadonlySet<string>, { format, description }: Fields): Manner {
  const known = FORMATS.get(format);
  if (known !== undefined) return known;
  const text = typeof description === 'string' ? description.slice(0, MOST_LETTERS) : '';
  const named = NAMES.find(([, names]) => shares(names, words))?.[0] ?? 'text';
  return named !== 'zone' && /\bdates?\b|iso.8601|yyyy/i.test(text) ? 'moment' : named;
}

/** Which end of something a property is, and the words that lead to it. */
export interface Role {
  readonly isSource: boolean;
  readonly names: ReadonlySet<string>;
  readonly leads: ReadonlySet<string>;
}

export function roleOf(words: ReadonlySet<string>): Role | undefined {
  return ROLES.find(({ names }) => shares(names, words));
}

const MOST_LETTERS = 200;

const FORMATS: ReadonlyMap<unknown, Manner> = new Map([
  ['email', 'email'],
  ['uri', 'uri'],
  ['url', 'uri'],
  ['uuid', 'uuid'],
  ['date', 'moment'],
  ['date-time', 'moment'],
  ['time', 'moment'],
] as const);

const NAMES: readonly (readonly [Manner, ReadonlySet<string>])[] = (
  [
    ['zone', 'timezone zone tz'],
    ['email', 'email mail recipient cc bcc'],
    ['uri', 'url uri link website href'],
    ['moment', 'date datetime when at deadline due timestamp birthday'],
    ['expression', 'expression formula equation'],
    ['path', 'path file filename filepath directory dir folder'],
    ['name', 'city country location place town state region name person user author contact artist company team'],
    ['name', 'language currency symbol from to source target origin destination'],
  ] as const
).map(([manner, names]) => [manner, new Set([...names.split(' '), ...searchWords(names)])]);

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

function shares(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const each of some) if (others.has(each)) return true;
  return false;
}
