import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { openPyodide } from '../pyodide.ts';
import { ensureSnapshot } from './pyodide-snapshot.ts';

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  'one byte of it was changed': (file) => change(file, (bytes) => bytes.fill(0x78, 0, 1)),
  'its seal was changed': (file) => change(file, (bytes) => bytes.fill(0, bytes.length - 1)),
  'it was truncated': (file) => change(file, (bytes) => bytes.subarray(0, -1)),
  'it is empty': (file) => change(file, () => Buffer.alloc(0)),
  'it was made for another name': (file) => change(file, () => sealed('another name')),
  'other users may write it': (file) => chmodSync(file, 0o622),
  'it belongs to another user': (file) => chownSync(file, 12_345, 12_345),
  'it is a link': (file) => {
    renameSync(file, `${file}.target`);
    symlinkSync(`${file}.target`, file);
  },
};

for (const [damage, harm] of Object.entries(DAMAGES))
  proves('L10', `A stored snapshot is not used but made again if ${damage}`, async ({ skip }) => {
    if (damage.includes('user') && process.getuid === undefined) skip('This system has no owners of files.');
    if (damage.includes('belongs') && process.getuid?.() !== 0) skip('Only root can give a file away.');
    const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-snapshot-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const made = path.join(folder, 'made');
    // This process takes the place of Pyodide, and writes a longer text each time.
    const code = `fs.appendFileSync(${JSON.stringify(made)}, '.'); process.stdout.write('made ' + fs.readFileSync(${JSON.stringify(made)}))`;
    const maker = { command: process.execPath, args: ['-e', code], env: {} };
    const ensure = () => ensureSnapshot(folder, 'name', maker, new AbortController().signal);
    const file = await ensure();
    expect(readFileSync(file)).toEqual(sealed('name', 'made .'));
    expect(await ensure()).toBe(file);
    expect(readFileSync(file)).toEqual(sealed('name', 'made .'));
    harm(file);
    expect(await ensure()).toBe(file);
    expect(readFileSync(file)).toEqual(sealed('name', 'made ..'));
    expect(lstatSync(file).isFile()).toBe(true);
  });

function change(file: string, to: (bytes: Buffer) => Buffer): void {
  writeFileSync(file, to(readFileSync(file)));
}

/** Returns the bytes of a snapshot with the seal for a name. */
function sealed(name: string, content = 'made .'): Buffer {
  return Buffer.concat([Buffer.from(content), createHash('sha256').update(name).update(content).digest()]);
}

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

proves('L10', 'A folder into which other users may write gets no snapshot', async ({ skip }) => {
  if (process.getuid === undefined) skip('This system has no owners of files.');
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-snapshot-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o777);
  const maker = { command: process.execPath, args: ['-e', ''], env: {} };
  const ensuring = ensureSnapshot(folder, 'name', maker, new AbortController().signal);
  await expect(ensuring).rejects.toThrow('Other users may write');
  expect(readdirSync(folder)).toEqual([]);
});

test('A new snapshot removes the drafts of gateways that were killed long ago', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-snapshot-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['name.old.tmp', 'name.new.tmp', 'other.old.tmp']) writeFileSync(path.join(folder, name), '');
  for (const name of ['name.old.tmp', 'other.old.tmp']) utimesSync(path.join(folder, name), 0, 0);
  const maker = { command: process.execPath, args: ['-e', 'process.stdout.write("x")'], env: {} };
  await ensureSnapshot(folder, 'name', maker, new AbortController().signal);
  expect(readdirSync(folder).sort()).toEqual(['name', 'name.new.tmp', 'other.old.tmp']);
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
  const folder = path.join(cache, 'pyodide');
  while (!existsSync(folder) || readdirSync(folder).length === 0) await sleep(5);
  await engine.close();
  await refused;
  expect(readdirSync(folder)).toEqual([]);
});
