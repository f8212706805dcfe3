import { type Fields, isRecord } from '../../core/index.ts';

/** Chat completions' `response_format` of a schema, as the format of an answer here; undefined for any other. */
export function outputFormat({ type, json_schema: given }: Fields): Fields | undefined {
  if (type !== 'json_schema' || !isRecord(given) || !isRecord(given.schema)) return undefined;
  return { type: 'json_schema', schema: closed(given.schema, MOST_DEPTH) };
}

const MOST_DEPTH = 64;

/** Objects are closed, at every level: open ones are refused where an answer is bound to them. */
function closed(schema: unknown, levels: number): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(each, levels - 1));
  if (!isRecord(schema) || levels <= 0) return schema;
  const members = Object.entries(schema).map(([name, value]) => [name, closedMember(name, value, levels - 1)]);
  const isObject = schema.type === 'object' || isRecord(schema.properties);
  return Object.fromEntries(isObject ? [...members, ['additionalProperties', false]] : members);
}

function closedMember(name: string, value: unknown, levels: number): unknown {
  if (LISTS.has(name)) return closed(value, levels);
  if (!MAPS.has(name) || !isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner, levels - 1)]));
}

/** Where a schema holds others: by itself or in a list, and by name. */
const LISTS: ReadonlySet<string> = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'prefixItems']);
const MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);
