import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import { isRunning } from '../servers/hostile/running.ts';
import { folderWith } from '../toolpath.ts';
import { type HouseOptions, hostile, houseWith, type ServedHouse } from './houses.ts';

export interface Watched extends ServedHouse {
  /** Of every process that was started for a server, in order. */
  pids(): readonly number[];
  /** One more that must go with the house. */
  watch(pid: number): void;
}

const standing = new Set<Watched>();

/**
 * A house with hostile servers, each in its modes, and a well-behaved one beside them, called `fine`. After each test that
 * one must still answer, and with the house every process must go that was started for a server.
 */
function besideFine(
  servers: Readonly<Record<string, readonly string[]>>,
  { each = {}, ...options }: HouseOptions & { readonly each?: object } = {},
): Watched {
  const pidFile = path.join(folderWith({ pids: '' }), 'pids');
  const settings = Object.entries({ ...servers, fine: [] }).map(([name, modes]) => [
    name,
    { ...started(pidFile, modes), ...(name === 'fine' ? {} : each) },
  ]);
  const house = houseWith(Object.fromEntries(settings), options);
  const others: number[] = [];
  const watched: Watched = {
    ...house,
    pids: () => [...readFileSync(pidFile, 'utf8').trim().split('\n').map(Number), ...others],
    watch: (pid) => void others.push(pid),
  };
  standing.add(watched);
  return watched;
}

/** The same, once all servers are there or known not to be. */
export async function settledBesideFine(...given: Parameters<typeof besideFine>): Promise<Watched> {
  const house = besideFine(...given);
  await house.servers.settled.wait(15_000);
  return house;
}

afterEach(async () => {
  for (const house of standing) {
    standing.delete(house);
    const said = await house.say('fine::echo', { still: 'there' });
    const pids = house.pids();
    await house.close();
    expect(said).toBe('{"still":"there"}');
    expect(house.told(/lost|failed/, 'fine')).toEqual([]);
    expect(pids.filter(isRunning)).toEqual([]);
  }
});

/** Its pid is written down before it is what it is. */
function started(pidFile: string, modes: readonly string[]) {
  const { command, args } = hostile(...modes);
  return { command: 'sh', args: ['-c', 'echo $$ >> "$0"; exec "$@"', pidFile, command, ...args] };
}
