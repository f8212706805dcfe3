import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from './toolpath.ts';

const root = path.join(import.meta.dirname, '..');

/** The rules that hold the arrows between the rooms, tried on imports that must and must not pass. */
const forbidden = [
  ['core', '../log/index.ts'],
  ['core', '../house.ts'],
  ['core', 'node:fs'],
  ['core', 'zod'],
  ['log', '../tools/index.ts'],
  ['settings', '../tools/index.ts'],
  ['tools', '../settings/index.ts'],
  ['tools', '../house.ts'],
  ['tools/arguments', '../../doors/index.ts'],
  ['doors', '../cli/index.ts'],
  ['select', '../tools/index.ts'],
  ['formats', '../tools/index.ts'],
  ['formats/reading', '../../wires/index.ts'],
  ['wires/chat', '../../formats/index.ts'],
  ['select', '../formats/reader.ts'],
  ['wires/chat', '../../models/index.ts'],
  ['store', '../turn/index.ts'],
  ['models', '../tools/index.ts'],
  ['search', '../tools/index.ts'],
  ['wires/chat', '../../search/index.ts'],
  ['models', '../turn/index.ts'],
  ['turn', '../doors/index.ts'],
  ['turn', '../settings/index.ts'],
  ['turn', '../mcp/index.ts'],
  ['tools', '../mcp/index.ts'],
  ['tools', '../builtins/index.ts'],
  ['select', '../builtins/index.ts'],
  ['models', '../builtins/index.ts'],
  ['mcp', '../builtins/index.ts'],
  ['store', '../builtins/index.ts'],
  ['search', '../builtins/index.ts'],
  ['builtins', '../turn/index.ts'],
  ['builtins', '../select/index.ts'],
  ['builtins', '../settings/index.ts'],
  ['builtins', '../house.ts'],
  ['builtins', '../tools/define.ts'],
  ['turn', '../builtins/finds.ts'],
  ['cli', '../builtins/finds.ts'],
  ['settings', '../mcp/index.ts'],
  ['mcp', '../tools/index.ts'],
  ['mcp', '../settings/index.ts'],
  ['mcp/stdio', '../../core/server.ts'],
  ['doors', '../mcp/catalogue.ts'],
  ['turn', '../library.ts'],
  ['turn', '../store/memory.ts'],
  ['tools', '../core/failure.ts'],
  ['tools/arguments', '../../core/failure.ts'],
  ['cli', '../doors/http.ts'],
] as const;

const allowed = [
  ['core', './failure.ts'],
  ['tools', '../core/index.ts'],
  ['tools/arguments', '../../core/index.ts'],
  ['tools/arguments', '../traits.ts'],
  ['tools', '@langchain/core/tools'],
  ['wires/chat', '../../select/index.ts'],
  ['models', '../wires/index.ts'],
  ['formats/reading', '../../core/index.ts'],
  ['select', '../formats/index.ts'],
  ['settings', '../formats/index.ts'],
  ['models/pocket', '../../search/index.ts'],
  ['turn', '../models/index.ts'],
  ['turn', '../builtins/index.ts'],
  ['builtins', '../core/index.ts'],
  ['builtins', '../search/index.ts'],
  ['builtins', '../tools/index.ts'],
  ['doors', '../builtins/index.ts'],
  ['doors', '../turn/index.ts'],
  ['doors', '../house.ts'],
  ['doors', '../mcp/index.ts'],
  ['mcp', '../core/index.ts'],
  ['mcp/stdio', '../../log/index.ts'],
  ['cli', '../doors/index.ts'],
] as const;

const statements = {
  value: (specifier: string) => `import { a } from '${specifier}';\na();\n`,
  type: (specifier: string) => `import type { A } from '${specifier}';\nexport type B = A;\n`,
  dynamic: (specifier: string) => `await import('${specifier}');\n`,
};

/** The files, out of all these, that the linter refuses for what they import. */
function refused(files: Record<string, string>): string[] {
  const rules = JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8'));
  const folder = folderWith({ 'biome.json': { ...rules, $schema: undefined, vcs: { enabled: false } } });
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), source);
  }
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const run = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', '--max-diagnostics=none', '.'], {
    cwd: folder,
  });
  const told = [...run.stdout.toString().matchAll(/title=lint\/style\/noRestrictedImports,file=([^,]+),/g)];
  return [...new Set(told.map(([, file = '']) => file.slice(file.indexOf('src/'))))];
}

describe('arrows between the rooms point down only, and end at a face', () => {
  test('what must not be imported is refused, in every form of import', () => {
    const files = forbidden.flatMap(([room, specifier], place) =>
      Object.entries(statements).map(
        ([form, write]) => [`src/${room}/x${place}-${form}.ts`, write(specifier)] as const,
      ),
    );
    expect(refused(Object.fromEntries(files)).sort()).toEqual(files.map(([name]) => name).sort());
  });

  test('what stands beside the rooms uses their faces, and no door', () => {
    const specifiers = ['./doors/index.ts', './cli/index.ts', './tools/executor.ts', './core/failure.ts'];
    for (const specifier of specifiers) {
      expect(refused({ 'src/house.ts': statements.value(specifier) })).toEqual(['src/house.ts']);
    }
    for (const specifier of ['./tools/index.ts', './builtins/index.ts']) {
      expect(refused({ 'src/house.ts': statements.value(specifier) })).toEqual([]);
    }
  });

  test('what may be imported passes', () => {
    const files = allowed.map(([room, specifier], place) => [`src/${room}/x${place}.ts`, statements.value(specifier)]);
    expect(refused(Object.fromEntries(files))).toEqual([]);
  });
});

test('a floating promise is refused, also one that only the types give away', () => {
  const copy = (name: string) => readFileSync(path.join(root, name), 'utf8');
  const folder = folderWith({
    '.oxlintrc.json': copy('.oxlintrc.json'),
    'tsconfig.json': { ...JSON.parse(copy('tsconfig.json')), include: ['*.ts'] },
    'floating.ts': "import { setTimeout as sleep } from 'node:timers/promises';\nsleep(5);\n",
    'awaited.ts': "import { setTimeout as sleep } from 'node:timers/promises';\nawait sleep(5);\nexport {};\n",
  });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const lint = (file: string) =>
    spawnSync(process.execPath, [oxlint, '--type-aware', file], { cwd: folder, encoding: 'utf8' });
  expect(lint('floating.ts')).toMatchObject({ status: 1, stdout: expect.stringContaining('no-floating-promises') });
  expect(lint('awaited.ts')).toMatchObject({ status: 0 });
});
