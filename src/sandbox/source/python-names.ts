import { nearest } from '../../core/index.ts';
import { distinctNames } from './distinct-names.ts';
import { BUILTINS, KEYWORDS, STDLIB } from './python-words.ts';
import { ALL_TOOLS, type KnownNames } from './references.ts';

/** A tool whose name is needed. A tool of an MCP server has `server`, and `tool` if its name there differs from `wireName`. */
export interface NamedTool {
  readonly wireName: string;
  readonly server?: string;
  readonly tool?: string;
}

/** The names of tools in Python. Tools are numbered by their places in the list that was given. */
export interface PythonNames extends KnownNames {
  /** Returns the tool that a dotted name stands for. */
  toolAt(path: string): number | undefined;
  /** Returns the name of a tool that programs should use, such as `files.read_file`. */
  pathOf(tool: number): string;
  /** Returns the tools of a module, in their order. */
  toolsIn(module: string): readonly number[];
  /** Returns the name that an unknown one most likely means. */
  nearest(path: string): string | undefined;
}

/**
 * Names tools in Python. The tool `read-file` of the server `my-files` is `my_files.read_file`, and `read_file` if no other tool
 * has that name. A tool without a server is a top-level name. Every tool also has its wire name, and is in the module `tools`.
 * The names do not depend on the order of the tools, unless two tools have the same names.
 */
export function pythonNames(tools: readonly NamedTool[]): PythonNames {
  const paths = new Map<string, number>();
  const preferred: string[] = [];
  const members = new Map<string, number[]>([[ALL_TOOLS, [...tools.keys()]]]);
  const add = (path: string, tool: number) => {
    if (!paths.has(path)) paths.set(path, tool);
  };

  for (const [module, own] of modulesOf(tools)) {
    members.set(module, own);
    const attributes = distinctNames(
      own.map((tool) => nameAtServer(tools[tool])),
      attributeName,
    );
    for (const [place, tool] of own.entries()) {
      preferred[tool] = `${module}.${attributes[place]}`;
      add(preferred[tool], tool);
    }
  }
  // The names in the order of their claims: wire names, and then names at servers that are unique.
  const wireNames = tools.map(({ wireName }) => wireName);
  const topLevel = distinctNames(wireNames, topLevelName);
  const inTools = distinctNames(wireNames, attributeName);
  for (const tool of tools.keys()) {
    preferred[tool] ??= topLevel[tool] ?? '';
    add(topLevel[tool] ?? '', tool);
    add(`${ALL_TOOLS}.${inTools[tool]}`, tool);
  }
  for (const tool of tools.keys()) add(`${ALL_TOOLS}.${topLevel[tool]}`, tool);
  for (const [name, tool] of uniqueNames(tools)) {
    add(`${ALL_TOOLS}.${attributeName(name)}`, tool);
    add(topLevelName(name), tool);
  }

  return {
    modules: new Set(members.keys()),
    functions: new Set([...paths.keys()].filter((path) => !path.includes('.'))),
    toolAt: (path) => paths.get(path),
    pathOf: (tool) => preferred[tool] ?? '',
    toolsIn: (module) => members.get(module) ?? [],
    nearest: (path) => nearestPath(path, paths, preferred),
  };
}

/** Returns the modules of the servers, each with its tools. */
function modulesOf(tools: readonly NamedTool[]): ReadonlyMap<string, number[]> {
  const servers = new Map<string, number[]>();
  for (const [tool, { server }] of tools.entries()) {
    if (server === undefined) continue;
    const own = servers.get(server) ?? [];
    servers.set(server, own);
    own.push(tool);
  }
  const modules = distinctNames([...servers.keys()], moduleName);
  return new Map([...servers.values()].map((own, place) => [modules[place] ?? '', own]));
}

function nameAtServer(tool: NamedTool | undefined): string {
  return tool?.tool ?? tool?.wireName ?? '';
}

/** Returns the names at servers that only one tool has, and that are no wire names of others. */
function uniqueNames(tools: readonly NamedTool[]): ReadonlyMap<string, number> {
  const owners = new Map<string, number | undefined>();
  for (const [tool, named] of tools.entries()) {
    const name = identifierFor(nameAtServer(named));
    owners.set(name, owners.has(name) ? undefined : tool);
  }
  return new Map([...owners].flatMap(([name, tool]) => (tool === undefined ? [] : [[name, tool] as const])));
}

/**
 * Returns a text as a Python identifier of ASCII characters: letters of other alphabets could imitate them. Accents are removed,
 * and other characters become underscores.
 */
function identifierFor(text: string): string {
  const plain = text.slice(0, MOST_CHARACTERS).normalize('NFKD').replace(/\p{M}/gu, '');
  const name = plain.replace(/[^A-Za-z0-9_]/gu, '_');
  if (!/[A-Za-z0-9]/.test(name)) return 'tool';
  return /^\d/.test(name) ? `_${name}` : name;
}

const MOST_CHARACTERS = 200;

/** Attributes may have the names of built-in functions, such as `tools.list`. */
export function attributeName(text: string): string {
  const name = identifierFor(text);
  return KEYWORDS.has(name) ? `${name}_` : name;
}

function topLevelName(text: string): string {
  const name = identifierFor(text);
  return isReserved(name) ? `${name}_` : name;
}

export function moduleName(text: string): string {
  const name = identifierFor(text);
  return isReserved(name) || STDLIB.has(name) || name === ALL_TOOLS ? `${name}_tools` : name;
}

function isReserved(name: string): boolean {
  return KEYWORDS.has(name) || BUILTINS.has(name) || name === 'asyncio'; // programs use asyncio without an import
}

/** Compares whole names first, and then only the last parts: a program may use a wrong module. */
function nearestPath(
  path: string,
  paths: ReadonlyMap<string, number>,
  preferred: readonly string[],
): string | undefined {
  const whole = nearest(path, preferred) ?? nearest(path, paths.keys());
  if (whole !== undefined) return preferred[paths.get(whole) ?? -1];
  const byLast = new Map(preferred.toReversed().map((each) => [lastPart(each), each]));
  const last = nearest(lastPart(path), byLast.keys());
  return last === undefined ? undefined : byLast.get(last);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
