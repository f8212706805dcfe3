import { createHash } from 'node:crypto';
import type { Tool } from '../core/index.ts';
import { serverOf, shownName, toolName } from './traits.ts';

/**
 * The server and the shown name of a tool, from which its wire name is made.
 *
 * The wire name is the name that providers see. It is a pure function of server and tool, so adding a server renames
 * nothing. It is the plain `server__tool` if every provider accepts that and it can be split in only one way. Any other
 * name is cleaned, truncated, and made unique by a hash.
 */
export interface ToolIdentity {
  readonly server?: string | undefined;
  readonly tool: string;
}

/** Names that every provider accepts; some providers accept no others. */
const SAFE = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_LENGTH = 64;
const HASH_LENGTH = 10;

export function wireName(identity: ToolIdentity): string {
  const plain = plainName(identity);
  return SAFE.test(plain) && readsBackOneWay(identity) ? plain : hashedName(identity, 0);
}

/**
 * Maps a set of tools to their wire names and back. If two tools would have the same wire name (a custom tool called
 * `files__read` and the tool `read` of server `files`), the tool without a server keeps it, or else the tool that sorts
 * first. The result does not depend on the order of the tools.
 */
export class WireNames {
  readonly #byWire = new Map<string, Tool>();
  readonly #byTool = new Map<Tool, string>();

  constructor(tools: readonly Tool[]) {
    const claims = tools.map((tool) => ({ tool, identity: { server: serverOf(tool), tool: shownName(tool) } }));
    claims.sort((a, b) => bySeniority(a.identity, b.identity) || compare(toolName(a.tool), toolName(b.tool)));
    // A wire name must not equal another tool's name: a call by it would run that other tool.
    const names = new Set(tools.map(toolName));
    const isTaken = (wire: string, tool: Tool) =>
      this.#byWire.has(wire) || (names.has(wire) && wire !== toolName(tool));
    for (const { tool, identity } of claims) {
      let wire = wireName(identity);
      for (let salt = 1; isTaken(wire, tool); salt++) wire = hashedName(identity, salt);
      this.#byWire.set(wire, tool);
      this.#byTool.set(tool, wire);
    }
  }

  /** Returns undefined for a tool that is not in the set. */
  wireOf(tool: Tool): string | undefined {
    return this.#byTool.get(tool);
  }

  toolOf(wire: string): Tool | undefined {
    return this.#byWire.get(wire);
  }
}

function plainName({ server, tool }: ToolIdentity): string {
  return server === undefined ? tool : `${server}__${tool}`;
}

/**
 * True if the first `__` of the plain name is the separator. Otherwise `a` + `b__c` and `a__b` + `c` would have the same
 * name, and so would `a` + `_b` and `a_` + `b`.
 */
function readsBackOneWay({ server }: ToolIdentity): boolean {
  return server === undefined || (server !== '' && !server.includes('__') && !server.endsWith('_'));
}

function hashedName(identity: ToolIdentity, salt: number): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([identity.server ?? null, identity.tool, salt]))
    .digest('hex')
    .slice(0, HASH_LENGTH);
  const room = MAX_LENGTH - HASH_LENGTH - 1;
  // Truncate before cleaning: the name is untrusted and may be very long.
  const clean = plainName(identity)
    .slice(0, room)
    .replace(/[^a-zA-Z0-9_-]/g, '_');
  return `${clean === '' ? 'tool' : clean}_${hash}`;
}

function bySeniority(a: ToolIdentity, b: ToolIdentity): number {
  if ((a.server === undefined) !== (b.server === undefined)) return a.server === undefined ? -1 : 1;
  return compare(a.server ?? '', b.server ?? '') || compare(a.tool, b.tool);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
