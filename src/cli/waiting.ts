import type { Gateway } from '../gateway.ts';
import { type Catalogue, isToolOf, type ServerReport } from '../mcp/index.ts';
import type { Terminal } from './terminal.ts';

/** The parts of a gateway that are waited for. */
type Tools = Pick<Gateway, 'tools' | 'servers'>;

/** Waits until every server has settled: it was ready once, or has failed. */
export function untilSettled({ servers }: Tools, signal: AbortSignal): Promise<void> {
  return servers.settled.wait(FOREVER_MS, signal);
}

/** Waits until it is known whether a tool or server of this name exists: not at all, for its server, or for all servers. */
export function untilNamed(gateway: Tools, name: string, signal: AbortSignal): Promise<void> {
  if (gateway.tools.findByAnyName(name) !== undefined) return Promise.resolve();
  const isOfServer = gateway.servers.servers().some((server) => isMeant(server.name, name));
  return isOfServer ? gateway.servers.settledOf(name).wait(FOREVER_MS, signal) : untilSettled(gateway, signal);
}

/** Whether the name is that of the server, or of a tool that would be its. */
function isMeant(server: string, name: string): boolean {
  return server === name || isToolOf(server, name);
}

/** All servers, each as soon as it has settled. */
export async function* asTheySettle(servers: Catalogue, signal: AbortSignal): AsyncGenerator<ServerReport> {
  const names = servers.servers().map(({ name }) => name);
  const settling = async (name: string): Promise<string> => {
    await servers.settledOf(name).wait(FOREVER_MS, signal);
    return name;
  };
  const waits = new Map(names.map((name) => [name, settling(name)] as const));
  while (waits.size > 0) {
    const settled = await Promise.race(waits.values());
    if (signal.aborted) return;
    waits.delete(settled);
    yield* servers.servers().filter(({ name }) => name === settled);
  }
}

/** Says once which servers a long wait is for: after a second on a terminal, after a few seconds in a pipe. */
export async function saying(wait: Promise<void>, { servers }: Tools, terminal: Terminal, name = ''): Promise<void> {
  const tell = (): void => {
    const all = servers.servers();
    const meant = all.filter((server) => isMeant(server.name, name));
    const names = (meant.length > 0 ? meant : all).flatMap((each) => (each.state === 'connecting' ? [each.name] : []));
    if (names.length > 0) terminal.say(`Waiting for ${names.join(', ')} … (Ctrl-C ends it)`);
  };
  const timer = setTimeout(tell, process.stderr.isTTY ? TERMINAL_PATIENCE_MS : PIPE_PATIENCE_MS);
  await wait.finally(() => clearTimeout(timer));
}

/** No limit of our own: a server's attempts to connect are bounded. */
const FOREVER_MS = 2 ** 31 - 1;
const TERMINAL_PATIENCE_MS = 1_000;
const PIPE_PATIENCE_MS = 5_000;
