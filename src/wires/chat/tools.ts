import {
  type ClientTool,
  type Fields,
  found,
  isAbsent,
  isRecord,
  type Read,
  read,
  refuse,
  refuseValue,
  type VisibleTool,
} from '../../core/index.ts';
import { messagesToolMembers } from '../messages/fields.ts';
import { type ReadTools, readDescription, readName, readSchema, readTools } from '../tools.ts';
import { type ExtraFields, readExtraFields, writeExtraFields } from './extra.ts';

/**
 * Reads the tools of a request. A tool may be flat (`{name, description, parameters}`) or nested
 * (`{type: "function", function: {…}}`), and both shapes may be mixed in one list.
 */
export function readChatTools(tools: unknown, bounds: { readonly clientTools: number }): ReadTools {
  return readTools(tools, bounds, readEntry, TOOL);
}

/** Writes the tools of a plan as chat-completions tools. */
export function writeTools(tools: readonly VisibleTool[]): Fields[] {
  return tools.map((tool) => {
    const { wireName: name, description, parameters } = tool;
    return { type: 'function', function: { ...writeExtraFields(tool), name, description, parameters } };
  });
}

const TOOL = 'a tool: {"type":"function","function":{"name":"…","description":"…","parameters":{…}}}';

function readEntry(entry: Fields, path: string): Read<ClientTool> {
  const { type } = entry;
  if (!isAbsent(type) && type !== 'function') {
    return refuse(
      path,
      `${path} is of type ${found(type)}; expected "function", or "toolpath" for the gateway's tools.`,
    );
  }
  if (isAbsent(entry.function)) return readTool(entry, path);
  if (!isRecord(entry.function)) return refuseValue(`${path}.function`, entry.function, 'an object with a "name"');
  return readTool({ ...entry, ...entry.function }, path);
}

function readTool(tool: Fields, path: string): Read<ClientTool> {
  const name = readName(tool.name, path);
  if (!name.ok) return name;
  const description = readDescription(tool.description, name.value, path);
  if (!description.ok) return description;
  const misplaced = isAbsent(tool.parameters) ? FOREIGN_PARAMETERS.find((other) => !isAbsent(tool[other])) : undefined;
  if (misplaced !== undefined) return refuseMisplaced(path, misplaced);
  const schema = readSchema(tool.parameters, `${path}.parameters`);
  if (!schema.ok) return schema;
  return read({
    name: name.value,
    description: description.value,
    schema: schema.value,
    ...withMessagesMembers(readExtraFields(tool, KNOWN)),
  });
}

const KNOWN = new Set(['type', 'function', 'name', 'description', 'parameters']);

/**
 * Names of the parameters field in other protocols. A tool with one of them is refused: ignoring the field would make the
 * model call the tool without arguments.
 */
const FOREIGN_PARAMETERS = ['input_schema', 'inputSchema'];

function refuseMisplaced(path: string, name: string) {
  return refuse(`${path}.${name}`, `${path} has its parameters in "${name}"; expected them in "parameters".`);
}

/** Copies fields that belong to the Messages API to that protocol's fields. */
function withMessagesMembers(beside: ExtraFields): ExtraFields {
  const chat = beside.extra?.chat;
  if (chat === undefined) return beside;
  const own = Object.entries(chat).filter(([name]) => messagesToolMembers.has(name));
  return own.length === 0 ? beside : { ...beside, extra: { chat, messages: Object.fromEntries(own) } };
}
