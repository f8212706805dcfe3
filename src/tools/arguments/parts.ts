import { isRecord } from '../../core/index.ts';
import type { JsonSchema } from './json-schema.ts';

/** Finds the parts of one schema that apply to a value. Visits at most `most` parts in all, because unions can multiply. */
export class Parts {
  readonly #root: unknown;
  #left: number;

  constructor(root: unknown, most = MOST_PARTS) {
    this.#root = root;
    this.#left = most;
  }

  /**
   * Returns the parts that apply to the value at `path`, counted from the value that `start` applies to. Includes the targets
   * of references and all branches of unions and conditions.
   */
  at(start: unknown, path: readonly string[] = []): ReadonlySet<JsonSchema> {
    let parts = this.#inPlace([start]);
    for (const segment of path) parts = this.#inPlace([...parts].flatMap((part) => partsBelow(part, segment)));
    return parts;
  }

  #inPlace(starts: readonly unknown[]): ReadonlySet<JsonSchema> {
    const found = new Set<JsonSchema>();
    const waiting = [...starts];
    while (waiting.length > 0 && this.#left > 0) {
      const part = waiting.pop();
      if (!isRecord(part) || found.has(part)) continue;
      this.#left--;
      found.add(part);
      if (typeof part.$ref === 'string') waiting.push(followReference(part.$ref, this.#root));
      waiting.push(part.if, part.then, part.else);
      for (const union of [part.allOf, part.anyOf, part.oneOf, Object.values(Object(part.dependentSchemas))]) {
        if (Array.isArray(union)) for (const branch of union) waiting.push(branch);
      }
    }
    return found;
  }
}

/** Several times the parts of the largest schemas (`limits.schemaParts`); visiting them takes a few milliseconds. */
const MOST_PARTS = 10_000;

function partsBelow(part: JsonSchema, segment: string): readonly unknown[] {
  const { properties, prefixItems, items } = part;
  if (isRecord(properties) && Object.hasOwn(properties, segment)) return [properties[segment]];
  const tuple = [prefixItems, items].find((each) => Array.isArray(each));
  const isItem = tuple !== undefined && Object.hasOwn(tuple, segment);
  const others = [part.additionalProperties, part.unevaluatedProperties, items, part.additionalItems];
  return [...(isItem ? [Reflect.get(tuple, segment)] : others), ...Object.values(Object(part.patternProperties))];
}

/** Resolves a reference within the same document; returns undefined for any other reference. */
export function followReference(ref: string, root: unknown): unknown {
  if (!ref.startsWith('#')) return undefined;
  return decoded(ref)
    .slice(1)
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
      root,
    );
}

function decoded(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
