import type { Gateway } from '../gateway.ts';
import { type Catalogue, isToolOf, type ServerReport } from '../mcp/index.ts';
import type { Terminal } from './terminal.ts';

/** The parts of a gateway that the functions below use. */
type Tools = Pick<Gateway, 'tools' | 'servers'>;

/** Resolves when every MCP server has settled, which means it was ready once or has failed, or when the signal aborts. */
export function untilSettled({ servers }: Tools, signal: AbortSignal): Promise<void> {
  return servers.settled.wait(FOREVER_MS, signal);
}

/**
 * Resolves when it is known whether a tool or server of this name exists. Does not wait for a tool that is already registered.
 * Waits for one server if the name names it, and for all servers otherwise.
 */
export function untilNamed(gateway: Tools, name: string, signal: AbortSignal): Promise<void> {
  if (gateway.tools.findByAnyName(name) !== undefined) return Promise.resolve();
  const isOfServer = gateway.servers.servers().some((server) => isMeant(server.name, name));
  return isOfServer ? gateway.servers.settledOf(name).wait(FOREVER_MS, signal) : untilSettled(gateway, signal);
}

/** True if the name is the name of the server, or has the form of the name of one of its tools. */
function isMeant(server: string, name: string): boolean {
  return server === name || isToolOf(server, name);
}

/** Yields each server as soon as it has settled, until the signal aborts. */
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

/** Awaits `wait`. If that takes long, prints once which servers are still connecting: sooner on a terminal than in a pipe. */
export async function waitWithNotice(
  wait: Promise<void>,
  { servers }: Tools,
  terminal: Terminal,
  name = '',
): Promise<void> {
  const tell = (): void => {
    const all = servers.servers();
    const meant = all.filter((server) => isMeant(server.name, name));
    const names = (meant.length > 0 ? meant : all)
      .filter(({ state }) => state === 'connecting')
      .map((each) => `${each.name}${each.note === undefined ? '' : ` (${each.note})`}`);
    if (names.length > 0)
      terminal.say(`Waiting for MCP servers to connect: ${names.join(', ')}. Press Ctrl-C to stop waiting.`);
  };
  const timer = setTimeout(tell, process.stderr.isTTY ? TERMINAL_PATIENCE_MS : PIPE_PATIENCE_MS);
  await wait.finally(() => clearTimeout(timer));
}

/** The longest delay of a timer, which means no limit: the attempts to connect to a server have their own time limit. */
const FOREVER_MS = 2 ** 31 - 1;
const TERMINAL_PATIENCE_MS = 1_000;
const PIPE_PATIENCE_MS = 5_000;
