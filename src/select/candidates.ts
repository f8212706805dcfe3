import { BUILTINS, type Builtin, type Decision } from '../core/index.ts';
import { type Capabilities, ruleOfBuiltin } from './capabilities.ts';
import { type Filter, pairOf } from './filter.ts';
import type { GatewayTool } from './gateway-tools.ts';
import { allOf, builtinName, DEFERRED, DISPATCHER, filtered, type Rule, SEARCHLESS } from './rules.ts';

/**
 * The gateway's tools, sorted by the decision tree as far as no conversation is needed for it. Made once for a list, and kept as
 * long as that list lives: there may be twenty thousand.
 */
export class Candidates {
  /** Told without a search, in this order: built-ins, the dispatcher, custom tools. */
  readonly plain: readonly GatewayTool[];
  /** Those of servers that pass the filter: they are searched for. */
  readonly searchable: readonly GatewayTool[];
  /** Those of them that are told without a search all the same. */
  readonly always: readonly GatewayTool[];
  /** Whether messages are searched for, and what is found can be called. The filter may still keep the search from the model. */
  readonly hasSearch: boolean;
  /** Whether it could, if there was anything to find. */
  readonly mayFind: boolean;
  /** The name of what calls finds. */
  readonly dispatcher: string;
  /** The search and the dispatcher, if they may be used: a conversation may know them from when there was something to find. */
  readonly #searching: readonly GatewayTool[];
  readonly #rules: readonly Judged[];
  readonly #placeOf: ReadonlyMap<GatewayTool, number>;
  readonly #byWire: ReadonlyMap<string, GatewayTool>;
  readonly #decisions = new WeakMap<Rule, readonly Decision[]>();

  static of(tools: readonly GatewayTool[], capabilities: Capabilities, hasMore: boolean): Candidates {
    const made = lists.get(tools);
    const known = made?.capabilities === capabilities ? made : { capabilities, byMore: new Map<boolean, Candidates>() };
    const candidates =
      known.byMore.get(hasMore) ?? new Candidates(tools, capabilities, hasMore, known.byMore.get(!hasMore));
    known.byMore.set(hasMore, candidates);
    lists.set(tools, known);
    return candidates;
  }

  /** What is searchable stays the same array, because an index hangs on it. */
  private constructor(
    tools: readonly GatewayTool[],
    capabilities: Capabilities,
    hasMore: boolean,
    alike: Candidates | undefined,
  ) {
    const { filter, dispatcher, built } = capabilities;
    const ofServers = tools.filter(({ server }) => server !== undefined);
    this.searchable = alike?.searchable ?? ofServers.filter((tool) => filter.refusal(pairOf(tool)) === undefined);
    this.always = this.searchable.filter(({ always }) => always === true);
    const builtins = new Map([...built, ...tools.filter(isBuiltin)].map((tool) => [tool.name, tool]));
    const isDeferred = hasMore || this.searchable.length > this.always.length;
    const judge = (name: Builtin) => ruleOfBuiltin(name, builtins.has(name), isDeferred, capabilities);
    const available = BUILTINS.filter((name) => judge(name).verdict === 'in').flatMap(
      (name) => builtins.get(name) ?? [],
    );
    this.dispatcher = dispatcher.wireName;
    const mayFind = capabilities.builtins.includes('tool_search') && builtins.has('tool_search');
    this.mayFind = mayFind;
    this.hasSearch = mayFind && isDeferred;
    const dispatchers = this.hasSearch ? [dispatcher] : [];
    const custom = tools.filter((tool) => tool.server === undefined && !isBuiltin(tool));
    const taken = new Map(
      [...available, ...dispatchers].map(({ name, wireName, isDispatcher }) => [
        wireName,
        isDispatcher === true ? 'tool_search' : name,
      ]),
    );
    const allowed = custom.filter((tool) => !taken.has(tool.wireName) && filter.refusal(pairOf(tool)) === undefined);
    const [search, others] = [
      available.filter((tool) => this.isSearch(tool)),
      available.filter((tool) => !this.isSearch(tool)),
    ];
    this.plain = [...search, ...dispatchers, ...others, ...allowed];

    // Of several with one name the last bears it: what may be used, and of that a tool before a built-in that is not in use.
    this.#searching = mayFind
      ? [dispatcher, ...[...builtins.values()].filter(({ name }) => name === 'tool_search' && filter.builtin(name))]
      : [];
    const usable = [...this.#searching, ...allowed, ...available, ...dispatchers];
    const all = [...builtins.values(), ...custom, ...ofServers, ...usable];
    this.#byWire = new Map(all.map((tool) => [tool.wireName, tool]));
    const later = mayFind ? DEFERRED : SEARCHLESS;
    this.#rules = [
      ...BUILTINS.map((name): Judged => ({ name, tool: builtins.get(name), rule: judge(name) })),
      ...dispatchers.map((tool): Judged => ({ name: tool.name, tool, rule: DISPATCHER })),
      ...[...custom, ...ofServers].map((tool): Judged => {
        const [first, ...others] = hurdlesOf(tool, taken.get(tool.wireName), filter);
        const isHidden = tool.server !== undefined && tool.always !== true;
        const behind = isHidden ? [later] : [];
        const own = tool.server === undefined ? undefined : later;
        return { name: tool.name, tool, rule: first === undefined ? own : allOf(first, ...others, ...behind) };
      }),
    ];
    this.#placeOf = new Map(this.#rules.flatMap(({ tool }, place) => (tool === undefined ? [] : [[tool, place]])));
  }

  /** Whether what is told of them depends on more than this list: then it must be kept for the conversation. */
  get isWorthKeeping(): boolean {
    return this.hasSearch || this.always.length > 0;
  }

  /** Is this the tool that searches, or the one that calls what it found? */
  isSearch({ name, builtin, isDispatcher }: GatewayTool): boolean {
    return isDispatcher === true || (builtin === true && name === 'tool_search');
  }

  /** By the name it has here, if the filter lets it pass. */
  allowed(name: string): GatewayTool | undefined {
    this.#allowed ??= new Map([...this.#searching, ...this.plain, ...this.searchable].map((tool) => [tool.name, tool]));
    return this.#allowed.get(name);
  }

  #allowed: Map<string, GatewayTool> | undefined;

  /** Whose wire name this is. */
  find(wireName: string): GatewayTool | undefined {
    return this.#byWire.get(wireName);
  }

  /** Where its decision stands. */
  placeOf(tool: GatewayTool): number | undefined {
    return this.#placeOf.get(tool);
  }

  /** Before anything was searched for. The rule is what holds for the gateway's tools in this request. */
  decide(rule: Rule): readonly Decision[] {
    const known = this.#decisions.get(rule);
    if (known !== undefined) return known;
    const joined = new Map<Rule | undefined, Rule>(); // thousands share one
    const decisions = this.#rules.map(({ name, rule: own }): Decision => {
      const whole = joined.get(own) ?? both(rule, own);
      joined.set(own, whole);
      return { tool: name, ...whole };
    });
    this.#decisions.set(rule, decisions);
    return decisions;
  }
}

/** What is decided of a tool, whatever is asked; undefined where it is told as the request wishes. */
interface Judged {
  readonly name: string;
  /** Absent where it is not built. */
  readonly tool: GatewayTool | undefined;
  readonly rule: Rule | undefined;
}

const lists = new WeakMap<
  readonly GatewayTool[],
  { readonly capabilities: Capabilities; readonly byMore: Map<boolean, Candidates> }
>();

function isBuiltin({ builtin }: GatewayTool): boolean {
  return builtin === true;
}

/** What holds for all of the gateway's tools in a request, and for one of them. */
function both(rule: Rule, own: Rule | undefined): Rule {
  if (rule.verdict === 'in') return own ?? rule;
  return own?.verdict === 'out' ? allOf(rule, own) : rule;
}

/** What keeps a tool out, beside that it may have to be found. */
function hurdlesOf(tool: GatewayTool, namesake: string | undefined, filter: Filter): readonly Rule[] {
  const { server, tool: name } = pairOf(tool);
  const hurdles: Rule[] = [];
  if (namesake !== undefined) hurdles.push(builtinName(namesake));
  if (!filter.server(server)) hurdles.push(filtered('servers', server));
  if (!filter.tool(server, name)) hurdles.push(filtered('tools', `${server}::${name}`));
  return hurdles;
}
