import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../requirements.ts';
import { ESCAPES } from './escapes.ts';
import { ESCAPES_INTO_JAVASCRIPT } from './escapes-javascript.ts';
import { HOGS } from './exhaustion.ts';
import { type Engine, errorOf, type OpenEngine, type Ran, resultOf, runProgram } from './fixture.ts';

/** Runs the programs that try to leave the sandbox, or to take more than they may. Every engine must stop all of them. */
export function safetyContract(name: string, open: OpenEngine): void {
  describe(`${name}: hostile programs`, () => {
    const usable = escapes(name, open, () => true);

    describe('Attempts to take too much', () => {
      for (const [attempt, { code, ends }] of Object.entries(HOGS)) {
        proves(
          'L9',
          `${name}: a program stays within its limits when it ${attempt}`,
          async ({ skip }) => {
            const used = usable(skip);
            const delay = monitorEventLoopDelay({ resolution: 5 });
            delay.enable();
            const { end } = await runProgram(used, code, { limits: BOUNDS });
            delay.disable();
            expect(ends[used.name]).toContain(end.kind === 'failed' ? end.error.type : end.kind);
            expect(JSON.stringify({ ...end, program: undefined }).length).toBeLessThan(4 * BOUNDS.pythonOutputBytes);
            expect(delay.max / 1e6).toBeLessThan(LOOSE_DELAY_MS);
          },
          60_000,
        );
      }

      test(`${name}: after all attempts to take too much, the next program runs`, async ({ skip }) => {
        expect(resultOf(await runProgram(usable(skip), '1 + 1'))).toBe(2);
      });

      proves(
        'L9',
        `${name}: many programs at once may each hold almost all of their memory`,
        async ({ skip }) => {
          const used = usable(skip);
          const delay = monitorEventLoopDelay({ resolution: 5 });
          const before = process.memoryUsage.rss();
          let most = before;
          const sampler = setInterval(() => {
            most = Math.max(most, process.memoryUsage.rss());
          }, 20);
          delay.enable();
          const ran = await Promise.all(
            // Without snapshots each pause takes a new process: a hundred programs would start 200, and take 40 s on two cores.
            Array.from({ length: used.hasSnapshots ? 100 : 10 }, (_, n) =>
              runProgram(used, `x = "a" * ${ALMOST_ALL}\na() + len(x)`, {
                limits: { ...BOUNDS, pythonComputeMs: 10_000, pythonMs: 170_000 },
                answer: () => sleep(30, n), // longer than a program keeps a process that others wait for
              }),
            ),
          );
          delay.disable();
          clearInterval(sampler);
          expect(ran.map(resultOf)).toEqual(ran.map((_, n) => n + ALMOST_ALL));
          expect(most - before).toBeLessThan(MOST_GATEWAY_GROWTH);
          expect(delay.max / 1e6).toBeLessThan(LOOSE_DELAY_MS);
        },
        180_000,
      );

      proves(
        'L9',
        `${name}: an endless program has no effect on other programs that run at the same time`,
        async ({ skip }) => {
          const used = usable(skip);
          const hog = runProgram(used, 'while True:\n    pass', { limits: { ...BOUNDS, pythonComputeMs: 1_500 } });
          const others: Ran[] = [];
          for (let n = 0; n < 3; n++) others.push(await runProgram(used, 'a() + 1', { answer: () => n }));
          expect(others.map(resultOf)).toEqual([1, 2, 3]);
          expect((await hog).end).toMatchObject({ kind: 'failed', error: { type: 'TimeoutError' } });
        },
      );

      proves('L9', `${name}: an endless program is stopped soon after its processor time is over`, async ({ skip }) => {
        const used = usable(skip);
        const endless = Object.values(HOGS).filter(
          ({ ends }) => Object.values(ends).join() === 'TimeoutError,TimeoutError',
        );
        expect(endless.length).toBeGreaterThan(2);
        for (const { code } of endless) {
          const over = new AbortController();
          const late = Promise.withResolvers<'late'>();
          const running = runProgram(used, `a()\n${code}`, {
            limits: { ...BOUNDS, pythonComputeMs: 500, pythonMs: 60_000 },
            signal: over.signal,
            // On a busy machine both processes are slow.
            answer: () => void compute(3_000, over.signal).then(() => late.resolve('late')),
          });
          const first = await Promise.race([running, late.promise]);
          over.abort();
          await running.catch(() => undefined);
          if (first === 'late') throw new Error(`The program computed for more than 3 s: ${code}`);
          expect(errorOf(first)).toMatchObject({
            type: 'TimeoutError',
            message: expect.stringContaining('limits.pythonComputeMs'),
          });
        }
      });
    });
  });
}

/** Runs some of the programs that try to leave the sandbox. */
export function escapeContract(name: string, open: OpenEngine, attempts: readonly string[]): void {
  describe(`${name}: hostile programs`, () => {
    escapes(name, open, (attempt) => attempts.includes(attempt));
    test(`${name}: each attempt of the list exists`, () => {
      expect(Object.keys(ATTEMPTS)).toEqual(expect.arrayContaining([...attempts]));
    });
  });
}

const ATTEMPTS = { ...ESCAPES, ...ESCAPES_INTO_JAVASCRIPT };

/** Runs these attempts in an engine that is open during the tests. Returns what gives other tests the engine. */
function escapes(
  name: string,
  open: OpenEngine,
  isIncluded: (attempt: string) => boolean,
): (skip: (why: string) => never) => Engine {
  const world = new World();
  let engine: Engine | string = 'not opened';
  beforeAll(async () => {
    await world.open();
    engine = await open({ processes: 2, memoryBytes: MEMORY_BYTES });
  }, 60_000);
  afterAll(async () => {
    if (typeof engine !== 'string') await engine.close();
    await world.close();
  });
  const usable = (skip: (why: string) => never): Engine => (typeof engine === 'string' ? skip(engine) : engine);

  describe('Attempts to leave the sandbox', () => {
    for (const [attempt, code] of Object.entries(ATTEMPTS)) {
      if (!isIncluded(attempt)) continue;
      proves(
        'L10',
        `${name}: a program gets nothing from outside when it ${attempt}`,
        async ({ skip }) => {
          const used = usable(skip);
          const before = world.fingerprint();
          const { end, calls } = await runProgram(used, world.fill(code), {
            limits: BOUNDS,
            answer: ({ args }) => args,
          });
          const shown = JSON.stringify({ ...end, program: undefined });
          expect(shown).not.toContain(SECRET);
          expect(shown).not.toContain(ENVIRONMENT_SECRET);
          expect(shown).not.toContain('connected');
          expect(world.requests).toBe(0);
          expect(world.fingerprint()).toBe(before);
          for (const call of calls) expect(['a', 'b']).toContain(call.path);
        },
        60_000,
      );
    }

    test(`${name}: after all attempts to leave the sandbox, the next program runs`, async ({ skip }) => {
      expect(resultOf(await runProgram(usable(skip), '1 + 1'))).toBe(2);
    });
  });
  return usable;
}

/** Resolves after another process has used this processor time. */
async function compute(ms: number, signal: AbortSignal): Promise<void> {
  const code = `let used; do used = process.cpuUsage(); while (used.user + used.system < ${ms * 1_000});`;
  const child = spawn(process.execPath, ['-e', code], { signal, killSignal: 'SIGKILL', stdio: 'ignore' });
  await new Promise((resolve) => {
    child.on('exit', (status) => status === 0 && resolve(undefined));
    child.on('error', () => undefined); // the signal has aborted
  });
}

const MEMORY_BYTES = 64 * 1024 * 1024;
const ALMOST_ALL = MEMORY_BYTES - 8 * 1024 * 1024;
const MOST_GATEWAY_GROWTH = 4 * MEMORY_BYTES; // the programs together hold 5.6 GB
const BOUNDS = {
  pythonComputeMs: 600,
  pythonMs: 15_000,
  pythonMemoryBytes: MEMORY_BYTES,
  pythonOutputBytes: 20_000,
  pythonCalls: 200,
};
/** Generous, because other tests run at the same time. The benchmark measures the real delay. */
const LOOSE_DELAY_MS = 1_000;

const SECRET = 'canary-of-the-file-system';
const ENVIRONMENT_SECRET = 'canary-of-the-environment';

/** The things that a program must not reach: a secret file, a secret variable, and a server. */
class World {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'toolpath-canary-'));
  readonly #server = createServer((_, response) => response.end('connected'));
  requests = 0;

  async open(): Promise<void> {
    writeFileSync(this.#file, `SECRET = "${SECRET}"\n`);
    process.env.TOOLPATH_TEST_CANARY = ENVIRONMENT_SECRET;
    this.#server.on('connection', () => this.requests++);
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    process.env.TOOLPATH_TEST_CANARY = undefined;
    delete process.env.TOOLPATH_TEST_CANARY;
    rmSync(this.#folder, { recursive: true, force: true });
    await new Promise((resolve) => this.#server.close(resolve));
  }

  fill(code: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return code.replaceAll('CANARY', this.#file).replaceAll('FOLDER', this.#folder).replaceAll('PORT', String(port));
  }

  fingerprint(): string {
    return `${readFileSync(this.#file, 'utf8')} ${readdirSync(this.#folder).join()}`;
  }

  get #file(): string {
    return path.join(this.#folder, 'canary.py');
  }
}
