import {
  type AllowedTools,
  type Ask,
  type Budget,
  isAllowed,
  type Plan,
  type Refused,
  refuse,
  type ToolChoice,
  type TurnFailure,
} from '../core/index.ts';
import type { ResolvedModel } from '../models/index.ts';
import { ToolIndex } from '../search/index.ts';
import {
  asksForGateway,
  budgetFor,
  type Candidates,
  checkAllowed,
  checkChoice,
  defaultPerSize,
  type FormatChoice,
  formed,
  isPython,
  NOTHING_DISCOVERED,
  planTools,
  type Wish,
} from '../select/index.ts';
import type { Listing } from '../tools/index.ts';
import { Discovery } from './discovery/discovery.ts';
import { FixedTools, type TurnTools } from './discovery/turn-tools.ts';
import { announcedIn, type Conversation } from './history/conversation.ts';
import type { TurnContext } from './services.ts';

/** The part of a request that is the same for every model of the fallback chain. */
export interface TurnRequest {
  readonly id: string;
  readonly ask: Ask;
  readonly conversation: Conversation;
}

/** Everything that is decided for one model before the first step. */
export interface ModelPlan {
  readonly model: ResolvedModel;
  readonly wish: Wish;
  /** Holds the turn's only current plan. */
  readonly tools: TurnTools;
  /** The request's tool choice, checked. */
  readonly choice: ToolChoice;
  /** The tools that the model may call in every step, by wire name; undefined if it may call all of them. */
  readonly allowed: AllowedTools | undefined;
}

export type Planned =
  | { readonly ok: true; readonly planned: ModelPlan }
  | { readonly ok: false; readonly failure: TurnFailure };

/** Returns whose tools the request asks for, given the model that will answer it. */
export function wishOf(ask: Ask, { names }: ResolvedModel, { policy }: TurnContext): Wish {
  return {
    requested: ask.tools,
    mixed: policy.isMixed(ask.key, names),
    absent: policy.absentMeans(names),
    isFollowUp: ask.messages.at(-1)?.role === 'tool',
  };
}

/**
 * Decides which tools one model sees and in which format, and fails if the request's tool choice cannot be satisfied.
 * Queries the model's server for facts about the model only if the settings do not have them and they matter. Stores
 * nothing.
 */
export async function planFor(model: ResolvedModel, request: TurnRequest, context: TurnContext): Promise<Planned> {
  const { ask, conversation } = request;
  const wish = wishOf(ask, model, context);
  const offer = offerOf(context);
  const format = await chooseFormat(model, mayHaveTools(wish, offer), conversation, context);
  const tools = await chooseTools({ model, wish, offer, format }, request, context);
  const allowed = checkAllowed(ask.allowed, tools.plan, ask.choice);
  if (!allowed.ok) return allowed;
  const checked = checkChoice(narrowest(ask.choice, allowed.value), tools.plan);
  if (!checked.ok) return checked;
  const several = refuseSeveral(ask, checked.choice, allowed.value, tools.plan);
  if (several !== undefined) return several;
  logPlan(request.id, model, format, tools.plan, context);
  return { ok: true, planned: { model, wish, tools, choice: checked.choice, allowed: allowed.value } };
}

/** Replaces `required` by the name of the only allowed tool: more servers can force one named tool than one of several. */
function narrowest(choice: ToolChoice, allowed: AllowedTools | undefined): ToolChoice {
  const [only, another] = allowed?.names ?? [];
  const isOne = only !== undefined && another === undefined && allowed?.gateway === false;
  return choice.kind === 'required' && isOne ? { kind: 'named', name: only } : choice;
}

/** Refuses a request for several answers if the model may call gateway tools: every answer would run them again. */
function refuseSeveral(
  { answers = 1 }: Ask,
  choice: ToolChoice,
  allowed: AllowedTools | undefined,
  { visible, callable }: Plan,
): Refused | undefined {
  const mayCall = [...visible, ...callable].some(
    (tool) => tool.owner === 'gateway' && !isPython(tool) && isAllowed(tool, allowed),
  );
  if (answers === 1 || choice.kind === 'none' || !mayCall) return undefined;
  const head = `n is ${answers}, but the model may call the gateway's tools in this turn, and every answer would run them again.`;
  const advice =
    'Send "tools": [] or only your own tools, list only your own tools in an "allowed_tools" choice, or ask for one answer.';
  return refuse('n', `${head} ${advice}`);
}

/** A snapshot of the gateway's tools. */
interface Offer {
  readonly listings: readonly Listing[];
  readonly hasUnknownTools: boolean;
  /** Undefined if there is no resolver; then every tool is declared. */
  readonly candidates: Candidates | undefined;
}

function offerOf({ policy, catalogue }: TurnContext): Offer {
  const listings = catalogue.listings();
  const hasUnknownTools = catalogue.hasMoreTools?.() ?? false;
  return { listings, hasUnknownTools, candidates: policy.resolver?.candidates(listings, hasUnknownTools) };
}

/** True if the model may see tools. The final answer is known only after the tools are chosen. */
function mayHaveTools(wish: Wish, { listings, candidates }: Offer): boolean {
  if (wish.requested.kind === 'listed' && wish.requested.tools.length > 0) return true;
  if (!asksForGateway(wish)) return false;
  return candidates === undefined ? listings.length > 0 : candidates.plain.length + candidates.searchable.length > 0;
}

async function chooseFormat(
  model: ResolvedModel,
  hasTools: boolean,
  { items }: Conversation,
  { backends, formatChoices }: TurnContext,
): Promise<FormatChoice> {
  const { ignoresDescribedTools, tellsNativeTools } = model.backend.describe();
  let { nativeTools } = backends.said(model);
  if (nativeTools === undefined && formatChoices.hasNative && tellsNativeTools === true) {
    const matters = hasTools || items.some(({ kind }) => kind === 'exchange');
    ({ nativeTools } = matters ? await backends.facts(model) : backends.remembered(model));
  }
  return formatChoices.for(model.model, nativeTools, ignoresDescribedTools);
}

interface ToolsInput {
  readonly model: ResolvedModel;
  readonly wish: Wish;
  readonly offer: Offer;
  readonly format: FormatChoice;
}

async function chooseTools(
  { model, wish, offer, format }: ToolsInput,
  { ask, conversation }: TurnRequest,
  context: TurnContext,
): Promise<TurnTools> {
  const { policy, catalogue, limits, log } = context;
  const { resolver } = policy;
  if (resolver === undefined || offer.candidates === undefined) {
    return new FixedTools(formed(planTools({ ...wish, gateway: offer.listings }), format));
  }
  const named = ask.choice.kind === 'named' ? [ask.choice.name] : (ask.allowed?.names ?? []);
  if (!asksForGateway(wish)) {
    const input = { ...wish, candidates: offer.candidates, named, discovered: NOTHING_DISCOVERED };
    return new FixedTools(formed(resolver.resolve(input), format));
  }
  const isSizeWorthAsking = offer.hasUnknownTools || offer.candidates.searchable.length > 0;
  const budget = await budgetOf(model, isSizeWorthAsking, context);
  const candidates = resolver.candidates(offer.listings, offer.hasUnknownTools, budget.most);
  return new Discovery({
    resolver,
    circumstances: { ...wish, candidates, named, budget },
    choice: format,
    conversation,
    // A tool that was declared stays declared, even if all such tools are gone now.
    announcements:
      candidates.isWorthKeeping || conversation.questions.some(({ announcementId }) => announcementId !== undefined)
        ? await announcedIn(conversation, context)
        : [],
    model: model.id,
    hasNoPromptCache: model.backend.describe().hasNoPromptCache === true,
    searchOver: catalogue.searchOver ?? ToolIndex.of,
    limits,
    log,
  });
}

/** Returns how many MCP tools the model may see. Queries the model's server for the model size only if the size matters. */
async function budgetOf(
  model: ResolvedModel,
  isSizeWorthAsking: boolean,
  { backends, policy: { budgets } }: TurnContext,
): Promise<Budget> {
  const perModel = budgets?.of(model.names);
  const ignoresDescribedTools = model.backend.describe().ignoresDescribedTools === true;
  const { size } = backends.said(model);
  const isAsked = perModel === undefined && size === undefined && !ignoresDescribedTools && isSizeWorthAsking;
  const billions = size?.billions ?? (isAsked ? (await backends.facts(model)).billions : undefined);
  return budgetFor({
    model: model.id,
    name: model.model,
    perSize: budgets?.perSize ?? defaultPerSize,
    perModel,
    billions,
    saidOf: size?.of,
    ignoresDescribedTools,
  });
}

/** Logs the decisions of a plan that a user may want to know about; format decisions are logged once per model. */
function logPlan(
  turn: string,
  { id: model }: ResolvedModel,
  choice: FormatChoice,
  plan: Plan,
  { log, logged }: TurnContext,
): void {
  const { format, understood, decision } = choice;
  const why = { why: decision.why, flip: decision.flip };
  if (logged.choices.get(model) !== choice && logged.choices.size < MOST_LOGGED) {
    logged.choices.set(model, choice);
    log.debug({ turn, model, format, understood, ...why }, 'Chose a tool-call format for the model.');
  }
  const isToolless = format === 'none' && plan.decisions.some(({ rule }) => rule === 'no-format');
  if (isToolless && !logged.toolless.has(model) && logged.toolless.size < MOST_LOGGED) {
    logged.toolless.add(model);
    log.warn({ turn, model, ...why }, 'The model gets no tools.');
  }
  if (plan.finds.length > 0 && log.isLevelEnabled?.('debug') !== false) {
    const found = plan.decisions.filter(({ rank }) => rank !== undefined).slice(0, MOST_FOUND);
    log.debug({ turn, model, found, most: plan.budget?.most, why: plan.budget?.why }, 'Found tools for the message.');
  }
  if (plan.isMixed) logClashes(plan, logged.clashes, log);
}

function logClashes({ decisions }: Plan, logged: Set<string>, log: TurnContext['log']): void {
  for (const { tool, rule } of decisions) {
    if (rule !== 'client-name' || logged.has(tool) || logged.size >= MOST_LOGGED) continue;
    logged.add(tool);
    log.warn({ tool }, "A client lists a tool with the same name, so the gateway's tool is left out of its requests.");
  }
}

const MOST_LOGGED = 1_000; // clients and models choose the names, so the memory for them must be bounded
const MOST_FOUND = 20;
