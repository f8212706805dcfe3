import {
  type ClientTool,
  type Fields,
  type Freeform,
  found,
  isAbsent,
  isRecord,
  type Read,
  read,
  refuse,
  refuseValue,
  type VisibleTool,
} from '../../core/index.ts';
import { freeformSchema } from '../freeform.ts';
import { messagesToolMembers } from '../messages/fields.ts';
import { type ReadTools, readDescription, readName, readSchema, readTools } from '../tools.ts';
import { type ExtraFields, readExtraFields, writeExtraFields } from './extra.ts';

/**
 * Reads the tools of a request. A tool may be flat (`{name, description, parameters}`) or nested
 * (`{type: "function", function: {…}}`), and both shapes may be mixed in one list. A tool of the type `custom` takes one
 * text. `name` is the field that lists the tools: `tools`, or the deprecated `functions`, which has no type `custom`.
 */
export function readChatTools(
  tools: unknown,
  bounds: { readonly clientTools: number },
  name: 'tools' | 'functions' = 'tools',
): ReadTools {
  return readTools(tools, bounds, name === 'functions' ? readFunction : readEntry, TOOL, name);
}

/** Writes the tools of a plan as chat-completions tools. Those in `custom` get the type `custom`, others are functions. */
export function writeTools(tools: readonly VisibleTool[], custom: ReadonlySet<string> = NONE): Fields[] {
  return tools.map((tool) => {
    if (tool.freeform !== undefined && custom.has(tool.wireName)) return writeCustom(tool, tool.freeform);
    const { wireName: name, description, parameters } = tool;
    return { type: 'function', function: { ...writeExtraFields(tool), name, description, parameters } };
  });
}

const NONE: ReadonlySet<string> = new Set();
const TOOL = 'a tool: {"type":"function","function":{"name":"…","description":"…","parameters":{…}}}';

/** Reads an entry of `functions`. The form of its calls, `function_call`, can only have arguments in JSON. */
function readFunction(entry: Fields, path: string): Read<ClientTool> {
  if (entry.type !== 'custom') return readEntry(entry, path);
  return refuse(
    path,
    `${path} is of type "custom", which has no form in "functions". List your tools in "tools" instead.`,
  );
}

function readEntry(entry: Fields, path: string): Read<ClientTool> {
  const { type } = entry;
  if (type === 'custom') return readCustom(entry, path);
  if (!isAbsent(type) && type !== 'function') {
    return refuse(
      path,
      `${path} is of type ${found(type)}; expected "function", "custom", or "toolpath" for the gateway's tools.`,
    );
  }
  if (isAbsent(entry.function)) return readTool(entry, path);
  if (!isRecord(entry.function)) return refuseValue(`${path}.function`, entry.function, 'an object with a "name"');
  return readTool({ ...entry, ...entry.function }, path);
}

/** Reads a tool of the type `custom`. As for functions, its fields may be nested or flat. */
function readCustom(entry: Fields, path: string): Read<ClientTool> {
  if (!isAbsent(entry.custom) && !isRecord(entry.custom)) {
    return refuseValue(`${path}.custom`, entry.custom, 'an object with a "name"');
  }
  const tool = { ...entry, ...entry.custom };
  const name = readName(tool.name, path);
  if (!name.ok) return name;
  const description = readDescription(tool.description, name.value, path);
  if (!description.ok) return description;
  const freeform = readFormat(tool.format, `${path}.${isAbsent(entry.custom) ? '' : 'custom.'}format`);
  if (!freeform.ok) return freeform;
  return read({
    name: name.value,
    description: description.value,
    schema: freeformSchema(freeform.value),
    freeform: freeform.value,
    ...readExtraFields(tool, KNOWN_IN_CUSTOM),
  });
}

const KNOWN_IN_CUSTOM = new Set(['type', 'custom', 'name', 'description', 'format']);

/** Reads the format of a tool of the type `custom`. A grammar may also be written flat, as in the Responses API. */
function readFormat(format: unknown, path: string): Read<Freeform> {
  if (isAbsent(format) || (isRecord(format) && format.type === 'text')) return read({});
  const grammar = isRecord(format) && format.type === 'grammar' ? (format.grammar ?? format) : undefined;
  const { syntax, definition } = isRecord(grammar) ? grammar : {};
  if (typeof syntax === 'string' && typeof definition === 'string') return read({ grammar: { syntax, definition } });
  return refuseValue(path, format, FORMAT);
}

const FORMAT = '{"type":"text"} or {"type":"grammar","grammar":{"syntax":"…","definition":"…"}}';

function writeCustom(tool: VisibleTool, { grammar }: Freeform): Fields {
  const { wireName: name, description } = tool;
  const format = grammar && { format: { type: 'grammar', grammar } };
  return { type: 'custom', custom: { ...writeExtraFields(tool), name, description, ...format } };
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
