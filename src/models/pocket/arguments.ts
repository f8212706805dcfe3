import type { Fields } from '../../core/index.ts';
import type { Piece } from './pieces.ts';
import { type Property, plain, propertiesOf } from './schema.ts';

export interface Filled {
  readonly values: Fields;
  /** The first required argument that the question does not contain. */
  readonly missing?: Property;
  /** The words that may say which tool is meant, without those that belong to a free-text value. */
  readonly words: readonly string[];
  /** Values in the question that no argument took. */
  readonly unused: readonly string[];
}

/**
 * Fills a tool's arguments from a question. Invents nothing: an argument that the question does not contain stays unset,
 * except that a required one takes its constant or default. `asking` are the words with which users ask for the tool.
 */
export function fillArguments(
  parameters: Fields,
  question: string,
  pieces: readonly Piece[],
  asking: ReadonlySet<string>,
): Filled {
  const open = new Set(propertiesOf(parameters).toSorted((one, other) => rankOf(one) - rankOf(other)));
  const values = new Map<string, unknown>();
  const used: Used = new Map();
  const fill = (property: Property, value: unknown) => {
    if (value === undefined) return;
    values.set(property.name, value);
    open.delete(property);
  };
  for (const property of open) fill(property, takeMention(property, open, pieces, used));
  const [text, another] = [...open].filter(isRequiredText);
  if (text !== undefined && another === undefined) fill(text, takeRest(question, pieces, used, asking));
  const required = [...open].filter(({ isRequired }) => isRequired);
  for (const property of required) fill(property, property.schema.const ?? property.schema.default);
  const missing = required.find((property) => open.has(property));
  const isWord = ({ kind, isFiller, text }: Piece) => kind === 'word' && !isFiller && !/^\d/.test(text);
  return {
    values: Object.fromEntries(values),
    words: pieces.map((piece, place) => used.get(place) ?? (isWord(piece) ? piece.text : '')),
    unused: pieces.filter((piece, place) => !used.has(place) && isValue(piece)).map(({ text }) => text),
    ...(missing !== undefined && { missing }),
  };
}

/** The positions of the pieces already used, with the text that each still contributes to `words`. No piece is used twice. */
type Used = Map<number, string>;

/** Returns true if the question would mean something else without the piece. */
function isValue({ kind, text }: Piece): boolean {
  return kind === 'quoted' || VALUE.test(text);
}

const VALUE =
  /\d|^(?:tomorrow|yesterday|minus|dozen|hundred|thousand|million|(?:twen|thir|four|for|fif|six|seven|eigh|nine)(?:teen|ty)(?:-\w+)?)$/i;

/** Ranks the arguments so that the most certain values are taken first. */
function rankOf(property: Property): number {
  if (!property.isRequired) return 2;
  return isRequiredText(property) ? 1 : 0;
}

function isRequiredText({ isRequired, shape }: Property): boolean {
  return isRequired && shape.kind === 'text';
}

/** Adjacent pieces that can be the value of an argument. */
interface Mention {
  readonly place: number;
  readonly count: number;
  readonly value: unknown;
}

/** Takes the value next to the argument's name, or else the first one that is not next to the name of another open argument. */
function takeMention(property: Property, open: ReadonlySet<Property>, pieces: readonly Piece[], used: Used): unknown {
  const { isRequired, shape, schema } = property;
  const mentions = mentionsOf(property, pieces, used).slice(0, MOST_MENTIONS);
  const others = [...open].filter((each) => each !== property);
  const rivals = others.filter((other) => other.shape.kind === shape.kind);
  const isBeside = (each: Property, mention: Mention) => nameBeside(each, pieces, mention) !== undefined;
  // If a required text is still open, an unnamed number or quotation may be part of that text.
  const mustBeNamed = !isRequired && (shape.kind === 'number' || shape.kind === 'text') && others.some(isRequiredText);
  const mention =
    mentions.find((each) => isBeside(property, each)) ??
    mentions.find((each) => !(mustBeNamed || rivals.some((rival) => isBeside(rival, each))));
  if (mention === undefined) return undefined;
  const { place, count, value } = mention;
  for (let before = place - 1; pieces[before]?.isFiller === true; before--) used.set(before, '');
  for (let at = place; at < place + count; at++) used.set(at, Array.isArray(schema.enum) ? String(value) : '');
  const name = nameBeside(property, pieces, mention);
  if (name !== undefined) used.set(name, pieces[name]?.text ?? '');
  return value;
}

const MOST_MENTIONS = 100;

/** Returns the position of the argument's name next to its value: `limit 5`, `limit of 5`, `20 sides`. */
function nameBeside({ words }: Property, pieces: readonly Piece[], { place, count }: Mention): number | undefined {
  const [second, first, next] = [pieces[place - 2], pieces[place - 1], pieces[place + count]];
  if (isOneOf(first, words)) return place - 1;
  if (first?.isFiller === true && isOneOf(second, words)) return place - 2;
  return next?.isFiller === false && isOneOf(next, words) ? place + count : undefined;
}

function isOneOf(piece: Piece | undefined, words: ReadonlySet<string>): boolean {
  const { text = '', stems = [] } = piece ?? {};
  return words.has(text.toLowerCase()) || (stems.length > 0 && stems.every((stem) => words.has(stem)));
}

/** Returns all unused values in the question that the argument could take. */
function mentionsOf({ shape }: Property, pieces: readonly Piece[], used: Used): readonly Mention[] {
  const each = (read: (piece: Piece) => unknown) =>
    pieces.flatMap((piece, place): Mention[] => {
      const value = used.has(place) ? undefined : read(piece);
      return value === undefined ? [] : [{ place, count: 1, value }];
    });
  switch (shape.kind) {
    case 'number':
      return each((piece) => (piece.kind === 'number' ? piece.value : undefined));
    case 'date':
      return each((piece) => (piece.kind === 'date' ? shape.write(piece.value) : undefined));
    case 'choice':
      return choicesIn(shape.values, pieces, used);
    case 'format':
      return each(({ text }) => (shape.pattern.test(text) ? text : undefined));
    case 'text':
      return [
        ...each(({ text }) => (shape.pattern?.test(text) === true ? text : undefined)),
        ...each(({ kind, text }) => (kind === 'quoted' ? text : undefined)),
      ];
    case 'unreadable':
      return [];
    default:
      return shape satisfies never;
  }
}

/**
 * Returns the choices that the question names. Those after a number come first: in `the fahrenheit for 20 celsius`, celsius
 * is the given unit and fahrenheit the wanted one.
 */
function choicesIn(values: ReadonlyMap<string, unknown>, pieces: readonly Piece[], used: Used): readonly Mention[] {
  const isMeasured = ({ place }: Mention) => pieces[place - 1]?.kind === 'number';
  const choices = pieces.flatMap((_, place) => choiceAt(place, values, pieces, used) ?? []);
  return [...choices.filter(isMeasured), ...choices.filter((choice) => !isMeasured(choice))];
}

/**
 * Finds a choice by its name of up to three words or by an abbreviation. An abbreviation is up to three capitals, one small
 * letter, or any prefix after a number.
 */
function choiceAt(
  place: number,
  values: ReadonlyMap<string, unknown>,
  pieces: readonly Piece[],
  used: Used,
): Mention | undefined {
  for (const count of [3, 2, 1]) {
    const run = pieces.slice(place, place + count);
    const value = values.get(plain(run.map(({ text }) => text).join('')));
    const isFree = run.every((_, rank) => !used.has(place + rank));
    if (value !== undefined && isFree && run.length === count) return { place, count, value };
  }
  const { text = '', isFiller = true } = used.has(place) ? {} : (pieces[place] ?? {});
  const isShort = /^(?:[A-Z]{1,3}|[a-z])$/.test(text) || pieces[place - 1]?.kind === 'number';
  if (isFiller || !isShort || plain(text) === '' || values.size > MOST_ABBREVIATED) return undefined;
  const [meant, another] = [...values].filter(([name]) => name.startsWith(plain(text)));
  return meant === undefined || another !== undefined ? undefined : { place, count: 1, value: meant[1] };
}

const MOST_ABBREVIATED = 100; // the list of time zones is longer and has no abbreviations

/** Takes the rest of the question, without the leading words that ask for the tool and without fillers at either end. */
function takeRest(
  question: string,
  pieces: readonly Piece[],
  used: Used,
  asking: ReadonlySet<string>,
): string | undefined {
  const isFiller = (place: number) => pieces[place]?.isFiller === true;
  const free = [...pieces.keys()].filter((place) => !used.has(place));
  const first = free.findIndex((place) => !isFiller(place) && !isOneOf(pieces[place], asking));
  if (first === -1) return undefined;
  const rest = free.slice(first, free.findLastIndex((place) => !isFiller(place)) + 1);
  for (const place of rest) used.set(place, '');
  const taken = rest.flatMap((place) => pieces[place] ?? []);
  const isWhole = (rest.at(-1) ?? 0) - (rest[0] ?? 0) + 1 === rest.length;
  return isWhole ? question.slice(taken[0]?.from, taken.at(-1)?.to) : taken.map(({ text }) => text).join(' ');
}
