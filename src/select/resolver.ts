import type { AnnouncedTool, Budget, GatewayTool, Plan, VisibleTool } from '../core/index.ts';
import { announcedAgain } from './announced.ts';
import { CandidateLists, type Candidates } from './candidates.ts';
import type { Capabilities } from './capabilities.ts';
import type { Discovered, FoundBy } from './discovered.ts';
import { isPython, shownTool } from './gateway-tools.ts';
import type { Offering } from './offering.ts';
import { planOffering, type Wish } from './plan.ts';
import { chooseFinds } from './ranking.ts';
import { Reasons } from './reasons.ts';
import { namesOfClient } from './requested.ts';
import {
  ALWAYS,
  allOf,
  BUILTIN,
  DISPATCHER,
  GONE,
  GUESSED,
  KEPT,
  LATE,
  LATE_BUT_FINDABLE,
  NAMED,
  NEEDLESS,
  noDispatcher,
  type Rule,
  SEARCHED,
} from './rules.ts';
import { isOfSearch } from './sorted-tools.ts';

/** Everything that a plan depends on. */
export interface ResolveInput extends Wish {
  readonly candidates: Candidates;
  /** The limit of MCP tools. Undefined until the model is known; until then there is no limit. */
  readonly budget?: Budget | undefined;
  readonly discovered: Discovered;
  /** The tools that the request's `tool_choice` names. They are declared, because such a choice needs declared tools. */
  readonly named?: readonly string[];
}

/**
 * The decision tree: which tools are declared to a model, which others it may call, and why. The result depends only on the
 * settings, the model's limit, the filter, the gateway's tools, the request, and the tools that the conversation has found.
 */
export class ToolCapabilityResolver {
  readonly #lists: CandidateLists;

  constructor(capabilities: Capabilities) {
    this.#lists = new CandidateLists(capabilities);
  }

  /** Makes the decisions that need no conversation. `tools` must not be mutated, because results are cached by the array. */
  candidates(tools: readonly GatewayTool[], hasMore: boolean, most = Number.POSITIVE_INFINITY): Candidates {
    return this.#lists.of(tools, hasMore, most);
  }

  resolve(input: ResolveInput): Plan {
    return planOffering(input, offer(input));
  }
}

/**
 * Returns the gateway's part of a plan. The first request of a conversation declares the tools that need no search and the
 * found tools. After that the declaration stays as it is, and tools found later are callable without being declared. For a
 * forgetful model, every request declares all of them.
 */
function offer({ candidates, requested, discovered, budget, named = [] }: ResolveInput): Offering {
  const { declared, told, hasNoPromptCache = false, isClosed = false } = discovered;
  const { most, setting } = budget ?? UNLIMITED;
  const reasons = new Reasons(candidates);
  const taken = namesOfClient(requested);
  const always = candidates.always.filter(({ wireName }) => !taken.has(wireName));
  const canPin = declared === undefined && always.length < most;
  const reach = canPin ? 'pinnable' : isClosed ? 'closed' : 'findable';
  keepTold(discovered, candidates, reasons);
  const finds = chooseFinds(discovered, always, { most, setting, canPin }, reasons);
  const plain = withoutUseless(taken, discovered, candidates, reasons);

  const again = (each: AnnouncedTool) => {
    const today = candidates.allowedByName(each.name);
    return hasNoPromptCache && today === undefined ? [] : [announcedAgain(each, today)];
  };
  const start =
    declared?.flatMap(again) ?? withPythonDescription([...plain, ...finds].map(shownTool), candidates, taken.size > 0);
  const late = hasNoPromptCache ? plain : admitLate(plain, discovered, candidates, reasons);
  const since = declared === undefined ? [] : [...finds, ...late].map(shownTool);
  const later = [...told.flatMap(again), ...since];
  const known = [...start, ...later];
  const chosen = named.flatMap((name) => declareNamed(name, known, candidates, taken, reasons));

  const visible = unique(hasNoPromptCache ? [...start, ...later, ...chosen] : [...start, ...chosen]);
  return {
    visible,
    callable: hasNoPromptCache ? [] : without(unique(later), visible),
    finds: finds.map(shownTool),
    ...(budget !== undefined && { budget }),
    decide: (rule) => {
      const decisions = candidates.decide(rule, reach);
      return rule.verdict === 'out' ? decisions : reasons.over(decisions);
    },
    placeOf: (wireName) => candidates.placeOf(candidates.byWireName(wireName)),
  };
}

/**
 * Puts into the description of `python_execution` what the other tools return. Done once, when the tools are declared: a later
 * change would break the prompt cache.
 */
function withPythonDescription(
  tools: readonly VisibleTool[],
  { describePython, isWorthKeeping }: Candidates,
  hasClientTools: boolean,
): readonly VisibleTool[] {
  if (describePython === undefined) return tools;
  const isAlone = !hasClientTools && !isWorthKeeping && tools.every(isPython);
  return tools.map((tool) => {
    const description = isPython(tool) ? describePython(tools, isAlone) : tool.description;
    return description === tool.description ? tool : { ...tool, description };
  });
}

const UNLIMITED = { most: Number.POSITIVE_INFINITY, setting: '' };

/**
 * Records why tools that were shown before stay. A tool that can no longer be called stays, too, except for a forgetful
 * model.
 */
function keepTold(discovered: Discovered, candidates: Candidates, reasons: Reasons): void {
  const { declared = [], told, hasNoPromptCache = false } = discovered;
  for (const each of [...declared, ...told]) {
    const tool = candidates.allowedByName(each.name);
    if (tool !== undefined) keep(tool, discovered, candidates, reasons);
    else if (!hasNoPromptCache) tellGone(each, candidates, reasons);
  }
}

function keep(
  tool: GatewayTool,
  { foundBy, hasNoPromptCache }: Discovered,
  candidates: Candidates,
  reasons: Reasons,
): void {
  if (tool.server === undefined) {
    if (isIdle(tool, candidates)) reasons.give(tool, KEPT);
    else if (tool.builtin === true && hasNoPromptCache !== true && candidates.byWireName(tool.wireName) === tool) {
      reasons.give(tool, allOf(tool.isDispatcher === true ? DISPATCHER : BUILTIN, KEPT));
    }
    return;
  }
  const rule = ruleOf(foundBy?.get(tool.name));
  reasons.give(tool, tool.always === true ? allOf(rule, ALWAYS) : rule);
}

function ruleOf(foundBy: FoundBy | undefined): Rule {
  if (foundBy === undefined) return KEPT;
  return foundBy.by === 'guess' ? GUESSED : { ...SEARCHED, query: foundBy.query };
}

function tellGone({ name, wireName }: AnnouncedTool, candidates: Candidates, reasons: Reasons): void {
  const namesake = candidates.byWireName(wireName);
  if (namesake?.name === name) reasons.give(namesake, GONE);
  else reasons.giveOther(name, GONE);
}

/** True for `tool_search` or the dispatcher if the gateway does not search now, for example because nothing is left to find. */
function isIdle(tool: GatewayTool, candidates: Candidates): boolean {
  return isOfSearch(tool) && !candidates.hasSearch && candidates.byWireName(tool.wireName) === tool;
}

/** Returns the tools that need no search, without `tool_search` and the dispatcher if these would be useless. */
function withoutUseless(
  taken: ReadonlySet<string>,
  { declared = [], hasNoPromptCache = false }: Discovered,
  { plain, dispatcher }: Candidates,
  reasons: Reasons,
): readonly GatewayTool[] {
  const isTaken = taken.has(dispatcher);
  return plain.filter((tool) => {
    if (!isOfSearch(tool) || declared.some(({ wireName }) => wireName === tool.wireName)) return true;
    const isNeedless = hasNoPromptCache && tool.isDispatcher === true;
    if (!isNeedless && !isTaken) return true;
    reasons.give(tool, isNeedless ? NEEDLESS : noDispatcher(dispatcher));
    return false;
  });
}

/**
 * Handles tools that need no search but appeared after the conversation's tools were declared: returns the built-in ones,
 * which may be called anyway, and records why the others are out.
 */
function admitLate(
  plain: readonly GatewayTool[],
  { declared, isClosed = false }: Discovered,
  candidates: Candidates,
  reasons: Reasons,
): readonly GatewayTool[] {
  if (declared === undefined) return [];
  const isDeclared = new Set(declared.map(({ wireName }) => wireName));
  const late = [...plain, ...candidates.always].filter(({ wireName }) => !isDeclared.has(wireName));
  for (const tool of late) {
    if ((tool.builtin === true && !isClosed) || reasons.has(tool)) continue;
    const isFindable = tool.server !== undefined && candidates.hasSearch && !isClosed;
    reasons.give(tool, isFindable ? LATE_BUT_FINDABLE : LATE);
  }
  return isClosed ? [] : late.filter(({ builtin }) => builtin === true);
}

/**
 * Returns a tool that the request's `tool_choice` names, to be declared for this request; empty if there is none. A tool
 * that was shown before keeps its announced text.
 */
function declareNamed(
  named: string,
  told: readonly VisibleTool[],
  candidates: Candidates,
  taken: ReadonlySet<string>,
  reasons: Reasons,
): readonly VisibleTool[] {
  const tool = taken.has(named) ? undefined : candidates.allowedByEither(named);
  if (tool === undefined || taken.has(tool.wireName)) return [];
  const before = told.filter(({ wireName }) => wireName === tool.wireName);
  if (before.length === 0 || reasons.has(tool)) reasons.add(tool, NAMED);
  return before.length === 0 ? [shownTool(tool)] : before;
}

/** Keeps the first tool of each wire name. */
function unique(tools: readonly VisibleTool[]): readonly VisibleTool[] {
  const names = new Set<string>();
  return tools.filter(({ wireName }) => !names.has(wireName) && names.add(wireName));
}

function without(tools: readonly VisibleTool[], others: readonly VisibleTool[]): readonly VisibleTool[] {
  const names = new Set(others.map(({ wireName }) => wireName));
  return tools.filter(({ wireName }) => !names.has(wireName));
}
