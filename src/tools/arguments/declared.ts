import { isRecord } from '../../core/index.ts';
import type { JsonSchema } from './json-schema.ts';
import { Parts } from './parts.ts';

/**
 * Returns every parameter name that a schema declares at its top level, including by reference and in the branches of
 * unions and conditions.
 */
export function declaredNames(schema: JsonSchema | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { properties, required } of new Parts(schema).at(schema)) {
    for (const name of Object.keys(Object(properties))) names.add(name);
    for (const name of [required].flat()) if (typeof name === 'string') names.add(name);
  }
  return names;
}

/**
 * True if the schema declares the property at this path, so that the property is not only an entry of a map. `parts` are those
 * of the schema.
 */
export function isDeclared(path: readonly string[], schema: JsonSchema, parts: Parts): boolean {
  const name = path.at(-1);
  if (name === undefined) return false;
  const parents = parts.at(schema, path.slice(0, -1));
  return [...parents].some(({ properties }) => isRecord(properties) && Object.hasOwn(properties, name));
}
