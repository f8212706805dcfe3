import type { Engine } from './engine.ts';
import { WALLS } from './process/bubblewrap.ts';
import { ProcessPool } from './process/pool.ts';
import { pyodideLaunch, pyodideVersion } from './process/pyodide-launch.ts';

export interface PyodideOptions {
  readonly processes: number;
  readonly memoryBytes: number;
  /** The folder for the memory snapshot, which lets a process start quickly. */
  readonly cache: string;
}

/** Creates the engine for programs that need all of Python: CPython, compiled to WebAssembly. */
export function openPyodide({ processes, memoryBytes, cache }: PyodideOptions, walls = WALLS): Engine {
  const closing = new AbortController();
  let preparing: Promise<unknown> = Promise.resolve();
  const launch = once(() => {
    const launching = pyodideLaunch({ memoryBytes, snapshotFolder: cache }, closing.signal, walls);
    preparing = launching.catch(() => undefined);
    return launching;
  });
  const pool = new ProcessPool({ launch, most: processes, isReusable: false });
  return {
    name: 'pyodide',
    version: pyodideVersion(),
    hasSnapshots: false,
    enter: (signal) => pool.enter(signal),
    get isWanted() {
      return pool.isWanted;
    },
    check: async (signal) => {
      await pyodideLaunch({ memoryBytes }, signal, walls); // a start without the snapshot would take seconds
    },
    close: async () => {
      closing.abort();
      pool.close();
      await preparing; // removes the draft of the snapshot
    },
  };
}

/** Runs the work once, and again after it has failed. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
