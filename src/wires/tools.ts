import {
  type BadRequest,
  type ClientTool,
  type Fields,
  found,
  isAbsent,
  isRecord,
  type Read,
  type Requested,
  read,
  refuse,
  refuseValue,
} from '../core/index.ts';

export type ReadTools =
  | { readonly ok: true; readonly requested: Requested }
  | { readonly ok: false; readonly failure: BadRequest };

/** Reads one entry of a request's `tools` in the protocol's own shape. */
export type ReadTool = (entry: Fields, path: string) => Read<ClientTool>;

/**
 * Reads a request's `tools`, which has three states in every protocol: missing or null, an empty list, or a list of tools.
 * An entry `{type: "toolpath"}` requests the gateway's tools in addition to the client's. `shape` describes a tool of
 * this protocol, for error messages; `name` is the field that lists the tools.
 */
export function readTools(
  tools: unknown,
  bounds: { readonly clientTools: number },
  readTool: ReadTool,
  shape: string,
  name = 'tools',
): ReadTools {
  if (isAbsent(tools)) return { ok: true, requested: { kind: 'absent' } };
  if (!Array.isArray(tools)) return refuseValue(name, tools, TOOLS);
  if (tools.length === 0) return { ok: true, requested: { kind: 'none' } };

  const listed: ClientTool[] = [];
  const places = new Map<string, number>();
  for (const [place, entry] of tools.entries()) {
    const path = `${name}[${place}]`;
    if (!isRecord(entry)) return refuseValue(path, entry, shape);
    if (entry.type === GATEWAY) {
      if (!isAlone(entry)) return refuseMembers(path);
      continue;
    }
    const tool = readTool(entry, path);
    if (!tool.ok) return tool;
    const earlier = places.get(tool.value.name);
    if (earlier !== undefined) return refuseDuplicate(path, tool.value.name, `${name}[${earlier}]`);
    if (listed.length === bounds.clientTools) return refuseMany(name, bounds.clientTools);
    places.set(tool.value.name, place);
    listed.push(tool.value);
  }
  return { ok: true, requested: { kind: 'listed', tools: listed, mixed: listed.length < tools.length } };
}

const TOOLS = "a list of tools, [] for no tools, or no value for the gateway's own tools";
const GATEWAY = 'toolpath';

/** Reads a tool's name: any non-blank string of at most `LONGEST_NAME` characters. */
export function readName(name: unknown, path: string): Read<string> {
  if (typeof name !== 'string' || name.trim() === '') {
    return refuse(path, `${path} has no name: its "name" is ${found(name)}; expected a non-blank string.`);
  }
  if (name.length > LONGEST_NAME) {
    return refuse(path, `${path} has a name of ${name.length} characters; expected at most ${LONGEST_NAME}.`);
  }
  return read(name);
}

/** Providers accept 64 to 128 characters. */
const LONGEST_NAME = 1_000;

/** Reads a tool's description. A missing or blank one becomes `Tool: <name>`, because some providers reject an empty one. */
export function readDescription(description: unknown, name: string, path: string): Read<string> {
  if (!isAbsent(description) && typeof description !== 'string') {
    return refuseValue(`${path}.description`, description, 'a string');
  }
  return read(isAbsent(description) || description.trim() === '' ? `Tool: ${name}` : description);
}

/** Reads a tool's schema. A missing `type` becomes "object", because providers reject a schema without it. */
export function readSchema(schema: unknown, path: string): Read<Fields> {
  if (isAbsent(schema)) return read(NO_PARAMETERS);
  if (!isRecord(schema)) return refuseValue(path, schema, 'a JSON Schema, as an object');
  if (Object.keys(schema).length === 0) return read(NO_PARAMETERS);
  return read(isAbsent(schema.type) ? { ...schema, type: 'object' } : schema);
}

const NO_PARAMETERS: Fields = { type: 'object', properties: {} };

function isAlone(entry: Fields): boolean {
  return Object.keys(entry).every((name) => name === 'type' || isAbsent(entry[name]));
}

/** Other fields are refused: ignoring them would enable every gateway tool although the client may want only one. */
function refuseMembers(path: string): ReadTools {
  return refuse(path, `${path} has fields other than "type"; expected exactly {"type":"toolpath"}.`);
}

function refuseDuplicate(path: string, name: string, earlier: string): ReadTools {
  return refuse(
    path,
    `${path} has the name ${found(name)}, which ${earlier} already has; names must be unique, so rename one.`,
  );
}

function refuseMany(name: string, most: number): ReadTools {
  return refuse(
    name,
    `${name} lists more than ${most} tools; send fewer tools, or raise the setting limits.clientTools.`,
  );
}
