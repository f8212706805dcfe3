import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { realClock } from '../../../src/models/http/clock.ts';
import { type Action, flood, hang, head } from '../../upstream.ts';
import { asked, collect, drained, iterate, open, textOf, type WireUnderTest } from './helpers.ts';

/** Contract tests for a caller that aborts or leaves: the backend must close the connection at once. */
export function leavingContract(wire: WireUnderTest): void {
  const { kind } = wire;

  describe(`The ${kind} backend when its caller leaves`, () => {
    const stages: [string, readonly Action[], number][] = [
      ['before the headers', [hang], 0],
      ['after the headers', [head(200), hang], 0],
      ['in the middle of the answer', [...wire.beginning, hang], 1],
      ['during a flood of events', [...wire.beginning, flood(wire.event)], 1],
    ];

    test.each(stages)('An abort %s closes the connection and ends the step as cancelled', async (_, play, batches) => {
      const { upstream, backend } = await open(wire);
      upstream.script(play);
      const abort = new AbortController();
      const reading = iterate(backend, abort.signal);
      for (let batch = 0; batch < batches; batch++) await reading.next();
      const rest = drained(reading);
      await asked(upstream);
      await sleep(30);
      const abortedAt = performance.now();
      abort.abort(new Error('the client left'));
      expect((await rest).finish).toMatchObject({ failure: { kind: 'turn-cancelled', reason: 'the client left' } });
      expect(performance.now() - abortedAt).toBeLessThan(1_000);
      expect(((await upstream.requests[0]?.whenClosed) ?? 0) - abortedAt).toBeLessThan(1_000);
      expect(upstream.requests).toHaveLength(1);
    });

    test.each(stages.filter(([, , batches]) => batches > 0))(
      'Returning from the stream %s closes the connection',
      async (_, play) => {
        const { upstream, backend } = await open(wire);
        upstream.script(play);
        const reading = iterate(backend);
        await reading.next();
        await asked(upstream);
        await sleep(30);
        const leftAt = performance.now();
        await reading.return?.();
        expect(((await upstream.requests[0]?.whenClosed) ?? 0) - leftAt).toBeLessThan(1_000);
      },
    );

    test('A request that is aborted while it waits for a connection is never sent, and the next one is served', async () => {
      const { upstream, backend } = await open(wire, { upstreamConnections: 1 });
      upstream.script([...wire.beginning, hang], wire.text('Hello'));
      const first = iterate(backend);
      await first.next();
      const abort = new AbortController();
      const second = drained(iterate(backend, abort.signal));
      const third = collect(backend);
      await sleep(30);
      abort.abort(new Error('the client left'));
      expect((await second).finish).toMatchObject({ failure: { kind: 'turn-cancelled' } });
      expect(upstream.requests).toHaveLength(1);
      await first.return?.();
      expect(textOf((await third).events)).toBe('Hello');
      expect(upstream.requests).toHaveLength(2);
    });

    test('An abort during the wait for a retry cancels the step without another request', async () => {
      const { upstream, backend } = await open(wire, { retries: 5 }, { clock: { ...realClock, random: () => 1 } });
      upstream.script(wire.refusal(429, 'slow down', { 'retry-after': '25' }));
      const abort = new AbortController();
      const rest = drained(iterate(backend, abort.signal));
      await asked(upstream);
      await sleep(50);
      abort.abort(new Error('the client left'));
      expect((await rest).finish).toMatchObject({ failure: { kind: 'turn-cancelled' } });
      expect(upstream.requests).toHaveLength(1);
    });

    test('A signal that is already aborted cancels the step without a request', async () => {
      const { upstream, backend } = await open(wire);
      const { finish } = await collect(backend, {}, AbortSignal.abort(new Error('the client left')));
      expect(finish).toMatchObject({ failure: { kind: 'turn-cancelled', reason: 'the client left' } });
      expect(upstream.requests).toHaveLength(0);
    });
  });
}
