import { type Fields, isAbsent, isDeeperThan, isRecord, MOST_DEPTH } from '../core/index.ts';

/**
 * A call's arguments as an object, for the wires that can carry nothing else. What is none goes under a name that says
 * so, as the transcript does it.
 */
export function argumentsObject(given: unknown): Fields {
  if (isAbsent(given) || given === '' || given === '{}') return {}; // most of them: an exception for each would take its time
  const value = typeof given === 'string' ? parsed(given) : given;
  const isWritable = !isDeeperThan(value, MOST_DEPTH);
  if (isRecord(value) && isWritable) return value;
  return typeof given === 'string' || isWritable ? { unreadable_arguments: given } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
