import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordingLog } from '../../../test/recording-log.ts';
import { proves } from '../../../test/requirements.ts';
import { Observer, type TurnFailure } from '../../core/index.ts';
import { logRetries } from '../upstream-log.ts';
import { type Attempted, attemptUntilBegun } from './retry.ts';
import { retryAfterMs } from './retry-after.ts';

const unreachable: TurnFailure = { kind: 'upstream-unreachable', backend: 'up', reason: 'refused' };
const failed: TurnFailure = { kind: 'upstream-failed', backend: 'up', status: 500, message: 'on fire' };
const busy = (retryAfterMs?: number): TurnFailure => ({
  kind: 'upstream-busy',
  backend: 'up',
  message: 'full',
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** Runs attempts that fail in these ways and then succeed, on a clock where sleeping takes no time. */
async function run(
  failures: readonly (TurnFailure & { isFinal?: boolean })[],
  { retries = 2, random = 1, signal = new AbortController().signal } = {},
) {
  const waits: number[] = [];
  const log = recordingLog();
  const observer = new Observer();
  logRetries(observer, log);
  let attempts = 0;
  const attempt = async (): Promise<Attempted<string>> => {
    const failure = failures[attempts++];
    if (failure === undefined) return { ok: true, value: 'begun' };
    return { ok: false, failure, ...(failure.isFinal !== undefined && { isFinal: failure.isFinal }) };
  };
  const attempted = await attemptUntilBegun(attempt, signal, {
    backend: 'up',
    limits: { retries, retryMs: 500, retryAfterMs: 30_000 },
    observer,
    random: () => random,
    sleep: async (ms) => void waits.push(ms),
  });
  return { attempted, attempts, waits, log };
}

describe('The retry loop', () => {
  proves('L7', 'The retry loop doubles its wait up to a limit and gives up after 1 + retries attempts', async () => {
    const { attempted, attempts, waits } = await run(Array(20).fill(failed), { retries: 9 });
    expect(attempted).toEqual({ ok: false, failure: failed });
    expect(attempts).toBe(10);
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  test('The retry loop waits a random part of the delay, so that clients do not retry at the same moment', async () => {
    expect((await run([failed, unreachable], { random: 0 })).waits).toEqual([0, 0]);
    expect((await run([failed, unreachable], { random: 0.5 })).waits).toEqual([250, 500]);
  });

  test('The retry loop logs each retry with its reason, and nothing for an answer that begins at once', async () => {
    expect((await run([])).log.lines).toEqual([]);
    const { log } = await run([unreachable, failed]);
    expect(log.lines).toMatchObject([
      { level: 'warn', fields: { backend: 'up', attempt: 1, waitMs: 500, reason: expect.stringContaining('refused') } },
      { level: 'warn', fields: { attempt: 2, waitMs: 1_000, reason: expect.stringContaining('on fire') } },
    ]);
  });

  test.each<[string, number | undefined, number[]]>([
    ['one second', 1_000, [1_000]],
    ['no time', 0, [0]],
    ['the maximum wait', 30_000, [30_000]],
    ['more than the maximum wait', 30_001, []],
    ['an unspecified time', undefined, [500]],
  ])('A busy server that asks to wait %s is retried accordingly', async (_, asked, waits) => {
    const { attempted, waits: waited } = await run([busy(asked)]);
    expect(waited).toEqual(waits);
    expect(attempted.ok).toBe(waits.length > 0);
    if (!attempted.ok) expect(attempted.failure).toEqual(busy(asked));
  });

  test.each<TurnFailure>([
    { kind: 'upstream-silent', backend: 'up', stage: 'first-byte', limitMs: 1 },
    { kind: 'upstream-silent', backend: 'up', stage: 'connect', limitMs: 1 },
    { kind: 'upstream-broken', backend: 'up', reason: 'HTML' },
    { kind: 'upstream-credentials', backend: 'up', status: 401, message: 'no' },
    { kind: 'upstream-rejected', backend: 'up', status: 400, message: 'no' },
    { kind: 'turn-cancelled', reason: 'left' },
  ])('A failure of the kind $kind is not retried', async (failure) => {
    expect(await run([failure])).toMatchObject({ attempts: 1, waits: [], attempted: { ok: false, failure } });
  });

  test('A final failure is not retried', async () => {
    expect((await run([{ ...unreachable, isFinal: true }])).attempts).toBe(1);
  });

  test('The retry loop stops if the signal aborts during an attempt or a wait', async () => {
    expect((await run([failed], { signal: AbortSignal.abort() })).attempts).toBe(1);
    const abort = new AbortController();
    const attempted = await attemptUntilBegun(async () => ({ ok: false, failure: failed }), abort.signal, {
      backend: 'up',
      limits: { retries: 5, retryMs: 500, retryAfterMs: 30_000 },
      observer: new Observer(),
      random: () => 1,
      sleep: async () => abort.abort(new Error('left')),
    });
    expect(attempted).toEqual({ ok: false, failure: { kind: 'turn-cancelled', reason: 'left' } });
  });

  test('The retry loop never makes more than 1 + retries attempts and never exceeds the maximum wait', async () => {
    const anyFailure = fc.oneof(
      fc.constantFrom(unreachable, failed, busy()),
      fc.nat(60_000).map((ms) => busy(ms)),
    );
    const given = fc.record({
      failures: fc.array(anyFailure),
      retries: fc.nat(6),
      random: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ failures, ...options }) => {
        const { attempts, waits } = await run(failures, options);
        expect(attempts).toBeLessThanOrEqual(1 + options.retries);
        expect(waits.length).toBe(attempts - 1);
        for (const ms of waits) expect(ms).toBeLessThanOrEqual(30_000);
      }),
    );
  });
});

describe('The Retry-After headers', () => {
  const date = Date.parse('2026-11-16T10:00:00Z');
  test.each([
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': ' 0 ' }, 0],
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after': '3600' }, 3_600_000],
    [{ 'retry-after-ms': '70', 'retry-after': '1' }, 70],
    [{ 'retry-after-ms': 'soon', 'retry-after': '1' }, 1_000],
    [{ 'retry-after': 'Mon, 16 Nov 2026 10:00:05 GMT' }, 5_000],
    [{ 'retry-after': 'Mon, 16 Nov 2026 09:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '1e9' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': 'Foo, 99 Bar 2026 99:99:99 GMT' }, undefined],
    [{ 'retry-after-ms': '-1' }, undefined],
    [{}, undefined],
  ])('The headers %o are read as a wait of %s ms', (headers, expected) => {
    expect(retryAfterMs(new Map(Object.entries(headers)), date)).toBe(expected);
  });
});
