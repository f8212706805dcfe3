import type { Budget } from '../core/index.ts';
import { budgetFor, defaultPerSize } from '../select/index.ts';
import type { TurnGround } from './ground.ts';
import type { PlannedTurn } from './loop.ts';

/** How many of the servers' tools the turn's model is told of. Its server is asked for its size only where that matters. */
export async function budgetOf(
  { model, ask }: Pick<PlannedTurn, 'model' | 'ask'>,
  { backends, budgets }: TurnGround,
  isWorthAsking: boolean,
): Promise<Budget> {
  const perModel = budgets?.of([ask.model, model.id, model.model]);
  const isTextless = model.backend.describe().isTextless === true;
  const { size } = backends.said(model, ask.model);
  const isAsked = perModel === undefined && size === undefined && !isTextless && isWorthAsking;
  const billions = size?.billions ?? (isAsked ? (await backends.facts(model, ask.model)).billions : undefined);
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
