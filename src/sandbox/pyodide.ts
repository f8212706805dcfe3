import type { Engine } from './engine.ts';
import { ProcessPool } from './process/pool.ts';
import { pyodideLaunch, pyodideVersion } from './process/pyodide-launch.ts';

export interface PyodideOptions {
  readonly processes: number;
  readonly memoryBytes: number;
  /** The folder for the memory snapshot, which lets a process start quickly. */
  readonly cache: string;
}

/** Creates the engine for programs that need all of Python: CPython, compiled to WebAssembly. */
export function openPyodide({ processes, memoryBytes, cache }: PyodideOptions): Engine {
  const launch = once(() => pyodideLaunch({ memoryBytes, snapshotFolder: cache }));
  const pool = new ProcessPool({ launch, most: processes, isReusable: false });
  return {
    name: 'pyodide',
    version: pyodideVersion(),
    hasSnapshots: false,
    enter: (signal) => pool.enter(signal),
    get isWanted() {
      return pool.isWanted;
    },
    check: async () => {
      await pyodideLaunch({ memoryBytes }); // a start without the snapshot would take seconds
    },
    close: async () => pool.close(),
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
