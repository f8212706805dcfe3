import path from 'node:path';
import type { Limits, Log } from '../core/index.ts';
import type { Engine, EngineName } from './engine.ts';
import { openMonty } from './monty.ts';
import { loggedWalls, WALLS } from './process/bubblewrap.ts';
import { openPyodide } from './pyodide.ts';
import { Sandbox } from './sandbox.ts';

export interface SandboxSettings {
  readonly limits: Limits;
  readonly python: { readonly engines: readonly EngineName[]; readonly cache: string };
}

/** Creates the sandbox with the engines of the settings. No process starts before the first program. */
export function openSandbox({ limits, python: { engines, cache } }: SandboxSettings, log?: Log): Sandbox {
  const options = { ...limits, cache, log };
  return new Sandbox(
    Object.fromEntries(engines.filter(hasEngine).map((name) => [name, openEngine(name, options)])),
    limits,
  );
}

export interface EngineOptions extends Pick<Limits, 'pythonProcesses' | 'pythonMemoryBytes'> {
  /** The folder for what an engine prepares once. */
  readonly cache: string;
  readonly log?: Log | undefined;
}

export function openEngine(name: EngineName, engine: EngineOptions): Engine {
  const { pythonProcesses, pythonMemoryBytes, cache, log } = engine;
  const options = { processes: pythonProcesses, memoryBytes: pythonMemoryBytes };
  switch (name) {
    case 'monty':
      return openMonty(options, log === undefined ? WALLS : loggedWalls(log));
    case 'pyodide':
      return openPyodide({ ...options, cache: path.resolve(cache) });
    default:
      return name satisfies never;
  }
}

/** True if the package of an engine is installed. */
export function hasEngine(engine: EngineName): boolean {
  try {
    import.meta.resolve(ENGINE_PACKAGES[engine]);
    return true;
  } catch {
    return false;
  }
}

/** The npm package of each engine. */
export const ENGINE_PACKAGES: Readonly<Record<EngineName, string>> = { monty: '@pydantic/monty', pyodide: 'pyodide' };
