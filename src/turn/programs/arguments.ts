import { isRecord, parseJson, truncate, type VisibleTool } from '../../core/index.ts';
import {
  parametersOf,
  positionalOrder,
  raising,
  type Settlement,
  signatureOf,
  takesOthers,
} from '../../sandbox/index.ts';
import type { NamedCall } from './dispatched.ts';
import { asPython } from './program-tools.ts';

/** Returns the arguments of a call as JSON text, or an error for the program. Without a tool, only the names are known. */
export function argumentsOf(call: NamedCall, tool: VisibleTool | undefined): string | Settlement {
  if (tool === undefined) return call.whole ?? objectOf(call.named); // the call does not run, and its outcome says why
  const args = writtenIn(call, tool);
  if (typeof args !== 'string') return args;
  const problem = tool.owner === 'client' ? misnamedIn(args, tool) : undefined;
  return problem === undefined ? args : wrong(call, tool, problem);
}

function writtenIn(call: NamedCall, tool: VisibleTool): string | Settlement {
  const { args, named, whole } = call;
  if (whole !== undefined) return whole;
  if (args.length === 0) return objectOf(named);
  const order = positionalOrder(tool.parameters);
  const [only] = args;
  if (named.length === 0 && args.length === 1 && only !== undefined && isAllArguments(only, order)) return only;
  if (args.length > order.length) {
    const most = order.length === 1 ? '1 argument' : `${order.length} arguments`;
    return wrong(call, tool, `takes ${most}, and ${args.length} were given`);
  }
  const placed = args.map((json, place) => [order[place] ?? '', json] as const);
  const twice = named.find(([name]) => placed.some(([other]) => other === name));
  return twice === undefined ? objectOf([...placed, ...named]) : wrong(call, tool, `got two values for "${twice[0]}"`);
}

function wrong({ path }: NamedCall, tool: VisibleTool, problem: string): Settlement {
  return raising('TypeError', `${path}() ${problem}. Call it as ${signatureOf(asPython(tool, path))}.`);
}

/**
 * Says which argument of a client's tool is missing or has a wrong name. The gateway checks no values: the client runs the
 * tool and judges them.
 */
function misnamedIn(args: string, { parameters: schema }: VisibleTool): string | undefined {
  const parameters = parametersOf(schema);
  if (parameters.length === 0) return undefined; // the schema may be one that says nothing about its parameters
  const given = new Set(namesIn(args));
  const missing = parameters.find(({ name, isRequired }) => isRequired && !given.has(name));
  const known = new Set(parameters.map(({ name }) => name));
  const other = takesOthers(schema) ? undefined : [...given].find((name) => !known.has(name));
  if (other !== undefined) return `has no argument "${truncate(other, MOST_CHARACTERS)}"`;
  return missing && `needs the argument "${missing.name}"`;
}

const MOST_CHARACTERS = 100;

function namesIn(json: string): readonly string[] {
  const value = parseJson(json);
  return isRecord(value) ? Object.keys(value) : [];
}

function objectOf(members: readonly (readonly [name: string, json: string])[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

/** True for a dict of all arguments, which models pass instead of keyword arguments. */
function isAllArguments(json: string, order: readonly string[]): boolean {
  const names = json.startsWith('{') ? namesIn(json) : [];
  return names.length > 0 && names.every((name) => order.includes(name));
}
