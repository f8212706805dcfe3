import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { escapeContract, safetyContract } from '../../test/contracts/sandbox/safety.ts';
import { WITHOUT_BUBBLEWRAP } from '../../test/walls.ts';
import { openPyodide } from './pyodide.ts';

const cache = mkdtempSync(path.join(tmpdir(), 'toolpath-pyodide-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

safetyContract('Pyodide', async ({ processes = 2, memoryBytes = 64 * 1024 * 1024 } = {}) =>
  openPyodide({ processes, memoryBytes, cache }),
);

// Only Node's permission model surrounds the process. Each attempt takes a process, so these are the essential ones.
escapeContract(
  'Pyodide without bubblewrap',
  async ({ processes = 2, memoryBytes = 64 * 1024 * 1024 } = {}) =>
    WITHOUT_BUBBLEWRAP.nodeDeniesNetwork
      ? openPyodide({ processes, memoryBytes, cache }, WITHOUT_BUBBLEWRAP)
      : `Node ${process.version} cannot deny a process the network.`,
  [
    'reads a file',
    'reads a file with os',
    'lists a folder',
    'writes a file',
    'reads environment variables',
    'reads the environment of the process',
    'connects a socket',
    'fetches an address with asyncio',
    'fetches an address with the browser interface',
    'starts a command',
    'forks',
    'runs a script of Emscripten',
    'evaluates JavaScript',
    'reads a file with the loaders of Emscripten',
    'mounts a folder with the objects of Emscripten',
    'opens sockets of Node',
  ],
);
