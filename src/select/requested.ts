import type { Requested } from '../core/index.ts';

/**
 * Returns the names of the client's tools. A gateway tool with one of these names is left out and does not count towards the
 * limit.
 */
export function namesOfClient(requested: Requested): ReadonlySet<string> {
  return requested.kind === 'listed' ? new Set(requested.tools.map(({ name }) => name)) : NOBODY;
}

const NOBODY: ReadonlySet<string> = new Set();
