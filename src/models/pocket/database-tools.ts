import { type Fields, isRecord, type VisibleTool } from '../../core/index.ts';

/** The gateway's two tools for databases. */
export interface DatabaseTools {
  readonly search: DatabaseTool;
  readonly execute: DatabaseTool;
}

export interface DatabaseTool {
  /** The name under which the model calls the tool. */
  readonly name: string;
  /** The properties in the schema of the arguments. */
  readonly properties: Fields;
}

/** Returns the database tools if both are there. A client's tool of that name, or one with another schema, is an ordinary tool. */
export function databaseToolsIn(tools: readonly VisibleTool[]): DatabaseTools | undefined {
  const search = toolOf('search_schemas', 'query', tools);
  const execute = toolOf('execute_sql', 'sql', tools);
  return search === undefined || execute === undefined ? undefined : { search, execute };
}

/** Finds the gateway's tool of this name whose only required argument is this text. */
function toolOf(name: string, argument: string, tools: readonly VisibleTool[]): DatabaseTool | undefined {
  const tool = tools.find((each) => each.name === name && each.owner === 'gateway');
  const { properties, required } = tool?.parameters ?? {};
  if (tool === undefined || !isRecord(properties) || !Array.isArray(required)) return undefined;
  const text = Object.hasOwn(properties, argument) ? properties[argument] : undefined;
  const isExpected = isRecord(text) && text.type === 'string' && required.length === 1 && required[0] === argument;
  return isExpected ? { name: tool.wireName, properties } : undefined;
}

/** Returns the arguments that the tool accepts. */
export function accepted({ properties }: DatabaseTool, values: Fields): Fields {
  const known = Object.entries(values).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(properties, name),
  );
  return Object.fromEntries(known);
}
