import { type Decision, matchesGlob, nearest, type Server } from '../core/index.ts';
import type { ServerReport } from '../mcp/index.ts';
import type { ListedTool } from '../tools/index.ts';
import { leftOutText } from './tool-text.ts';

/** The tool or server that a name on the command line refers to, or a message that explains why there is none. */
export type Named =
  | { readonly kind: 'all' }
  | { readonly kind: 'tool'; readonly tool: ListedTool }
  | { readonly kind: 'server'; readonly server: ServerReport }
  | { readonly kind: 'none'; readonly message: string };

type Servers = Readonly<Record<string, Server>>;

/**
 * Looks up a name: first a tool by its name or wire name, then a server, then a tool by the name that its server gives it. `absent`
 * has the decisions on tools that are not listed.
 */
export function named(
  asked: string,
  servers: readonly ServerReport[],
  listings: readonly ListedTool[],
  settings: Servers,
  absent: readonly Decision[] = [],
): Named {
  const tool = listings.find(({ name, wireName }) => name === asked || wireName === asked);
  if (tool !== undefined) return { kind: 'tool', tool };
  const server = servers.find(({ name }) => name === asked);
  if (server !== undefined) return { kind: 'server', server };
  const meant = listings.filter((listing) => ownName(listing) === asked);
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return { kind: 'tool', tool: only };
  const leftOut = absent.find(({ tool: name, rule }) => name === asked && (rule === 'denied' || rule === 'unusable'));
  if (leftOut !== undefined) return { kind: 'none', message: leftOutText(leftOut) };
  return {
    kind: 'none',
    message: `There is no tool ${JSON.stringify(asked)}. ${absence(asked, meant, { servers, listings, settings })}`,
  };
}

interface Known {
  readonly servers: readonly ServerReport[];
  readonly listings: readonly ListedTool[];
  readonly settings: Servers;
}

function absence(asked: string, meant: readonly ListedTool[], known: Known): string {
  const { servers, listings } = known;
  if (meant.length > 0) {
    const shown = meant.slice(0, MOST_NAMES).map(({ name }) => name);
    return `${meant.length} MCP servers have their own ${JSON.stringify(asked)}, so use the full name: ${shown.join(', ')}${meant.length > shown.length ? ', …' : '.'}`;
  }
  const server = servers.find(({ name }) => asked.startsWith(`${name}::`));
  if (server !== undefined) return absenceAt(server, asked.slice(server.name.length + 2), known);
  const names = listings.map(({ name }) => name);
  const [before = '', ...rest] = asked.split('::');
  const serverNames = servers.map(({ name }) => name);
  if (rest.length > 0 && servers.length > 0) {
    return `There is no MCP server ${JSON.stringify(before)} either. ${guessed(nearest(asked, names) ?? nearest(before, serverNames))}`;
  }
  return guessed(nearest(asked, [...names, ...serverNames]) ?? nearest(asked, listings.map(ownName)));
}

/** Explains why a configured server does not have the tool: its state, its settings, or a mistyped name. */
function absenceAt({ name, state, lastError }: ServerReport, own: string, { listings, settings }: Known): string {
  if (state !== 'ready') {
    const why = lastError === undefined ? '' : ` (${lastError})`;
    return `Its MCP server ${JSON.stringify(name)} is ${state}${why}. Run "toolpath tools ${name}" for details.`;
  }
  const theirs = listings.filter(({ server }) => server === name);
  const meant = nearest(own, theirs.map(ownName));
  const guess = guessed(meant === undefined ? undefined : `${name}::${meant}`);
  return `${setAside(own, Object.hasOwn(settings, name) ? settings[name] : undefined)}${guess}`;
}

/** Returns a sentence about the setting of the server that hides or renames the tool, or an empty text. */
function setAside(own: string, server: Server | undefined): string {
  if (server === undefined) return '';
  const { rename, includeTools, excludeTools } = server;
  const isNamedIn = (patterns: readonly string[]) => patterns.some((pattern) => matchesGlob(pattern, own));
  if (isNamedIn(excludeTools)) return 'The server setting "excludeTools" excludes it. ';
  if (includeTools !== undefined && !isNamedIn(includeTools))
    return 'The server has it, but "includeTools" in the settings excludes it. ';
  return Object.hasOwn(rename, own) ? `The server setting "rename" renames it to ${JSON.stringify(rename[own])}. ` : '';
}

function guessed(name: string | undefined): string {
  return `${name === undefined ? '' : `Did you mean ${JSON.stringify(name)}? `}Run "toolpath tools" to list all tools.`;
}

/** Returns the name that the server itself gives the tool. */
function ownName({ name, server }: ListedTool): string {
  return server !== undefined && name.startsWith(`${server}::`) ? name.slice(server.length + 2) : name;
}

const MOST_NAMES = 10;
