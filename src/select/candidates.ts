import type { Decision, GatewayTool } from '../core/index.ts';
import type { Capabilities } from './capabilities.ts';
import type { Filter } from './filter.ts';
import {
  decideAll,
  type Findability,
  type Judged,
  judgeBuiltins,
  judgeCustom,
  judgeDispatcher,
  judgeServers,
  toolsIn,
} from './judged.ts';
import {
  allOf,
  DEFERRED,
  DEFERRED_UNPINNED,
  DEFERRED_UNSEARCHED,
  DEFERRED_UNSEARCHED_UNPINNED,
  LATE,
  noRoom,
  type Rule,
  SEARCHLESS,
  SEARCHLESS_UNPINNED,
} from './rules.ts';
import { isOfSearch, type SortedTools, sortTools } from './sorted-tools.ts';

/** The candidates of each list, made once and kept as long as that list lives: there may be twenty thousand tools in it. */
export class CandidateLists {
  readonly #capabilities: Capabilities;
  readonly #lists = new WeakMap<
    readonly GatewayTool[],
    { readonly sorted: SortedTools; readonly made: Map<Findability, Candidates> }
  >();

  constructor(capabilities: Capabilities) {
    this.#capabilities = capabilities;
  }

  /**
   * `hasMore`: there are servers whose tools are not known yet, and a search may find them later. `most`: so many of the servers'
   * tools are told at once.
   */
  of(tools: readonly GatewayTool[], hasMore: boolean, most: number): Candidates {
    const list = this.#lists.get(tools) ?? { sorted: sortTools(tools, this.#capabilities), made: new Map() };
    this.#lists.set(tools, list);
    const { searchable, always } = list.sorted;
    // With room for none, what is always wanted is no reason to search either.
    const pinned = most === 0 ? always.length : Math.min(always.length, most);
    const isDeferred = hasMore || searchable.length > pinned;
    const findability = !isDeferred ? 'nothing-deferred' : most === 0 ? 'no-room' : 'possible';
    const candidates = list.made.get(findability) ?? new Candidates(list.sorted, this.#capabilities, findability);
    list.made.set(findability, candidates);
    return candidates;
  }
}

/** The gateway's tools, judged by the decision tree as far as no conversation is needed for it. */
export class Candidates {
  /** Whether there is something to search for, or may be. */
  readonly findability: Findability;
  /** `tool_search` is enabled, and built. */
  readonly mayFind: boolean;
  /** Told without a search: `tool_search`, the dispatcher, other built-ins, custom tools. */
  readonly plain: readonly GatewayTool[];
  /** Servers' tools that pass the filter. The same array for the same list: an index hangs on it. */
  readonly searchable: readonly GatewayTool[];
  /** Those of them that are told without a search all the same. */
  readonly always: readonly GatewayTool[];
  /** The name of what calls finds. */
  readonly dispatcher: string;
  /** What is declared may change while a conversation lasts: it must be kept. */
  readonly isWorthKeeping: boolean;
  readonly #judged: readonly Judged[];
  readonly #servers: readonly GatewayTool[];
  readonly #filter: Filter;
  readonly #placeOf: ReadonlyMap<GatewayTool, number>;
  readonly #byName: ReadonlyMap<string, GatewayTool>;
  readonly #byWire: ReadonlyMap<string, GatewayTool>;
  readonly #decisions: Readonly<Record<Reach, Map<Rule, readonly Decision[]>>> = {
    pinnable: new Map(),
    findable: new Map(),
    closed: new Map(),
  };

  constructor(sorted: SortedTools, capabilities: Capabilities, findability: Findability) {
    const { builtins, custom, servers, searchable, always } = sorted;
    const { filter, dispatcher } = capabilities;
    const search = builtins.get('tool_search');
    this.findability = findability;
    this.mayFind = search !== undefined && capabilities.builtins.includes(search.name);
    this.isWorthKeeping = capabilities.hasServers || servers.length > 0;
    this.searchable = searchable;
    this.always = always;
    this.dispatcher = dispatcher.wireName;
    this.#servers = servers;
    this.#filter = filter;

    const ofBuiltins = judgeBuiltins(sorted, capabilities, findability);
    const ofDispatcher = judgeDispatcher(sorted, capabilities, findability);
    const inUse = toolsIn([...ofBuiltins, ofDispatcher]);
    const ofCustom = judgeCustom(custom, inUse, filter);
    const ofServers = judgeServers(servers, this.#later('pinnable'), filter);
    this.#judged = [...ofBuiltins, ofDispatcher, ...ofCustom, ...ofServers];
    this.#placeOf = new Map(this.#judged.flatMap(({ tool }, place) => (tool === undefined ? [] : [[tool, place]])));

    const allowed = toolsIn(ofCustom);
    this.plain = [...inUse.filter(isOfSearch), ...inUse.filter((tool) => !isOfSearch(tool)), ...allowed];
    // Also where there is nothing to find any more: a conversation may know them from before.
    const ofSearch = this.mayFind ? [...(search && filter.builtin(search.name) ? [search] : []), dispatcher] : [];
    this.#byName = firstBy(({ name }) => name, [searchable, this.plain, ofSearch]);
    // If two tools share a wire name, the allowed one wins.
    const claims = [inUse, allowed, ofSearch, servers, custom, [...builtins.values(), dispatcher]];
    this.#byWire = firstBy(({ wireName }) => wireName, claims);
  }

  /** Messages are searched for, and what is found can be called. The filter may still keep the search from the model. */
  get hasSearch(): boolean {
    return this.mayFind && this.findability === 'possible';
  }

  /** By the name it has here, if it may be used. */
  allowedByName(name: string): GatewayTool | undefined {
    return this.#byName.get(name);
  }

  /** By its name on the wire, whether it may be used or not. */
  byWireName(wireName: string): GatewayTool | undefined {
    return this.#byWire.get(wireName);
  }

  /** By either of its names, if it may be used. */
  allowedByEither(name: string): GatewayTool | undefined {
    const tool = this.allowedByName(name) ?? this.byWireName(name);
    return tool !== undefined && this.allowedByName(tool.name) === tool ? tool : undefined;
  }

  /** Where its decision stands. */
  placeOf(tool: GatewayTool | undefined): number | undefined {
    return tool === undefined ? undefined : this.#placeOf.get(tool);
  }

  /** Before anything was searched for. The rule is what holds for the gateway's tools in this request. */
  decide(rule: Rule, reach: Reach): readonly Decision[] {
    const made = this.#decisions[reach];
    const decisions = made.get(rule) ?? decideAll(this.#judgedIn(reach), rule);
    made.set(rule, decisions);
    return decisions;
  }

  #judgedIn(reach: Reach): readonly Judged[] {
    if (reach === 'pinnable') return this.#judged;
    const others = this.#judged.slice(0, this.#judged.length - this.#servers.length);
    return [...others, ...judgeServers(this.#servers, this.#later(reach), this.#filter)];
  }

  /** Why a server's tool is not told that nobody has found. */
  #later(reach: Reach): Rule {
    if (reach === 'closed') return LATE;
    const canPin = reach === 'pinnable';
    const rule = this.mayFind ? this.#findable(canPin) : canPin ? SEARCHLESS : SEARCHLESS_UNPINNED;
    return this.findability === 'no-room' ? allOf(noRoom(this.always.length), rule) : rule;
  }

  #findable(canPin: boolean): Rule {
    if (this.#filter.builtin('tool_search')) return canPin ? DEFERRED : DEFERRED_UNPINNED;
    return canPin ? DEFERRED_UNSEARCHED : DEFERRED_UNSEARCHED_UNPINNED;
  }
}

/**
 * How far a server's tool is from a conversation: it would be told if it was always wanted, it must be found, or it is out of reach
 * for good.
 */
export type Reach = 'pinnable' | 'findable' | 'closed';

/** Of several with one name the first. */
function firstBy(
  keyOf: (tool: GatewayTool) => string,
  tools: readonly (readonly GatewayTool[])[],
): ReadonlyMap<string, GatewayTool> {
  return new Map(
    tools
      .flat()
      .reverse()
      .map((tool) => [keyOf(tool), tool]),
  );
}
