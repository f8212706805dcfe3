import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { openPyodide } from '../pyodide.ts';
import { ensureSnapshot } from './pyodide-snapshot.ts';

proves('L9', 'An aborted snapshot leaves neither its process nor a draft', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-snapshot-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const alive = path.join(folder, 'alive');
  // This process takes the place of Pyodide, and writes a file again and again while it lives.
  const code = `process.stdout.write('x'.repeat(99)); setInterval(() => fs.writeFileSync(${JSON.stringify(alive)}, ''), 10)`;
  const maker = { command: process.execPath, args: ['-e', code], env: {} };
  const abort = new AbortController();
  const ensuring = ensureSnapshot(folder, 'name', maker, abort.signal);
  while (!existsSync(alive)) await sleep(10);
  expect(readdirSync(folder)).toHaveLength(2);
  abort.abort();
  await expect(ensuring).rejects.toThrow();
  rmSync(alive);
  await sleep(100);
  expect(readdirSync(folder)).toEqual([]);
});

proves('L9', 'A signal that has aborted starts no process for a snapshot', async () => {
  const folder = path.join(tmpdir(), 'toolpath-snapshot-never');
  const maker = { command: process.execPath, args: ['-e', ''], env: {} };
  await expect(ensureSnapshot(folder, 'name', maker, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(existsSync(folder)).toBe(false);
});

proves('L9', 'An engine that is closed while its snapshot is made leaves no draft', async ({ skip }) => {
  const cache = mkdtempSync(path.join(tmpdir(), 'toolpath-snapshot-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const engine = openPyodide({ processes: 1, memoryBytes: 64 * 1024 * 1024, cache });
  const { signal } = new AbortController();
  await engine.check(signal).catch((error: Error) => skip(error.message));
  const entering = engine.enter(signal);
  const refused = expect(entering).rejects.toMatchObject({ kind: 'off' });
  while (readdirSync(cache).length === 0) await sleep(5);
  await engine.close();
  await refused;
  expect(readdirSync(cache)).toEqual([]);
});
