import { isRecord } from '../../core/index.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * Returns every parameter name that a schema declares at its top level, including by reference and in the branches of
 * unions and conditions. Visits at most MOST_PARTS schema parts.
 */
export function declaredNames(schema: JsonSchema | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const look = (part: unknown): void => {
    if (!isRecord(part) || seen.has(part) || seen.size > MOST_PARTS) return;
    seen.add(part);
    for (const name of Object.keys(Object(part.properties))) names.add(name);
    for (const name of [part.required].flat()) if (typeof name === 'string') names.add(name);
    if (typeof part.$ref === 'string') look(followReference(part.$ref, schema));
    for (const union of [part.allOf, part.anyOf, part.oneOf]) if (Array.isArray(union)) union.forEach(look);
    for (const branch of [part.if, part.then, part.else]) look(branch);
  };
  look(schema);
  return names;
}

const MOST_PARTS = 500;

/** Resolves a reference within the same document; returns undefined for any other reference. */
export function followReference(ref: string, root: unknown): unknown {
  if (!ref.startsWith('#')) return undefined;
  return ref
    .slice(1)
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
      root,
    );
}
