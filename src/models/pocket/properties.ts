import { type Fields, isRecord } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';

/** One property of an object's schema, ready to be filled. */
export interface Property {
  readonly name: string;
  /** Its name, whole and in words as they are searched. */
  readonly words: ReadonlySet<string>;
  readonly schema: Fields;
  readonly kind: Kind;
  /** Of a list: what it is made of. */
  readonly items?: Property;
  readonly isRequired: boolean;
}

/** What its value looks like; of a string also what it is about. */
export type Kind = 'choice' | 'number' | 'boolean' | 'list' | 'object' | Manner;
type Manner = 'email' | 'uri' | 'uuid' | 'moment' | 'zone' | 'path' | 'expression' | 'name' | 'text';

/** It may be any text: its look does not tell. */
export function isText({ kind }: Property): boolean {
  return kind === 'text' || kind === 'name' || kind === 'path' || kind === 'expression';
}

/** The required ones first, each in its order. */
export function propertiesOf(schema: Fields, root: Fields): readonly Property[] {
  const { properties, required } = resolved(schema, root);
  if (!isRecord(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = Object.keys(properties).sort((one, other) => Number(needed.has(other)) - Number(needed.has(one)));
  return names.slice(0, MOST_PROPERTIES).map((name) => propertyOf(name, properties[name], root, needed.has(name)));
}

const MOST_PROPERTIES = 32; // nobody says more in a sentence
const MOST_LETTERS = 200;

function propertyOf(name: string, given: unknown, root: Fields, isRequired: boolean): Property {
  const schema = resolved(given, root);
  const words = new Set([name.toLowerCase(), ...searchWords(name.slice(0, MOST_LETTERS))]);
  const kind = kindOf(schema, words);
  // A list of lists is not filled; behind references it may be one of itself.
  const isFlat = kind === 'list' && kindOf(resolved(schema.items, root), words) !== 'list';
  const items = isFlat ? { items: propertyOf(name, schema.items, root, isRequired) } : {};
  return { name, words, schema, kind, isRequired, ...items };
}

function kindOf(schema: Fields, words: ReadonlySet<string>): Kind {
  const { type, enum: values, const: only, properties, items } = schema;
  if (Array.isArray(values) || only !== undefined) return 'choice';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'array' || isRecord(items)) return 'list';
  return type === 'object' || isRecord(properties) ? 'object' : mannerOf(schema, words);
}

/** By its format, its name, or its description. */
function mannerOf({ format, description }: Fields, words: ReadonlySet<string>): Manner {
  const known = FORMATS.get(format);
  if (known !== undefined) return known;
  const named = NAMES.find(([, names]) => [...words].some((word) => names.has(word)))?.[0] ?? 'text';
  const text = typeof description === 'string' ? description.slice(0, MOST_LETTERS) : '';
  return named !== 'zone' && /\bdates?\b|iso.8601|yyyy/i.test(text) ? 'moment' : named;
}

const FORMATS: ReadonlyMap<unknown, Manner> = new Map(
  Object.entries({ email: 'email', uri: 'uri', uuid: 'uuid', date: 'moment', 'date-time': 'moment' } as const),
);

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

/** A schema behind its references, as the first of its alternatives that is not null. */
function resolved(schema: unknown, root: Fields, depth = 0): Fields {
  if (!isRecord(schema) || depth > DEEPEST) return {};
  const { $ref: reference, anyOf, oneOf, allOf, type, ...others } = schema;
  if (typeof reference === 'string') return resolved(pointedAt(root, reference), root, depth + 1);
  const variants = [anyOf, oneOf, allOf].find(Array.isArray)?.slice(0, MOST_VARIANTS).filter(isRecord);
  if (variants === undefined)
    return { ...others, type: Array.isArray(type) ? type.find((each) => each !== 'null') : type };
  const values = variants.flatMap(({ const: value }) => (value === undefined ? [] : [value]));
  if (values.length === variants.length) return { ...others, enum: values };
  const first = variants.find((variant) => variant.type !== 'null');
  return { ...resolved(first, root, depth + 1), ...others };
}

const DEEPEST = 8;
const MOST_VARIANTS = 100;

/** `#/$defs/Unit`, by own members only. */
function pointedAt(root: Fields, reference: string): unknown {
  const steps = reference.slice('#/'.length, 256).split('/');
  return steps.reduce<unknown>((at, step) => (isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined), root);
}
