import { isRecord, truncate } from '../../core/index.ts';
import { checkCostOf, FUEL_KEYWORD } from './check-cost.ts';
import type { JsonSchema } from './json-schema.ts';
import { kindOf } from './keywords.ts';
import { normalise } from './normalise.ts';
import { Patterns } from './patterns.ts';
import { checkReferences, type References } from './references.ts';
import { Refused } from './refused.ts';
import { checkType } from './types.ts';
import { copyData, type SchemaLimits, type Weight, weigh } from './weight.ts';

/**
 * The result of inspecting an untrusted schema before it is compiled. The schema must be small and refer only to its own
 * parts. `schema` is a copy, reduced to the keywords that check something; only the copy is compiled.
 */
export type Inspected =
  | {
      readonly ok: true;
      readonly schema: JsonSchema;
      readonly patterns: Patterns;
      /** The number of parts, by which the time and the memory of compiling grow. */
      readonly parts: number;
      /** The length of its texts and names. */
      readonly textBytes: number;
    }
  | { readonly ok: false; readonly reason: string };

export function inspect(schema: JsonSchema, limits: SchemaLimits, patterns = new Patterns()): Inspected {
  const references: References = { targets: new Set(), anchors: new Map(), refs: [] };
  const walk: Walk = { limits, parts: 0, bytes: 0, patternCount: 0, pointerLength: 0, patterns, references };
  try {
    const { copy } = copySchema(schema, walk, '', 0, false);
    checkReferences(copy, references, schema.$id, walk);
    const { parts, bytes: textBytes } = walk;
    return { ok: true, schema: copy as JsonSchema, patterns, parts, textBytes };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

export type Showable =
  | { readonly ok: true; readonly schema: JsonSchema }
  | { readonly ok: false; readonly reason: string };

/** Copies a schema that is only shown, with all its keywords, into plain data within the limits. */
export function showable(schema: JsonSchema, limits: SchemaLimits): Showable {
  try {
    return { ok: true, schema: copyData(schema, { limits, parts: 0, bytes: 0 }, 0) as JsonSchema };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

interface Walk extends Weight {
  readonly patterns: Patterns;
  readonly references: References;
  patternCount: number;
  /** The length of the JSON pointers to all parts so far. ajv writes them into its code. */
  pointerLength: number;
}

interface Copied {
  readonly copy: unknown;
  /**
   * True if a pattern inside was dropped, so that the copy accepts more than the original. Nothing may be concluded from a
   * match.
   */
  readonly isLoose: boolean;
}

function copySchema(schema: unknown, walk: Walk, pointer: string, depth: number, isRepeated: boolean): Copied {
  weigh(schema, walk, depth);
  walk.pointerLength += pointer.length;
  if (walk.pointerLength > MOST_POINTER_LENGTH) throw new Refused('the names of its nested properties are too long');
  if (typeof schema === 'boolean') return { copy: schema, isLoose: false };
  if (!isRecord(schema)) throw new Refused(`${pointer === '' ? 'it' : truncate(pointer, 80)} is not a schema`);
  const copy: Record<string, unknown> = {};
  walk.references.targets.add(copy);
  const loose = new Set<string>();
  for (const [keyword, value] of Object.entries(normalise(schema))) {
    walk.bytes += keyword.length;
    const inner = (part: unknown, at: string, isRepeatedPart = true): unknown => {
      const copied = copySchema(part, walk, `${pointer}/${at}`, depth + 1, isRepeatedPart);
      if (copied.isLoose) loose.add(keyword);
      return copied.copy;
    };
    const kind = kindOf(keyword);
    switch (kind) {
      case 'schema':
      case 'list':
        if (kind === 'list' && !Array.isArray(value)) throw new Refused(`${keyword} must be an array`);
        if (!Array.isArray(value)) {
          copy[keyword] = inner(value, keyword);
          break;
        }
        weighList(value, walk);
        copy[keyword] = value.map((part, place) => inner(part, `${keyword}/${place}`));
        break;
      case 'map':
        copy[keyword] = copyMap(keyword, value, walk, inner);
        if (Object.keys(Object(copy[keyword])).length < Object.keys(Object(value)).length) loose.add(LOST_KEYS);
        break;
      case 'reference':
        weigh(value, walk, depth);
        walk.references.refs.push({ node: copy, value });
        copy[keyword] = value;
        break;
      case 'anchor':
        if (typeof value === 'string') walk.references.anchors.set(value, pointer);
        break;
      case 'pattern':
        if (isKept(value, walk)) copy[keyword] = value;
        else loose.add(keyword);
        break;
      case 'data':
        if (keyword === 'type') checkType(value, pointer);
        if (keyword === 'dependentRequired') for (const names of Object.values(Object(value))) weighList(names, walk);
        copy[keyword] = copyData(value, walk, depth + 1);
        break;
      case undefined:
        break;
      default:
        return kind satisfies never;
    }
  }
  loosen(copy, loose);
  const cost = checkCostOf(copy, isRepeated);
  if (cost !== undefined) copy[FUEL_KEYWORD] = cost;
  return { copy, isLoose: loose.size > 0 };
}

type Inner = (part: unknown, at: string, isRepeated?: boolean) => unknown;

function copyMap(keyword: string, value: unknown, walk: Walk, inner: Inner): unknown {
  if (!isRecord(value)) throw new Refused(`${keyword} must be an object`);
  const isPattern = keyword === 'patternProperties';
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => {
    walk.bytes += name.length;
    if (keyword === 'dependencies' && Array.isArray(part)) {
      weighList(part, walk);
      return [name, copyData(part, walk, 0)];
    }
    return [name, inner(part, `${keyword}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, isPattern)];
  });
  // Object.fromEntries instead of assignment, because a property may be called `__proto__`.
  return Object.fromEntries(entries.filter(([name]) => !isPattern || isKept(name, walk)));
}

/** False if the pattern cannot be enforced. Throws Refused if it is not a string or if there are too many. */
function isKept(pattern: unknown, walk: Walk): boolean {
  if (typeof pattern !== 'string') throw new Refused('a pattern must be a string');
  if (++walk.patternCount > MOST_PATTERNS) throw new Refused(`it has more than ${MOST_PATTERNS} patterns`);
  return walk.patterns.get(pattern) !== undefined;
}

/**
 * Adds what a list costs in addition to its members: ajv writes all subschemas of a list, and all names that a property
 * requires, into one expression, so each member beyond the first few costs more.
 */
function weighList(list: unknown, walk: Walk): void {
  if (!Array.isArray(list)) return;
  const { length } = list;
  weigh(undefined, walk, 0, length + Math.max(0, length - SHORT_LIST) * LONG_LIST_COST);
}

const SHORT_LIST = 10;
const LONG_LIST_COST = 2;
const MOST_PATTERNS = 200;
/** Real schemas need a tenth of it. */
const MOST_POINTER_LENGTH = 512 * 1024;
const LOST_KEYS = 'lost keys of patternProperties';

/**
 * Removes the keywords that could reject valid arguments because a loose subschema accepts too much: negations,
 * conditions and counts. Replaces `oneOf` with `anyOf`.
 */
function loosen(copy: Record<string, unknown>, loose: ReadonlySet<string>): void {
  const drop = (...keywords: string[]) => {
    for (const keyword of keywords) delete copy[keyword];
  };
  if (loose.has('not')) drop('not');
  if (loose.has('if')) drop('if', 'then', 'else');
  if (loose.has('contains')) drop('contains', 'minContains', 'maxContains');
  // A dropped pattern may have matched any property, so no property counts as additional.
  if (loose.has(LOST_KEYS)) drop('additionalProperties', 'unevaluatedProperties');
  if (loose.has('oneOf')) {
    copy.anyOf ??= copy.oneOf;
    drop('oneOf');
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Refused ? error.message : 'it cannot be read';
}
