import path from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { Log } from '../core/index.ts';
import type { Store, StoreBounds } from './contract.ts';
import { createMemoryStore } from './memory.ts';
import type { Opened } from './sqlite.ts';
import { sturdy } from './sturdy.ts';

/**
 * The store that the settings name: `memory`, or `sqlite:FILE`, relative to the folder. A file that cannot be used
 * costs a warning, and what memory can hold takes its place: a broken cache must not take the gateway down.
 */
export async function openStore(
  setting: string,
  bounds: StoreBounds,
  log: Log,
  cwd: string = process.cwd(),
): Promise<Store> {
  if (setting === 'memory') return createMemoryStore(boundsInMemory(bounds));
  const opened = await openFile(setting, bounds, cwd);
  if (opened.ok) return sturdy(opened.store, setting, log);
  const { reason, fix } = opened;
  log.warn(
    { store: setting, reason },
    `The store ${setting} cannot be used: ${reason}. Turns are remembered in memory until Toolpath stops. ${fix} To keep it so, set "store" to "memory".`,
  );
  return createMemoryStore(boundsInMemory(bounds));
}

async function openFile(setting: string, bounds: StoreBounds, cwd: string): Promise<Opened> {
  if (!setting.startsWith(SQLITE)) {
    return { ok: false, reason: 'no such kind is known', fix: 'Write "memory" or "sqlite:FILE".' };
  }
  const { openSqliteStore } = await import('./sqlite.ts'); // who keeps nothing in a file does not load SQLite
  return openSqliteStore(path.resolve(cwd, setting.slice(SQLITE.length)), bounds);
}

/** The bound is meant for a disk. A character may take two bytes in memory, so this is half of the heap at worst. */
function boundsInMemory(bounds: StoreBounds): StoreBounds {
  return { ...bounds, storeBytes: Math.min(bounds.storeBytes, getHeapStatistics().heap_size_limit / 4) };
}

const SQLITE = 'sqlite:';
