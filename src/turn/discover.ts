import type { Budget } from '../core/index.ts';
import { asksForGateway, budgetFor, defaultPerSize } from '../select/index.ts';
import { type Conversation, disclosuresOf } from './conversation.ts';
import { Discovery } from './discovery.ts';
import type { TurnGround } from './ground.ts';
import type { PlannedTurn } from './loop.ts';

/** What the turn's model is told of the gateway's tools; undefined where it is told nothing, or everything. */
export async function discover(
  turn: PlannedTurn,
  conversation: Conversation,
  ground: TurnGround,
  isDry: boolean,
): Promise<Discovery | undefined> {
  const { resolver } = ground;
  const { wish, gateway, hasMore, named, model } = turn;
  if (resolver === undefined || !asksForGateway(wish)) return undefined;
  const candidates = resolver.candidates({ gateway, hasMore });
  const isDeferred = candidates.isWorthKeeping;
  // What was told when there were tools to find stays told, also if they are all gone.
  const mayBeKept = isDeferred || (candidates.mayFind && conversation.messages.some(({ told }) => told !== undefined));
  return new Discovery({
    resolver,
    circumstances: { ...wish, gateway, hasMore, named, budget: await budgetOf(turn, ground, isDeferred) },
    conversation,
    disclosures: mayBeKept ? await disclosuresOf(conversation, ground) : [],
    model: model.id,
    isForgetful: model.backend.describe().isForgetful === true,
    ground,
    isDry,
  });
}

/** Who keeps nothing of a prompt is no language model, and reads as many as the largest. */
function unbound({ large } = defaultPerSize): Budget {
  const why = 'it is no language model: it is told of as many as a large one';
  return { most: large, rule: 'size', why, flip: 'change mcpToolsInPrompt.large' };
}

/** How many of the servers' tools it is told of. Its server is asked for its size only where that matters. */
export async function budgetOf(
  { model, ask }: Pick<PlannedTurn, 'model' | 'ask'>,
  { backends, budgets }: TurnGround,
  isWorthAsking: boolean,
): Promise<Budget> {
  const names = [ask.model, model.id, model.model];
  const perModel = budgets?.of(names);
  if (perModel === undefined && model.backend.describe().isForgetful === true) return unbound(budgets?.perSize);
  const perSize = budgets?.perSize ?? defaultPerSize;
  const isSaid = backends.said(model, ask.model).parameters !== undefined;
  const isAsked = perModel === undefined && isWorthAsking;
  const { billions } = isAsked ? await backends.facts(model, ask.model) : {};
  return budgetFor({
    model: model.id,
    name: model.model,
    perSize,
    ...(perModel !== undefined && { perModel }),
    ...(billions !== undefined && { billions, billionsFrom: isSaid ? 'settings' : 'server' }),
  });
}
