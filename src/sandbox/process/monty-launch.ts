import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Launch } from './launch.ts';

/** Returns how to start a child process that runs Monty. */
export async function montyLaunch(memoryBytes: number): Promise<Launch> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const child = fileURLToPath(new URL(`./monty-child.${extension}`, import.meta.url));
  return {
    command: process.execPath,
    args: [`--max-old-space-size=${HEAP_MEGABYTES}`, child, String(memoryBytes + OVERHEAD_BYTES)],
    env: {}, // the program needs no variable, and must not see secrets
  };
}

/** Returns the version of the installed package. */
export function montyVersion(): string {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('@pydantic/monty')));
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

const HEAP_MEGABYTES = 128; // values of the program pass through this heap
const OVERHEAD_BYTES = 64 * 1024 * 1024; // copies of values that pass between the program and its tools
