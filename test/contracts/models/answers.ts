import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../requirements.ts';
import { flood, hang, head, type Play, wait } from '../../upstream.ts';
import { aRequest, collect, joined, MEBIBYTE, open, textOf, type WireUnderTest } from './helpers.ts';

/** Contract tests for the text of answers, which hold for every backend, also if it does not itself ask the server. */
export function textContract(wire: WireUnderTest): void {
  const { kind } = wire;
  describe(`The text of the ${kind} backend's answers`, () => {
    test('An answer is its text followed by one finish with the usage', async () => {
      const { upstream, backend } = await open(wire);
      upstream.script(wire.text('Hello there, world'));
      const { events, finish } = await collect(backend);
      expect(textOf(events)).toBe('Hello there, world');
      expect(finish).toEqual({ type: 'finish', reason: 'stop', usage: expect.objectContaining({ promptTokens: 11 }) });
      expect(backend.describe()).toMatchObject({
        name: 'up',
        kind,
        address: expect.stringContaining(new URL(upstream.url).origin),
      });
    });

    test('An answer is the same, streamed or not', async () => {
      const { upstream, backend } = await open(wire);
      upstream.script(wire.text('Hello'), wire.text('Hello'));
      const streamed = await collect(backend);
      const whole = await collect(backend, { isStreamed: false });
      expect(textOf(whole.events)).toBe(textOf(streamed.events));
      expect(whole.finish).toEqual(streamed.finish);
    });

    proves('L3', `The ${kind} backend gives the same events wherever the bytes are split`, async () => {
      const { upstream, backend } = await open(wire);
      upstream.script([wire.stream]);
      const expected = joined((await collect(backend)).events);
      const cuts = fc.uniqueArray(fc.nat(wire.stream.length), { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(cuts, async (places) => {
          upstream.script([head(200), ...cutAt(wire.stream, places).flatMap((piece) => [piece, wait(0)])]);
          expect(joined((await collect(backend)).events)).toEqual(expected);
        }),
        { numRuns: 25 },
      );
    });
  });
}

/** Contract tests for a server that answers. */
export function answersContract(wire: WireUnderTest): void {
  const { kind } = wire;
  textContract(wire);
  describe(`The ${kind} backend with an answering server`, () => {
    test('An answer is read even if the server streams it unasked or does not stream it as asked', async () => {
      const { upstream, backend } = await open(wire);
      const asIfAsked = (isStreamed: boolean): Play => {
        const play = wire.text('Hello');
        return (request) =>
          typeof play === 'function' ? play({ ...request, body: { ...request.body, stream: isStreamed } }) : play;
      };
      upstream.script(asIfAsked(false), asIfAsked(true));
      expect(textOf((await collect(backend, { isStreamed: true })).events)).toBe('Hello');
      expect(textOf((await collect(backend, { isStreamed: false })).events)).toBe('Hello');
    });

    test('A connection is reused even if the server sends a little more after the answer and the reader leaves', async () => {
      const { upstream, backend } = await open(wire);
      upstream.script([wire.stream, wait(20), wire.junk], [wire.stream, wait(20)], [wire.stream]);
      for (let time = 0; time < 3; time++) {
        const abort = new AbortController();
        for await (const batch of backend.stream(aRequest, abort.signal)) if (batch.at(-1)?.type === 'finish') break;
        abort.abort();
        await sleep(60);
      }
      expect(upstream.requests).toHaveLength(3);
      expect(upstream.closed).toHaveLength(0);
      await backend.close();
    });

    test('A connection is closed if the server does not end its response after the answer', async () => {
      const { upstream, backend } = await open(wire);
      upstream.script([wire.stream, hang], [wire.stream, flood('x'.repeat(64 * 1024))]);
      for (let time = 0; time < 2; time++) {
        expect((await collect(backend)).finish.failure).toBeUndefined();
        await upstream.requests[time]?.whenClosed;
      }
      expect(upstream.requests[1]?.sentBytes).toBeLessThan(64 * MEBIBYTE);
    });

    test('The backend lists its models by name', async () => {
      const { backend } = await open(wire);
      expect(await backend.models(new AbortController().signal)).toEqual(['mock']);
    });

    test('A closed backend refuses requests and sends nothing to the server', async () => {
      const { upstream, backend } = await open(wire);
      await backend.close();
      expect((await collect(backend)).finish).toMatchObject({ failure: { kind: 'turn-cancelled' } });
      expect(upstream.requests).toHaveLength(0);
    });
  });
}

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const cuts = [0, ...places.toSorted((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((cut, place) => bytes.subarray(cuts[place], cut));
}
