import type { Tool } from '../core/index.ts';
import { isBlank, isFromMcp } from './traits.ts';

export class ToolDefinitionError extends TypeError {
  override readonly name = 'ToolDefinitionError';
}

/**
 * Checks tools at run time, because tools from a module or from JavaScript may not match their type. Throws a
 * ToolDefinitionError.
 */
export function checkDefinitions(candidates: readonly unknown[]): Tool[] {
  return candidates.map(checkDefinition);
}

/** Throws a ToolDefinitionError if the candidate is not a tool. `place` is its index in the list, for the message. */
export function checkDefinition(candidate: unknown, place: number): Tool {
  if (typeof candidate !== 'object' || candidate === null) {
    throw new ToolDefinitionError(
      `Tool ${place + 1} is ${candidate == null ? candidate : `a ${typeof candidate}`}, not a tool. ${SHAPE}`,
    );
  }
  const tool = candidate as Partial<Tool>;
  const name = typeof tool.lc_name === 'string' ? tool.lc_name : tool.name;
  if (typeof name !== 'string' || isBlank(name)) {
    throw new ToolDefinitionError(`Tool ${place + 1} has no name. ${SHAPE}`);
  }
  const missing = missingParts(tool);
  if (missing.length > 0) {
    throw new ToolDefinitionError(`Tool ${JSON.stringify(name)} has no ${missing.join(' and no ')}. ${SHAPE}`);
  }
  return tool as Tool;
}

function missingParts(tool: Partial<Tool>): string[] {
  const missing: string[] = [];
  if (isBlank(tool.description) && !isFromMcp(tool as Tool)) missing.push('description');
  if (!isSchema(tool.schema)) {
    missing.push(
      'parameters' in tool || 'inputSchema' in tool
        ? 'schema (rename `parameters` or `inputSchema` to `schema`)'
        : 'schema',
    );
  }
  if (typeof tool.invoke !== 'function')
    missing.push('execute' in tool ? 'invoke (rename `execute` to `invoke`)' : 'invoke');
  return missing;
}

/** True for an object, a boolean or a function: some schema libraries use functions as schemas. */
function isSchema(schema: unknown): boolean {
  if (typeof schema === 'object') return schema !== null && !Array.isArray(schema);
  return typeof schema === 'boolean' || typeof schema === 'function';
}

const SHAPE =
  'A tool is { name, description, schema, invoke(args) }: a unique name, a description, a JSON Schema or zod schema of its parameters, and the function that does the work.';
