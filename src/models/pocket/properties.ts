import { type Fields, isRecord } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';

/** One property of an object's schema, ready to be filled. */
export interface Property {
  readonly name: string;
  /** Its name in words, as they are searched. */
  readonly words: ReadonlySet<string>;
  readonly schema: Fields;
  readonly isRequired: boolean;
}

/** The required ones first, each in its order; bounded, and whatever the schema is. */
export function propertiesOf(schema: Fields, root: Fields): readonly Property[] {
  const { properties, required } = resolved(schema, root);
  if (!isRecord(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  const all = Object.keys(properties)
    .slice(0, MOST_PROPERTIES)
    .map((name) => ({
      name,
      words: new Set([...searchWords(name), name.toLowerCase()]),
      schema: resolved(properties[name], root),
      isRequired: needed.has(name),
    }));
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
}

const MOST_PROPERTIES = 64;

export type PropertyKind = 'choice' | 'number' | 'boolean' | 'string' | 'array' | 'object';

export function kindOf({ type, enum: values, const: only, properties, items }: Fields): PropertyKind {
  if (Array.isArray(values) || only !== undefined) return 'choice';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean' || type === 'array' || type === 'object') return type;
  return isRecord(properties) ? 'object' : items !== undefined && type === undefined ? 'array' : 'string';
}

/** A schema behind its references, as the first of its alternatives that is not null. */
export function resolved(schema: unknown, root: Fields, depth = 0): Fields {
  if (!isRecord(schema) || depth > DEEPEST) return {};
  const { $ref: reference, anyOf, oneOf, allOf, type, ...others } = schema;
  if (typeof reference === 'string') return resolved(pointedAt(root, reference), root, depth + 1);
  const variants = [anyOf, oneOf, allOf].find(Array.isArray)?.slice(0, MOST_PROPERTIES).filter(isRecord);
  if (variants !== undefined) {
    const values = variants.map(({ const: value }) => value).filter((value) => value !== undefined);
    if (values.length === variants.length) return { ...others, enum: values };
    return {
      ...resolved(
        variants.find((each) => each.type !== 'null'),
        root,
        depth + 1,
      ),
      ...others,
    };
  }
  const kind = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  return { ...others, ...(kind !== undefined && { type: kind }) };
}

const DEEPEST = 8;

/** `#/$defs/Unit`, by own members only. */
function pointedAt(root: Fields, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  let value: unknown = root;
  for (const step of reference.slice(2, 256).split('/')) {
    value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}
