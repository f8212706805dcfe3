import type { TurnFailure } from '../core/index.ts';
import type { Backends, ResolvedModel } from '../models/index.ts';
import { lacksModel } from './fallback.ts';

/** Adds the models of the backend, the nearest names first, if its server refused a model that it does not have. */
export async function withNearestModels(
  failure: TurnFailure,
  model: Pick<ResolvedModel, 'id'>,
  backends: Backends,
): Promise<TurnFailure> {
  if (failure.kind !== 'upstream-rejected' || !lacksModel(failure)) return failure;
  if (failure.advice !== undefined || failure.toolless !== undefined) return failure;
  const names = await backends.similar(model);
  if (names.length === 0) return failure;
  const left = names.length - MOST_NAMES;
  const more = left > 0 ? `, and ${left} more` : '';
  return { ...failure, advice: `Other models of this backend: ${names.slice(0, MOST_NAMES).join(', ')}${more}.` };
}

const MOST_NAMES = 8; // a hint is read by a person
