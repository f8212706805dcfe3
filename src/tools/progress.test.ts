import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import { type InvokeConfig, type Outcome, type Progress, textOf } from '../core/index.ts';
import { runUnder } from './deadline.ts';
import { type ExecutorOptions, ToolExecutor } from './executor.ts';
import { ToolManager } from './manager.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a call of a tool that runs until `finish` is called. */
async function start(options: ExecutorOptions = {}, onProgress?: (progress: Progress) => void) {
  const log = recordingLog();
  const manager = new ToolManager();
  let config: InvokeConfig | undefined;
  let finish: (value: string) => void = () => {};
  manager.add({
    name: 'works',
    description: 'd',
    schema: {},
    invoke: (_args: never, given: never) => {
      config = given;
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  });
  const executor = new ToolExecutor(manager, { log, ...options });
  let outcome: Outcome | undefined;
  void executor
    .execute({ id: 'call-1', name: 'works', arguments: {} }, undefined, { labels: { turn: 't1' }, onProgress })
    .then((ended) => {
      outcome = ended;
    });
  await passes(0);
  return {
    log,
    outcome: () => outcome,
    signal: () => config?.signal,
    progress: (progress?: Progress) => config?.progress(progress),
    finish: (value: string) => finish(value),
    told: () => log.lines.filter(({ message }) => message === 'The tool reported progress.'),
  };
}

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const limits = { toolMs: 100, progressMs: 350 };

describe('the time limit', () => {
  proves(
    'S2.exec.timeout',
    'Every progress report restarts the time limit, so that a long call can finish',
    async () => {
      const call = await start({ limits });
      for (let round = 0; round < 3; round++) {
        await passes(90);
        call.progress({ progress: round });
      }
      await passes(60);
      expect(call.outcome()).toBeUndefined();
      call.finish('done');
      await passes(0);
      expect(call.outcome()).toMatchObject({ status: 'ok', content: [{ text: 'done' }] });
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  proves('S2.exec.timeout', 'A call that stops reporting progress ends at the time limit', async () => {
    const call = await start({ limits });
    await passes(90);
    call.progress();
    await passes(99);
    expect(call.outcome()).toBeUndefined();
    await passes(1);
    expect(call.outcome()).toMatchObject({ failure: { kind: 'timeout', limitMs: 100 } });
    expect(call.signal()?.reason).toMatchObject({ name: 'TimeoutError', message: 'no answer within 100 ms' });
    expect(vi.getTimerCount()).toBe(0);
  });

  proves(
    ['S2.exec.timeout', 'L9'],
    'A call that reports progress forever ends at the total limit, and the failure names that limit',
    async () => {
      const call = await start({ limits });
      for (let ms = 0; ms < 340; ms += 10) {
        await passes(10);
        call.progress({ progress: ms });
      }
      await passes(9);
      expect(call.outcome()).toBeUndefined();
      await passes(1);
      const outcome = call.outcome();
      expect(outcome).toMatchObject({ failure: { kind: 'timeout', limitMs: 350 } });
      expect(textOf(outcome?.content ?? [])).toContain('did not answer within 350 ms');
      expect(call.signal()?.aborted).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('Progress does not extend a tool’s time limit that is already longer than the total limit', async () => {
    const call = await start({ limits: { ...limits, tools: { works: { toolMs: 500 } } } });
    await passes(400);
    call.progress({ progress: 1 });
    await passes(99);
    expect(call.outcome()).toBeUndefined();
    await passes(1);
    expect(call.outcome()).toMatchObject({ failure: { kind: 'timeout', limitMs: 500 } });
  });

  test('The deadline is the last progress plus the time limit, capped at the total limit if that is longer', async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 400 }),
        async (pauses, limitMs, mostMs) => {
          let goOn: () => boolean = () => false;
          let endedAt: number | undefined;
          let limit: number | undefined;
          const startedAt = Date.now();
          const running = runUnder(
            limitMs,
            undefined,
            (_signal, say) => {
              goOn = say;
              return new Promise(() => {});
            },
            mostMs,
          ).then((ended) => {
            endedAt = Date.now() - startedAt;
            limit = ended.kind === 'timed-out' ? ended.limitMs : undefined;
          });
          // Computes the expected deadline without timers.
          let deadline = limitMs;
          let now = 0;
          for (const pause of pauses) {
            await passes(pause);
            now += pause;
            const isRunning = now < deadline;
            expect(goOn()).toBe(isRunning);
            if (isRunning && mostMs > limitMs) deadline = Math.min(now + limitMs, mostMs);
          }
          await passes(1_000);
          await running;
          expect(endedAt).toBe(deadline);
          expect([limitMs, mostMs]).toContain(limit);
          expect(vi.getTimerCount()).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the log of progress', () => {
  test('Progress is logged without secrets, and long messages are truncated', async () => {
    const call = await start({ secrets: ['hunter2hunter2'] });
    call.progress({ progress: 3, total: 10, message: `key hunter2hunter2 ${'x'.repeat(1_000)}` });
    const [line] = call.told();
    expect(line).toMatchObject({
      level: 'info',
      fields: { turn: 't1', tool: 'works', callId: 'call-1', progress: 3, total: 10 },
    });
    expect(line?.fields.message).toMatch(/^key \[redacted\] x+…$/);
    expect(String(line?.fields.message)).toHaveLength(201);
  });

  test('Progress messages and result previews are truncated between two characters', async () => {
    for (const message of ['😀'.repeat(200), `x${'😀'.repeat(200)}`]) {
      const call = await start();
      call.progress({ progress: 1, message });
      call.finish(message);
      await passes(0);
      const cut = call.log.lines
        .flatMap(({ fields }) => Object.values(fields))
        .filter((each) => typeof each === 'string');
      expect(cut.filter((each) => each.endsWith('😀…'))).toHaveLength(2);
    }
  });

  proves('L9', 'Progress is logged at most once a second', async () => {
    let now = 0;
    const call = await start({ clock: () => now });
    for (let ms = 0; ms < 3_000; ms += 10) {
      now = ms;
      call.progress({ progress: ms });
    }
    expect(call.told().map(({ fields }) => fields.progress)).toEqual([0, 1_000, 2_000]);
  });

  proves(
    ['L8', 'L10'],
    'Invalid progress values do not affect the call, and their contents are not logged',
    async () => {
      let now = 0;
      const call = await start({
        clock: () => {
          now += 1_000;
          return now;
        },
      });
      const throwing = {
        get progress(): number {
          throw new Error('x');
        },
      };
      const proxy = new Proxy({}, { get: () => ({}) });
      const said: unknown[] = [
        { progress: Number.NaN, total: Number.POSITIVE_INFINITY, message: 7 },
        { progress: {}, total: '10', message: { toString: () => 'x' } },
        'text',
        null,
        [],
        throwing,
        proxy,
        undefined,
      ];
      for (const each of said) expect(() => call.progress(each as never)).not.toThrow();
      const allowed = ['turn', 'tool', 'callId'];
      for (const { fields } of call.told()) expect(Object.keys(fields)).toEqual(allowed);
      expect(call.told()).toHaveLength(said.length - 1); // the value that throws is dropped
      call.finish('done');
      await passes(0);
      expect(call.outcome()).toMatchObject({ status: 'ok' });
    },
  );

  proves('L8', 'Progress after the end of a call is not logged and restarts no time limit', async () => {
    const call = await start({ limits });
    await passes(100);
    expect(call.outcome()).toMatchObject({ failure: { kind: 'timeout' } });
    const lines = call.log.lines.length;
    call.progress({ progress: 1 });
    await passes(1_000);
    expect(call.log.lines).toHaveLength(lines);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('The progress listener receives reports without secrets, and an error that it throws does not affect the call', async () => {
  const heard: Progress[] = [];
  const call = await start({ limits, secrets: ['s3cret-value'] }, (progress) => {
    heard.push(progress);
    throw new Error('a bad listener');
  });
  call.progress({ progress: 1, total: 3, message: 'with s3cret-value' });
  call.progress({ progress: Number.NaN });
  call.progress();
  call.finish('done');
  await passes(0);
  call.progress({ progress: 2 });
  expect(heard).toEqual([{ progress: 1, total: 3, message: expect.not.stringContaining('s3cret') }]);
  expect(call.outcome()).toMatchObject({ status: 'ok' });
});
