import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formats } from '../src/formats/index.ts';

const root = path.join(import.meta.dirname, '..');

const IMPORT = /(?:^(?:import|export|\})[^'"\n]*\bfrom |^import |\bimport\()['"]([^'"]+)/gm;

/** Returns the source of each file that `entry` imports at run time, and every import that is not a relative path. */
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

test('The formats module imports only itself and core/, no Node module and no package', () => {
  const { files, strangers } = reach(path.join(root, 'src/formats/index.ts'));
  expect(strangers).toEqual([]);
  expect(files.size).toBeGreaterThan(20);
  const rooms = new Set([...files.keys()].map((file) => path.relative(root, file).split(path.sep)[1]));
  expect([...rooms].sort()).toEqual(['core', 'formats']);
});

test('The search for imports finds Node modules and packages where they exist', () => {
  const { strangers } = reach(path.join(root, 'src/tools/index.ts'));
  expect(strangers).toContain('zod');
  expect(strangers.some((specifier) => specifier.startsWith('node:'))).toBe(true);
});

test('The formats module uses no global of Node', () => {
  const { files } = reach(path.join(root, 'src/formats/index.ts'));
  const named = [...files].filter(([, source]) =>
    /\b(?:process\.|Buffer\.|setImmediate\(|require\(|__dirname|globalThis|global\.)/.test(source),
  );
  expect(named.map(([file]) => path.relative(root, file))).toEqual([]);
});

test('Every format writes calls and reads them back in a context that has only the globals of the language', () => {
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
