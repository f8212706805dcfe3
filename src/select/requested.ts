import {
  type BadRequest,
  type ClientTool,
  type Fields,
  found,
  isAbsent,
  isRecord,
  othersIn,
  type Read,
  type Requested,
  read,
  refuse,
  refuseValue,
} from '../core/index.ts';

export type ReadRequested =
  | { readonly ok: true; readonly requested: Requested }
  | { readonly ok: false; readonly failure: BadRequest };

/**
 * The tri-state of a request's `tools`, the same on every wire: missing or null, empty, or a list. A tool may be flat
 * (`{name, description, parameters}`) or nested (`{type: "function", function: {…}}`), also mixed in one list;
 * `{type: "toolpath"}` asks for the gateway's tools beside them.
 */
export function readRequested(tools: unknown, bounds: { readonly clientTools: number }): ReadRequested {
  if (isAbsent(tools)) return { ok: true, requested: { kind: 'absent' } };
  if (!Array.isArray(tools)) return refuseValue('tools', tools, TOOLS);
  if (tools.length === 0) return { ok: true, requested: { kind: 'none' } };

  const listed: ClientTool[] = [];
  const places = new Map<string, number>();
  for (const [place, entry] of tools.entries()) {
    const path = `tools[${place}]`;
    const tool = readEntry(entry, path);
    if (!tool.ok) return tool;
    if (tool.value === GATEWAY) continue;
    const { name } = tool.value;
    const earlier = places.get(name);
    if (earlier !== undefined) return refuseDuplicate(path, name, earlier);
    if (listed.length === bounds.clientTools) return refuseMany(bounds.clientTools);
    places.set(name, place);
    listed.push(tool.value);
  }
  return { ok: true, requested: { kind: 'listed', tools: listed, mixed: listed.length < tools.length } };
}

const TOOLS = "a list of tools, [] for no tools, or nothing at all for the gateway's own";

/** Stands for the entry that is no tool of the client's. */
const GATEWAY = 'toolpath';

function readEntry(entry: unknown, path: string): Read<ClientTool | typeof GATEWAY> {
  if (!isRecord(entry)) return refuseValue(path, entry, TOOL);
  const { type } = entry;
  if (type === GATEWAY) return readGateway(entry, path);
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

const TOOL = 'a tool: {"type":"function","function":{"name":"…","description":"…","parameters":{…}}}';

/** More members would be a wish that is not granted: to say so is kinder than all tools instead of one. */
function readGateway(entry: Fields, path: string): Read<typeof GATEWAY> {
  const more = Object.keys(entry).some((name) => name !== 'type' && !isAbsent(entry[name]));
  if (more)
    return refuse(path, `${path} has more members than its type; expected {"type":"toolpath"} and nothing else.`);
  return read(GATEWAY);
}

/** A tool in its flat shape. */
function readTool(tool: Fields, path: string): Read<ClientTool> {
  const { name, description } = tool;
  if (typeof name !== 'string' || name.trim() === '') {
    return refuse(path, `${path} has no name: its "name" is ${found(name)}; expected a string that is not blank.`);
  }
  if (name.length > LONGEST_NAME) {
    return refuse(path, `${path} has a name of ${name.length} characters; expected at most ${LONGEST_NAME}.`);
  }
  if (!isAbsent(description) && typeof description !== 'string') {
    return refuseValue(`${path}.description`, description, 'a string');
  }
  const schema = readParameters(tool, path);
  if (!schema.ok) return schema;
  return read({
    name,
    description: isAbsent(description) || description.trim() === '' ? `Tool: ${name}` : description,
    schema: schema.value,
    ...othersIn(tool, KNOWN),
  });
}

/** Providers take 64 to 128; whoever sends so much sends no name. */
const LONGEST_NAME = 1_000;

const KNOWN = new Set(['type', 'function', 'name', 'description', 'parameters']);

/** Every schema of a tool describes an object: providers refuse one that does not say so. */
function readParameters(tool: Fields, path: string): Read<Fields> {
  const { parameters } = tool;
  if (isAbsent(parameters)) {
    const other = FOREIGN_PARAMETERS.find((name) => !isAbsent(tool[name]));
    if (other === undefined) return read(NO_PARAMETERS);
    return refuse(`${path}.${other}`, `${path} has its parameters under "${other}"; expected them under "parameters".`);
  }
  if (!isRecord(parameters)) return refuseValue(`${path}.parameters`, parameters, 'a JSON Schema, as an object');
  if (Object.keys(parameters).length === 0) return read(NO_PARAMETERS);
  return read(isAbsent(parameters.type) ? { ...parameters, type: 'object' } : parameters);
}

const NO_PARAMETERS: Fields = { type: 'object', properties: {} };

/** Where other wires have them. Passed over, the model would call the tool without a single argument. */
const FOREIGN_PARAMETERS = ['input_schema', 'inputSchema'];

function refuseDuplicate(path: string, name: string, earlier: number): ReadRequested {
  return refuse(
    path,
    `${path} has the name ${found(name)}, as tools[${earlier}] has; names must be unique: rename one.`,
  );
}

function refuseMany(most: number): ReadRequested {
  return refuse('tools', `tools lists more than ${most} tools; send fewer, or raise the setting limits.clientTools.`);
}

/** The names of the client's tools. They are sacred: a tool of the gateway's that bears one of them is left out, and takes no other's place. */
export function namesOfClient(requested: Requested): ReadonlySet<string> {
  return requested.kind === 'listed' ? new Set(requested.tools.map(({ name }) => name)) : NOBODY;
}

const NOBODY: ReadonlySet<string> = new Set();
