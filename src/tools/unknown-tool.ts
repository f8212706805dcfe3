import { type CallFailure, nearest } from '../core/index.ts';

/** Builds the failure for a call of a tool that is not in `names`. `search` names the tool that finds other tools. */
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

/** The most known names listed: enough to choose from, without flooding the context. */
const MOST_NAMES = 40;
