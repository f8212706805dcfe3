import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../requirements.ts';
import { type Action, close, flood, hang, head, reply, reset, wait } from '../../upstream.ts';
import { collect, iterate, joined, MEBIBYTE, open, standstill, textOf, type WireUnderTest } from './helpers.ts';
import { checkStream } from './stream-law.ts';

/** Contract tests for a malicious server. */
export function hostileContract(wire: WireUnderTest): void {
  const { kind } = wire;

  describe(`The ${kind} backend with a hostile server`, () => {
    proves('L10', `The ${kind} backend fails with a short quotation if an answer is an HTML page`, async () => {
      const { upstream, backend } = await open(wire);
      const page = `<!doctype html>\n<title>Please\u0007 log in</title>${'x'.repeat(5_000)}`;
      upstream.script(reply(200, page, { 'content-type': 'text/event-stream' }));
      const { finish } = await collect(backend);
      const { failure } = finish;
      expect(failure).toMatchObject({
        kind: 'upstream-broken',
        reason: expect.stringContaining('<!doctype html> <title>Please\\u0007 log in'),
      });
      expect(JSON.stringify(failure).length).toBeLessThan(400);
      expect(upstream.requests).toHaveLength(1);
    });

    proves(
      'L9',
      `The ${kind} backend stops reading an endless event at its size limit and does not buffer more`,
      async () => {
        const { upstream, backend } = await open(wire, { eventBytes: 8 * MEBIBYTE });
        const before = process.memoryUsage().rss;
        upstream.script([head(200), wire.openEvent, flood('x'.repeat(64 * 1024), 1_600)]);
        const { finish } = await collect(backend);
        expect(finish).toMatchObject({
          failure: { kind: 'upstream-broken', reason: expect.stringContaining('longer') },
        });
        await upstream.requests[0]?.whenClosed;
        expect(upstream.requests[0]?.sentBytes).toBeLessThan(64 * MEBIBYTE);
        expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEBIBYTE);
      },
    );

    proves('L9', `The ${kind} backend stops reading an endless answer at its size limit`, async () => {
      const { upstream, backend } = await open(wire, { answerBytes: 2 * MEBIBYTE });
      upstream.script([...wire.beginning, flood(wire.event)]);
      const { events, finish } = await collect(backend);
      expect(textOf(events).length).toBeGreaterThan(1_000);
      expect(finish).toMatchObject({ failure: { kind: 'upstream-broken', reason: expect.stringContaining('longer') } });
      await upstream.requests[0]?.whenClosed;
    });

    test('A compressed answer is read although the request did not ask for compression', async () => {
      const { upstream, backend } = await open(wire);
      const packed = gzipSync(wire.stream);
      upstream.script([
        head(200, { 'content-encoding': 'gzip' }),
        packed.subarray(0, 30),
        wait(20),
        packed.subarray(30),
      ]);
      const { finish, events } = await collect(backend);
      upstream.script([wire.stream]);
      expect(joined(events)).toEqual(joined((await collect(backend)).events));
      expect(finish.failure).toBeUndefined();
    });

    proves('L9', `The ${kind} backend applies the size limit of an answer to the decompressed bytes`, async () => {
      const { upstream, backend } = await open(wire, { answerBytes: 4 * MEBIBYTE });
      const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE, wire.event));
      upstream.script([head(200, { 'content-encoding': 'gzip' }), bomb, hang]);
      const { events, finish } = await collect(backend);
      expect(finish).toMatchObject({ failure: { kind: 'upstream-broken', reason: expect.stringContaining('longer') } });
      expect(textOf(events).length).toBeLessThan(4 * MEBIBYTE);
    });

    proves(
      'L9',
      `The ${kind} backend pauses the server while its stream is not read, and continues afterwards`,
      async () => {
        const { upstream, backend } = await open(wire, { answerBytes: 1024 * MEBIBYTE, silenceMs: 50 });
        upstream.script([...wire.beginning, flood(wire.event)]);
        const reading = iterate(backend);
        await reading.next();
        const sent = () => upstream.requests[0]?.sentBytes ?? 0;
        const paused = await standstill(sent);
        while (sent() === paused) expect((await reading.next()).done).toBe(false);
        await reading.return?.();
        await upstream.requests[0]?.whenClosed;
      },
    );
  });

  finishContract(wire);
}

/** Contract test for the end of each stream, whatever the server does. */
export function finishContract(wire: WireUnderTest): void {
  const { kind } = wire;
  const cutStream = (length: number) => wire.stream.subarray(0, length);

  describe(`The ${kind} backend with any server`, () => {
    proves(
      ['L9', 'L10'],
      `The ${kind} backend ends each stream with exactly one finish, whatever the server does and whenever the caller aborts`,
      async () => {
        const pieces = fc.constantFrom<Action>(
          ...wire.beginning,
          wire.event,
          ...wire.oddities,
          wire.openEvent,
          wait(3),
        );
        const body = fc.array(fc.oneof(pieces, fc.constant(wire.stream), fc.nat(200).map(cutStream)), { maxLength: 6 });
        const ending = fc.constantFrom<Action[]>([], [reset], [close], [hang]);
        const start = fc.constantFrom<Action[]>([], [head(204)], [head(301)], [head(400)], [head(429)], [head(500)]);
        const play = fc.tuple(start, body, ending).map((parts): Action[] => parts.flat());
        const fate = fc.record({ first: play, second: play, abortMs: fc.option(fc.nat(30)), isStreamed: fc.boolean() });
        await fc.assert(
          fc.asyncProperty(fate, async ({ first, second, abortMs, isStreamed }) => {
            const { upstream, backend } = await open(wire, { firstByteMs: 40, silenceMs: 40, retries: 1 });
            upstream.script(first, second);
            const abort = new AbortController();
            const timer = setTimeout(() => abort.abort(new Error('enough')), abortMs ?? 10_000);
            const { events } = await collect(backend, { isStreamed }, abort.signal);
            clearTimeout(timer);
            expect(checkStream(events)).toEqual([]);
            expect(upstream.requests.length).toBeLessThanOrEqual(2);
            await upstream.stop();
          }),
          { numRuns: 80 },
        );
      },
      60_000,
    );
  });
}
