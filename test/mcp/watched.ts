import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import { isRunning } from '../servers/hostile/running.ts';
import { folderWith } from '../toolpath.ts';
import { type GatewayOptions, gatewayWith, hostile, type ServedGateway } from './gateways.ts';

export interface Watched extends ServedGateway {
  /** Returns the pids of all processes that were started for servers, in order. */
  pids(): readonly number[];
  /** Adds a process that must be gone after the gateway was closed. */
  watch(pid: number): void;
}

const standing = new Set<Watched>();

/**
 * Builds a gateway with hostile servers, each in its modes, and a well-behaved server called `fine`. After each test, `fine`
 * must still answer, and every process that was started for a server must be gone once the gateway has closed.
 */
function besideFine(
  servers: Readonly<Record<string, readonly string[]>>,
  { each = {}, ...options }: GatewayOptions & { readonly each?: object } = {},
): Watched {
  const pidFile = path.join(folderWith({ pids: '' }), 'pids');
  const settings = Object.entries({ ...servers, fine: [] }).map(([name, modes]) => [
    name,
    { ...started(pidFile, modes), ...(name === 'fine' ? {} : each) },
  ]);
  const gateway = gatewayWith(Object.fromEntries(settings), options);
  const others: number[] = [];
  const watched: Watched = {
    ...gateway,
    pids: () => [...readFileSync(pidFile, 'utf8').trim().split('\n').map(Number), ...others],
    watch: (pid) => void others.push(pid),
  };
  standing.add(watched);
  return watched;
}

/** Like `besideFine`, and waits until all servers have connected or used up their attempts. */
export async function settledBesideFine(...given: Parameters<typeof besideFine>): Promise<Watched> {
  const gateway = besideFine(...given);
  await gateway.servers.settled.wait(15_000);
  return gateway;
}

afterEach(async () => {
  for (const gateway of standing) {
    standing.delete(gateway);
    const said = await gateway.say('fine::echo', { still: 'there' });
    const pids = gateway.pids();
    await gateway.close();
    expect(said).toBe('{"still":"there"}');
    expect(gateway.told(/lost|failed/, 'fine')).toEqual([]);
    expect(pids.filter(isRunning)).toEqual([]);
  }
});

/** Returns the settings of a hostile server whose pid is written to a file before it starts. */
function started(pidFile: string, modes: readonly string[]) {
  const { command, args } = hostile(...modes);
  return { command: 'sh', args: ['-c', 'echo $$ >> "$0"; exec "$@"', pidFile, command, ...args] };
}
