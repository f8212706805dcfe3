import { nearest } from '../core/index.ts';
import type { ServerReport } from '../mcp/index.ts';
import type { Listing } from '../tools/index.ts';

/** What somebody means by a name. */
export type Named =
  | { readonly kind: 'all' }
  | { readonly kind: 'tool'; readonly tool: Listing }
  | { readonly kind: 'server'; readonly server: ServerReport }
  | { readonly kind: 'none'; readonly message: string };

/** A tool by its name here or on a wire; else a server; else a tool by the name that its server has for it. */
export function named(asked: string, servers: readonly ServerReport[], listings: readonly Listing[]): Named {
  const tool = listings.find(({ name, wireName }) => name === asked || wireName === asked);
  if (tool !== undefined) return { kind: 'tool', tool };
  const server = servers.find(({ name }) => name === asked);
  if (server !== undefined) return { kind: 'server', server };
  const [only, ...others] = listings.filter((listing) => ownName(listing) === asked);
  if (only !== undefined && others.length === 0) return { kind: 'tool', tool: only };
  return { kind: 'none', message: absence(asked, servers, listings, only === undefined ? [] : [only, ...others]) };
}

function absence(
  asked: string,
  servers: readonly ServerReport[],
  listings: readonly Listing[],
  meant: readonly Listing[],
): string {
  const start = `There is no tool ${JSON.stringify(asked)}.`;
  if (meant.length > 0) {
    const shown = meant.slice(0, MOST_NAMES).map(({ name }) => name);
    return `${start} ${meant.length} servers have one: ${shown.join(', ')}${meant.length > shown.length ? ', …' : ''}`;
  }
  const missing = missingServer(asked, servers);
  if (missing !== undefined) return `${start} ${missing}`;
  const names = [...listings.map(({ name }) => name), ...servers.map(({ name }) => name)];
  const guess = nearest(asked, names) ?? nearest(asked, listings.map(ownName));
  return `${start}${guess === undefined ? '' : ` Did you mean "${guess}"?`} "toolpath tools" lists them.`;
}

/** Why a tool that is named `server::tool` is not there, where the server is the reason. */
function missingServer(asked: string, servers: readonly ServerReport[]): string | undefined {
  const missing = servers.find(({ name, state }) => asked.startsWith(`${name}::`) && state !== 'ready');
  if (missing === undefined) return undefined;
  const why = missing.lastError === undefined ? '' : ` (${missing.lastError})`;
  return `Its server ${JSON.stringify(missing.name)} is ${missing.state}${why}: see "toolpath tools ${missing.name}".`;
}

/** Its name at its server. */
function ownName({ name, server }: Listing): string {
  return server !== undefined && name.startsWith(`${server}::`) ? name.slice(server.length + 2) : name;
}

const MOST_NAMES = 10;
