import type { Fields, VisibleTool } from '../core/index.ts';
import { narrow } from './schema/narrow.ts';
import type { SchemaRules } from './schema/rules.ts';

export { anthropicSchemas, geminiSchemas, grammarSchemas, ollamaSchemas, type SchemaRules } from './schema/rules.ts';

/**
 * Fits a schema to a provider's rules. The result accepts every value that the schema accepts; constraints that the
 * provider cannot read move into the descriptions. A schema that already follows the rules is returned unchanged. The
 * function never modifies the given schema and never throws. Results are cached by object identity, so callers must not
 * modify a schema afterwards.
 */
export function narrowSchema(schema: Fields, rules: SchemaRules): Fields {
  const known = cacheOf(rules);
  const before = known.get(schema);
  if (before !== undefined) return before;
  const narrowed = narrow(schema, rules);
  known.set(schema, narrowed);
  return narrowed;
}

/**
 * Returns the tool with its schema narrowed. If the provider ignores the description of the top-level schema, that
 * description is appended to the tool's own.
 */
export function narrowTool(tool: VisibleTool, rules: SchemaRules): VisibleTool {
  const parameters = narrowSchema(tool.parameters, rules);
  const { description, ...read } = parameters;
  if (rules.muteTop !== true || typeof description !== 'string') {
    return parameters === tool.parameters ? tool : { ...tool, parameters };
  }
  const said = tool.description === '' ? description : `${tool.description}\n${description}`;
  return { ...tool, description: said, parameters: read };
}

function cacheOf(rules: SchemaRules): WeakMap<Fields, Fields> {
  const known = caches.get(rules) ?? new WeakMap<Fields, Fields>();
  caches.set(rules, known);
  return known;
}

const caches = new WeakMap<SchemaRules, WeakMap<Fields, Fields>>();
