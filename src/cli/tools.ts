import type { Decision, RuleName } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { printable } from '../log/index.ts';
import type { ServerReport } from '../mcp/index.ts';
import { type ListedTool, listingOf } from '../tools/index.ts';
import { exitCodes, type GatewayCommand } from './command.ts';
import { counted } from './layout.ts';
import { interruption } from './lifetime.ts';
import { type Named, named } from './named.ts';
import { asShown, serverInFull, serverTable } from './server-text.ts';
import type { Terminal } from './terminal.ts';
import { leftOutText, toolInFull, toolInShort } from './tool-text.ts';
import { untilNamed, untilSettled, waitWithNotice } from './waiting.ts';

export const tools: GatewayCommand = {
  name: 'tools',
  usage: 'tools [NAME]',
  summary: 'List the MCP servers and tools, or show one of them',
  details: [
    'NAME is the name of a tool or an MCP server. The command waits until every server has connected or failed.',
    'With --json, prints everything known about the servers, complete parameter schemas, and the names that models see.',
  ],
  words: { least: 0, most: 1 },
  needs: 'gateway',
  logLevel: 'silent', // the command prints the state of the servers itself
  async run(gateway, [asked], { json, terminal }) {
    const signal = interruption();
    const wait = asked === undefined ? untilSettled(gateway, signal) : untilNamed(gateway, asked, signal);
    await waitWithNotice(wait, gateway, terminal, asked);
    if (signal.aborted) return exitCodes.failed;

    const servers = gateway.servers.servers().map((report) => asShown(report, gateway));
    const found: Named =
      asked === undefined
        ? { kind: 'all' }
        : named(asked, servers, gateway.listings.all(), gateway.settings.mcpServers, gateway.absent());
    if (found.kind === 'none') {
      terminal.say(found.message);
      return exitCodes.failed;
    }
    const shown = json
      ? JSON.stringify(dataOf(found, servers, gateway), null, 2)
      : textOf(found, servers, gateway, terminal);
    if (found.kind === 'all') for (const each of listFindings(servers)) terminal.say(terminal.foreign(each));
    for (const each of leftOutLines(found, gateway)) terminal.say(terminal.foreign(each));
    terminal.print(shown);
    return exitCodes.ok;
  },
};

const NONE =
  'There are no tools. To add some, name a module that exports them in toolpath.json, for example "tools": ["./my-tools.ts"].';

/** Returns a line for each finding on a server's list that concerns no tool in particular. */
function listFindings(servers: readonly ServerReport[]): readonly string[] {
  return servers.flatMap(({ findings }) =>
    findings.filter(({ tool }) => tool === '').map(({ reason }) => `warning: ${reason}`),
  );
}

/** Returns a line for each tool that is left out. */
function leftOutLines(found: Found, gateway: Gateway): readonly string[] {
  const all = leftOutIn(found, gateway);
  const lines = all.slice(0, MOST_LEFT_OUT).map((decision) => {
    const mark = decision.rule === 'denied' ? 'note' : 'warning'; // the settings deny a tool on purpose
    return `${mark}: ${leftOutText(decision)}`;
  });
  const others = all.length - lines.length;
  return others === 0 ? lines : [...lines, `Also left out: ${counted(others, 'tool')}. --json lists all of them.`];
}

/** Returns the decisions on tools that no model can see although their server is connected, and on names without a tool. */
function leftOutIn(found: Found, { absent, redactor }: Gateway): readonly Decision[] {
  if (found.kind === 'tool') return [];
  const isMeant = (tool: string) => found.kind === 'all' || tool.startsWith(`${found.server.name}::`);
  const decisions = absent().filter(({ tool, rule }) => LEFT_OUT.has(rule) && isMeant(tool));
  return decisions.map((decision) => ({ ...decision, flip: redactor.text(decision.flip) }));
}

const LEFT_OUT: ReadonlySet<RuleName> = new Set<RuleName>(['denied', 'unusable', 'no-such-tool']);
const MOST_LEFT_OUT = 20;

type Found = Exclude<Named, { readonly kind: 'none' }>;

function dataOf(found: Found, servers: readonly ServerReport[], gateway: Gateway): object {
  const { listings } = gateway;
  const leftOut = leftOutIn(found, gateway);
  switch (found.kind) {
    case 'all':
      return { servers, tools: listings.all().map(listingOf), leftOut };
    case 'server':
      return { servers: [found.server], tools: toolsOf(found.server.name, listings.all()).map(listingOf), leftOut };
    case 'tool':
      return { servers: servers.filter(({ name }) => name === found.tool.server), tools: [listingOf(found.tool)] };
    default:
      return found satisfies never;
  }
}

function textOf(found: Found, servers: readonly ServerReport[], { listings }: Gateway, terminal: Terminal): string {
  switch (found.kind) {
    case 'all':
      return everything(servers, listings.all(), terminal);
    case 'server':
      return [
        serverInFull(found.server, terminal),
        ...group(undefined, toolsOf(found.server.name, listings.all()), terminal),
      ].join('\n\n');
    case 'tool':
      return toolInFull(found.tool, terminal);
    default:
      return found satisfies never;
  }
}

/** Lists the servers, then the tools without a server, then the tools of each server. */
function everything(servers: readonly ServerReport[], all: readonly ListedTool[], terminal: Terminal): string {
  const byServer = Map.groupBy(all, ({ server }) => server);
  const own = byServer.get(undefined) ?? [];
  const parts = [
    ...(servers.length === 0 ? [] : [serverTable(servers, terminal)]),
    ...group(undefined, own, terminal),
    ...[...byServer].flatMap(([server, theirs]) => (server === undefined ? [] : group(server, theirs, terminal))),
  ];
  return parts.length === 0 ? NONE : parts.join('\n\n');
}

function group(server: string | undefined, listings: readonly ListedTool[], terminal: Terminal): readonly string[] {
  if (listings.length === 0) return [];
  const { style } = terminal;
  const head =
    server === undefined ? [] : [style('underline', `${printable(server)} (${counted(listings.length, 'tool')})`)];
  return [[...head, ...listings.map((listing) => toolInShort(listing, terminal))].join('\n')];
}

function toolsOf(server: string, listings: readonly ListedTool[]): readonly ListedTool[] {
  return listings.filter((listing) => listing.server === server);
}
