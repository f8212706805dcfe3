import { type Fields, isRecord } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';

/** One argument of a tool. */
export interface Property {
  readonly name: string;
  /** The name in lower case, and its words as the search index stems them. */
  readonly words: ReadonlySet<string>;
  readonly isRequired: boolean;
  readonly schema: Fields;
  readonly shape: Shape;
}

/** The form in which a question can contain the value of an argument. */
export type Shape =
  | { readonly kind: 'number' | 'unreadable' }
  /** `write` converts an ISO date, with or without a time, to the form that the schema requires. */
  | { readonly kind: 'date'; readonly write: (date: string) => string }
  /** One of these values. The keys are their names as `plain` returns them. */
  | { readonly kind: 'choice'; readonly values: ReadonlyMap<string, unknown> }
  /** A word that the pattern matches. */
  | { readonly kind: 'format'; readonly pattern: RegExp }
  /** Any text. A word that matches the pattern is preferred. */
  | { readonly kind: 'text'; readonly pattern?: RegExp };

/** Returns the arguments in a tool's schema, required ones first. */
export function propertiesOf(parameters: Fields): readonly Property[] {
  const { properties, required } = resolve(parameters, parameters);
  if (!isRecord(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = Object.keys(properties).sort((one, other) => Number(needed.has(other)) - Number(needed.has(one)));
  return names.slice(0, MOST_PROPERTIES).map((name) => {
    const schema = resolve(properties[name], parameters);
    const words = new Set([name.toLowerCase(), ...searchWords(name.slice(0, MAX_CHARACTERS))]);
    return { name, words, schema, isRequired: needed.has(name), shape: shapeOf(name, schema) };
  });
}

/** Keeps only letters and digits, in lower case, so that `high priority` matches `high_priority`. */
export function plain(text: string): string {
  const short = text.slice(0, MAX_CHARACTERS).toLowerCase();
  return short.replace(/[^\p{L}\p{N}]+/gu, '');
}

const MOST_PROPERTIES = 32; // a question does not contain values for more
const MOST_VALUES = 100;
const MAX_CHARACTERS = 200;

/** Follows references and takes the first alternative that is not null. The depth limit stops circular references. */
function resolve(schema: unknown, root: Fields, depth = 0): Fields {
  if (!isRecord(schema) || depth > DEEPEST) return {};
  const { $ref: reference, anyOf, oneOf, type, ...others } = schema;
  if (typeof reference === 'string') return resolve(pointedAt(root, reference), root, depth + 1);
  const alternatives = [anyOf, oneOf].find(Array.isArray)?.slice(0, MOST_VALUES).filter(isRecord);
  if (alternatives === undefined) {
    return { ...others, type: Array.isArray(type) ? type.find((each) => each !== 'null') : type };
  }
  const values = alternatives.map((each) => each.const).filter((value) => value !== undefined);
  if (values.length > 1) return { ...others, enum: values };
  const first = alternatives.find((each) => each.type !== 'null');
  return { ...resolve(first, root, depth + 1), ...others };
}

const DEEPEST = 8;

/** Resolves a reference such as `#/$defs/Unit`, through own properties only. */
function pointedAt(root: Fields, reference: string): unknown {
  const steps = reference.slice('#/'.length, 256).split('/');
  return steps.reduce<unknown>((at, step) => (isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined), root);
}

function shapeOf(name: string, { type, enum: values, const: only, format, description }: Fields): Shape {
  if (Array.isArray(values) || only !== undefined) return choiceOf(Array.isArray(values) ? values : [only]);
  if (type === 'boolean') return choiceOf([true, false]);
  if (type === 'number' || type === 'integer') return { kind: 'number' };
  if (type !== 'string' && type !== undefined) return { kind: 'unreadable' };
  if (format === 'date') return { kind: 'date', write: (date) => date.replace(/T.*/, '') };
  if (format === 'date-time') return { kind: 'date', write: (date) => date.replace(/^[^T]+$/, '$&T00:00:00Z') };
  if (typeof description === 'string' && DATE.test(description.slice(0, MAX_CHARACTERS)))
    return { kind: 'date', write: String };
  if (/time.?zone/i.test(name)) return { kind: 'choice', values: timeZones() };
  const strict = FORMATS.find((each) => each.format === format);
  if (strict !== undefined) return { kind: 'format', pattern: strict.pattern };
  const likely = FORMATS.find(({ names }) => names.test(name));
  return likely === undefined ? { kind: 'text' } : { kind: 'text', pattern: likely.pattern };
}

const DATE = /\bdates?\b|iso.8601|yyyy/i;
const FORMATS = [
  { format: 'email', names: /mail/i, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ },
  { format: 'uri', names: /ur[il]|link/i, pattern: /^[a-z][a-z\d+.-]*:\/\/\S+$/i },
  { format: 'uuid', names: /uuid/i, pattern: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i },
  { format: 'path', names: /path|file|folder|director/i, pattern: /[/\\]|\.\w{1,5}$/ },
];

function choiceOf(values: readonly unknown[]): Shape {
  const flat = values.slice(0, MOST_VALUES).filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  const named = flat.map((value) => [plain(String(value)), value] as const).filter(([name]) => name !== '');
  return { kind: 'choice', values: new Map(named) };
}

/** Returns the IANA time zones by name and by city. */
function timeZones(): ReadonlyMap<string, string> {
  zones ??= new Map(
    ['UTC', ...Intl.supportedValuesOf('timeZone')].flatMap((zone) => [
      [plain(zone.replace(/^.*\//, '')), zone],
      [plain(zone), zone],
    ]),
  );
  return zones;
}

let zones: ReadonlyMap<string, string> | undefined;
