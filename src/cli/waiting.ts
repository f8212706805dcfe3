import type { House } from '../house.ts';
import { type Catalogue, isToolOf, type ServerReport } from '../mcp/index.ts';
import type { Terminal } from './terminal.ts';

/** What of a house is waited for. */
type Tools = Pick<House, 'tools' | 'servers'>;

/** Waits until every server is ready for the first time, or is known not to be. */
export function untilSettled({ servers }: Tools, signal: AbortSignal): Promise<void> {
  return servers.settled.wait(FOREVER_MS, signal);
}

/** Waits no longer than it takes to know whether there is such a tool, or server: not at all, for its server, or for all of them. */
export function untilNamed(house: Tools, name: string, signal: AbortSignal): Promise<void> {
  if (house.tools.findByAnyName(name) !== undefined) return Promise.resolve();
  const isOfServer = house.servers.servers().some((server) => isMeant(server.name, name));
  return isOfServer ? house.servers.settledOf(name).wait(FOREVER_MS, signal) : untilSettled(house, signal);
}

/** Is this the server, or would this be a tool of it? */
function isMeant(server: string, name: string): boolean {
  return server === name || isToolOf(server, name);
}

/** All servers, each as soon as it is settled. */
export async function* asTheySettle(servers: Catalogue, signal: AbortSignal): AsyncGenerator<ServerReport> {
  const names = servers.servers().map(({ name }) => name);
  const waits = new Map(
    names.map(
      (name) =>
        [
          name,
          servers
            .settledOf(name)
            .wait(FOREVER_MS, signal)
            .then(() => name),
        ] as const,
    ),
  );
  while (waits.size > 0) {
    const settled = await Promise.race(waits.values());
    if (signal.aborted) return;
    waits.delete(settled);
    yield* servers.servers().filter(({ name }) => name === settled);
  }
}

/** Says once which servers are waited for, of all or of those that this name may be meant of: on a terminal after a second; in a pipe, where nobody may be watching, after a few. */
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

/** Servers end their attempts by themselves. */
const FOREVER_MS = 2 ** 31 - 1;
const TERMINAL_PATIENCE_MS = 1_000;
const PIPE_PATIENCE_MS = 5_000;
