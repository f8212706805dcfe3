import { createHash } from 'node:crypto';
import type { Tool } from '../core/index.ts';
import { serverOf, shownName, toolName } from './traits.ts';

/**
 * The one codec between tools and the names they have on a wire. The tool's is the one it is shown by.
 *
 * A wire name is a pure function of server and tool, so adding a server renames nothing. It is the plain
 * `server__tool` wherever every provider accepts that and it can be read back in one way only; anything else is
 * cleaned, cut, and told apart by a hash.
 */
export interface ToolIdentity {
  readonly server?: string | undefined;
  readonly tool: string;
}

/** Every provider accepts this; some accept nothing more. */
const SAFE = /^[a-zA-Z0-9_-]{1,64}$/;
const MAX_LENGTH = 64;
const HASH_LENGTH = 10;

export function wireName(identity: ToolIdentity): string {
  const plain = plainName(identity);
  return SAFE.test(plain) && readsBackOneWay(identity) ? plain : hashedName(identity, 0);
}

/**
 * The wire names of a set of tools, and the way back. Two tools that claim one name (a custom tool called
 * `files__read` beside server `files`) are told apart whatever their order: the tool without a server keeps
 * the name, else the one that sorts first.
 */
export class WireNames {
  readonly #byWire = new Map<string, Tool>();
  readonly #byTool = new Map<Tool, string>();

  constructor(tools: readonly Tool[]) {
    const claims = tools.map((tool) => ({ tool, identity: { server: serverOf(tool), tool: shownName(tool) } }));
    claims.sort((a, b) => bySeniority(a.identity, b.identity) || compare(toolName(a.tool), toolName(b.tool)));
    // A wire name that is another tool's own name would call that one.
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

  /** Undefined for a tool that was not among those named here. */
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

/** The first `__` must be the separator: `a` + `b__c` is not `a__b` + `c`, `a` + `_b` is not `a_` + `b`. */
function readsBackOneWay({ server }: ToolIdentity): boolean {
  return server === undefined || (server !== '' && !server.includes('__') && !server.endsWith('_'));
}

function hashedName(identity: ToolIdentity, salt: number): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([identity.server ?? null, identity.tool, salt]))
    .digest('hex')
    .slice(0, HASH_LENGTH);
  const room = MAX_LENGTH - HASH_LENGTH - 1;
  // Cut before cleaning: the name is foreign and may be very long.
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
