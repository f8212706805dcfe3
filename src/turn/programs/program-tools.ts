import { CALL_TOOL, TOOL_SEARCH } from '../../builtins/index.ts';
import { type GatewayTool, type Plan, truncate, type VisibleTool } from '../../core/index.ts';
import {
  attributeName,
  type CopiedTool,
  helpText,
  type KnownNames,
  moduleName,
  type PythonNames,
  type PythonTool,
  parametersOf,
  pythonNames,
  signatureOf,
} from '../../sandbox/index.ts';
import { isSearch } from '../../select/index.ts';
import type { TurnTools } from '../discovery/turn-tools.ts';

/** The tools that a program can call now, by their names in Python. */
export class ProgramTools {
  readonly #tools: readonly VisibleTool[];
  readonly #names: PythonNames;
  /** MCP tools that the model may call once it has read about them. */
  readonly #searchable: readonly GatewayTool[];

  /** Returns the same object until the plan changes. */
  static of({ plan, searchable }: Pick<TurnTools, 'plan' | 'searchable'>): ProgramTools {
    const known = made.get(plan) ?? new ProgramTools(plan, searchable);
    made.set(plan, known);
    return known;
  }

  private constructor({ visible, callable }: Plan, searchable: readonly GatewayTool[]) {
    this.#tools = [...visible, ...callable];
    this.#names = pythonNames(this.#tools.map(nameParts));
    this.#searchable = searchable;
  }

  /** The names that a program may use for tools. */
  get known(): KnownNames {
    const { modules, functions } = this.#names;
    return {
      modules: new Set([...modules, ...modulesOf(this.#searchable)]),
      functions: new Set([...functions, TOOL_SEARCH.name, CALL_TOOL.name]),
    };
  }

  /** Finds a tool by its name in Python, or by its wire name. */
  find(path: string): VisibleTool | undefined {
    return this.#tools[this.#names.toolAt(path) ?? -1] ?? this.byWireName(path);
  }

  byWireName(wireName: string): VisibleTool | undefined {
    return this.#tools.find((tool) => tool.wireName === wireName);
  }

  /** Finds a tool by the gateway's name. */
  byName(name: string): VisibleTool | undefined {
    return this.#tools.find((tool) => tool.name === name);
  }

  /**
   * Returns the names of the parameters of a tool that models know by this name. An MCP tool also has a short name, which any
   * server may choose: a function of the program with that name is the program's own.
   */
  parametersOf(name: string): CopiedTool | undefined {
    const tool = this.#tools[this.#names.toolAt(name) ?? -1];
    if (tool?.wireName !== name) return undefined;
    const parameters = parametersOf(tool.parameters).filter(({ isIdentifier }) => isIdentifier);
    const required = parameters.filter(({ isRequired }) => isRequired);
    return { all: parameters.map(({ name }) => name), required: required.map(({ name }) => name) };
  }

  hasParameter(path: string, name: string): boolean {
    return parametersOf(this.find(path)?.parameters).some((parameter) => parameter.name === name);
  }

  /** Returns the name that a program should use for the tool. */
  pathOf(tool: VisibleTool): string {
    return this.#names.pathOf(this.#tools.indexOf(tool));
  }

  get signatures(): readonly string[] {
    return this.#tools.filter(isOther).map((tool) => this.signatureOf(tool));
  }

  /** Returns in one line how to call the tool. */
  signatureOf(tool: VisibleTool): string {
    return signatureOf(asPython(tool, this.pathOf(tool)));
  }

  /**
   * Returns the wire name of a tool that the program names and that the model has not read about, so that the answer can
   * describe it. A name of no tool is returned as it is.
   */
  wireNameOf(path: string): string {
    return wireNamesOf(this.#searchable).get(path) ?? path;
  }

  /** Returns the text for `help(…)`: of a tool, of the tools of a module, or of all tools. */
  help(path: string, mayGuess = true): string {
    const tool = this.find(path);
    if (tool !== undefined) return helpText(asPython(tool, this.pathOf(tool)));
    const inModule = this.#names.toolsIn(path).flatMap((place) => this.#tools[place] ?? []);
    const unread = modulesOf(this.#searchable);
    const isKnown = path === '' || inModule.length > 0 || unread.has(path);
    const listed = inModule.length > 0 ? inModule : unread.has(path) ? [] : this.#tools;
    const searching = unread.has(path) ? [path] : path === '' ? [...unread] : [];
    const lines = [
      ...(isKnown ? [] : [this.unknown(path, mayGuess)]),
      ...listed.filter(isOther).map((each) => this.signatureOf(each)),
      ...(searching.length === 0
        ? []
        : [`tool_search("…") finds more tools of ${truncate(searching.join(', '), MOST_CHARACTERS, '…')}.`]),
    ];
    return lines.join('\n') || 'There are no tools.';
  }

  /** Says that there is no tool with this name, and which name may be meant if `mayGuess` is true. */
  unknown(path: string, mayGuess: boolean): string {
    const close = mayGuess ? this.#names.nearest(path) : undefined;
    const advice = close === undefined ? 'help() lists the tools.' : `Did you mean "${close}"?`;
    return `There is no tool "${truncate(path, MOST_CHARACTERS, '…')}" in this turn. ${advice}`;
  }
}

const MOST_CHARACTERS = 300;

/** False for `python_execution` and `call_tool`, which a program does not need. */
function isOther(tool: VisibleTool): boolean {
  return tool.gateway?.builtin !== true || isSearch(tool);
}

const made = new WeakMap<Plan, ProgramTools>();

/** Returns the parts of which a tool's name in Python is made. */
export function nameParts({ wireName, name, gateway }: VisibleTool) {
  const server = gateway?.server;
  return server === undefined ? { wireName } : { wireName, server, tool: nameAtServer(name, server) };
}

/** Returns the part of the gateway's name (`server::tool`) that the server knows. */
function nameAtServer(name: string, server: string): string {
  return name.slice(server.length + '::'.length);
}

function modulesOf(tools: readonly GatewayTool[]): ReadonlySet<string> {
  const known = modules.get(tools) ?? new Set([...new Set(tools.map(({ server = '' }) => server))].map(moduleName));
  modules.set(tools, known);
  return known;
}

const modules = new WeakMap<readonly GatewayTool[], ReadonlySet<string>>();

/** Returns the wire names of MCP tools by their names in Python. If two tools have the same name, the first one keeps it. */
function wireNamesOf(tools: readonly GatewayTool[]): ReadonlyMap<string, string> {
  const known = wireNames.get(tools) ?? new Map(tools.toReversed().map((tool) => [pathAtServer(tool), tool.wireName]));
  wireNames.set(tools, known);
  return known;
}

const wireNames = new WeakMap<readonly GatewayTool[], ReadonlyMap<string, string>>();

function pathAtServer({ server = '', name }: GatewayTool): string {
  return `${moduleName(server)}.${attributeName(nameAtServer(name, server))}`;
}

/** Returns a tool as the descriptions in Python need it. */
export function asPython(tool: VisibleTool, path: string): PythonTool {
  const { description, parameters: schema, outputSchema } = tool;
  return { path, description, schema, outputSchema: isSearch(tool) ? FOUND : outputSchema };
}

/** The schema of what a program gets from `tool_search`. */
const FOUND = {
  type: 'array',
  items: {
    type: 'object',
    properties: { name: { type: 'string' }, signature: { type: 'string' }, description: { type: 'string' } },
    required: ['name', 'signature', 'description'],
  },
};
