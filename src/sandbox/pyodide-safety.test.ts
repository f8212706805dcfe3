import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { safetyContract } from '../../test/contracts/sandbox/safety.ts';
import { openPyodide } from './pyodide.ts';

const cache = mkdtempSync(path.join(tmpdir(), 'toolpath-pyodide-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

safetyContract('Pyodide', async ({ processes = 2, memoryBytes = 64 * 1024 * 1024 } = {}) =>
  openPyodide({ processes, memoryBytes, cache }),
);
