import { CUSTOM, matchesGlob } from '../core/index.ts';

/** The tools that may be used. An omitted list allows everything, an empty list nothing; `*` matches any text. */
export interface FilterSettings {
  readonly builtins?: readonly string[] | undefined;
  readonly servers?: readonly string[] | undefined;
  /** Patterns for pairs, written `server::tool`. */
  readonly tools?: readonly string[] | undefined;
}

export type FilterDimension = 'builtins' | 'servers' | 'tools';

/** A built-in tool, or a tool of a server. A custom tool counts as a tool of the server `custom`. */
export type FilterCandidate = { readonly builtin: string } | { readonly server: string; readonly tool: string };

/** A tool under its own name (`server::tool` for an MCP tool), not its wire name. */
export interface FilteredTool {
  readonly name: string;
  readonly server?: string | undefined;
  readonly builtin?: boolean | undefined;
}

/** Returns the server and the tool name by which the filter judges a tool that is not built in. */
export function pairOf({ name, server = CUSTOM }: FilteredTool): { readonly server: string; readonly tool: string } {
  return { server, tool: name.startsWith(`${server}::`) ? name.slice(server.length + 2) : name };
}

/** The launch filter. Its three lists are independent: an MCP tool must pass both `servers` and `tools`. */
export class Filter {
  readonly #builtins: Names | undefined;
  readonly #servers: Names | undefined;
  readonly #pairs: Pairs | undefined;
  /** By list: the flag or variable, such as `--tools`, that set it instead of the settings file. */
  readonly #givenBy: Readonly<Record<string, string>>;

  constructor({ builtins, servers, tools }: FilterSettings, givenBy: Readonly<Record<string, string>> = {}) {
    this.#givenBy = givenBy;
    this.#builtins = builtins && new Names(builtins);
    this.#servers = servers && new Names(servers);
    this.#pairs = tools && new Pairs(tools);
  }

  /** Returns the flag or variable, such as `--tools`, that set this list; undefined if the settings file did. */
  givenBy(dimension: FilterDimension): string | undefined {
    return Object.hasOwn(this.#givenBy, dimension) ? this.#givenBy[dimension] : undefined;
  }

  /** True if the filter allows everything. */
  get isOpen(): boolean {
    return this.#builtins === undefined && this.#servers === undefined && this.#pairs === undefined;
  }

  builtin(name: string): boolean {
    return this.#builtins?.has(name) ?? true;
  }

  server(name: string): boolean {
    return this.#servers?.has(name) ?? true;
  }

  /** Checks only the `tools` list, not whether the server is allowed. */
  tool(server: string, tool: string): boolean {
    return this.#pairs?.has(server, tool) ?? true;
  }

  /** Returns the server names in `servers` and `tools`, without patterns in `servers` and without pairs that contain `*`. */
  serverNames(): readonly string[] {
    return [...new Set([...(this.#servers?.plain ?? []), ...(this.#pairs?.servers ?? [])])].slice(0, MOST_NAMES);
  }

  /** Returns the tool names that `tools` lists for this server, without patterns. */
  namesOf(server: string): readonly string[] {
    return this.#pairs?.namesOf(server) ?? [];
  }

  /** True if the filter allows at least some tools of this server. */
  mayPass(server: string): boolean {
    return this.server(server) && (this.#pairs?.mayHave(server) ?? true);
  }

  admits(tool: FilteredTool): boolean {
    return this.refusal(tool.builtin === true ? { builtin: tool.name } : pairOf(tool)) === undefined;
  }

  /** Returns the first list that rejects the candidate; undefined if it may be used. */
  refusal(candidate: FilterCandidate): FilterDimension | undefined {
    if ('builtin' in candidate) return this.builtin(candidate.builtin) ? undefined : 'builtins';
    const { server, tool } = candidate;
    if (!this.server(server)) return 'servers';
    return this.tool(server, tool) ? undefined : 'tools';
  }
}

/** A list of names and patterns. Names without `*` are looked up in a set, so that long lists stay fast. */
class Names {
  readonly plain: ReadonlySet<string>;
  readonly #globs: readonly string[];

  constructor(patterns: readonly string[]) {
    this.plain = new Set(patterns.filter((pattern) => !isGlob(pattern)));
    this.#globs = [...new Set(patterns.filter(isGlob))];
  }

  has(name: string): boolean {
    return this.plain.has(name) || this.#globs.some((glob) => matchesGlob(glob, name));
  }
}

/**
 * Patterns for `server::tool` pairs. Each half of a pattern is matched against its half of the pair, so that a tool named
 * `x::read` does not match `*::read`. Server names contain no `::`, so the first `::` separates the halves.
 */
class Pairs {
  readonly #plain: ReadonlySet<string>;
  readonly #globs: readonly (readonly [server: string, tool: string])[];
  readonly #isAny: boolean;

  constructor(patterns: readonly string[]) {
    this.#plain = new Set(patterns.filter((pattern) => !isGlob(pattern)));
    this.#globs = [...new Set(patterns.filter(isGlob))].filter((glob) => glob.includes(BETWEEN)).map(halves);
    this.#isAny = patterns.includes('*');
  }

  has(server: string, tool: string): boolean {
    if (this.#isAny || this.#plain.has(`${server}${BETWEEN}${tool}`)) return true;
    return this.#globs.some(([ofServer, ofTool]) => matchesGlob(ofServer, server) && matchesGlob(ofTool, tool));
  }

  get servers(): readonly string[] {
    return [...this.#plain].map((pair) => pair.slice(0, pair.indexOf(BETWEEN))).filter((server) => server !== '');
  }

  mayHave(server: string): boolean {
    if (this.#isAny || this.#globs.some(([ofServer]) => matchesGlob(ofServer, server))) return true;
    return this.namesOf(server).length > 0;
  }

  namesOf(server: string): readonly string[] {
    const head = `${server}${BETWEEN}`;
    return [...this.#plain].filter((pair) => pair.startsWith(head)).map((pair) => pair.slice(head.length));
  }
}

const BETWEEN = '::';

/** Upper bound for names in messages. */
const MOST_NAMES = 50;

function isGlob(pattern: string): boolean {
  return pattern.includes('*');
}

function halves(pattern: string): readonly [string, string] {
  const at = pattern.indexOf(BETWEEN);
  return [pattern.slice(0, at), pattern.slice(at + BETWEEN.length)];
}
