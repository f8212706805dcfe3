import { type Fields, isAbsent, isRecord } from '../../core/index.ts';

/**
 * A call's arguments as an object, which is all that the wire can carry. What is none goes under a name that says so, as
 * the transcript does it.
 */
export function argumentsObject(given: unknown): Fields {
  if (isAbsent(given) || given === '') return {};
  const value = typeof given === 'string' ? parsed(given) : given;
  const isWritable = !isDeeperThan(value, MOST_DEPTH);
  if (isRecord(value) && isWritable) return value;
  return typeof given === 'string' || isWritable ? { unreadable_arguments: given } : {};
}

/** Deeper values can be parsed, but JSON.stringify needs the stack for each level. */
const MOST_DEPTH = 100;

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
