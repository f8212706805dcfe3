/**
 * The deepest nesting that is accepted. Deeper values can be parsed but not written again: JSON.stringify recurses for each
 * level and would overflow the stack when the value is sent to a client or a model.
 */
export const MOST_DEPTH = 100;

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isDeeperThan(inner, levels - 1));
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) if (isDeeperThan(members[name], levels - 1)) return true;
  return false;
}
