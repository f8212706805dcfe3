import { CUSTOM, matchesGlob } from '../core/index.ts';

/** What may be used at all. What is absent allows everything, an empty list nothing; `*` stands for anything. */
export interface FilterSettings {
  readonly builtins?: readonly string[] | undefined;
  readonly servers?: readonly string[] | undefined;
  /** As `server::tool`. */
  readonly tools?: readonly string[] | undefined;
}

export type FilterDimension = 'builtins' | 'servers' | 'tools';

/** A custom tool is one of the server `custom`. */
export type FilterCandidate = { readonly builtin: string } | { readonly server: string; readonly tool: string };

/** A tool by the name that it has here. */
export interface FilteredTool {
  readonly name: string;
  readonly server?: string | undefined;
  readonly builtin?: boolean | undefined;
}

/** One that is no built-in, as the filter knows it. */
export function pairOf({ name, server = CUSTOM }: FilteredTool): { readonly server: string; readonly tool: string } {
  return { server, tool: name.startsWith(`${server}::`) ? name.slice(server.length + 2) : name };
}

/** The launch filter. Its three dimensions know nothing of each other: a server's tool must pass two of them. */
export class Filter {
  readonly #builtins: Names | undefined;
  readonly #servers: Names | undefined;
  readonly #pairs: Pairs | undefined;
  /** What gave a dimension, if not the setting: `--tools`. Names are added there. */
  readonly #givenBy: Readonly<Record<string, string>>;

  constructor({ builtins, servers, tools }: FilterSettings, givenBy: Readonly<Record<string, string>> = {}) {
    this.#givenBy = givenBy;
    this.#builtins = builtins && new Names(builtins);
    this.#servers = servers && new Names(servers);
    this.#pairs = tools && new Pairs(tools);
  }

  /** Where a name is added to this dimension: `--tools`, if not to the setting. */
  givenBy(dimension: FilterDimension): string | undefined {
    return Object.hasOwn(this.#givenBy, dimension) ? this.#givenBy[dimension] : undefined;
  }

  /** Nothing is restricted. */
  get isOpen(): boolean {
    return this.#builtins === undefined && this.#servers === undefined && this.#pairs === undefined;
  }

  builtin(name: string): boolean {
    return this.#builtins?.has(name) ?? true;
  }

  server(name: string): boolean {
    return this.#servers?.has(name) ?? true;
  }

  /** The pair alone: whether its server is allowed is another question. */
  tool(server: string, tool: string): boolean {
    return this.#pairs?.has(server, tool) ?? true;
  }

  /** The servers that are named, alone or with a tool; those that stand for several are not among them. */
  serverNames(): readonly string[] {
    return [...new Set([...(this.#servers?.plain ?? []), ...(this.#pairs?.servers ?? [])])].slice(0, MOST_NAMES);
  }

  /** The names that pairs have for tools of this server; those that stand for several are not among them. */
  namesOf(server: string): readonly string[] {
    return this.#pairs?.namesOf(server) ?? [];
  }

  /** Whether tools of this server may pass at all. */
  mayPass(server: string): boolean {
    return this.server(server) && (this.#pairs?.mayHave(server) ?? true);
  }

  /** Whether this tool may be used. */
  admits(tool: FilteredTool): boolean {
    return this.refusal(tool.builtin === true ? { builtin: tool.name } : pairOf(tool)) === undefined;
  }

  /** The first dimension that refuses it; undefined where it may be used. */
  refusal(candidate: FilterCandidate): FilterDimension | undefined {
    if ('builtin' in candidate) return this.builtin(candidate.builtin) ? undefined : 'builtins';
    const { server, tool } = candidate;
    if (!this.server(server)) return 'servers';
    return this.tool(server, tool) ? undefined : 'tools';
  }
}

/** Most names are written out: those are looked up, however many there are. */
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
 * Each half of a pattern is held against its half of the pair: a server that calls a tool `x::read` must not pass as
 * `*::read`. The name of a server holds no `::`, so the first one divides.
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

/** Nobody reads more. */
const MOST_NAMES = 50;

function isGlob(pattern: string): boolean {
  return pattern.includes('*');
}

function halves(pattern: string): readonly [string, string] {
  const at = pattern.indexOf(BETWEEN);
  return [pattern.slice(0, at), pattern.slice(at + BETWEEN.length)];
}
