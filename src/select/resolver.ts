import type { Budget, Decision, Plan, Requested, ToldTool, VisibleTool } from '../core/index.ts';
import { Candidates } from './candidates.ts';
import type { Capabilities } from './capabilities.ts';
import { type GatewayTool, shownTool } from './gateway-tools.ts';
import { type Offering, planOffering, type Wish } from './plan.ts';
import {
  ALWAYS,
  allOf,
  FAR,
  FOUND,
  KEPT,
  LATE,
  LATE_ALWAYS,
  NAMED,
  NEEDLESS,
  noDispatcher,
  overBudget,
  type Rule,
} from './rules.ts';
import { toldAgain } from './told.ts';

/** All that a plan depends on. */
export interface ResolveInput extends Wish {
  /** Their wire names are unique. The array must not change: a changed list is another array. */
  readonly gateway: readonly GatewayTool[];
  /** There are servers whose tools are not known yet: a search may find them later. */
  readonly hasMore: boolean;
  readonly budget: Budget;
  readonly discovered: Discovered;
  /** The tool that the request's choice names: it must be declared to be chosen. */
  readonly named?: string | undefined;
}

/** What a conversation has found so far. */
export interface Discovered {
  /** What was declared at its start; undefined where this is the start. */
  readonly declared?: readonly ToldTool[] | undefined;
  /** What was told since then, behind messages or by searches. */
  readonly told: readonly ToldTool[];
  /** What the search for the present message found, the best first; also what is known already. */
  readonly hits: readonly RankedTool[];
  /** The model keeps nothing of a prompt: whatever was found is declared, each time, and it need not search. */
  readonly isForgetful?: boolean;
}

export interface RankedTool {
  readonly tool: GatewayTool;
  /** From 0 to 1. */
  readonly score: number;
  /** Others are so much nearer that it is not told. */
  readonly isFar?: boolean;
}

export const NOTHING_DISCOVERED: Discovered = { told: [], hits: [] };

/**
 * The decision tree: which tools a model is told of, which it may call besides, and why. A pure function of the settings, the
 * model's budget, the filter, the gateway's tools, and what the conversation has discovered.
 */
export class ToolCapabilityResolver {
  readonly #capabilities: Capabilities;

  constructor(capabilities: Capabilities) {
    this.#capabilities = capabilities;
  }

  candidates({ gateway, hasMore }: Pick<ResolveInput, 'gateway' | 'hasMore'>): Candidates {
    return Candidates.of(gateway, this.#capabilities, hasMore);
  }

  resolve(input: ResolveInput): Plan {
    return planOffering(input, new Resolved(this.candidates(input), input));
  }
}

/** The gateway's side of a plan, for one request. */
class Resolved implements Offering {
  readonly visible: readonly VisibleTool[];
  readonly callable: readonly VisibleTool[];
  readonly finds: readonly VisibleTool[];
  readonly budget: Budget;
  readonly #candidates: Candidates;
  readonly #verdicts = new Map<GatewayTool, Rule>();

  constructor(candidates: Candidates, { requested, discovered, budget, named }: ResolveInput) {
    this.#candidates = candidates;
    this.budget = budget;
    const { declared, told, hits, isForgetful = false } = discovered;
    const isStart = declared === undefined;
    const again = (each: ToldTool) => toldAgain(each, candidates.allowed(each.tool));
    const known = new Set([...(declared ?? []), ...told].map(({ tool }) => tool));
    for (const name of known) this.#keep(name, isStart);

    const isKnown = ({ name }: GatewayTool) => known.has(name);
    const near = hits.filter(({ isFar }) => isFar !== true);
    // What is known already takes its place among the nearest: the next ones are no better for that.
    const isAnew = isStart || isForgetful;
    const room = isAnew ? budget.most : near.slice(0, budget.most).filter(({ tool }) => !isKnown(tool)).length;
    const fresh = hits.filter(({ tool }) => !isKnown(tool));
    const lateAlways = isStart ? [] : candidates.always.filter((tool) => !isKnown(tool));
    const always = isStart ? candidates.always : isForgetful ? lateAlways : [];
    this.finds = this.#choose(always, fresh, { ...budget, most: room }).map(shownTool);

    const plain = this.#useful(candidates.plain, requested, discovered);
    const start = isStart ? [...plain.map(shownTool), ...this.finds] : declared.map(again);
    const later = [...told.map(again), ...(isStart ? [] : this.finds)];
    const late = isForgetful
      ? plain.map(shownTool)
      : this.#admitLate([...(isStart ? [] : plain), ...lateAlways], start).map(shownTool);
    const wished = this.#wished(named, [...start, ...later, ...late]);
    this.visible = unique(isForgetful ? [...start, ...later, ...late, ...wished] : [...start, ...wished]);
    const isDeclared = new Set(this.visible.map(({ name }) => name));
    this.callable = isForgetful ? [] : unique([...later, ...late]).filter(({ name }) => !isDeclared.has(name));
  }

  decide(rule: Rule): readonly Decision[] {
    const before = this.#candidates.decide(rule);
    if (rule.verdict === 'out' || this.#verdicts.size === 0) return before;
    const decisions = before.slice();
    for (const [tool, verdict] of this.#verdicts) {
      const place = this.#candidates.placeOf(tool);
      if (place !== undefined) decisions[place] = { tool: tool.name, ...verdict };
    }
    return decisions;
  }

  find(wireName: string): { readonly name: string; readonly place: number } | undefined {
    const tool = this.#candidates.find(wireName);
    const place = tool === undefined ? undefined : this.#candidates.placeOf(tool);
    return tool === undefined || place === undefined ? undefined : { name: tool.name, place };
  }

  /** Those that are always wanted first, then the finds; each by its rank, and no more than the budget allows. */
  #choose(always: readonly GatewayTool[], hits: readonly RankedTool[], { most, flip }: Budget): readonly GatewayTool[] {
    const ranks = new Map(hits.map(({ tool, score }, place) => [tool.name, { rank: place + 1, score }]));
    const rankOf = ({ name }: GatewayTool) => ranks.get(name)?.rank ?? Number.POSITIVE_INFINITY;
    const pinned = always.toSorted((one, other) => rankOf(one) - rankOf(other) || 0);
    const isPinned = new Set(pinned.map(({ name }) => name));
    const near = hits.filter(({ isFar, tool }) => isFar !== true && !isPinned.has(tool.name));
    const found = near.map(({ tool }) => tool);
    for (const { tool, isFar } of hits) if (isFar === true) this.#admit(tool, { ...FAR, ...ranks.get(tool.name) });
    const isWanted = (tool: GatewayTool) => tool.always === true;
    const inOrder = [...pinned, ...found.filter(isWanted), ...found.filter((tool) => !isWanted(tool))];
    const out = overBudget(flip);
    for (const [place, tool] of inOrder.entries()) {
      const ranked = ranks.get(tool.name);
      const rule = isPinned.has(tool.name) ? (ranked === undefined ? ALWAYS : allOf(ALWAYS, FOUND)) : FOUND;
      this.#admit(tool, { ...(place < most ? rule : out), ...ranked });
    }
    return inOrder.slice(0, most);
  }

  /** Without the search, where it would be of no use. */
  #useful(plain: readonly GatewayTool[], requested: Requested, { declared, isForgetful }: Discovered) {
    const { dispatcher } = this.#candidates;
    const isTaken = requested.kind === 'listed' && requested.tools.some(({ name }) => name === dispatcher);
    const isTold = new Set(declared?.map(({ name }) => name));
    return plain.filter((tool) => {
      const isSearch = this.#candidates.isSearch(tool) && !isTold.has(tool.wireName);
      const isNeedless = isForgetful === true && tool.isDispatcher === true;
      if (!isSearch || !(isNeedless || isTaken)) return true;
      this.#admit(tool, isNeedless ? NEEDLESS : noDispatcher(dispatcher));
      return false;
    });
  }

  /** What needs no search, but came when the conversation's tools were declared: built-ins may be called all the same. */
  #admitLate(tools: readonly GatewayTool[], declared: readonly VisibleTool[]): readonly GatewayTool[] {
    const isDeclared = new Set(declared.map(({ name }) => name));
    const late = tools.filter(({ wireName }) => !isDeclared.has(wireName));
    const isBuiltin = ({ builtin }: GatewayTool) => builtin === true;
    for (const tool of late.filter((each) => !isBuiltin(each))) {
      const isFindable = tool.server !== undefined && this.#candidates.hasSearch;
      if (!this.#verdicts.has(tool)) this.#admit(tool, isFindable ? LATE_ALWAYS : LATE);
    }
    return late.filter(isBuiltin);
  }

  /** What was told once stays, unless it may not be called any more. */
  #keep(name: string, isStart: boolean): void {
    const tool = this.#candidates.allowed(name);
    if (tool === undefined) return;
    const isIdle = this.#candidates.isSearch(tool) && this.#candidates.find(tool.wireName) === tool;
    if (isIdle && !this.#candidates.hasSearch) this.#admit(tool, KEPT);
    if (tool.server !== undefined) this.#admit(tool, tool.always && !isStart ? allOf(KEPT, ALWAYS) : KEPT);
  }

  #wished(named: string | undefined, told: readonly VisibleTool[]): readonly VisibleTool[] {
    const tool = named === undefined ? undefined : (this.#candidates.allowed(named) ?? this.#candidates.find(named));
    if (tool === undefined || this.#candidates.allowed(tool.name) !== tool) return [];
    const before = told.filter(({ name }) => name === tool.wireName);
    const verdict = this.#verdicts.get(tool);
    if (before.length === 0) this.#verdicts.set(tool, NAMED);
    else if (verdict?.verdict === 'in') this.#verdicts.set(tool, allOf(verdict, NAMED));
    return before.length === 0 ? [shownTool(tool)] : before;
  }

  /** Of two reasons to be in, both must be turned. What was told before is not out for want of room, but is always wanted too. */
  #admit(tool: GatewayTool, rule: Rule): void {
    const before = this.#verdicts.get(tool);
    const isKept = before?.verdict === 'in';
    this.#verdicts.set(tool, !isKept ? rule : rule.verdict === 'in' ? allOf(rule, before) : allOf(before, ALWAYS));
  }
}

/** Each name once, where it was told first. */
function unique(tools: readonly VisibleTool[]): readonly VisibleTool[] {
  const names = new Set<string>();
  return tools.filter(({ name }) => !names.has(name) && names.add(name));
}
