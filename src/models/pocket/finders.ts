import type { Fields } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';
import { findChoice, findChoices } from './choices.ts';
import { findExpression } from './expressions.ts';
import { type Ground, isNamed, mannerOf, pick } from './ground.ts';
import { writeMoment } from './moments.ts';
import { kindOf, type Property, resolved } from './properties.ts';
import { findProper, findQuoted } from './texts.ts';
import { findZone } from './zones.ts';

/** A value that can be told by its look. */
export function findTyped(property: Property, ground: Ground): unknown {
  const kind = kindOf(property.schema);
  switch (kind) {
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
      return kind satisfies never;
  }
}

/** What may be left out is taken where nothing else can be meant: no text is wanted that it may belong to. */
export function findLoose(property: Property, ground: Ground): unknown {
  const isTextWanted = ground.open.some(({ isRequired, schema }) => isRequired && kindOf(schema) === 'string');
  switch (kindOf(property.schema)) {
    case 'choice':
    case 'boolean':
      return findTyped(property, ground);
    case 'number':
      return findNumber(property, ground, isTextWanted);
    case 'string':
      return (
        findShaped(property, ground) ??
        (isTextWanted ? undefined : (findQuoted(property, ground) ?? findProper(property, ground)))
      );
    default:
      return undefined;
  }
}

function findNumber(property: Property, ground: Ground, mustBeNamed = false): number | undefined {
  const { sheet } = ground;
  const { schema } = property;
  const places = sheet.free((sight, place) => {
    return (
      sight.kind === 'number' &&
      fits(schema, valueFor(schema, sight)) &&
      (!mustBeNamed || isNamed(property, sheet, place))
    );
  });
  const place = pick(property, ground, places);
  const sight = sheet.sights[place ?? -1];
  if (place === undefined || sight?.kind !== 'number') return undefined;
  sheet.use(place);
  return valueFor(schema, sight);
}

/** `15%` is 15, or 0.15 where at most 1 is allowed. */
function valueFor({ maximum }: Fields, { value, isPercent }: { value: number; isPercent?: boolean }): number {
  return isPercent === true && typeof maximum === 'number' && maximum <= 1 ? value / 100 : value;
}

function fits({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Fields, value: number): boolean {
  if (type === 'integer' && !Number.isInteger(value)) return false;
  const isWithin = (bound: unknown, isMet: (bound: number) => boolean) => typeof bound !== 'number' || isMet(bound);
  return (
    isWithin(minimum, (least) => value >= least) &&
    isWithin(exclusiveMinimum, (least) => value > least) &&
    isWithin(exclusiveMaximum, (most) => value < most) &&
    isWithin(maximum, (most) => value <= most)
  );
}

/** Yes where its words are said, no where they are denied. */
function findBoolean({ words }: Property, { sheet }: Ground): boolean | undefined {
  const [place] = sheet.free(
    (sight) => sight.kind === 'word' && searchWords(sight.text).some((root) => words.has(root)),
  );
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

/** All that there is of its items' kind. */
function findList({ schema, ...property }: Property, ground: Ground): readonly unknown[] | undefined {
  const items = resolved(schema.items, ground.root);
  const each: Property = { ...property, schema: items };
  if (kindOf(items) === 'choice') return findChoices(each, ground);
  const find = kindOf(items) === 'number' ? findNumber : kindOf(items) === 'string' ? findTextual : undefined;
  const values: unknown[] = [];
  for (let value = find?.(each, ground); value !== undefined; value = find?.(each, ground)) values.push(value);
  return values.length === 0 ? undefined : values;
}

function findTextual(property: Property, ground: Ground): string | undefined {
  return findShaped(property, ground) ?? findQuoted(property, ground);
}

/** A string that can be told by its look. */
function findShaped(property: Property, ground: Ground): string | undefined {
  const manner = mannerOf(property);
  if (manner === 'zone') return findZone(ground.sheet);
  if (manner === 'expression') return findExpression(ground.sheet);
  const kind = manner === 'name' ? 'email' : manner; // `to` and `from` may be addresses
  const places = ground.sheet.free((sight) => sight.kind === kind);
  const place = pick(property, ground, places);
  const sight = ground.sheet.sights[place ?? -1];
  if (place === undefined || sight === undefined) return undefined;
  ground.sheet.use(place);
  return sight.kind === 'moment' ? writeMoment(sight.moment, property.schema.format, ground.now) : sight.text;
}
