import path from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { Log } from '../core/index.ts';
import type { Store, StoreBounds } from './contract.ts';
import { createMemoryStore } from './memory.ts';
import type { Opened } from './sqlite.ts';
import { tolerantStore } from './tolerant-store.ts';

/**
 * Opens the store that the settings name: `memory`, or `sqlite:FILE`, relative to `cwd`. If the file cannot be used, logs a
 * warning and returns a memory store, because a broken cache must not stop the gateway.
 */
export async function openStore(
  setting: string,
  bounds: StoreBounds,
  log: Log,
  cwd: string = process.cwd(),
): Promise<Store> {
  if (setting === 'memory') return createMemoryStore(boundsInMemory(bounds));
  const opened = await openFile(setting, bounds, cwd);
  if (opened.ok) return tolerantStore(opened.store, setting, log);
  const { reason, fix } = opened;
  log.warn(
    { store: setting, reason },
    `The store "${setting}" cannot be used: ${reason}. Toolpath keeps turns in memory instead, and loses them when it stops. ${fix} To use memory without this warning, set "store" to "memory".`,
  );
  return createMemoryStore(boundsInMemory(bounds));
}

async function openFile(setting: string, bounds: StoreBounds, cwd: string): Promise<Opened> {
  if (!setting.startsWith(SQLITE)) {
    return { ok: false, reason: 'this kind of store is unknown', fix: 'Set "store" to "sqlite:FILE".' };
  }
  const { openSqliteStore } = await import('./sqlite.ts'); // SQLite is loaded only if it is needed
  return openSqliteStore(path.resolve(cwd, setting.slice(SQLITE.length)), bounds);
}

/**
 * Limits `storeBytes`, which is meant for a disk, to a quarter of the heap. A character may take two bytes in memory, so the
 * store takes at most half of the heap.
 */
function boundsInMemory(bounds: StoreBounds): StoreBounds {
  return { ...bounds, storeBytes: Math.min(bounds.storeBytes, getHeapStatistics().heap_size_limit / 4) };
}

const SQLITE = 'sqlite:';
