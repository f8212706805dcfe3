import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { alwaysProvedIds } from './requirements.ts';

const repository = path.join(import.meta.dirname, '..');
const modules = path.join(repository, 'node_modules');
const suite = mkdtempSync(path.join(tmpdir(), 'toolpath-reporter-'));
afterAll(() => rmSync(suite, { recursive: true, force: true }));

const files = {
  passes: `test('one', () => {}); test('two', () => {});`,
  fails: `test('one', () => {}); test('two', () => { throw new Error('wrong'); });`,
  skips: `test.skip('one', () => {}); test('two', ({ skip }) => skip('absent'));`,
  'passes-and-skips': `test('one', () => {}); test.skip('two', () => {});`,
  'cannot-load': `import './absent.ts';`,
  'fails-to-prepare': `beforeAll(() => { throw new Error('wrong'); }); test('one', () => {});`,
  'throws-late': `test('one', () => { setTimeout(() => { throw new Error('late'); }); return new Promise((go) => setTimeout(go, 100)); });`,
};

symlinkSync(modules, path.join(suite, 'node_modules'));
mkdirSync(path.join(suite, 'src'));
for (const [name, source] of Object.entries(files)) {
  writeFileSync(
    path.join(suite, 'src', `${name}.test.ts`),
    `import { beforeAll, test } from 'vitest'; void beforeAll;\n${source}`,
  );
}

describe.concurrent('The last line of a test run', () => {
  test.each([
    { run: 'passes', line: '2 passed, 0 failed', code: 0 },
    { run: 'fails', line: '1 passed, 1 failed', code: 1 },
    { run: 'passes-and-skips', line: '1 passed, 0 failed, 1 skipped', code: 0 },
    { run: 'skips', line: '0 passed, 1 failed, 2 skipped', code: 1 },
    { run: 'cannot-load', line: '0 passed, 1 failed', code: 1 },
    { run: 'fails-to-prepare', line: '0 passed, 1 failed, 1 skipped', code: 1 },
    { run: 'throws-late', line: '1 passed, 1 failed', code: 1 },
    { run: 'is-absent', line: '0 passed, 1 failed', code: 1 },
  ])('The last line and the exit code are correct for a test file that $run', async ({ run, line, code }) => {
    const result = await runVitest(`/${run}.test.ts`);
    expect({ line: result.stdout.trimEnd().split('\n').at(-1), code: result.code }).toEqual({ line, code });
  });

  test('A complete run fails and names the built requirements that no passing test proves', async () => {
    const { stdout, stderr, code } = await runVitest();
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('5 passed, 5 failed, 4 skipped');
    for (const id of alwaysProvedIds) expect(stderr).toContain(`\n  ${id}\n`);
    expect(code).toBe(1);
  });
});

function runVitest(...filters: string[]): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const config = path.join(repository, 'vitest.config.ts');
  const vitest = path.join(modules, 'vitest', 'vitest.mjs');
  const run = spawn(process.execPath, [vitest, 'run', '--root', suite, '--config', config, ...filters]);
  let stdout = '';
  let stderr = '';
  run.stdout.on('data', (text) => (stdout += text));
  run.stderr.on('data', (text) => (stderr += text));
  return new Promise((resolve) => run.on('close', (code) => resolve({ stdout, stderr, code })));
}
