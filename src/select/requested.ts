import type { Requested } from '../core/index.ts';

/** The names of the client's tools. They are sacred: a tool of the gateway's that bears one of them is left out, and takes no other's place. */
export function namesOfClient(requested: Requested): ReadonlySet<string> {
  return requested.kind === 'listed' ? new Set(requested.tools.map(({ name }) => name)) : NOBODY;
}

const NOBODY: ReadonlySet<string> = new Set();
