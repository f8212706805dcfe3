import type { Limits } from '../../core/index.ts';

/** Returns which bound the arguments of a call exceed, or undefined. Runs before any other check, and after coercion. */
export function excess(args: unknown, limits: Pick<Limits, 'argumentValues' | 'argumentDepth'>): string | undefined {
  let values = 0;
  const measure = (value: unknown, depth: number): string | undefined => {
    if (++values > limits.argumentValues) return `more than ${limits.argumentValues} values in one call`;
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth >= limits.argumentDepth) return `nested deeper than ${limits.argumentDepth} levels`;
    for (const key of Object.keys(value)) {
      const found = measure((value as Record<string, unknown>)[key], depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return measure(args, 0);
}

/** True if a value contains a number that may stand for other digits than those that the model wrote. Its depth is bounded. */
export function hasInexact(value: unknown): boolean {
  if (typeof value === 'number')
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInexact);
}
