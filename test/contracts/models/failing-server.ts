import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/models/http/clock.ts';
import { proves } from '../../requirements.ts';
import { close, hang, head, reply, reset, wait } from '../../upstream.ts';
import { collect, drained, hastyClock, iterate, open, textOf, type WireUnderTest } from './helpers.ts';

/** Contract tests for a server that fails, refuses requests or is silent. */
export function troubleContract(wire: WireUnderTest): void {
  const { kind } = wire;

  describe(`The ${kind} backend with a failing server`, () => {
    proves('L7', `The ${kind} backend asks a failing server exactly 1 + retries times`, async () => {
      for (const retries of [0, 1, 3]) {
        const { upstream, backend, log } = await open(wire, { retries });
        upstream.script(...Array.from({ length: 9 }, () => wire.refusal(500, 'on fire')));
        const { finish } = await collect(backend);
        expect(finish).toMatchObject({ failure: { kind: 'upstream-failed', status: 500, message: 'on fire' } });
        expect(upstream.requests).toHaveLength(1 + retries);
        expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(retries);
      }
    });

    test('A temporary failure is retried and not visible to the caller', async () => {
      const { upstream, backend } = await open(wire, { retries: 2 });
      upstream.script([reset], wire.refusal(503, 'loading'), wire.text('Hello'));
      const { events, finish } = await collect(backend);
      expect(textOf(events)).toBe('Hello');
      expect(finish.reason).toBe('stop');
      expect(upstream.requests).toHaveLength(3);
    });

    test('A server that is not running fails as unreachable', async () => {
      const { upstream, backend } = await open(wire);
      await upstream.stop();
      const { finish } = await collect(backend);
      expect(finish).toMatchObject({
        failure: { kind: 'upstream-unreachable', reason: expect.stringContaining('ECONNREFUSED') },
      });
    });

    test('A backend that is paused after many failures reports the last error once, without a nested sentence', async () => {
      const { upstream, backend } = await open(wire, { retries: 0, breakerFailures: 1 });
      await upstream.stop();
      await collect(backend);
      expect((await collect(backend)).finish).toMatchObject({
        failure: {
          reason: expect.stringMatching(
            /^it failed 1 times in a row \(last failure: connect ECONNREFUSED \S+\); next attempt in \d+ s$/,
          ),
        },
      });
    });

    test('A host name that cannot be resolved fails as unreachable', async () => {
      const tooLong = 'x'.repeat(64); // an invalid label, so no DNS server is asked
      const { backend } = await open(wire, {}, { baseUrl: `http://${tooLong}.invalid/v1` });
      expect((await collect(backend)).finish).toMatchObject({
        failure: { kind: 'upstream-unreachable', reason: expect.stringContaining('getaddrinfo') },
      });
    });

    test('A connection reset before the first event is retried, one in the middle of the answer is not', async () => {
      const { upstream, backend } = await open(wire, { retries: 2 });
      upstream.script([reset], [head(200), wait(20), reset], [...wire.beginning, wait(20), reset]);
      const { events, finish } = await collect(backend);
      expect(textOf(events)).toBe('Hel');
      expect(finish).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-broken' } });
      expect(upstream.requests).toHaveLength(3);
    });

    test('A stream that ends without a finish fails as broken and is not retried', async () => {
      const { upstream, backend } = await open(wire, { retries: 2 });
      upstream.script([...wire.beginning], [...wire.beginning, wait(20), close]);
      for (let time = 1; time <= 2; time++) {
        const { events, finish } = await collect(backend);
        expect(textOf(events)).toBe('Hel');
        expect(finish).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-broken' } });
        expect(upstream.requests).toHaveLength(time);
      }
    });

    test('A busy server is retried after the time that it asked for', async () => {
      const waits: number[] = [];
      const clock: Clock = { ...hastyClock, sleep: async (ms) => void waits.push(ms) };
      const { upstream, backend } = await open(wire, {}, { clock });
      upstream.script(wire.refusal(429, 'slow down', { 'retry-after': '2' }), wire.text('Hello'));
      expect((await collect(backend)).finish.reason).toBe('stop');
      expect(waits).toEqual([2_000]);
    });

    test('A busy server that asks for an hour is not retried, and the failure contains that time', async () => {
      const { upstream, backend } = await open(wire);
      upstream.script(wire.refusal(429, 'quota', { 'retry-after': '3600' }));
      const { finish } = await collect(backend);
      expect(finish).toMatchObject({ failure: { kind: 'upstream-busy', message: 'quota', retryAfterMs: 3_600_000 } });
      expect(upstream.requests).toHaveLength(1);
    });

    proves(
      'L10',
      `The ${kind} backend reports a refused key without the server's message and does not retry`,
      async () => {
        for (const status of [401, 402, 403]) {
          const { upstream, backend } = await open(wire, {}, { apiKey: 'canary-key-1234' });
          upstream.script(wire.refusal(status, 'Incorrect API key provided: canary-key-1234'));
          const { finish } = await collect(backend);
          expect(finish).toMatchObject({ failure: { kind: 'upstream-credentials', status } });
          expect(JSON.stringify(finish)).not.toContain('canary');
          expect(upstream.requests).toHaveLength(1);
        }
      },
    );

    test('A refusal keeps its message with the secrets redacted', async () => {
      for (const status of [400, 404, 405, 409, 413, 415, 418, 422]) {
        const { upstream, backend } = await open(wire, {}, { apiKey: 'canary-key-1234', secrets: ['canary-other'] });
        upstream.script(wire.refusal(status, `max context is 4096 for canary-key-1234 and canary-other`));
        expect((await collect(backend)).finish).toMatchObject({
          failure: {
            kind: 'upstream-rejected',
            status,
            message: 'max context is 4096 for [redacted] and [redacted]',
          },
        });
        expect(upstream.requests).toHaveLength(1);
      }
    });

    test('A redirect is not followed, and its query is not shown', async () => {
      const { upstream, backend } = await open(wire);
      upstream.script(reply(307, '', { location: 'https://elsewhere.invalid/v1/x?token=canary' }));
      const { finish } = await collect(backend);
      expect(finish).toMatchObject({ failure: { kind: 'upstream-rejected', status: 307 } });
      expect(JSON.stringify(finish)).toContain('https://elsewhere.invalid/v1/x');
      expect(JSON.stringify(finish)).not.toContain('canary');
    });

    test('After twenty failures in a row no request is sent for a while, then a successful one ends the pause', async () => {
      let nowMs = 0;
      const { upstream, backend } = await open(wire, { retries: 1 }, { clock: { ...hastyClock, now: () => nowMs } });
      upstream.script(...Array.from({ length: 20 }, () => wire.refusal(500, 'on fire')));
      for (let time = 0; time < 10; time++) await collect(backend);
      expect(upstream.requests).toHaveLength(20);
      const { finish } = await collect(backend);
      expect(finish).toMatchObject({
        failure: {
          kind: 'upstream-unreachable',
          reason: expect.stringMatching(/failed 20 times in a row \(last failure: .*on fire\); next attempt in 10 s/),
        },
      });
      expect(upstream.requests).toHaveLength(20);
      nowMs += 10_000;
      upstream.script(wire.text('Hello'), wire.text('Hello'));
      expect((await collect(backend)).finish.reason).toBe('stop');
      expect((await collect(backend)).finish.reason).toBe('stop');
    });
  });

  silentContract(wire);
}

/** Contract tests for a server that falls silent. */
export function silentContract(wire: WireUnderTest): void {
  const { kind } = wire;
  describe(`The ${kind} backend with a silent server`, () => {
    test.each([
      ['before its headers', [hang]],
      ['after its headers', [head(200), hang]],
    ])('A server that is silent %s fails at the first-byte limit without a retry', async (_, play) => {
      const { upstream, backend } = await open(wire, { firstByteMs: 200, retries: 2 });
      upstream.script(play);
      expect((await collect(backend)).finish).toMatchObject({
        failure: { kind: 'upstream-silent', stage: 'first-byte', limitMs: 200 },
      });
      expect(upstream.requests).toHaveLength(1);
      await upstream.requests[0]?.whenClosed;
    });

    test('A server that falls silent in the middle of its answer fails at the silence limit', async () => {
      const { upstream, backend } = await open(wire, { silenceMs: 200 });
      upstream.script([...wire.beginning, wait(100), wire.event, hang]);
      const { events, finish } = await collect(backend);
      expect(textOf(events)).toMatch(/^Hel./);
      expect(finish).toMatchObject({ failure: { kind: 'upstream-silent', stage: 'between-chunks', limitMs: 200 } });
      await upstream.requests[0]?.whenClosed;
    });

    test('The silence limit does not run while the stream is not read', async () => {
      const { upstream, backend } = await open(wire, { silenceMs: 100 });
      upstream.script([...wire.beginning, wait(30), wire.event, wait(300), wire.stream]);
      const reading = iterate(backend);
      expect(textOf((await reading.next()).value ?? [])).toBe('Hel');
      expect((await reading.next()).done).toBe(false);
      await sleep(400);
      expect((await drained(reading)).finish.failure).toBeUndefined();
    });
  });
}
