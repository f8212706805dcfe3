import type { Engine } from './engine.ts';
import { type MontyWalls, WALLS } from './process/bubblewrap.ts';
import { montyLaunch, montyVersion } from './process/monty-launch.ts';
import { ProcessPool } from './process/pool.ts';

export interface MontyOptions {
  readonly processes: number;
  readonly memoryBytes: number;
}

/** Creates the engine for most programs: a small interpreter of Python, which starts in milliseconds. */
export function openMonty({ processes, memoryBytes }: MontyOptions, walls: MontyWalls = WALLS): Engine {
  const pool = new ProcessPool({ launch: () => montyLaunch(memoryBytes, walls), most: processes, isReusable: true });
  return {
    name: 'monty',
    version: `${montyVersion()}-${STATE_VERSION}`,
    hasSnapshots: true,
    enter: (signal) => pool.enter(signal),
    get isWanted() {
      return pool.isWanted;
    },
    check: async (signal) => (await pool.enter(signal)).leave(true),
    close: async () => pool.close(),
  };
}

/** Must be raised if the prelude, the rewriting or the head of a snapshot changes. */
const STATE_VERSION = 7;
