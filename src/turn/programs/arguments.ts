import { CALL_TOOL } from '../../builtins/index.ts';
import { isRecord, parseJson, type VisibleTool } from '../../core/index.ts';
import { type HostCall, positionalOrder, raising, type Settlement, signatureOf } from '../../sandbox/index.ts';
import { asPython } from './program-tools.ts';

/** A call as the program wrote it, without the function `call_tool`. */
export interface NamedCall extends Pick<HostCall, 'path' | 'args' | 'named'> {
  /** The arguments as one JSON object, if the program gave them so. */
  readonly whole?: string;
}

/** Returns the call that `call_tool(name, arguments)` means. Any other call is returned as it is. */
export function dispatchedIn({ path, args, named }: HostCall): NamedCall | Settlement {
  if (path !== CALL_TOOL.name) return { path, args, named };
  const all = new Map([...['name', 'arguments'].map((name, place) => [name, args[place]] as const), ...named]);
  const name: unknown = JSON.parse(all.get('name') ?? 'null');
  const whole = all.get('arguments') ?? '{}';
  if (typeof name === 'string') return { path: name, args: [], named: [], whole };
  return raising('TypeError', 'call_tool() takes the name of a tool and a dict of arguments.');
}

/** Returns the arguments of a call as JSON text, or an error for the program. Without a tool, only the names are known. */
export function argumentsOf(
  { path, args, named, whole }: NamedCall,
  tool: VisibleTool | undefined,
): string | Settlement {
  if (whole !== undefined) return whole;
  if (args.length === 0) return objectOf(named);
  if (tool === undefined) return objectOf(named); // the call does not run, and its outcome says why
  const order = positionalOrder(tool.parameters);
  const [only] = args;
  if (named.length === 0 && args.length === 1 && only !== undefined && isAllArguments(only, order)) return only;
  if (args.length > order.length) {
    const most = order.length === 1 ? '1 argument' : `${order.length} arguments`;
    return raising(
      'TypeError',
      `${path}() takes ${most}, and ${args.length} were given. Call it as ${signatureOf(asPython(tool, path))}.`,
    );
  }
  const placed = args.map((json, place) => [order[place] ?? '', json] as const);
  const twice = named.find(([name]) => placed.some(([other]) => other === name));
  if (twice === undefined) return objectOf([...placed, ...named]);
  return raising(
    'TypeError',
    `${path}() got two values for "${twice[0]}". Call it as ${signatureOf(asPython(tool, path))}.`,
  );
}

function objectOf(members: readonly (readonly [name: string, json: string])[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** True for a dict of all arguments, which models pass instead of keyword arguments. */
function isAllArguments(json: string, order: readonly string[]): boolean {
  const value = json.startsWith('{') ? parseJson(json) : undefined;
  if (!isRecord(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => order.includes(name));
}
