import { ToolIndex } from '../../search/index.ts';
import { asksForGateway, type FormatChoice } from '../../select/index.ts';
import type { TurnGround } from '../ground.ts';
import { type Conversation, disclosuresOf } from '../history/conversation.ts';
import type { PlannedTurn } from '../loop.ts';
import { budgetOf } from './budget.ts';
import { Discovery } from './discovery.ts';

/** What the turn's model is told of the gateway's tools; undefined where the request wants none, or nobody decides which are told. */
export async function discover(
  turn: PlannedTurn,
  choice: FormatChoice,
  conversation: Conversation,
  ground: TurnGround,
): Promise<Discovery | undefined> {
  const { resolver, limits, log } = ground;
  const { wish, gateway, hasUnknownTools, named, model } = turn;
  if (resolver === undefined || !asksForGateway(wish)) return undefined;
  const { searchable } = resolver.candidates(gateway, hasUnknownTools);
  const budget = await budgetOf(turn, ground, hasUnknownTools || searchable.length > 0);
  const candidates = resolver.candidates(gateway, hasUnknownTools, budget.most);
  // What was told when there were tools stays told, also if they are all gone.
  const mayBeKept = candidates.isWorthKeeping || conversation.questions.some(({ variant }) => variant !== undefined);
  return new Discovery({
    resolver,
    circumstances: { ...wish, candidates, named, budget },
    choice,
    conversation,
    disclosures: mayBeKept ? await disclosuresOf(conversation, ground) : [],
    model: model.id,
    isForgetful: model.backend.describe().isForgetful === true,
    searchOver: ground.searchOver ?? ToolIndex.of,
    limits,
    log,
  });
}
