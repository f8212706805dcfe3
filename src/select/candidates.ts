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

/** Caches the candidates of each tool list for as long as the list is alive, because a list may have twenty thousand tools. */
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
   * Returns the candidates of this list. `hasMore` is true if the tools of some servers are not known yet, so that a later
   * search may find them. `most` is the limit of MCP tools that the model is shown at once.
   */
  of(tools: readonly GatewayTool[], hasMore: boolean, most: number): Candidates {
    const list = this.#lists.get(tools) ?? { sorted: sortTools(tools, this.#capabilities), made: new Map() };
    this.#lists.set(tools, list);
    const { searchable, always } = list.sorted;
    // With a limit of 0, `always` tools that do not fit must not make the list count as deferred.
    const pinned = most === 0 ? always.length : Math.min(always.length, most);
    const isDeferred = hasMore || searchable.length > pinned;
    const findability = !isDeferred ? 'nothing-deferred' : most === 0 ? 'no-room' : 'possible';
    const candidates = list.made.get(findability) ?? new Candidates(list.sorted, this.#capabilities, findability);
    list.made.set(findability, candidates);
    return candidates;
  }
}

/** The gateway's tools, with every decision that does not depend on a conversation. */
export class Candidates {
  /** Whether there are, or may be later, tools that a search can find. */
  readonly findability: Findability;
  /** True if `tool_search` is enabled in the settings and exists in this version. */
  readonly mayFind: boolean;
  /** Tools that are declared without a search: `tool_search`, the dispatcher, other built-in tools, custom tools. */
  readonly plain: readonly GatewayTool[];
  /**
   * MCP tools that pass the filter. The same tool list always gives the same array, because the search index is cached by it.
   */
  readonly searchable: readonly GatewayTool[];
  /** The searchable tools that are declared without a search, because their server's `always` names them. */
  readonly always: readonly GatewayTool[];
  /** Returns the description of `python_execution`; copied from the capabilities. */
  readonly describePython: Capabilities['describePython'];
  /** Wire name of the dispatcher, which calls found tools. */
  readonly dispatcher: string;
  /** True if the tool list may change during a conversation, so that what was declared must be stored. */
  readonly isWorthKeeping: boolean;
  readonly #judged: readonly Judged[];
  readonly #servers: readonly GatewayTool[];
  readonly #filter: Filter;
  /** True if the model may call `tool_search`. The gateway searches tools for each message even if the model may not. */
  readonly #maySearch: boolean;
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
    this.describePython = capabilities.describePython;
    this.#servers = servers;
    this.#filter = filter;
    this.#maySearch = filter.builtin('tool_search') && capabilities.denied?.has('tool_search') !== true;

    const ofBuiltins = judgeBuiltins(sorted, capabilities, findability);
    const ofDispatcher = judgeDispatcher(sorted, capabilities, findability);
    const inUse = toolsIn([...ofBuiltins, ofDispatcher]);
    const ofCustom = judgeCustom(custom, inUse, filter);
    const ofServers = judgeServers(servers, this.#later('pinnable'), filter);
    this.#judged = [...ofBuiltins, ofDispatcher, ...ofCustom, ...ofServers];
    this.#placeOf = new Map(this.#judged.flatMap(({ tool }, place) => (tool === undefined ? [] : [[tool, place]])));

    const allowed = toolsIn(ofCustom);
    this.plain = [...inUse.filter(isOfSearch), ...inUse.filter((tool) => !isOfSearch(tool)), ...allowed];
    // Listed even if there is nothing left to find: an earlier message of the conversation may have declared them.
    const ofSearch = this.mayFind ? [...(search && this.#maySearch ? [search] : []), dispatcher] : [];
    this.#byName = firstBy(({ name }) => name, [searchable, this.plain, ofSearch]);
    // If two tools share a wire name, the allowed one wins.
    const claims = [inUse, allowed, ofSearch, servers, custom, [...builtins.values(), dispatcher]];
    this.#byWire = firstBy(({ wireName }) => wireName, claims);
  }

  /** True if the gateway searches tools for each message. The filter may still hide `tool_search` from the model. */
  get hasSearch(): boolean {
    return this.mayFind && this.findability === 'possible';
  }

  /** Finds a tool by its own name; undefined if the tool may not be used. */
  allowedByName(name: string): GatewayTool | undefined {
    return this.#byName.get(name);
  }

  /** Finds a tool by its wire name, even if the tool may not be used. */
  byWireName(wireName: string): GatewayTool | undefined {
    return this.#byWire.get(wireName);
  }

  /** Finds a tool by its own name or its wire name; undefined if the tool may not be used. */
  allowedByEither(name: string): GatewayTool | undefined {
    const tool = this.allowedByName(name) ?? this.byWireName(name);
    return tool !== undefined && this.allowedByName(tool.name) === tool ? tool : undefined;
  }

  /** Index of the tool's decision in the list that `decide` returns. */
  placeOf(tool: GatewayTool | undefined): number | undefined {
    return tool === undefined ? undefined : this.#placeOf.get(tool);
  }

  /** Returns the decisions before any search. `rule` is the rule that applies to all gateway tools in this request. */
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

  /** Returns the rule for an MCP tool that no search has found. */
  #later(reach: Reach): Rule {
    if (reach === 'closed') return LATE;
    const canPin = reach === 'pinnable';
    const rule = this.mayFind ? this.#findable(canPin) : canPin ? SEARCHLESS : SEARCHLESS_UNPINNED;
    return this.findability === 'no-room' ? allOf(noRoom(this.always.length), rule) : rule;
  }

  #findable(canPin: boolean): Rule {
    if (this.#maySearch) return canPin ? DEFERRED : DEFERRED_UNPINNED;
    return canPin ? DEFERRED_UNSEARCHED : DEFERRED_UNSEARCHED_UNPINNED;
  }
}

/**
 * How an MCP tool that is not shown could still get into this conversation: by adding it to its server's `always` or by a
 * search (`pinnable`), only by a search (`findable`), or not at all (`closed`).
 */
export type Reach = 'pinnable' | 'findable' | 'closed';

/** Indexes the tools by key. If several tools have the same key, the first one keeps it. */
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
