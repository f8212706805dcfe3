import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/models/http/clock.ts';
import { proves } from '../../requirements.ts';
import { close, hang, head, reply, reset, wait } from '../../upstream.ts';
import { collect, drained, hastyClock, iterate, open, textOf, type WireUnderTest } from './helpers.ts';

/** What a backend makes of a server that fails, refuses, or is silent. */
export function troubleContract(wire: WireUnderTest): void {
  const { kind } = wire;

  describe(`the ${kind} backend: a server in trouble`, () => {
    proves('L7', `${kind}: one retry loop: a server that fails is asked 1 + retries times, and no more`, async () => {
      for (const retries of [0, 1, 3]) {
        const { upstream, backend, log } = await open(wire, { retries });
        upstream.script(...Array.from({ length: 9 }, () => wire.refusal(500, 'on fire')));
        const { finish } = await collect(backend);
        expect(finish).toMatchObject({ failure: { kind: 'upstream-failed', status: 500, message: 'on fire' } });
        expect(upstream.requests).toHaveLength(1 + retries);
        expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(retries);
      }
    });

    test('a failure that passes is not seen', async () => {
      const { upstream, backend } = await open(wire, { retries: 2 });
      upstream.script([reset], wire.refusal(503, 'loading'), wire.text('Hello'));
      const { events, finish } = await collect(backend);
      expect(textOf(events)).toBe('Hello');
      expect(finish.reason).toBe('stop');
      expect(upstream.requests).toHaveLength(3);
    });

    test('nobody there', async () => {
      const { upstream, backend } = await open(wire);
      await upstream.stop();
      const { finish } = await collect(backend);
      expect(finish).toMatchObject({
        failure: { kind: 'upstream-unreachable', reason: expect.stringContaining('ECONNREFUSED') },
      });
    });

    test('a name that nobody can know', async () => {
      const tooLong = 'x'.repeat(64); // so nobody on the network is asked for it
      const { backend } = await open(wire, {}, { baseUrl: `http://${tooLong}.invalid/v1` });
      expect((await collect(backend)).finish).toMatchObject({
        failure: { kind: 'upstream-unreachable', reason: expect.stringContaining('getaddrinfo') },
      });
    });

    test('a reset before the answer is tried again, one in its middle is not', async () => {
      const { upstream, backend } = await open(wire, { retries: 2 });
      upstream.script([reset], [head(200), wait(20), reset], [...wire.beginning, wait(20), reset]);
      const { events, finish } = await collect(backend);
      expect(textOf(events)).toBe('Hel');
      expect(finish).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-broken' } });
      expect(upstream.requests).toHaveLength(3);
    });

    test('a stream that just ends has broken off', async () => {
      const { upstream, backend } = await open(wire, { retries: 2 });
      upstream.script([...wire.beginning], [...wire.beginning, wait(20), close]);
      for (let time = 1; time <= 2; time++) {
        const { events, finish } = await collect(backend);
        expect(textOf(events)).toBe('Hel');
        expect(finish).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-broken' } });
        expect(upstream.requests).toHaveLength(time);
      }
    });

    test('a busy server is asked again when it said so', async () => {
      const waits: number[] = [];
      const clock: Clock = { ...hastyClock, sleep: async (ms) => void waits.push(ms) };
      const { upstream, backend } = await open(wire, {}, { clock });
      upstream.script(wire.refusal(429, 'slow down', { 'retry-after': '2' }), wire.text('Hello'));
      expect((await collect(backend)).finish.reason).toBe('stop');
      expect(waits).toEqual([2_000]);
    });

    test('a busy server that asks for an hour fails at once, and the client hears of the hour', async () => {
      const { upstream, backend } = await open(wire);
      upstream.script(wire.refusal(429, 'quota', { 'retry-after': '3600' }));
      const { finish } = await collect(backend);
      expect(finish).toMatchObject({ failure: { kind: 'upstream-busy', message: 'quota', retryAfterMs: 3_600_000 } });
      expect(upstream.requests).toHaveLength(1);
    });

    proves(
      'L10',
      `${kind}: a refused key is told without what the server said of it, and not tried again`,
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

    test('a refusal keeps its words, without the secrets in them', async () => {
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

    test('a redirection is not followed', async () => {
      const { upstream, backend } = await open(wire);
      upstream.script(reply(307, '', { location: 'https://elsewhere.invalid/v1/x?token=canary' }));
      const { finish } = await collect(backend);
      expect(finish).toMatchObject({ failure: { kind: 'upstream-rejected', status: 307 } });
      expect(JSON.stringify(finish)).toContain('https://elsewhere.invalid/v1/x');
      expect(JSON.stringify(finish)).not.toContain('canary');
    });

    test('twenty failures in a row, and it is left alone; one attempt later decides', async () => {
      let nowMs = 0;
      const { upstream, backend } = await open(wire, { retries: 1 }, { clock: { ...hastyClock, now: () => nowMs } });
      upstream.script(...Array.from({ length: 20 }, () => wire.refusal(500, 'on fire')));
      for (let time = 0; time < 10; time++) await collect(backend);
      expect(upstream.requests).toHaveLength(20);
      const { finish } = await collect(backend);
      expect(finish).toMatchObject({
        failure: {
          kind: 'upstream-unreachable',
          reason: expect.stringMatching(/failed 20 times in a row, last: .*on fire; next try in 10 s/),
        },
      });
      expect(upstream.requests).toHaveLength(20);
      nowMs += 10_000;
      upstream.script(wire.text('Hello'), wire.text('Hello'));
      expect((await collect(backend)).finish.reason).toBe('stop');
      expect((await collect(backend)).finish.reason).toBe('stop');
    });
  });

  describe(`the ${kind} backend: a server that is silent`, () => {
    test.each([
      ['before its headers', [hang]],
      ['after its headers', [head(200), hang]],
    ])('%s', async (_, play) => {
      const { upstream, backend } = await open(wire, { firstByteMs: 200, retries: 2 });
      upstream.script(play);
      expect((await collect(backend)).finish).toMatchObject({
        failure: { kind: 'upstream-silent', stage: 'first-byte', limitMs: 200 },
      });
      expect(upstream.requests).toHaveLength(1);
      await upstream.requests[0]?.whenClosed;
    });

    test('in the middle of its answer', async () => {
      const { upstream, backend } = await open(wire, { silenceMs: 200 });
      upstream.script([...wire.beginning, wait(100), wire.event, hang]);
      const { events, finish } = await collect(backend);
      expect(textOf(events)).toMatch(/^Hel./);
      expect(finish).toMatchObject({ failure: { kind: 'upstream-silent', stage: 'between-chunks', limitMs: 200 } });
      await upstream.requests[0]?.whenClosed;
    });

    test('silence does not count while nobody listens', async () => {
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
