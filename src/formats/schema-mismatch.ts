import { type Fields, isRecord } from '../core/index.ts';
import { branchesOf, itemOf, memberNames, memberOf, type Typed, typeOfValue, typesOf } from './typing.ts';

/**
 * Describes the first mismatch between a value and its schema: a wrong type, a missing required field or an unknown
 * field. Undefined if none is found. The check is bounded in depth and width. It is used only for repaired arguments,
 * because the executor of a call validates the arguments in full.
 */
export function schemaMismatch(value: unknown, typed: Typed | undefined, depth = 0): string | undefined {
  if (typed === undefined || depth > MOST_DEPTH) return undefined;
  const types = typesOf(typed);
  const type = typeOfValue(value);
  const isWhole = type === 'number' && Number.isInteger(value);
  if (types !== undefined && !types.has(type) && !(isWhole && types.has('integer'))) {
    return `got ${nounOf(type)}, expected ${[...types].map(nounOf).join(' or ')}`;
  }
  if (Array.isArray(value)) return firstMisfit(value.slice(0, MOST_WIDTH).entries(), () => itemOf(typed), depth);
  if (!isRecord(value)) return undefined;
  const missing = requiredOf(typed).find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `"${missing}" is missing`;
  const names = isClosed(typed) ? new Set(memberNames(typed)) : undefined;
  const stray = Object.keys(value).find((name) => names?.has(name) === false);
  if (stray !== undefined) return `"${stray}" is not in the schema`;
  return firstMisfit(Object.entries(value).slice(0, MOST_WIDTH), (key) => memberOf(typed, String(key)), depth);
}

const MOST_DEPTH = 8;
const MOST_WIDTH = 200;

function firstMisfit(
  entries: Iterable<readonly [string | number, unknown]>,
  typedOf: (key: string | number) => Typed | undefined,
  depth: number,
): string | undefined {
  for (const [key, inner] of entries) {
    const misfit = schemaMismatch(inner, typedOf(key), depth + 1);
    if (misfit !== undefined) return `at "${key}": ${misfit}`;
  }
  return undefined;
}

/** Returns the required fields of a schema without alternatives. A field that only some alternatives require may be missing. */
function requiredOf(typed: Typed): readonly string[] {
  const required = onlyBranch(typed)?.required;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function isClosed(typed: Typed): boolean {
  const schema = onlyBranch(typed);
  return schema?.additionalProperties === false && schema.patternProperties === undefined;
}

function onlyBranch(typed: Typed): Fields | undefined {
  const [only, other] = branchesOf(typed);
  return other === undefined ? only : undefined;
}

function nounOf(type: string): string {
  return type === 'object' || type === 'array' || type === 'integer'
    ? `an ${type}`
    : type === 'null'
      ? 'null'
      : `a ${type}`;
}
