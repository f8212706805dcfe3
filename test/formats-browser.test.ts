import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formats } from '../src/formats/index.ts';

const root = path.join(import.meta.dirname, '..');

const IMPORT = /(?:^(?:import|export|\})[^'"\n]*\bfrom |^import |\bimport\()['"]([^'"]+)/gm;

/** Everything that a file imports as it runs, file by file, with the text of each. */
function reach(entry: string, seen = new Map<string, string>()): { files: Map<string, string>; strangers: string[] } {
  const strangers: string[] = [];
  const source = stripTypeScriptTypes(readFileSync(entry, 'utf8'));
  seen.set(entry, source);
  for (const [, specifier = ''] of source.matchAll(IMPORT)) {
    const target = path.resolve(path.dirname(entry), specifier);
    if (!specifier.startsWith('.')) strangers.push(specifier);
    else if (!seen.has(target)) strangers.push(...reach(target, seen).strangers);
  }
  return { files: seen, strangers };
}

test('formats/ reaches no module of Node and no package, only itself and core/', () => {
  const { files, strangers } = reach(path.join(root, 'src/formats/index.ts'));
  expect(strangers).toEqual([]);
  expect(files.size).toBeGreaterThan(20);
  const rooms = new Set([...files.keys()].map((file) => path.relative(root, file).split(path.sep)[1]));
  expect([...rooms].sort()).toEqual(['core', 'formats']);
});

test('the walk would see one', () => {
  const { strangers } = reach(path.join(root, 'src/tools/index.ts'));
  expect(strangers).toContain('zod');
  expect(strangers.some((specifier) => specifier.startsWith('node:'))).toBe(true);
});

test('no global of Node is named in it', () => {
  const { files } = reach(path.join(root, 'src/formats/index.ts'));
  const named = [...files].filter(([, source]) =>
    /\b(?:process\.|Buffer\.|setImmediate\(|require\(|__dirname|globalThis|global\.)/.test(source),
  );
  expect(named.map(([file]) => path.relative(root, file))).toEqual([]);
});

test('it runs where there is nothing but the language: every format writes calls and reads them again', () => {
  const script = path.join(import.meta.dirname, 'bare-context.ts');
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const { globals, read } = JSON.parse(stdout);
  for (const name of ['process', 'Buffer', 'setTimeout', 'TextDecoder', 'structuredClone', 'crypto', 'URL'])
    expect(globals).not.toContain(name);
  expect(read.map(({ id }: { id: string }) => id)).toEqual(formats.map(({ id }) => id));
  for (const { calls, name, given } of read) expect(calls).toMatchObject([{ name, arguments: given }]);
});
