import { type Fields, isRecord } from '../../core/index.ts';

/** A JSON Schema whose `$ref` and `allOf` are resolved. */
export interface Schema {
  readonly fields: Fields;
  readonly document: SchemaDocument;
  /** The references that were followed to it. */
  readonly trail: readonly string[];
}

/** The schema that references refer to. */
export interface SchemaDocument {
  readonly root: unknown;
  /** The number of schemas that may still be read. It bounds the work for a schema that refers to itself. */
  reads: number;
}

/** Reads the schema of a document. */
export function readDocument(root: unknown): Schema | undefined {
  return readSchema(root, { document: { root, reads: MOST_READS }, trail: [] });
}

const MOST_READS = 300;

/** Reads a schema inside another one. Returns undefined if it allows everything, is recursive, or is one too many. */
export function readSchema(value: unknown, { document, trail }: Omit<Schema, 'fields'>): Schema | undefined {
  if (document.reads-- <= 0 || !isRecord(value)) return undefined;
  const { $ref: ref, allOf: parts, ...fields } = value;
  const inner: Schema = { fields, document, trail };
  const others = [
    ...(typeof ref === 'string' ? [followed(ref, inner)] : []),
    ...(Array.isArray(parts) ? parts.slice(0, MOST_SUBSCHEMAS).map((part) => readSchema(part, inner)) : []),
  ];
  if (typeof ref === 'string' && others[0] === undefined) return undefined;
  const known = others.filter((other) => other !== undefined);
  return known.length === 0 ? inner : joined([inner, ...known]);
}

/** The parts of a union or an intersection that are read. */
export const MOST_SUBSCHEMAS = 8;

function followed(ref: string, { document, trail }: Schema): Schema | undefined {
  if (trail.includes(ref)) return undefined;
  return readSchema(targetOf(ref, document.root), { document, trail: [...trail, ref] });
}

/** Finds `#/$defs/name` in the document. Other documents are not read. */
function targetOf(ref: string, root: unknown): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  let target = root;
  for (const part of ref.split('/', MOST_PARTS).slice(1)) {
    const name = unescaped(part);
    const hasName = typeof target === 'object' && target !== null && Object.hasOwn(target, name);
    target = hasName ? (target as Fields)[name] : undefined;
  }
  return target;
}

const MOST_PARTS = 12;

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

/** Joins schemas that all apply: properties add up, and of other keywords the first wins. */
function joined(schemas: readonly [Schema, ...Schema[]]): Schema {
  const [first] = schemas;
  const trail = [...new Set(schemas.flatMap((schema) => schema.trail))];
  const fields = Object.assign({}, ...schemas.map((schema) => schema.fields).toReversed()) as Fields;
  const properties = Object.fromEntries(schemas.flatMap(propertiesOf));
  const required = schemas.flatMap((schema) => [...requiredOf(schema)]);
  const isObject = schemas.some((schema) => isRecord(schema.fields.properties));
  return { ...first, trail, fields: isObject ? { ...fields, properties, required } : fields };
}

/** Returns the schemas of an object's properties. */
export function propertiesOf({ fields }: Schema): readonly (readonly [name: string, schema: unknown])[] {
  return isRecord(fields.properties) ? Object.entries(fields.properties) : [];
}

/** Returns the names of an object's required properties. */
export function requiredOf({ fields }: Schema): ReadonlySet<string> {
  const required: readonly unknown[] = Array.isArray(fields.required) ? fields.required : [];
  return new Set(required.filter((name) => typeof name === 'string'));
}
