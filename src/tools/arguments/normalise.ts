import { isRecord, repairedType } from '../../core/index.ts';
import type { JsonSchema } from './json-schema.ts';

/** Rewrites keywords of older drafts and of OpenAPI, which servers commonly send, to draft 2020-12. */
export function normalise(schema: JsonSchema): JsonSchema {
  const { nullable, required, exclusiveMinimum, exclusiveMaximum, type: given, ...rest } = withStaticReferences(schema);
  const type = repairedType(given);
  const node: Record<string, unknown> = type === undefined ? { ...rest } : { type, ...rest };
  if (Array.isArray(required)) node.required = [...new Set(required)];
  Object.assign(
    node,
    exclusive('Minimum', exclusiveMinimum, rest.minimum),
    exclusive('Maximum', exclusiveMaximum, rest.maximum),
  );
  if (Array.isArray(node.enum) && node.enum.length === 0) {
    delete node.enum;
    node.not = {};
  }
  return nullable === true ? orNull(node) : node;
}

/** Replaces dynamic references with static ones: within one document both resolve to the same schema. */
function withStaticReferences(schema: JsonSchema): JsonSchema {
  const { $dynamicRef, $recursiveRef, $dynamicAnchor, $recursiveAnchor: _, ...rest } = schema;
  const dynamic = $dynamicRef ?? $recursiveRef;
  if (dynamic === undefined && $dynamicAnchor === undefined) return rest;
  const node = $dynamicAnchor === undefined ? rest : { $anchor: $dynamicAnchor, ...rest };
  if (dynamic === undefined) return node;
  return '$ref' in node ? { allOf: [node, { $ref: dynamic }] } : { ...node, $ref: dynamic };
}

/** Converts draft 4's `minimum: 1, exclusiveMinimum: true` to `exclusiveMinimum: 1`. */
function exclusive(which: 'Minimum' | 'Maximum', given: unknown, bound: unknown): object {
  if (given === undefined || given === false || given === null) return {};
  if (given !== true) return { [`exclusive${which}`]: given };
  return typeof bound === 'number' ? { [`exclusive${which}`]: bound } : {};
}

/** Allows null in addition, as OpenAPI's `nullable: true` does. */
function orNull(node: Record<string, unknown>): JsonSchema {
  const { type } = node;
  const isTypeAlone =
    type !== undefined && !['enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in node);
  if (isTypeAlone) return { ...node, type: [...new Set([type].flat().concat('null'))] };
  const { $defs, definitions, ...checks } = node;
  const kept = Object.fromEntries(Object.entries({ $defs, definitions }).filter(([, value]) => isRecord(value)));
  return { ...kept, anyOf: [checks, { type: 'null' }] };
}
