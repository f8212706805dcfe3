import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineError } from '../engine.ts';
import { WALLS, type Walls, wrapped } from './bubblewrap.ts';
import type { Launch } from './launch.ts';
import type { PyodideOpening } from './pyodide-opening.ts';
import { PRELUDE } from './pyodide-prelude.ts';
import { ensureSnapshot, stampOf } from './pyodide-snapshot.ts';

export interface PyodideLaunchOptions {
  /** The folder of the memory snapshot. Without a folder every process starts more slowly. */
  readonly snapshotFolder?: string;
  /** The memory that a program may take in addition to Python's own. */
  readonly memoryBytes: number;
}

/** Pyodide has no snapshots of programs, so only its own version counts. */
export function pyodideVersion(): string {
  return (JSON.parse(readFileSync(join(pyodideFolder(), 'package.json'), 'utf8')) as { version: string }).version;
}

/** How child processes are started, as long as their snapshot stays as it was checked. */
export interface PyodideLaunch extends Launch {
  isCurrent(): Promise<boolean>;
}

/**
 * Returns how a child process is started. Rejects with an EngineError if the engine cannot be used safely on this machine. If the
 * signal aborts, no snapshot is made.
 */
export async function pyodideLaunch(
  { snapshotFolder, memoryBytes }: PyodideLaunchOptions,
  signal: AbortSignal,
  walls: Walls = WALLS,
): Promise<PyodideLaunch> {
  const opening: PyodideOpening = { folder: pyodideFolder(), memoryBytes };
  const isWrapped = await mustWrap(walls);
  const plain = { ...launch(opening, isWrapped), isCurrent: () => Promise.resolve(true) };
  if (snapshotFolder === undefined) return plain;
  try {
    const maker = launch({ ...opening, makesSnapshot: true }, isWrapped);
    const snapshot = realpathSync(await ensureSnapshot(snapshotFolder, snapshotName(), maker, signal));
    const stamp = await stampOf(snapshot);
    const isCurrent = async () => (await stampOf(snapshot)) === stamp;
    return { ...launch({ ...opening, snapshot }, isWrapped), isCurrent };
  } catch {
    return plain; // only slower; the doctor command reports a folder that cannot be used
  }
}

/**
 * Returns true if bubblewrap must wrap the process: always if it works. Rejects with an EngineError if neither bubblewrap nor Node
 * can deny the process the network.
 */
async function mustWrap(walls: Walls): Promise<boolean> {
  const bubblewrap = await walls.bubblewrap();
  if (bubblewrap.works || walls.nodeDeniesNetwork) return bubblewrap.works;
  throw new EngineError(
    'off',
    `Node ${process.version} cannot deny a process the network, and ${bubblewrap.why}. ` +
      'Use Node 26 or newer, or install bubblewrap and allow user namespaces.',
  );
}

function launch(opening: PyodideOpening, isWrapped: boolean): Launch {
  const readable = [
    opening.folder,
    OWN_FOLDER,
    OWN_PACKAGE,
    ...(opening.snapshot === undefined ? [] : [opening.snapshot]),
  ];
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const plain: Launch = {
    command: process.execPath,
    args: [
      ...LIMITS,
      ...readable.map((path) => `--allow-fs-read=${path}`),
      join(OWN_FOLDER, `pyodide-child.${extension}`),
      JSON.stringify(opening),
    ],
    env: { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone }, // bubblewrap hides the setting of the system
  };
  return isWrapped ? wrapped(plain, readable) : plain;
}

const LIMITS = [
  '--permission',
  '--allow-worker', // the watchdog; a thread has the same permissions
  '--disallow-code-generation-from-strings',
  '--frozen-intrinsics', // a program that gets hold of a built-in of Node's realm cannot change it
  '--stack-size=4000', // with less, a recursion through C code ends the interpreter instead of raising a RecursionError
  '--wasm-stack-switching-stack-size=8000',
  '--no-addons',
  '--no-warnings', // stderr is for the reason why a process ends
];

const OWN_FOLDER = realpathSync(fileURLToPath(new URL('./', import.meta.url)));
const OWN_PACKAGE = realpathSync(fileURLToPath(new URL('../../../package.json', import.meta.url)));

function pyodideFolder(): string {
  return dirname(realpathSync(createRequire(import.meta.url).resolve('pyodide/package.json')));
}

/** The prelude is part of the snapshot. */
function snapshotName(): string {
  const prelude = createHash('sha256').update(PRELUDE).digest('hex').slice(0, 16);
  return `pyodide-${pyodideVersion()}-node-${process.version}-${SNAPSHOT_FORMAT}-${prelude}.snapshot`;
}

const SNAPSHOT_FORMAT = 1;
