import type { Fields } from '../../core/index.ts';
import { findChoice } from './choices.ts';
import { findExpression } from './expressions.ts';
import { writeMoment } from './moments.ts';
import { type Ground, isNamed, nameBeside, pick } from './pick.ts';
import type { Property } from './properties.ts';
import { findProper, findQuoted } from './texts.ts';
import { findZone } from './zones.ts';

/** A value that can be told by its look. */
export function findTyped(property: Property, ground: Ground): unknown {
  switch (property.kind) {
    case 'choice':
      return findChoice(property, ground);
    case 'number':
      return findNumber(property, ground);
    case 'boolean':
      return findBoolean(property, ground);
    case 'array':
      return findList(property, ground);
    case 'string':
      return findShaped(property, ground);
    case 'object':
      return undefined;
    default:
      return property.kind satisfies never;
  }
}

/** What may be left out is taken where nothing else can be meant: no text is wanted that it may belong to. */
export function findLoose(property: Property, ground: Ground): unknown {
  const isTextWanted = ground.open.some(({ isRequired, kind }) => isRequired && kind === 'string');
  switch (property.kind) {
    case 'choice':
    case 'boolean':
      return findTyped(property, ground);
    case 'number':
      return findNumber(property, ground, isTextWanted);
    case 'string': {
      const shaped = property.manner === 'expression' ? undefined : findShaped(property, ground);
      return isTextWanted ? shaped : (shaped ?? findQuoted(property, ground) ?? findProper(property, ground));
    }
    default:
      return undefined;
  }
}

function findNumber(property: Property, ground: Ground, mustBeNamed = false): number | undefined {
  const { sheet } = ground;
  const places = sheet.free(
    (sight, place) =>
      sight.kind === 'number' &&
      fits(property.schema, asWanted(sight, property.schema)) &&
      (!mustBeNamed || isNamed(property, sheet, place)),
  );
  const place = pick(property, ground, places);
  const sight = sheet.sights[place ?? -1];
  if (place === undefined || sight?.kind !== 'number') return undefined;
  const name = nameBeside(property, sheet, place);
  if (name !== undefined) sheet.choose(name, 1, sheet.word(name));
  sheet.use(place);
  return asWanted(sight, property.schema);
}

/** `15%` is 15, or 0.15 where at most 1 is allowed. */
function asWanted(sight: { readonly value: number; readonly isPercent?: boolean }, { maximum }: Fields): number {
  const isShare = sight.isPercent === true && typeof maximum === 'number' && maximum <= 1;
  return isShare ? sight.value / 100 : sight.value;
}

function fits({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Fields, value: number): boolean {
  const bound = (given: unknown, otherwise: number) => (typeof given === 'number' ? given : otherwise);
  const isInside = value >= bound(minimum, -Infinity) && value <= bound(maximum, Infinity);
  const isStrictly = value > bound(exclusiveMinimum, -Infinity) && value < bound(exclusiveMaximum, Infinity);
  return isInside && isStrictly && (type !== 'integer' || Number.isInteger(value));
}

/** Yes where its words are said, no where they are denied. */
function findBoolean({ words }: Property, { sheet }: Ground): boolean | undefined {
  const [place] = sheet.free(({ kind }, at) => kind === 'word' && sheet.roots(at).some((root) => words.has(root)));
  if (place === undefined) return undefined;
  const told = TOLD.get(sheet.word(place + 1));
  const isDenied = [1, 2, 3].some((back) => DENIALS.has(sheet.word(place - back)));
  sheet.use(place, told === undefined ? 1 : 2);
  return told ?? !isDenied;
}

const TOLD: ReadonlyMap<string, boolean> = new Map(
  Object.entries({ true: true, yes: true, on: true, false: false, no: false, off: false }),
);
const DENIALS: ReadonlySet<string> = new Set(['no', 'not', 'without', 'never', "don't", 'dont', 'skip', 'exclude']);

const MOST_ITEMS = 32;

/** All that there is of its items' kind. */
function findList({ items }: Property, ground: Ground): readonly unknown[] | undefined {
  if (items === undefined) return undefined;
  const values: unknown[] = [];
  const find = () => findTyped(items, ground) ?? findQuoted(items, ground);
  const most = items.schema.const === undefined ? MOST_ITEMS : 1; // a constant is found without a mention
  for (let value = find(); value !== undefined && values.length < most; value = find()) values.push(value);
  return values.length === 0 ? undefined : values;
}

/** A string that can be told by its look. */
function findShaped({ manner, schema, ...property }: Property, ground: Ground): string | undefined {
  const { sheet, now } = ground;
  if (manner === 'zone') return findZone(sheet);
  if (manner === 'expression') return findExpression(sheet);
  const kind = manner === 'name' ? 'email' : manner; // `to` and `from` may be addresses
  const place = pick(
    { ...property, manner, schema },
    ground,
    sheet.free((sight) => sight.kind === kind),
  );
  const sight = sheet.sights[place ?? -1];
  if (place === undefined || sight === undefined) return undefined;
  sheet.use(place);
  return sight.kind === 'moment' ? writeMoment(sight.moment, schema.format, now) : sight.text;
}
