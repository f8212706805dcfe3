import { isDeeperThan, MOST_DEPTH } from './depth.ts';
import type { Fields } from './fields.ts';
import { parseJson, type Revive } from './parse-json.ts';
import { isAbsent } from './reading.ts';
import { isRecord } from './record.ts';

/**
 * Returns a call's arguments as an object, for protocols and formats that accept only objects. Arguments that are not an
 * object are wrapped in `unreadable_arguments`, as in the transcript.
 */
export function argumentsObject(given: unknown, revive?: Revive): Fields {
  if (isAbsent(given) || given === '' || given === '{}') return {}; // The most common cases; an exception for each of them would be slow.
  const value = typeof given === 'string' ? parseJson(given, revive) : given;
  const isWritable = !isDeeperThan(value, MOST_DEPTH);
  if (isRecord(value) && isWritable) return value;
  return typeof given === 'string' || isWritable ? { unreadable_arguments: given } : {};
}
