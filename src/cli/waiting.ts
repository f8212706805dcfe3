import type { House } from '../house.ts';
import type { Catalogue, ServerReport } from '../mcp/index.ts';
import type { Terminal } from './terminal.ts';

/** What of a house is waited for. */
type Tools = Pick<House, 'tools' | 'servers'>;

/** Waits until every server is ready for the first time, or is known not to be. */
export function untilSettled({ servers }: Tools, signal: AbortSignal): Promise<void> {
  return servers.settled.wait(FOREVER_MS, signal);
}

/** Waits no longer than it takes to know whether there is such a tool: not at all, for its server, or for all of them. */
export async function untilTool(house: Tools, name: string, signal: AbortSignal): Promise<void> {
  if (house.tools.findByAnyName(name) !== undefined) return;
  const named = house.servers.servers().filter((server) => isToolOf(server.name, name));
  if (named.length === 0) return untilSettled(house, signal);
  await Promise.all(named.map((server) => untilServer(house.servers, server.name, signal)));
}

/** The same for what may also be a server's name. */
export async function untilNamed(house: Tools, name: string, signal: AbortSignal): Promise<void> {
  const isServer = house.servers.servers().some((server) => server.name === name);
  return isServer ? untilServer(house.servers, name, signal) : untilTool(house, name, signal);
}

/** All servers, each as soon as it is settled. */
export async function* asTheySettle(servers: Catalogue, signal: AbortSignal): AsyncGenerator<ServerReport> {
  const awaited = new Set(servers.servers().map(({ name }) => name));
  while (awaited.size > 0 && !signal.aborted) {
    for (const report of servers.servers()) {
      if (report.state !== 'connecting' && awaited.delete(report.name)) yield report;
    }
    if (awaited.size > 0) await servers.settled.wait(LOOK_MS, signal);
  }
}

/** On a terminal, says after a second what is waited for. */
export async function saying(wait: Promise<void>, { servers }: Tools, terminal: Terminal): Promise<void> {
  const tell = (): void => {
    const names = servers.servers().flatMap(({ name, state }) => (state === 'connecting' ? [name] : []));
    if (names.length > 0) terminal.say(`Waiting for ${names.join(', ')} … (Ctrl-C ends it)`);
  };
  const timer = process.stderr.isTTY ? setTimeout(tell, PATIENCE_MS) : undefined;
  await wait.finally(() => clearTimeout(timer));
}

async function untilServer(servers: Catalogue, name: string, signal: AbortSignal): Promise<void> {
  const isConnecting = () => servers.servers().some((each) => each.name === name && each.state === 'connecting');
  while (isConnecting() && !signal.aborted) await servers.settled.wait(LOOK_MS, signal);
}

/** By its name here, or by the beginning that it has on a wire. */
function isToolOf(server: string, name: string): boolean {
  return name.startsWith(`${server}::`) || name.startsWith(`${server.replace(/[^a-zA-Z0-9_-]/g, '_')}__`);
}

/** Servers end their attempts by themselves. */
const FOREVER_MS = 2 ** 31 - 1;
const LOOK_MS = 20;
const PATIENCE_MS = 1_000;
