import { type Fields, isRecord } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';
import { type Manner, mannerOf } from './manners.ts';

/** One property of an object's schema, ready to be filled. */
export interface Property {
  readonly name: string;
  /** Its name, whole and in words as they are searched. */
  readonly words: ReadonlySet<string>;
  readonly schema: Fields;
  readonly kind: PropertyKind;
  /** Of a string: what sort of text it is to be. */
  readonly manner: Manner;
  /** Of a list: what it is made of. */
  readonly items?: Property;
  readonly isRequired: boolean;
}

export type PropertyKind = 'choice' | 'number' | 'boolean' | 'string' | 'array' | 'object';

/** The required ones first, each in its order. */
export function propertiesOf(schema: Fields, root: Fields): readonly Property[] {
  const { properties, required } = resolved(schema, root);
  if (!isRecord(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  const names = Object.keys(properties);
  const ordered = [...names.filter((name) => needed.has(name)), ...names.filter((name) => !needed.has(name))];
  return ordered.slice(0, MOST_PROPERTIES).map((name) => propertyOf(name, properties[name], root, needed.has(name)));
}

const MOST_PROPERTIES = 32; // nobody says more in a sentence

function propertyOf(name: string, given: unknown, root: Fields, isRequired: boolean): Property {
  const schema = resolved(given, root);
  const kind = kindOf(schema);
  const words = new Set([name.toLowerCase(), ...searchWords(name.slice(0, MOST_LETTERS))]);
  const items = kind === 'array' ? { items: propertyOf(name, withoutLists(schema.items), root, isRequired) } : {};
  return { name, words, schema, kind, manner: mannerOf(words, schema), isRequired, ...items };
}

const MOST_LETTERS = 100;

function kindOf({ type, enum: values, const: only, properties, items }: Fields): PropertyKind {
  if (Array.isArray(values) || only !== undefined) return 'choice';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean' || type === 'array' || type === 'object') return type;
  return isRecord(properties) ? 'object' : isRecord(items) ? 'array' : 'string';
}

/** A list of lists is none that could be filled. */
function withoutLists(items: unknown): unknown {
  return isRecord(items) && items.type === 'array' ? undefined : items;
}

/** A schema behind its references, as the first of its alternatives that is not null. */
function resolved(schema: unknown, root: Fields, depth = 0): Fields {
  if (!isRecord(schema) || depth > DEEPEST) return {};
  const { $ref: reference, anyOf, oneOf, allOf, type, ...others } = schema;
  if (typeof reference === 'string') return resolved(pointedAt(root, reference), root, depth + 1);
  const variants = [anyOf, oneOf, allOf].find(Array.isArray)?.slice(0, MOST_VARIANTS).filter(isRecord);
  if (variants !== undefined) {
    const values = variants.flatMap(({ const: value }) => (value === undefined ? [] : [value]));
    if (values.length === variants.length) return { ...others, enum: values };
    const first = variants.find((variant) => variant.type !== 'null');
    return { ...resolved(first, root, depth + 1), ...others };
  }
  return { ...others, type: Array.isArray(type) ? type.find((each) => each !== 'null') : type };
}

const DEEPEST = 8;
const MOST_VARIANTS = 100;

/** `#/$defs/Unit`, by own members only. */
function pointedAt(root: Fields, reference: string): unknown {
  let value: unknown = root;
  for (const step of reference.slice('#/'.length, 256).split('/')) {
    value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}
