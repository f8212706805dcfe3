import type { Fields, VisibleTool } from '../core/index.ts';
import { narrow } from './schema/narrow.ts';
import type { SchemaRules } from './schema/rules.ts';

export { anthropicSchemas, geminiSchemas, grammarSchemas, ollamaSchemas, type SchemaRules } from './schema/rules.ts';

/**
 * Fits a schema to a provider's rules. The result accepts whatever the schema accepts; constraints that are lost are named in
 * the descriptions. A schema within the rules is returned as it is. The given schema is never changed, and no schema makes
 * this fail. Results are cached by object, so callers must not change a schema afterwards.
 */
export function narrowSchema(schema: Fields, rules: SchemaRules): Fields {
  const known = cacheOf(rules);
  const before = known.get(schema);
  if (before !== undefined) return before;
  const narrowed = narrow(schema, rules);
  known.set(schema, narrowed);
  return narrowed;
}

/** The tool with its schema narrowed. If the provider ignores the top's description, the tool's description gets it. */
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
