import type { Budget } from '../../core/index.ts';
import { budgetFor, defaultPerSize } from '../../select/index.ts';
import type { TurnGround } from '../ground.ts';
import type { PlannedTurn } from '../loop.ts';

/** How many of the servers' tools the turn's model is told of. Its server is asked for its size only where that matters. */
export async function budgetOf(
  { model }: Pick<PlannedTurn, 'model'>,
  { backends, budgets }: TurnGround,
  isWorthAsking: boolean,
): Promise<Budget> {
  const perModel = budgets?.of(model.names);
  const isTextless = model.backend.describe().isTextless === true;
  const { size } = backends.said(model);
  const isAsked = perModel === undefined && size === undefined && !isTextless && isWorthAsking;
  const billions = size?.billions ?? (isAsked ? (await backends.facts(model)).billions : undefined);
  return budgetFor({
    model: model.id,
    name: model.model,
    perSize: budgets?.perSize ?? defaultPerSize,
    perModel,
    billions,
    saidOf: size?.of,
    isTextless,
  });
}
