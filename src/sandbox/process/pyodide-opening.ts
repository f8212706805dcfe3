/** The argument with which the Pyodide child is started. It is its only command-line argument, as JSON. */
export interface PyodideOpening {
  /** The folder of the package `pyodide`. */
  readonly folder: string;
  /** The file of a memory snapshot. Without it, or if it is unusable, loading takes longer. */
  readonly snapshot?: string;
  /** Writes a memory snapshot to stdout instead of running programs. */
  readonly makesSnapshot?: boolean;
  /** The memory that a program may take in addition to Python's own. */
  readonly memoryBytes: number;
}

/** The file of a snapshot ends with a SHA-256 of its name and its content. */
export const SEAL_BYTES = 32;
