import type { Plan, VisibleTool } from '../core/index.ts';
import { isPython } from './gateway-tools.ts';

/**
 * Finds the tool that a model means by a name, among the tools that it was shown. Tries in order: the exact wire name; the
 * wire name without a prefix that models add (`functions.`); the gateway's own name; a similar spelling (`ReadFile` for
 * `read_file`); the tool's name at its MCP server; the name of a tool for Python that is built into some models, for
 * `python_execution`. A similar spelling or a server's name counts only if exactly one tool matches.
 */
export function findVisible(plan: Plan, name: string): VisibleTool | undefined {
  const exact = findExact(plan, name);
  if (exact !== undefined || name.length > MAX_CHARACTERS) return exact;
  const bare = withoutPrefix(name);
  const certain = findExact(plan, bare) ?? findOwn(plan, name);
  if (certain !== undefined) return certain;
  const alike = findAlike(plan, [name, bare]);
  const similar = alike.size > 0 ? alike : findAtServer(plan, bare);
  return similar.size === 0 && isPythonName(bare) ? findPython(plan) : onlyOne(similar);
}

/** Longer names are compared only exactly: a broken model server may send megabytes as a name. */
const MAX_CHARACTERS = 500;

export function findExact({ visible, callable }: Plan, name: string): VisibleTool | undefined {
  return exactIndexes.of(visible).get(name) ?? exactIndexes.of(callable).get(name);
}

/** Finds a gateway tool by its own name (`server::tool`), which a model may have read in an outcome. */
function findOwn({ visible, callable }: Plan, name: string): VisibleTool | undefined {
  return ownIndexes.of(visible).get(name) ?? ownIndexes.of(callable).get(name);
}

function findAlike(plan: Plan, names: readonly string[]): ReadonlySet<VisibleTool> {
  const indexes = [plan.visible, plan.callable].map((tools) => alikeIndexes.of(tools));
  return new Set(indexes.flatMap((index) => names.flatMap((name) => index.get(folded(name)) ?? [])));
}

/**
 * Finds tools by their names at their MCP servers, because tool descriptions refer to each other by those names. Returns none
 * if the client has tools of its own: the name may belong to a client tool that no longer exists, whose arguments must not
 * reach another tool.
 */
function findAtServer({ visible, callable }: Plan, name: string): ReadonlySet<VisibleTool> {
  if (visible.some(({ owner }) => owner === 'client')) return NOBODY;
  return new Set([visible, callable].flatMap((tools) => serverIndexes.of(tools).get(folded(name)) ?? []));
}

/** True for a name by which models know a tool that runs Python: gpt-oss and Functionary `python`, Qwen `code_interpreter`. */
function isPythonName(name: string): boolean {
  return PYTHON_NAMES.has(folded(name));
}

export const PYTHON_TAG = 'python';
const PYTHON_NAMES = new Set([PYTHON_TAG, 'ipython', 'pythoninterpreter', 'codeinterpreter', 'codeexecution']);

/** Returns the tool that runs programs; undefined if this turn has none. */
export function findPython({ visible, callable }: Plan): VisibleTool | undefined {
  return visible.find(isPython) ?? callable.find(isPython);
}

const NOBODY: ReadonlySet<VisibleTool> = new Set();

function onlyOne(tools: ReadonlySet<VisibleTool>): VisibleTool | undefined {
  const [tool, another] = tools;
  return another === undefined ? tool : undefined;
}

function withoutPrefix(name: string): string {
  const prefix = PREFIXES.find((each) => name.startsWith(each));
  return prefix === undefined ? name : name.slice(prefix.length);
}

const PREFIXES = ['functions.', 'tools.', 'default_api:', 'default_api.'];

/** Normalizes a name, so that all spellings that models use for it become equal. */
export function foldedName(name: string): string {
  return folded(withoutPrefix(name.slice(0, MAX_CHARACTERS)));
}

/** Removes case and word separators. */
function folded(name: string): string {
  return ['-', '_', '.', ':', ' '].reduce((text, mark) => text.replaceAll(mark, ''), name.toLowerCase());
}

/** Indexes of tool lists, built on first use and cached for as long as the list is alive. */
class Indexes<T> {
  readonly #indexes = new WeakMap<readonly VisibleTool[], ReadonlyMap<string, T>>();
  readonly #make: (tools: readonly VisibleTool[]) => ReadonlyMap<string, T>;

  constructor(make: (tools: readonly VisibleTool[]) => ReadonlyMap<string, T>) {
    this.#make = make;
  }

  of(tools: readonly VisibleTool[]): ReadonlyMap<string, T> {
    const index = this.#indexes.get(tools) ?? this.#make(tools);
    this.#indexes.set(tools, index);
    return index;
  }
}

const exactIndexes = new Indexes((tools) => new Map(tools.map((tool) => [tool.wireName, tool])));

const ownIndexes = new Indexes((tools) => new Map(tools.map((tool) => [tool.name, tool])));

const alikeIndexes = new Indexes((tools) => {
  const index = grouped(tools, ({ wireName }) => folded(wireName));
  index.delete(''); // names of separators alone would all be equal
  return index;
});

const serverIndexes = new Indexes((tools) => {
  const ofServers = tools.filter((tool) => tool.owner === 'gateway' && tool.name.includes(BETWEEN));
  const index = grouped(ofServers, ({ name }) => folded(name.slice(name.indexOf(BETWEEN) + 2)));
  index.delete('');
  return index;
});

const BETWEEN = '::';

function grouped(
  tools: readonly VisibleTool[],
  keyOf: (tool: VisibleTool) => string,
): Map<string, readonly VisibleTool[]> {
  return Map.groupBy(tools, keyOf);
}
