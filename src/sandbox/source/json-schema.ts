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
/** The properties whose joining takes as long as reading a schema. */
const ENTRIES_PER_READ = 10;

/** Reads a schema inside another one. Returns undefined if it allows everything, is recursive, or is one too many. */
export function readSchema(value: unknown, { document, trail }: Omit<Schema, 'fields'>): Schema | undefined {
  if (document.reads-- <= 0 || !isRecord(value)) return undefined;
  const { $ref: ref, allOf: parts, ...fields } = Object.fromEntries(firstEntries(value));
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
  const entries = schemas.flatMap(propertiesOf);
  first.document.reads -= Math.floor(entries.length / ENTRIES_PER_READ);
  const properties = Object.fromEntries(entries);
  const required = schemas.flatMap((schema) => [...requiredOf(schema)]);
  const isObject = schemas.some((schema) => isRecord(schema.fields.properties));
  return { ...first, trail, fields: isObject ? { ...fields, properties, required } : fields };
}

/** Returns the schemas of an object's first properties. */
export function propertiesOf({ fields: { properties } }: Schema): Entries {
  return isRecord(properties) ? firstEntries(properties) : [];
}

type Entries = readonly (readonly [name: string, value: unknown])[];

/** Listing the members of a large object takes milliseconds, and a schema may refer to it hundreds of times. */
function firstEntries(members: Fields): Entries {
  const known = knownEntries.get(members) ?? Object.entries(members).slice(0, MOST_ENTRIES);
  knownEntries.set(members, known);
  return known;
}

const knownEntries = new WeakMap<Fields, Entries>();

/** The properties, keywords and values of one schema that are read. Descriptions show fewer. */
export const MOST_ENTRIES = 200;

/** Returns the names of an object's required properties. */
export function requiredOf({ fields }: Schema): ReadonlySet<string> {
  const required: readonly unknown[] = Array.isArray(fields.required) ? fields.required : [];
  return new Set(required.slice(0, MOST_ENTRIES).filter((name) => typeof name === 'string'));
}
