import type { Fields, VisibleTool } from '../core/index.ts';
import { narrow } from './schema/narrow.ts';
import type { SchemaRules } from './schema/rules.ts';

export { anthropicSchemas, geminiSchemas, grammarSchemas, ollamaSchemas, type SchemaRules } from './schema/rules.ts';

/**
 * The schema within a provider's rules. It accepts no less than before, and what it cannot say any more is said in its
 * descriptions. One that is within the rules already is returned as it is; never changed, and never a failure, whatever
 * stands in it. The same object gives the same object: schemas must not be changed once they have been here.
 */
export function narrowSchema(schema: Fields, rules: SchemaRules): Fields {
  const known = cacheOf(rules);
  const before = known.get(schema);
  if (before !== undefined) return before;
  const narrowed = narrow(schema, rules);
  known.set(schema, narrowed);
  return narrowed;
}

/** The tool with such a schema. What a provider would not read at the top of it stands in the tool's description. */
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
