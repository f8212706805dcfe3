import { isRecord, repairedType } from '../../core/index.ts';
import { MOST_ENTRIES, MOST_SUBSCHEMAS, propertiesOf, readSchema, requiredOf, type Schema } from './json-schema.ts';
import { listed, literal } from './python-text.ts';

/** How many levels of objects are described. */
const OBJECT_LEVELS = 2;

/**
 * Returns a JSON Schema as a Python type. Objects are written as the dicts that a program sees: `{"name": str, "age"?: int}`.
 * Objects that are nested deeper than `levels` are `dict`, and what cannot be described is `Any`.
 */
export function pythonType(schema: Schema | undefined, levels = OBJECT_LEVELS): string {
  const types = new Set(alternatives(schema, levels));
  if (types.size === 0 || types.has(ANY)) return ANY;
  const isOptional = types.delete(NONE);
  return [...types, ...(isOptional ? [NONE] : [])].join(' | ');
}

const ANY = 'Any';
const NONE = 'None';

function alternatives(schema: Schema | undefined, levels: number): readonly string[] {
  if (schema === undefined) return [ANY];
  const { fields } = schema;
  const nullable = fields.nullable === true ? [NONE] : [];
  if (Object.hasOwn(fields, 'const')) return literals([fields.const]);
  if (Array.isArray(fields.enum)) return [...literals(fields.enum), ...nullable];
  const branches = fields.anyOf ?? fields.oneOf;
  if (Array.isArray(branches)) {
    const shown = branches.slice(0, MOST_SUBSCHEMAS);
    return [...shown.flatMap((branch) => alternatives(readSchema(branch, schema), levels)), ...nullable];
  }
  return [...typesOf(schema).map((type) => typeNamed(type, schema, levels)), ...nullable];
}

/** An enum of objects or lists is anything. */
function literals(values: readonly unknown[]): readonly string[] {
  const read = values.slice(0, MOST_ENTRIES);
  const others = read.filter((value) => value !== null);
  if (others.some((value) => typeof value === 'object')) return [ANY];
  const hasNull = others.length < read.length;
  return [...(others.length === 0 ? [] : [`Literal[${listed(others, literal)}]`]), ...(hasNull ? [NONE] : [])];
}

function typesOf({ fields }: Schema): readonly unknown[] {
  const type = repairedType(fields.type);
  if (type !== undefined) return Array.isArray(type) ? type.slice(0, MOST_SUBSCHEMAS) : [type];
  if (isRecord(fields.properties)) return ['object'];
  return [isRecord(fields.items) ? 'array' : 'any'];
}

function typeNamed(type: unknown, schema: Schema, levels: number): string {
  switch (type) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return NONE;
    case 'array':
      return listType(schema, levels);
    case 'object':
      return objectType(schema, levels);
    default:
      return ANY;
  }
}

function listType(schema: Schema, levels: number): string {
  const { items } = schema.fields;
  const type = isRecord(items) ? pythonType(readSchema(items, schema), levels) : ANY;
  return type === ANY ? 'list' : `list[${type}]`;
}

function objectType(schema: Schema, levels: number): string {
  const properties = propertiesOf(schema);
  if (levels <= 0) return 'dict';
  if (properties.length === 0) return mapType(schema, levels);
  const required = requiredOf(schema);
  const shape = listed(properties, ([name, property]) => {
    const mark = required.has(name) ? '' : '?';
    return `${literal(name)}${mark}: ${pythonType(readSchema(property, schema), levels - 1)}`;
  });
  return `{${shape}}`;
}

function mapType(schema: Schema, levels: number): string {
  const { additionalProperties: value } = schema.fields;
  const type = isRecord(value) ? pythonType(readSchema(value, schema), levels - 1) : ANY;
  return type === ANY ? 'dict' : `dict[str, ${type}]`;
}
