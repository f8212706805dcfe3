import type { Limits } from '../../core/index.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * A schema comes from a stranger. Before it is compiled it is walked once: it must be small, refer to nothing
 * outside itself, and cost little to check. The walk makes the copy that is compiled.
 */
export type Inspected =
  | { readonly ok: true; readonly schema: JsonSchema }
  | { readonly ok: false; readonly reason: string };

/** Stands beside every `$ref` of the copy: the one way in which a small schema can cost exponential time. */
export const FUEL_KEYWORD = 'toolpath:fuel';

export function inspect(schema: JsonSchema, limits: SchemaLimits): Inspected {
  return copyOf(schema, { limits, parts: 0, bytes: 0, withFuel: true });
}

/** The same walk, for a schema that is only shown: a plain, bounded copy of what was there. */
export function showable(schema: JsonSchema, limits: SchemaLimits): Inspected {
  return copyOf(schema, { limits, parts: 0, bytes: 0, withFuel: false });
}

function copyOf(schema: JsonSchema, walk: Walk): Inspected {
  try {
    const copy = copyPart(schema, walk, 0, false);
    // The outermost `$id` names the schema for others; two tools may well claim the same.
    const { $id: _, id: __, ...rest } = copy as Record<string, unknown>;
    return { ok: true, schema: rest };
  } catch (error) {
    return { ok: false, reason: error instanceof Refused ? error.message : 'it cannot be read' };
  }
}

type SchemaLimits = Pick<Limits, 'schemaBytes' | 'schemaParts' | 'schemaDepth'>;

interface Walk {
  readonly limits: SchemaLimits;
  parts: number;
  bytes: number;
  readonly withFuel: boolean;
}

class Refused extends Error {}

function copyPart(part: unknown, walk: Walk, depth: number, isData: boolean): unknown {
  if (++walk.parts > walk.limits.schemaParts) throw new Refused(`it has more than ${walk.limits.schemaParts} parts`);
  if (depth > walk.limits.schemaDepth) throw new Refused(`it is nested deeper than ${walk.limits.schemaDepth} levels`);
  if (Array.isArray(part)) return part.map((item) => copyPart(item, walk, depth + 1, isData));
  if (typeof part === 'string') weigh(part, walk);
  if (typeof part === 'bigint') throw new Refused('it holds a BigInt, which JSON has no word for');
  if (typeof part !== 'object' || part === null) return part;
  const fields = Object.entries(part).map(([key, value]) => {
    weigh(key, walk);
    if (!isData) checkReference(key, value);
    return [key, copyPart(value, walk, depth + 1, isData || DATA_KEYWORDS.has(key))];
  });
  if (walk.withFuel && !isData && '$ref' in part && typeof part.$ref === 'string') fields.push([FUEL_KEYWORD, true]);
  return Object.fromEntries(fields);
}

function weigh(text: string, walk: Walk): void {
  walk.bytes += text.length;
  if (walk.bytes > walk.limits.schemaBytes) throw new Refused(`it is larger than ${walk.limits.schemaBytes} bytes`);
}

function checkReference(key: string, value: unknown): void {
  if (!REFERENCES.has(key) || typeof value !== 'string' || value.startsWith('#')) return;
  throw new Refused(`its ${key} points outside of it: ${JSON.stringify(value.slice(0, 80))}`);
}

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** Under these stands data, not schema: a `$ref` in there is just a word. */
const DATA_KEYWORDS = new Set(['enum', 'const', 'default', 'examples', 'example']);
