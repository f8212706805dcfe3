import { type Fields, isAbsent, isDeeperThan, isRecord, MOST_DEPTH } from '../core/index.ts';

/**
 * Returns a call's arguments as an object, for protocols that accept only objects. Arguments that are not an object are
 * wrapped in `unreadable_arguments`, as in the transcript.
 */
export function argumentsObject(given: unknown): Fields {
  if (isAbsent(given) || given === '' || given === '{}') return {}; // The most common cases; an exception for each of them would be slow.
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
