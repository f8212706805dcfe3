import { isRecord, truncate, withoutHidden } from '../../core/index.ts';
import type { JsonSchema } from './json-schema.ts';
import { followReference } from './parts.ts';

/**
 * Writes a schema in a short notation that a small model understands:
 * `{ "to": string, "passengers": integer, "class"?: "economy" | "business" }`.
 * Parts that are too deep, too wide or too long are truncated with `…`. Invisible characters are left out.
 */
export function shapeOf(schema: unknown, root: unknown = schema): string {
  const shape = withoutHidden(write(schema, { root, refs: 0 }, 0));
  return truncate(shape, LONGEST, '…');
}

const LONGEST = 600;
const DEEPEST = 4;
const MOST_FIELDS = 24;
const MOST_CHOICES = 12;

interface Writing {
  readonly root: unknown;
  /** References followed so far: a schema may refer to itself. */
  refs: number;
}

function write(schema: unknown, writing: Writing, depth: number): string {
  if (!isRecord(schema)) return schema === false ? 'nothing' : 'any';
  if (typeof schema.$ref === 'string') return writeReference(schema.$ref, writing, depth);
  if (Array.isArray(schema.enum)) return choices(schema.enum.map(literal));
  if ('const' in schema) return literal(schema.const);
  if (isRecord(schema.properties)) return writeTyped(schema, writeObject(schema, writing, depth));
  for (const union of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(union)) return choices(union.map((member) => write(member, writing, depth)));
  }
  if (Array.isArray(schema.type)) return choices(schema.type.map(String));
  if (schema.type === 'object') return writeObject(schema, writing, depth);
  if (schema.type === 'array') return writeArray(schema, writing, depth);
  if (Array.isArray(schema.allOf)) return schema.allOf.map((member) => write(member, writing, depth)).join(' & ');
  return typeof schema.type === 'string' ? `${schema.type}${detail(schema)}` : 'any';
}

/** Adds the other types of a union such as `type: ["object", "null"]` to the object's fields. */
function writeTyped(schema: JsonSchema, fields: string): string {
  const others = Array.isArray(schema.type) ? schema.type.map(String).filter((type) => type !== 'object') : [];
  return choices([fields, ...others]);
}

function writeObject(schema: JsonSchema, writing: Writing, depth: number): string {
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  if (properties.length === 0) return schema.additionalProperties === false ? '{}' : 'object';
  if (depth >= DEEPEST) return '{…}';
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields = properties.slice(0, MOST_FIELDS).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${JSON.stringify(truncate(name, 80))}${mark}: ${write(field, writing, depth + 1)}`;
  });
  if (properties.length > MOST_FIELDS) fields.push('…');
  return `{ ${fields.join(', ')} }`;
}

function writeArray(schema: JsonSchema, writing: Writing, depth: number): string {
  if (depth >= DEEPEST) return '[…]';
  const tuple = [schema.prefixItems, schema.items].find((items) => Array.isArray(items));
  if (Array.isArray(tuple))
    return `[${tuple
      .slice(0, MOST_FIELDS)
      .map((item) => write(item, writing, depth + 1))
      .join(', ')}]`;
  return `[${schema.items === undefined ? 'any' : write(schema.items, writing, depth + 1)}, …]`;
}

function writeReference(ref: string, writing: Writing, depth: number): string {
  if (++writing.refs > 20) return 'any';
  return write(followReference(ref, writing.root), writing, depth + 1);
}

function choices(words: readonly string[]): string {
  if (words.length === 0) return 'nothing';
  const shown = [...new Set(words)].slice(0, MOST_CHOICES);
  return words.length > MOST_CHOICES ? `${shown.join(' | ')} | …` : shown.join(' | ');
}

/** Removes invisible characters first, because JSON writes some of them as visible escapes. */
function literal(value: unknown): string {
  const text = JSON.stringify(typeof value === 'string' ? withoutHidden(value) : value) ?? 'null';
  return truncate(text, 60, '…');
}

function detail(schema: JsonSchema): string {
  if (typeof schema.format === 'string') return ` (${truncate(schema.format, 30)})`;
  const [minimum, maximum] = [schema.minimum, schema.maximum].map(bound);
  if (minimum !== undefined && maximum !== undefined) return ` (${minimum} to ${maximum})`;
  if (minimum !== undefined) return ` (at least ${minimum})`;
  if (maximum !== undefined) return ` (at most ${maximum})`;
  return '';
}

/** Hides the safe-integer bounds that zod adds to every integer: they tell a model nothing. */
function bound(limit: unknown): number | undefined {
  return typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined;
}
