import type { TurnFailure } from '../core/index.ts';
import { lacksModel } from './fallback.ts';
import type { TurnRun } from './run.ts';

/** Adds the models of the backend, the nearest names first, if its server refused a model that it does not have. */
export async function withNearestModels(
  failure: TurnFailure,
  { model, context }: Pick<TurnRun, 'model' | 'context'>,
): Promise<TurnFailure> {
  if (failure.kind !== 'upstream-rejected' || !lacksModel(failure)) return failure;
  if (failure.advice !== undefined || failure.toolless !== undefined) return failure;
  const names = await context.backends.similar(model);
  if (names.length === 0) return failure;
  const left = names.length - MOST_NAMES;
  const more = left > 0 ? `, and ${left} more` : '';
  return { ...failure, advice: `Other models of this backend: ${names.slice(0, MOST_NAMES).join(', ')}${more}.` };
}

const MOST_NAMES = 8; // a hint is read by a person
