import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

test.each(['ai5', 'ai6', 'ai'])(
  'The provider has types that %s accepts',
  (name) => {
    // Below the root, so that the compiler finds the packages.
    const folder = mkdtempSync(path.join(root, 'node_modules', '.types-'));
    try {
      const compilerOptions = { paths: { ai: [path.join(root, 'node_modules', name)] }, rootDir: root };
      const files = [path.join(import.meta.dirname, 'ai-sdk-types.ts')];
      const project = path.join(folder, 'tsconfig.json');
      writeFileSync(
        project,
        JSON.stringify({ extends: path.join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
      );
      const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
      const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project], {
        encoding: 'utf8',
        cwd: root,
      });
      expect(`${status}\n${stdout}`.trim()).toBe('0');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
