import { CALL_TOOL } from '../../builtins/index.ts';
import { isRecord, parseJson } from '../../core/index.ts';
import { type HostCall, raising, type Settlement } from '../../sandbox/index.ts';

/** A call as the program wrote it, without the function `call_tool`. */
export interface NamedCall extends Pick<HostCall, 'path' | 'args' | 'named'> {
  /** The arguments as one JSON object, if the program gave them so. */
  readonly whole?: string;
}

/**
 * Returns the call that `call_tool(name, arguments)` means. The arguments may also be keyword arguments. Any other call is
 * returned as it is. `hasParameter` says whether a tool has a parameter of a name.
 */
export function dispatchedIn(
  { path, args, named }: HostCall,
  hasParameter: (path: string, name: string) => boolean,
): NamedCall | Settlement {
  if (path !== CALL_TOOL.name) return { path, args, named };
  const rest = new Map(named);
  const [written = take(NAMES, rest), second, ...others] = args;
  const name = parseJson(written ?? '');
  if (typeof name !== 'string' || others.length > 0) return raising('TypeError', USAGE);
  const isWhole = second === undefined && rest.size === 1;
  const given = isWhole
    ? take(
        ARGUMENTS.filter((each) => !hasParameter(name, each)),
        rest,
      )
    : second;
  if (given === undefined || given === 'null') return { path: name, args: [], named: [...rest] };
  const whole = rest.size > 0 ? undefined : objectIn(given);
  return whole === undefined ? raising('TypeError', USAGE) : { path: name, args: [], named: [], whole };
}

const NAMES = ['tool_name', 'name', 'tool'];
const ARGUMENTS = ['arguments', 'args', 'parameters', 'input'];
const USAGE =
  'call_tool() takes the name of a tool and a dict of its arguments: call_tool("name", {"argument": value}).';

/** Removes the first keyword argument that has one of the names, and returns its value. */
function take(names: readonly string[], from: Map<string, string>): string | undefined {
  const name = names.find((each) => from.has(each));
  const value = name === undefined ? undefined : from.get(name);
  if (name !== undefined) from.delete(name);
  return value;
}

/** Returns the JSON text of an object, given as an object or as a text that is one. */
function objectIn(json: string): string | undefined {
  const value = parseJson(json);
  if (typeof value === 'string') return isRecord(parseJson(value)) ? value : undefined;
  return isRecord(value) ? json : undefined;
}
