import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, modules, writeLayers } from '../setup/layers.ts';
import { folderWith } from './toolpath.ts';

const root = path.join(import.meta.dirname, '..');

/** Imports that the layering rules (setup/layers.ts) must reject: the importing folder and the specifier. */
const forbidden = [
  ['core', '../log/index.ts'],
  ['core', '../gateway.ts'],
  ['core', 'node:fs'],
  ['core', 'zod'],
  ['log', '../tools/index.ts'],
  ['settings', '../tools/index.ts'],
  ['tools', '../settings/index.ts'],
  ['tools', '../gateway.ts'],
  ['tools/arguments', '../../doors/index.ts'],
  ['doors', '../cli/index.ts'],
  ['select', '../tools/index.ts'],
  ['formats', '../tools/index.ts'],
  ['formats/reading', '../../wires/index.ts'],
  ['wires/chat', '../../formats/index.ts'],
  ['wires/chat', '../../select/index.ts'],
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
  ['builtins', '../gateway.ts'],
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
  // Top-level files are modules as well.
  ['turn', '../explaining.ts'],
  ['turn', '../filtering.ts'],
  ['turn', '../index.ts'],
  ['turn/history', '../../explaining.ts'],
  ['turn/history/deep', '../../../explaining.ts'],
  ['models', '../key-id.ts'],
  // A module that is not in the table may not import anything, and no other module may import it.
  ['console', '../core/index.ts'],
  ['console', '../doors/http.ts'],
  ['console', './x.ts'],
  ['console', 'node:fs'],
  ['console/python', '../../tools/executor.ts'],
  ['turn', '../console/index.ts'],
  ['doors', '../console/run.ts'],
  ['cli', '../console/index.ts'],
  ['cli', '../unlisted.ts'],
  // The same rules apply in every folder of a module, and a detour in the path does not avoid them.
  ['turn/history', '../../doors/index.ts'],
  ['turn/history/deep', '../../../tools/executor.ts'],
  ['turn/history/deep/deeper', './x.ts'],
  ['turn', './../doors/index.ts'],
  ['turn', './history/../../doors/index.ts'],
  ['turn', '../tools/../doors/index.ts'],
  ['turn/history', '../prompt/../../doors/index.ts'],
  ['turn/history/deep', '../x/../../../doors/index.ts'],
  ['formats/reading', 'node:fs'],
  ['turn', '../../test/turns.ts'],
  ['turn/history', '../../../test/turns.ts'],
] as const;

const allowed = [
  ['core', './failure.ts'],
  ['tools', '../core/index.ts'],
  ['tools/arguments', '../../core/index.ts'],
  ['tools/arguments', '../traits.ts'],
  ['tools', '@langchain/core/tools'],
  ['wires/chat', '../../log/index.ts'],
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
  ['doors', '../gateway.ts'],
  ['doors', '../mcp/index.ts'],
  ['mcp', '../core/index.ts'],
  ['mcp/stdio', '../../log/index.ts'],
  ['cli', '../doors/index.ts'],
  ['cli', '../index.ts'],
  ['models/http', '../../version.ts'],
  ['turn', './history/deep/x.ts'],
  ['turn/history', '../loop.ts'],
  ['turn/history', '../prompt/draft.ts'],
  ['turn/history/deep', '../../loop.ts'],
  ['turn/history/deep', '../../../core/index.ts'],
] as const;

const statements = {
  value: (specifier: string) => `import { a } from '${specifier}';\na();\n`,
  type: (specifier: string) => `import type { A } from '${specifier}';\nexport type B = A;\n`,
  dynamic: (specifier: string) => `await import('${specifier}');\n`,
  export: (specifier: string) => `export * from '${specifier}';\n`,
};

/** Returns those of the files that the linter rejects because of their imports. */
function refused(files: Record<string, string>): string[] {
  const rules = JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8'));
  const folder = folderWith({ 'biome.json': { ...rules, $schema: undefined, vcs: { enabled: false } } });
  mkdirSync(path.join(folder, 'setup'));
  writeFileSync(path.join(folder, 'setup/layers.json'), writeLayers());
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

describe('Imports between the modules of src/', () => {
  test('The table of modules lists every folder and file of src/', () => {
    const entries = readdirSync(path.join(root, 'src')).filter((name) => !name.endsWith('.test.ts'));
    expect(entries.sort()).toEqual([...modules].sort());
  });

  test('A row of the table of modules names only earlier rows', () => {
    const upwards = modules.flatMap((module, place) =>
      importsOf(module).filter((name) => !modules.slice(0, place).includes(name)),
    );
    expect(upwards).toEqual([]);
  });

  test('The file setup/layers.json is up to date with the table of modules', () => {
    expect(readFileSync(path.join(root, 'setup/layers.json'), 'utf8'), 'Run "npm run layers".').toBe(writeLayers());
  });

  test('The linter rejects a forbidden import in every form of import', () => {
    const files = forbidden.flatMap(([module, specifier], place) =>
      Object.entries(statements).map(
        ([form, write]) => [`src/${module}/x${place}-${form}.ts`, write(specifier)] as const,
      ),
    );
    expect(refused(Object.fromEntries(files)).sort()).toEqual(files.map(([name]) => name).sort());
  });

  test('The linter accepts an allowed import', () => {
    const files = allowed.map(([module, specifier], place) => [
      `src/${module}/x${place}.ts`,
      statements.value(specifier),
    ]);
    expect(refused(Object.fromEntries(files))).toEqual([]);
  });

  test.each(modules.filter((module) => module.endsWith('.ts') && importsOf(module).includes('tools')))(
    'The top-level file %s may import lower modules only through their index.ts, and no door',
    (name) => {
      const file = `src/${name}`;
      const specifiers = [
        './doors/index.ts',
        './doors/http.ts',
        './cli/index.ts',
        './tools/executor.ts',
        './console/index.ts',
      ];
      for (const specifier of [...specifiers, './unlisted.ts', './house.ts']) {
        expect(refused({ [file]: statements.value(specifier) }), specifier).toEqual([file]);
      }
      for (const specifier of ['./tools/index.ts', './core/index.ts', 'zod']) {
        expect(refused({ [file]: statements.value(specifier) }), specifier).toEqual([]);
      }
    },
  );

  test('A top-level file that is not in the table may not import anything', () => {
    const files = {
      'src/unlisted.ts': statements.value('./core/index.ts'),
      'src/other.ts': statements.value('node:fs'),
    };
    expect(refused(files).sort()).toEqual(['src/other.ts', 'src/unlisted.ts']);
  });

  test('Tests may import from test/, but the other layering rules apply to them', () => {
    const files = {
      'src/core/x.test.ts': statements.value('../../test/requirements.ts'),
      'src/turn/x.test.ts': statements.value('../../test/turns.ts'),
      'src/turn/history/x.test.ts': statements.value('../../../test/turns.ts'),
      'src/gateway.test.ts': statements.value('./gateway.ts'),
    };
    expect(refused(files)).toEqual([]);
    expect(refused({ 'src/turn/x.test.ts': statements.value('../tools/executor.ts') })).toEqual(['src/turn/x.test.ts']);
    expect(refused({ 'src/gateway.test.ts': statements.value('./tools/executor.ts') })).toEqual([
      'src/gateway.test.ts',
    ]);
  });
});

test('The linter rejects an inline type import, because the layering rules do not see it', () => {
  const folder = folderWith({
    '.oxlintrc.json': readFileSync(path.join(root, '.oxlintrc.json'), 'utf8'),
    'inline.ts': "export type A = import('../doors/index.ts').A;\n",
  });
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const run = spawnSync(process.execPath, [oxlint, 'inline.ts'], { cwd: folder, encoding: 'utf8' });
  expect(run).toMatchObject({ status: 1, stdout: expect.stringContaining('consistent-type-imports') });
});

test('The linter rejects a floating promise, even one that only the types reveal', () => {
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
