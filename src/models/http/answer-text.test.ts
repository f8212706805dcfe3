import { StringDecoder } from 'node:string_decoder';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joined, textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../test/requirements.ts';
import { chunk, usage } from '../../../test/upstream.ts';
import type { Event } from '../../core/index.ts';
import { ChatAnswer } from '../../wires/index.ts';
import { AnswerText } from './answer-text.ts';

const EVENT_BYTES = 10_000;

/** The events of an answer that arrives in these pieces. */
function read(pieces: readonly (string | Buffer)[]): readonly Event[] {
  const decoder = new StringDecoder('utf8');
  const text = new AnswerText({
    backend: 'up',
    machine: new ChatAnswer('up'),
    framing: 'events',
    eventBytes: EVENT_BYTES,
  });
  const events = pieces.flatMap((piece) => text.push(decoder.write(Buffer.from(piece))));
  events.push(...text.push(decoder.end()), ...text.end());
  expect(checkStream(events)).toEqual([]);
  expect(text.isOver).toBe(true);
  return events;
}

const hello = JSON.stringify(chunk({ content: 'Hello' }));
const stop = JSON.stringify(chunk({}, 'stop'));
const whole = JSON.stringify({ choices: [{ index: 0, message: { content: 'Hello' }, finish_reason: 'stop' }] });
const broken = (reason: RegExp) => ({
  type: 'finish',
  reason: 'failed',
  failure: { kind: 'upstream-broken', backend: 'up', reason: expect.stringMatching(reason) },
});

describe('every way to write server-sent events is read alike', () => {
  test.each([
    ['LF', `data: ${hello}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`],
    ['CRLF', `data: ${hello}\r\n\r\ndata: ${stop}\r\n\r\ndata: [DONE]\r\n\r\n`],
    ['CR', `data: ${hello}\r\rdata: ${stop}\r\rdata: [DONE]\r\r`],
    ['without a space', `data:${hello}\n\ndata:${stop}\n\ndata:[DONE]\n\n`],
    ['a byte order mark', `\ufeffdata: ${hello}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`],
    ['blank lines before', `\n\n  \r\ndata: ${hello}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`],
    ['comments', `: OPENROUTER PROCESSING\n\n:\n\ndata: ${hello}\n\n: x\ndata: ${stop}\n\ndata: [DONE]\n\n`],
    [
      'names, ids and retry',
      `event: message\nid: 1\nretry: 10\ndata: ${hello}\n\nevent: x\ndata: ${stop}\n\ndata: [DONE]\n\n`,
    ],
    [
      'data in several lines',
      `data: ${hello.slice(0, 1)}\ndata: ${hello.slice(1)}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`,
    ],
    ['empty data', `data:\n\ndata: ${hello}\n\ndata: \n\ndata: ${stop}\n\ndata: [DONE]\n\n`],
    ['junk after the end', `data: ${hello}\n\ndata: ${stop}\n\ndata: [DONE]\n\ndata: junk\n\n<html>`],
    ['spaces about the end', `data: ${hello}\n\ndata: ${stop}\n\ndata:   [DONE] \n\n`],
    ['no end but a reason', `data: ${hello}\n\ndata: ${stop}\n\n`],
    ['no line end after the last event', `data: ${hello}\n\ndata: ${stop}`],
    ['no reason but an end', `data: ${hello}\n\ndata: [DONE]`],
  ])('%s', (_, written) => {
    expect(joined(read([written]))).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'finish', reason: 'stop' },
    ]);
  });
});

describe('a whole answer', () => {
  test.each([
    ['plain', whole],
    ['after keep-alives', `\n\n   \n${whole}\n`],
    ['after a byte order mark', `\ufeff${whole}`],
  ])('%s', (_, written) => {
    expect(joined(read([written]))).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test('that was cut in two is no answer', () => {
    expect(read([whole.slice(0, 40)])).toEqual([broken(/not JSON, or only a part/)]);
  });
});

describe('what is no answer', () => {
  test.each<[string, string, RegExp]>([
    ['nothing', '', /empty/],
    ['spaces', ' \n ', /empty/],
    ['a page', `<html>${'x'.repeat(9_000)}`, /neither JSON nor a stream of events: "<html>x{194}…"/],
    ['a word', 'Unauthorized', /"Unauthorized"/],
    ['half a word of a stream', 'dat', /"dat"/],
    ['an event that is no JSON', `data: ${hello}\n\ndata: oops\n\n`, /one of its events is not JSON: "oops"/],
    ['a stream that stops in an event', `data: ${hello}\n\ndata: ${stop.slice(0, 30)}`, /not JSON/],
    ['a stream without a reason', `data: ${hello}\n\n`, /without a finish reason/],
  ])('%s', (_, written, reason) => {
    expect(read([written]).at(-1)).toEqual(broken(reason));
  });

  test('an error in the stream ends it', () => {
    const events = read([`data: ${hello}\n\ndata: {"error":{"message":"no"}}\n\ndata: ${hello}\n\ndata: [DONE]\n\n`]);
    expect(textOf(events)).toBe('Hello');
    expect(events.at(-1)).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-failed', message: 'no' } });
  });

  proves('L9', 'an event of many lines is bounded as one of a long line is', () => {
    const longest = `data: ${JSON.stringify(chunk({ content: 'x'.repeat(EVENT_BYTES / 2) }))}\n\n`;
    expect(textOf(read([longest, 'data: [DONE]\n\n']))).toHaveLength(EVENT_BYTES / 2);
    const tooLong = [
      `data: ${'x'.repeat(EVENT_BYTES + 1)}`,
      'data:\n'.repeat(EVENT_BYTES),
      ': x\n'.repeat(EVENT_BYTES),
    ];
    for (const written of tooLong) {
      expect(read([...(written.match(/[\s\S]{1,1000}/g) ?? [])]).at(-1)).toEqual(broken(/longer than 10000 bytes/));
    }
  });

  test('a failure from outside ends it with what was held back, but not with its calls', () => {
    const text = new AnswerText({
      backend: 'up',
      machine: new ChatAnswer('up'),
      framing: 'events',
      eventBytes: EVENT_BYTES,
    });
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{"x":' } };
    const events = [
      ...text.push(`data: ${JSON.stringify(chunk({ content: '<thi' }))}\n\n`),
      ...text.push(`data: ${JSON.stringify(chunk({ tool_calls: [call] }))}\n\n`),
      ...text.fail({ kind: 'turn-cancelled', reason: 'left' }),
    ];
    expect(textOf(events)).toBe('<thi');
    expect(events.some(({ type }) => type === 'call')).toBe(false);
    expect(events.at(-1)).toEqual({
      type: 'finish',
      reason: 'failed',
      failure: { kind: 'turn-cancelled', reason: 'left' },
    });
    expect(checkStream(events)).toEqual([]);
    expect(text.push(`data: ${hello}\n\n`)).toEqual([]);
    expect(text.end()).toEqual([]);
  });

  test('who cancels gets no calls to run, though they were complete', () => {
    const text = new AnswerText({
      backend: 'up',
      machine: new ChatAnswer('up'),
      framing: 'events',
      eventBytes: EVENT_BYTES,
    });
    const call = { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } };
    text.push(`data: ${JSON.stringify(chunk({ tool_calls: [call] }, 'tool_calls'))}\n\n`);
    const ending = text.fail({ kind: 'turn-cancelled', reason: 'left' });
    expect(ending).toEqual([{ type: 'finish', reason: 'failed', failure: { kind: 'turn-cancelled', reason: 'left' } }]);
  });

  test('a connection that breaks after the reason was given loses nothing', () => {
    const text = new AnswerText({
      backend: 'up',
      machine: new ChatAnswer('up'),
      framing: 'events',
      eventBytes: EVENT_BYTES,
    });
    text.push(`data: ${hello}\n\ndata: ${stop}\n\n`);
    const reset = { kind: 'upstream-broken', backend: 'up', reason: 'reset' } as const;
    expect(text.fail(reset)).toEqual([{ type: 'finish', reason: 'stop' }]);
  });
});

proves('L3', 'bytes cut at every offset give the same events', () => {
  const call = (text: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] });
  const chunks = [
    chunk({ content: '<think>Grüße</think>👩‍🔬' }),
    chunk({ content: '\u2028\n\ndata: [DONE]\n\n' }),
    chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"q":' } }] }),
    call('"ö"}'),
    chunk({}, 'tool_calls'),
    usage(),
  ].map((each) => JSON.stringify(each));
  const streams = ['\n', '\r\n', '\r'].map((end) =>
    Buffer.from(
      `\ufeff: hi${end}${end}${chunks.map((each) => `data: ${each}${end}${end}`).join('')}data: [DONE]${end}${end}x`,
    ),
  );
  for (const bytes of [...streams, Buffer.from(` ${whole}`), Buffer.from('<html>é'), Buffer.from(`data: ${hello}`)]) {
    const expected = joined(read([bytes]));
    for (let at = 0; at <= bytes.length; at++) {
      expect(joined(read([bytes.subarray(0, at), bytes.subarray(at)]))).toEqual(expected);
    }
    expect(joined(read(Array.from(bytes, (byte) => Buffer.of(byte))))).toEqual(expected);
  }
});

proves('L10', 'whatever a server writes, in whatever pieces, nothing throws and there is one finish', () => {
  const written = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json().map((value) => `data: ${value}\n\n`),
    fc.constantFrom(
      'data:',
      'data: [DONE]\n\n',
      '\n',
      '\r',
      '{',
      '}',
      '<',
      `data: ${hello}\n\n`,
      `data: ${stop}\n\n`,
      whole,
    ),
  );
  fc.assert(
    fc.property(fc.array(written), (pieces) => void read(pieces)),
    { numRuns: 500 },
  );
});
