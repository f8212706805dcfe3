import type { Fields } from '../../core/index.ts';
import { type Ground, type Mention, mentionsOf } from './mentions.ts';
import { isText, type Property, propertiesOf } from './properties.ts';
import { type Sheet, wordSet } from './sheet.ts';
import { takeNamed, takeRest } from './texts.ts';

export type Filled = {
  /** How many values were told by their look, without mere numbers: the more, the likelier it is the right tool. */
  readonly typed: number;
} & (
  | { readonly ok: true; readonly value: Fields }
  /** What was not told; or was, and is at fault. */
  | { readonly ok: false; readonly property: Property; readonly fault?: string }
);

/**
 * Arguments by schema, out of what the user said. Nothing is made up: a required one that was not said is missing, and one
 * that may be left out is, unless the words are plain.
 */
export function fillArguments(parameters: Fields, sheet: Sheet, asking: ReadonlySet<string>, now: Date): Filled {
  return fillObject(parameters, { sheet, now, asking, root: parameters, open: [], depth: 0 });
}

/** The surest evidence first; each takes what it finds from those behind it. */
const PASSES: readonly ((property: Property, ground: Ground) => unknown)[] = [
  takeNamed,
  (property, ground) => (property.isRequired && !isText(property) ? take(property, ground) : undefined),
  (property, ground) => (property.isRequired && isText(property) ? take(property, ground) : undefined),
  (property, ground) => (property.isRequired ? undefined : takeOptional(property, ground)),
  (property, ground) => (property.isRequired ? takeRest(property, ground) : undefined),
  ({ isRequired, schema }) => (isRequired ? (schema.const ?? schema.default) : undefined),
];

function fillObject(schema: Fields, ground: Ground): Filled {
  const properties = propertiesOf(schema, ground.root);
  const values = new Map<string, unknown>();
  for (const pass of PASSES) {
    for (const property of properties) {
      if (values.has(property.name)) continue;
      const value = pass(property, { ...ground, open: properties.filter(({ name }) => !values.has(name)) });
      if (value !== undefined) values.set(property.name, value);
    }
  }
  const filled = properties.filter(({ name }) => values.has(name));
  const typed = filled.filter((property) => !isText(property) && property.kind !== 'number').length;
  for (const property of properties) {
    const fault = faultOf(property, values.get(property.name));
    if (fault !== undefined) return { ok: false, typed, property, fault };
    if (property.isRequired && !values.has(property.name)) return { ok: false, typed, property };
  }
  return { ok: true, typed, value: Object.fromEntries(filled.map(({ name }) => [name, values.get(name)])) };
}

/** Of what may be meant the best, if it is allowed; otherwise the fault is told. */
function take(property: Property, ground: Ground, mustBeNamed = false): unknown {
  if (property.kind === 'object') return takeObject(property, ground);
  if (property.kind === 'list') return takeAll(property, ground);
  const { sheet } = ground;
  const isNamed = ({ place }: Mention) => nameBeside(property, sheet, place) !== undefined;
  const mentions = mentionsOf(property, ground).filter((mention) => !mustBeNamed || isNamed(mention));
  const allowed = mentions.filter(({ value }) => faultOf(property, value) === undefined);
  const mention = pick(property, ground, allowed) ?? pick(property, ground, mentions);
  if (mention === undefined) return undefined;
  const name = nameBeside(property, sheet, mention.place);
  if (name !== undefined) sheet.take(name, 1, sheet.word(name));
  sheet.take(mention.place, mention.length, property.kind === 'choice' ? String(mention.value) : undefined);
  return mention.value;
}

/** What may be left out is taken where nothing else can be meant: no text is wanted that it may belong to. */
function takeOptional(property: Property, ground: Ground): unknown {
  const { kind } = property;
  const isTextWanted = ground.open.some((other) => other.isRequired && isText(other));
  const isVague = kind === 'list' || kind === 'object' || (isTextWanted && (kind === 'text' || kind === 'name'));
  return isVague ? undefined : take(property, ground, isTextWanted && kind === 'number');
}

function takeAll({ items }: Property, ground: Ground): readonly unknown[] | undefined {
  const values: unknown[] = [];
  const next = () => (items === undefined || values.length === MOST_ITEMS ? undefined : take(items, ground));
  for (let value = next(); value !== undefined; value = next()) values.push(value);
  return values.length === 0 ? undefined : values;
}

/** Only a simple one. */
function takeObject({ schema }: Property, ground: Ground): Fields | undefined {
  if (ground.depth >= DEEPEST || propertiesOf(schema, ground.root).length > MOST_NESTED) return undefined;
  const filled = fillObject(schema, { ...ground, depth: ground.depth + 1 });
  return filled.ok ? filled.value : undefined;
}

const MOST_ITEMS = 32;
const DEEPEST = 2;
const MOST_NESTED = 8;

/**
 * Of several mentions that would all do, the one that is meant: beside the property's name, behind a word that leads to it
 * (`from`, `to`), behind a number where that is where it starts, or else the first that is meant for no other property.
 */
function pick(property: Property, { sheet, open }: Ground, mentions: readonly Mention[]): Mention | undefined {
  const rivals = open.filter(({ name, kind }) => name !== property.name && kind === property.kind);
  const isNamed = (one: Property, place: number) => nameBeside(one, sheet, place) !== undefined;
  const isLed = (one: Property, place: number) => roleOf(one)?.leads.has(sheet.lead(place)) === true;
  const isMeasured = (place: number) => roleOf(property) === SOURCE && sheet.sights[place - 1]?.kind === 'number';
  return (
    mentions.find(({ place }) => isNamed(property, place)) ??
    mentions.find(({ place }) => isLed(property, place)) ??
    mentions.find(({ place }) => isMeasured(place)) ??
    mentions.find(({ place }) => !rivals.some((rival) => isNamed(rival, place) || isLed(rival, place)))
  );
}

/** Where the property's name stands beside a value: `20 sides`, `limit of 5`, `sides: 20`. */
function nameBeside({ words }: Property, sheet: Sheet, place: number): number | undefined {
  if (sheet.sights[place]?.end === undefined && !sheet.isSmall(place + 1) && sheet.isOneOf(place + 1, words))
    return place + 1;
  if (sheet.isOneOf(place - 1, words)) return place - 1;
  return sheet.isSmall(place - 1) && sheet.isOneOf(place - 2, words) ? place - 2 : undefined;
}

/** Which end of something a property is, and the words that lead to it. */
function roleOf({ words }: Property): typeof SOURCE | undefined {
  return [SOURCE, TARGET].find(({ names }) => [...words].some((word) => names.has(word)));
}

const SOURCE = {
  names: wordSet('from source origin start begin since min minimum low lower'),
  leads: wordSet('from of between since starting'),
};
const TARGET = {
  names: wordSet('to target destination end until till max maximum high upper'),
  leads: wordSet('to into in as and until till through'),
};

/** What is wrong with a number. */
function faultOf({ kind, name, schema }: Property, value: unknown): string | undefined {
  if (kind !== 'number' || typeof value !== 'number') return undefined;
  if (schema.type === 'integer' && !Number.isInteger(value)) return `"${name}" must be a whole number`;
  for (const [keyword, words, isWithin] of BOUNDS) {
    const bound = schema[keyword];
    if (typeof bound === 'number' && !isWithin(value, bound)) return `"${name}" must be ${words} ${bound}`;
  }
  return undefined;
}

const BOUNDS: readonly (readonly [
  keyword: string,
  words: string,
  isWithin: (value: number, bound: number) => boolean,
])[] = [
  ['minimum', 'at least', (value, bound) => value >= bound],
  ['maximum', 'at most', (value, bound) => value <= bound],
  ['exclusiveMinimum', 'more than', (value, bound) => value > bound],
  ['exclusiveMaximum', 'less than', (value, bound) => value < bound],
];
