import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MontyWalls, WALLS, wrapped } from './bubblewrap.ts';
import type { Launch } from './launch.ts';

/** Returns how to start a child process that runs Monty: inside bubblewrap, if that works on this machine. */
export async function montyLaunch(memoryBytes: number, walls: MontyWalls = WALLS): Promise<Launch> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const launch: Launch = {
    command: process.execPath,
    args: [
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      fileURLToPath(new URL(`./monty-child.${extension}`, import.meta.url)),
      String(memoryBytes + OVERHEAD_BYTES),
    ],
    env: {}, // the program needs no variable, and must not see secrets
  };
  const { works } = await walls.bubblewrap();
  return works ? wrapped(launch, filesOfChild()) : launch;
}

/** Returns the version of the installed package. */
export function montyVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(montyFolder(), 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Must not be called before the package is known to be installed. */
function montyFolder(): string {
  return path.dirname(fileURLToPath(import.meta.resolve('@pydantic/monty')));
}

/** Returns what the child reads: its own code, the package with its native part beside it, and what tells glibc from musl. */
function filesOfChild(): readonly string[] {
  const manifest = fileURLToPath(new URL('../../../package.json', import.meta.url));
  return [import.meta.dirname, manifest, path.dirname(montyFolder()), '/usr/bin/ldd'].filter((file) =>
    existsSync(file),
  );
}

const HEAP_MEGABYTES = 128; // values of the program pass through this heap
const OVERHEAD_BYTES = 64 * 1024 * 1024; // copies of values that pass between the program and its tools
