import { Worker } from 'node:worker_threads';

/** The memory and settings that the main thread of a child shares with its watchdog. */
export interface Watched {
  /** The number of the running program, or 0 if none runs; then the processor time that it may use, in milliseconds. */
  readonly state: Int32Array<SharedArrayBuffer>;
  /** The memory that the process may take in addition to what it took at its start. */
  readonly memoryBytes: number;
  /**
   * Id of the process that started this one. The main thread reads it, because the gateway may be gone before the watchdog
   * starts.
   */
  readonly parent: number;
  /** The watchdog writes 2 here when the time is over, for an engine that can be interrupted. */
  readonly interrupt?: Uint8Array<SharedArrayBuffer>;
}

/** Words that the watchdog writes to stderr before it kills the child. */
export const OUT_OF_MEMORY = 'toolpath: the memory limit is exceeded';
export const OUT_OF_TIME = 'toolpath: the time limit is exceeded';

/** The watchdog of a child, as its main thread sees it. */
export interface Watch {
  /** Resolves when the thread watches. Its own start takes processor time, which a program should not pay for. */
  readonly started: Promise<void>;
  /** Must be called when a program starts, and when it continues in this process. */
  begin(computeMs: number): void;
  /** Returns the processor time that the program has used since `begin`. */
  end(): number;
  /** Returns which part of the memory limit the process has taken: 1 is all of it. */
  memoryShare(): number;
}

/** Starts the watchdog thread of this process. */
export function startWatchdog(memoryBytes: number, interrupt?: Uint8Array<SharedArrayBuffer>): Watch {
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const watched: Watched = { state, memoryBytes, parent: process.ppid, ...(interrupt !== undefined && { interrupt }) };
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./watchdog.${extension}`, import.meta.url), { workerData: watched });
  const started = new Promise<void>((resolve) => worker.once('online', resolve));
  worker.unref();
  let begun = 0;
  let before = process.cpuUsage();
  const usualBytes = residentBytes();
  return {
    started,
    begin(computeMs) {
      before = process.cpuUsage();
      Atomics.store(state, 1, Math.max(0, Math.ceil(computeMs)));
      Atomics.store(state, 0, ++begun);
      Atomics.notify(state, 0);
    },
    end() {
      Atomics.store(state, 0, 0);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    },
    memoryShare: () => (residentBytes() - usualBytes) / memoryBytes,
  };
}

/**
 * Returns the memory that this process takes. Inside bubblewrap there is no /proc, and the result is the largest memory so far:
 * it never shrinks.
 */
export function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return process.resourceUsage().maxRSS * 1_024;
  }
}
