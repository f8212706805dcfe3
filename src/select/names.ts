import type { Plan, VisibleTool } from '../core/index.ts';

/**
 * The tool that a model meant by a name, among those it was told of: the one of that name, else of that name without a prefix that models put before
 * it, else the only one that is spelt alike (`ReadFile` for `read_file`), else the only one that its server calls so. Of two that are
 * alike, none.
 */
export function findVisible(plan: Plan, name: string): VisibleTool | undefined {
  const exact = findExact(plan, name);
  if (exact !== undefined || name.length > MOST_LETTERS) return exact;
  const bare = withoutPrefix(name);
  const certain = findExact(plan, bare) ?? findOwn(plan, name);
  if (certain !== undefined) return certain;
  const alike = findAlike(plan, [name, bare]);
  return onlyOne(alike.size > 0 ? alike : findAtServer(plan, bare));
}

/** Nobody guesses at more: a model's server may send megabytes for a name. */
const MOST_LETTERS = 500;

export function findExact({ visible, callable }: Plan, name: string): VisibleTool | undefined {
  return exactIndexes.of(visible).get(name) ?? exactIndexes.of(callable).get(name);
}

/** By the name that a gateway's tool has here: a model may have read it in an outcome. */
function findOwn({ visible, callable }: Plan, name: string): VisibleTool | undefined {
  return ownIndexes.of(visible).get(name) ?? ownIndexes.of(callable).get(name);
}

function findAlike(plan: Plan, names: readonly string[]): ReadonlySet<VisibleTool> {
  const indexes = [plan.visible, plan.callable].map((tools) => alikeIndexes.of(tools));
  return new Set(indexes.flatMap((index) => names.flatMap((name) => index.get(folded(name)) ?? [])));
}

/**
 * By the name that its server has for it: descriptions speak of each other so. Not beside a client's tools: a name that none of them has
 * any more may have been one of theirs, and its arguments are nobody else's.
 */
function findAtServer({ visible, callable }: Plan, name: string): ReadonlySet<VisibleTool> {
  if (visible.some(({ owner }) => owner === 'client')) return NOBODY;
  return new Set([visible, callable].flatMap((tools) => serverIndexes.of(tools).get(folded(name)) ?? []));
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

/** The same for every way in which models spell one name. */
export function foldedName(name: string): string {
  return folded(withoutPrefix(name.slice(0, MOST_LETTERS)));
}

/** Without case and the marks between words. */
function folded(name: string): string {
  return ['-', '_', '.', ':', ' '].reduce((text, mark) => text.replaceAll(mark, ''), name.toLowerCase());
}

/** An index of tools, made when first asked for and kept as long as their list lives. */
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
  index.delete(''); // of marks alone: like anything that is
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
