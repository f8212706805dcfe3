import type { Engine } from './engine.ts';
import { WALLS } from './process/bubblewrap.ts';
import { ProcessPool } from './process/pool.ts';
import { type PyodideLaunch, pyodideLaunch, pyodideVersion } from './process/pyodide-launch.ts';
import { snapshotFolder } from './process/pyodide-snapshot.ts';

export interface PyodideOptions {
  readonly processes: number;
  readonly memoryBytes: number;
  /** The folder that gets a folder with the memory snapshot, which lets a process start quickly. */
  readonly cache: string;
}

/** Creates the engine for programs that need all of Python: CPython, compiled to WebAssembly. */
export function openPyodide({ processes, memoryBytes, cache }: PyodideOptions, walls = WALLS): Engine {
  const closing = new AbortController();
  let preparing: Promise<unknown> = Promise.resolve();
  const launch = whileCurrent(() => {
    const launching = pyodideLaunch({ memoryBytes, snapshotFolder: snapshotFolder(cache) }, closing.signal, walls);
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

/** Prepares a launch once, and again after that has failed or if its snapshot was changed or removed. */
function whileCurrent(prepare: () => Promise<PyodideLaunch>): () => Promise<PyodideLaunch> {
  let prepared: Promise<PyodideLaunch> | undefined;
  return async () => {
    const known = prepared;
    const isStale = known !== undefined && !(await known.then((launch) => launch.isCurrent()).catch(() => false));
    if (isStale && prepared === known) prepared = undefined;
    prepared ??= prepare();
    return prepared;
  };
}
