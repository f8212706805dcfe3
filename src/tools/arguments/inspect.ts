import { isRecord, type Limits } from '../../core/index.ts';
import type { JsonSchema } from './json-schema.ts';
import { normalise } from './normalise.ts';
import { Patterns } from './patterns.ts';
import { checkReferences, type References } from './references.ts';
import { Refused } from './refused.ts';

/**
 * A schema comes from a stranger. Before it is compiled it is walked once, keyword by keyword: it must be small and refer
 * to nothing but its own parts. The walk makes the copy that is compiled, of the keywords that check something alone.
 */
export type Inspected =
  | { readonly ok: true; readonly schema: JsonSchema; readonly patterns: Patterns }
  | { readonly ok: false; readonly reason: string };

export type SchemaLimits = Pick<Limits, 'schemaBytes' | 'schemaParts' | 'schemaDepth'>;

/** Stands in every part of the copy that may be checked many times in one check, with what that costs. */
export const FUEL_KEYWORD = 'toolpath:fuel';

export function inspect(schema: JsonSchema, limits: SchemaLimits): Inspected {
  const walk: Walk = {
    limits,
    parts: 0,
    bytes: 0,
    patternCount: 0,
    patterns: new Patterns(),
    references: { targets: new Set(), anchors: new Map(), refs: [] },
  };
  try {
    const { copy } = copySchema(schema, walk, '', 0, false);
    checkReferences(walk.references, schema.$id);
    return { ok: true, schema: copy as JsonSchema, patterns: walk.patterns };
  } catch (error) {
    return { ok: false, reason: error instanceof Refused ? error.message : 'it cannot be read' };
  }
}

/** For a schema that is only shown: a plain, bounded copy of all that is there. */
export function showable(
  schema: JsonSchema,
  limits: SchemaLimits,
): { ok: true; schema: JsonSchema } | { ok: false; reason: string } {
  const walk: Weight = { limits, parts: 0, bytes: 0 };
  try {
    return { ok: true, schema: copyData(schema, walk, 0) as JsonSchema };
  } catch (error) {
    return { ok: false, reason: error instanceof Refused ? error.message : 'it cannot be read' };
  }
}

interface Weight {
  readonly limits: SchemaLimits;
  parts: number;
  bytes: number;
}

interface Walk extends Weight {
  readonly patterns: Patterns;
  readonly references: References;
  patternCount: number;
}

/** `isUnsure` when a pattern inside could not be kept: then it accepts more than it should, and nothing may build on that. */
interface Copied {
  readonly copy: unknown;
  readonly isUnsure: boolean;
}

function copySchema(schema: unknown, walk: Walk, pointer: string, depth: number, isRepeated: boolean): Copied {
  weigh(schema, walk, depth, 1);
  walk.references.targets.add(pointer);
  if (typeof schema === 'boolean') return { copy: schema, isUnsure: false };
  if (!isRecord(schema)) throw new Refused(`${pointer === '' ? 'it' : pointer} is no schema`);
  const node = normalise(schema);
  let isUnsure = false;
  let hasLostKeys = false;
  const copy: Record<string, unknown> = {};
  const inner = (part: unknown, at: string, isRepeatedPart: boolean): unknown => {
    const copied = copySchema(part, walk, `${pointer}/${at}`, depth + 1, isRepeatedPart);
    isUnsure ||= copied.isUnsure;
    return copied.copy;
  };
  for (const [keyword, value] of Object.entries(node)) {
    walk.bytes += keyword.length;
    switch (KEYWORDS.get(keyword)) {
      case 'schema':
        copy[keyword] = Array.isArray(value)
          ? value.map((part, place) => inner(part, `${keyword}/${place}`, true))
          : inner(value, keyword, true);
        break;
      case 'list':
        if (!Array.isArray(value)) throw new Refused(`${keyword} must be a list`);
        copy[keyword] = value.map((part, place) => inner(part, `${keyword}/${place}`, true));
        break;
      case 'map':
        copy[keyword] = copyMap(keyword, value, walk, inner);
        hasLostKeys ||= keyword === 'patternProperties' && isRecord(value) && sizeOf(copy[keyword]) < sizeOf(value);
        break;
      case 'reference':
        walk.references.refs.push({ node: copy, value });
        copy[keyword] = value;
        break;
      case 'anchor':
        if (typeof value === 'string') walk.references.anchors.set(value, pointer);
        break;
      case 'pattern':
        if (isKept(value, walk)) copy[keyword] = value;
        else isUnsure = true;
        break;
      case 'data':
        copy[keyword] = copyData(value, walk, depth + 1);
        break;
      default: // an annotation, or a word of somebody's own: it checks nothing
    }
  }
  if (hasLostKeys) {
    // Which properties the lost pattern meant is not known, so none is "additional".
    delete copy.additionalProperties;
    delete copy.unevaluatedProperties;
    isUnsure = true;
  }
  if (isUnsure) loosen(copy);
  if (isRepeated || '$ref' in copy)
    copy[FUEL_KEYWORD] = 1 + (Array.isArray(copy.enum) ? copy.enum.length / VALUES_A_UNIT : 0);
  return { copy, isUnsure };
}

function copyMap(
  keyword: string,
  value: unknown,
  walk: Walk,
  inner: (part: unknown, at: string, isRepeated: boolean) => unknown,
): unknown {
  if (!isRecord(value)) throw new Refused(`${keyword} must be an object`);
  const isPattern = keyword === 'patternProperties';
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => {
    walk.bytes += name.length;
    const at = `${keyword}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (keyword === 'dependencies' && Array.isArray(part)) return [name, copyData(part, walk, 0)];
    return [name, inner(part, at, isPattern)];
  });
  // Not by assignment: a property may be called `__proto__`.
  return Object.fromEntries(entries.filter(([name]) => !isPattern || isKept(name, walk)));
}

function isKept(pattern: unknown, walk: Walk): boolean {
  if (typeof pattern !== 'string') throw new Refused('a pattern must be a text');
  if (++walk.patternCount > MOST_PATTERNS) throw new Refused(`it has more than ${MOST_PATTERNS} patterns`);
  return walk.patterns.get(pattern) !== undefined;
}

const MOST_PATTERNS = 200;

/** A part that accepts too much must not decide anything by accepting: what is turned round or counted on it goes. */
function loosen(copy: Record<string, unknown>): void {
  for (const keyword of ['not', 'if', 'then', 'else', 'contains', 'minContains', 'maxContains']) delete copy[keyword];
  if (copy.oneOf === undefined) return;
  copy.anyOf ??= copy.oneOf;
  delete copy.oneOf;
}

function sizeOf(map: unknown): number {
  return Object.keys(Object(map)).length;
}

function copyData(value: unknown, weight: Weight, depth: number): unknown {
  weigh(value, weight, depth, DATA_COST);
  if (typeof value === 'bigint') throw new Refused('it holds a BigInt, which JSON has no word for');
  if (Array.isArray(value)) return value.map((item) => copyData(item, weight, depth + 1));
  if (!isRecord(value)) return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      weight.bytes += key.length;
      return [key, copyData(field, weight, depth + 1)];
    }),
  );
}

/** Values of an enum that are compared in the time that one part takes. */
const VALUES_A_UNIT = 20;

/** A value of an enum is little work to compile, beside a keyword. */
const DATA_COST = 0.25;

function weigh(part: unknown, weight: Weight, depth: number, cost: number): void {
  const { schemaParts, schemaDepth, schemaBytes } = weight.limits;
  weight.parts += cost;
  if (weight.parts > schemaParts) throw new Refused(`it has more than ${schemaParts} parts`);
  if (depth > schemaDepth) throw new Refused(`it is nested deeper than ${schemaDepth} levels`);
  if (typeof part === 'string') weight.bytes += part.length;
  if (weight.bytes > schemaBytes) throw new Refused(`it is larger than ${schemaBytes} bytes`);
}

/** What stands behind a keyword. What is not here checks nothing, and is not compiled. */
const KEYWORDS: ReadonlyMap<string, 'schema' | 'list' | 'map' | 'reference' | 'anchor' | 'pattern' | 'data'> = new Map([
  ...['additionalProperties', 'unevaluatedProperties', 'items', 'additionalItems', 'unevaluatedItems', 'contains'].map(
    (name) => [name, 'schema'] as const,
  ),
  ...['propertyNames', 'not', 'if', 'then', 'else'].map((name) => [name, 'schema'] as const),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((name) => [name, 'list'] as const),
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'].map(
    (name) => [name, 'map'] as const,
  ),
  ['$ref', 'reference'] as const,
  ['$anchor', 'anchor'] as const,
  ['pattern', 'pattern'] as const,
  ...[
    'type',
    'enum',
    'const',
    'format',
    'multipleOf',
    'maximum',
    'exclusiveMaximum',
    'minimum',
    'exclusiveMinimum',
  ].map((name) => [name, 'data'] as const),
  ...['maxLength', 'minLength', 'maxItems', 'minItems', 'uniqueItems', 'maxContains', 'minContains'].map(
    (name) => [name, 'data'] as const,
  ),
  ...['maxProperties', 'minProperties', 'required', 'dependentRequired'].map((name) => [name, 'data'] as const),
]);
