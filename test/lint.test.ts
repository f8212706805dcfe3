import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');

/** What the linter says of one import, written in a file of one room. */
async function lint(file: string, source: string): Promise<string> {
  const run = promisify(execFile)(process.execPath, [biome, 'lint', '--colors=off', `--stdin-file-path=${file}`], {
    cwd: root,
  });
  run.child.stdin?.end(source);
  return run.then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}

describe('arrows point down only', () => {
  const forbidden: [string, string][] = [
    ['src/core/x.ts', '../log/index.ts'],
    ['src/core/x.ts', '../house.ts'],
    ['src/log/x.ts', '../tools/index.ts'],
    ['src/settings/x.ts', '../tools/index.ts'],
    ['src/tools/x.ts', '../settings/index.ts'],
    ['src/tools/arguments/x.ts', '../../doors/index.ts'],
    ['src/tools/x.ts', '../house.ts'],
    ['src/doors/x.ts', '../cli/index.ts'],
    ['src/tools/x.ts', '../core/failure.ts'],
    ['src/tools/arguments/x.ts', '../../core/failure.ts'],
    ['src/cli/x.ts', '../doors/http.ts'],
  ];
  for (const [file, specifier] of forbidden) {
    test(`${file} may not import ${specifier}`, async () => {
      for (const statement of [
        `import { a } from '${specifier}'; a();`,
        `import type { A } from '${specifier}'; export type B = A;`,
        `await import('${specifier}');`,
      ]) {
        expect(await lint(file, statement)).toContain('noRestrictedImports');
      }
    });
  }

  const allowed: [string, string][] = [
    ['src/tools/x.ts', '../core/index.ts'],
    ['src/tools/arguments/x.ts', '../../core/index.ts'],
    ['src/tools/arguments/x.ts', '../traits.ts'],
    ['src/tools/x.ts', '@langchain/core/tools'],
    ['src/doors/x.ts', '../house.ts'],
    ['src/cli/x.ts', '../doors/index.ts'],
  ];
  for (const [file, specifier] of allowed) {
    test(`${file} may import ${specifier}`, async () => {
      expect(await lint(file, `import { a } from '${specifier}'; a();`)).not.toContain('noRestrictedImports');
    });
  }
});
