import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { type OpenAgentOptions, openAgent, whenTrue } from '../agent-backend.ts';
import { proves } from '../requirements.ts';
import { loadRealSdk } from './claude-agent.ts';

/**
 * Opens a backend whose real SDK starts this shell script instead of Claude Code. `processes` returns the ids of all
 * processes that the script was started as.
 */
async function openScript(context: TestContext, script: string, { limits, backend }: OpenAgentOptions = {}) {
  const load = await loadRealSdk(context);
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-fake-claude-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [executable, pids] = [path.join(folder, 'claude'), path.join(folder, 'pids')];
  writeFileSync(pids, '');
  writeFileSync(executable, `#!/bin/sh\necho $$ >> '${pids}'\n${script}\n`);
  chmodSync(executable, 0o755);
  const opened = openAgent({ limits: { retries: 0, ...limits }, backend: { load, executable, ...backend } });
  const processes = () => readFileSync(pids, 'utf8').trim().split('\n').filter(Boolean).map(Number);
  return { ...opened, processes, running: () => processes().filter(isRunning) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const MEBIBYTE = 1024 * 1024;

describe.skipIf(process.platform === 'win32')('The real SDK with a broken program', () => {
  test('A program that dies at once fails with its stderr and exit code, after all retries', async (context) => {
    const { ask, processes, running } = await openScript(context, 'echo "fatal: no licence" >&2\nexit 3', {
      limits: { retries: 2 },
    });
    const { finish } = await ask();
    expect(finish.failure).toMatchObject({
      kind: 'upstream-unreachable',
      reason: expect.stringMatching(/exited with code 3[\s\S]*fatal: no licence/),
    });
    expect(processes()).toHaveLength(3);
    await whenTrue(() => running().length === 0);
  });

  test('A program that exits without a word fails at once', async (context) => {
    const { ask, running } = await openScript(context, 'exit 0');
    const startedAt = performance.now();
    expect((await ask()).finish.failure).toMatchObject({ kind: 'upstream-unreachable' });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await whenTrue(() => running().length === 0);
  });

  test('A program that does not exist fails with its path', async (context) => {
    const load = await loadRealSdk(context);
    const { ask } = openAgent({ limits: { retries: 0 }, backend: { load, executable: '/nowhere/claude' } });
    expect((await ask()).finish.failure).toMatchObject({
      kind: 'upstream-unreachable',
      reason: expect.stringContaining('/nowhere/claude'),
    });
  });

  const junk = [
    ['lines that are no JSON', 'for i in 1 2 3; do echo "Welcome! Please log in."; done'],
    ['lines of other JSON', 'echo 7; echo null; echo "[]"; echo "{}"; echo \'{"type":"surprise"}\''],
    ['half a line', 'printf \'{"type":"result","is_err\''],
  ] as const;
  for (const [what, script] of junk) {
    test(`A program that prints ${what} and exits fails clearly`, async (context) => {
      const { ask, running } = await openScript(context, script);
      expect((await ask()).finish.failure).toMatchObject({
        kind: 'upstream-unreachable',
        reason: expect.stringMatching(/^its agent could not answer: /),
      });
      await whenTrue(() => running().length === 0);
    });
  }

  proves('L9', 'A program that prints junk for ever is ended by the limit of the turn', async (context) => {
    const { ask, running } = await openScript(context, 'while :; do echo "{}" || exit 1; sleep 0.01; done');
    const { finish } = await ask({}, AbortSignal.timeout(1_500));
    expect(finish.failure).toMatchObject({ kind: 'turn-cancelled' });
    await whenTrue(() => running().length === 0);
  });

  proves(
    'L9',
    'A program that floods stderr with 100 MB fails with a short message and little memory',
    async (context) => {
      const before = process.memoryUsage().rss;
      const { ask, running } = await openScript(
        context,
        "head -c 100000000 /dev/zero | tr '\\0' 'x' >&2\necho FATAL >&2\nexit 1",
      );
      const { finish } = await ask();
      expect(finish.failure).toMatchObject({ reason: expect.stringContaining('FATAL') });
      expect(JSON.stringify(finish.failure).length).toBeLessThan(5_000);
      expect(process.memoryUsage().rss - before).toBeLessThan(250 * MEBIBYTE);
      await whenTrue(() => running().length === 0);
    },
  );

  test('A program that never answers fails at the first-byte limit and is ended', async (context) => {
    const { ask, processes, running } = await openScript(context, 'exec sleep 1000', { limits: { firstByteMs: 500 } });
    expect((await ask()).finish.failure).toMatchObject({ kind: 'upstream-silent', limitMs: 500 });
    expect(processes()).toHaveLength(1);
    await whenTrue(() => running().length === 0);
  });

  test('A program that ignores SIGTERM is killed', async (context) => {
    const script = "trap '' TERM INT HUP\nwhile :; do sleep 0.2; done";
    const { ask, processes, running } = await openScript(context, script, { limits: { firstByteMs: 500 } });
    expect((await ask()).finish.failure).toMatchObject({ kind: 'upstream-silent' });
    expect(processes()).toHaveLength(1);
    await whenTrue(() => running().length === 0, 20_000);
  });

  test('Closing the backend ends a program that never answers', async (context) => {
    const { ask, backend, processes, running } = await openScript(context, 'exec sleep 1000');
    const answered = ask();
    await whenTrue(() => processes().length === 1);
    await backend.close();
    expect((await answered).finish.reason).toBe('failed');
    await whenTrue(() => running().length === 0);
  });

  proves('L10', 'The key is not in the failure if the program prints its environment', async (context) => {
    const { ask } = await openScript(context, 'env >&2\nexit 1', { backend: { apiKey: 'sk-ant-canary-1234' } });
    const { finish } = await ask();
    expect(finish.reason).toBe('failed');
    expect(JSON.stringify(finish)).not.toContain('canary');
  });
});
