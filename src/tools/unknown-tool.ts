import { type CallFailure, nearest } from '../core/index.ts';

/** A call of a tool that is not among these. `search` finds others. */
export function unknownTool(tool: string, names: readonly string[], search?: string): CallFailure {
  const guess = nearest(tool, names);
  return {
    kind: 'unknown-tool',
    tool,
    ...(guess === undefined ? {} : { nearest: guess }),
    known: names.slice(0, MOST_NAMES),
    knownCount: names.length,
    ...(search === undefined ? {} : { search }),
  };
}

/** Enough to choose from; thousands would flood the context. */
const MOST_NAMES = 40;
