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

/** Returns the events of an answer that arrives in these pieces. */
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

describe('Variants of server-sent events', () => {
  test.each([
    ['LF line ends', `data: ${hello}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`],
    ['CRLF line ends', `data: ${hello}\r\n\r\ndata: ${stop}\r\n\r\ndata: [DONE]\r\n\r\n`],
    ['CR line ends', `data: ${hello}\r\rdata: ${stop}\r\rdata: [DONE]\r\r`],
    ['no space after the colon', `data:${hello}\n\ndata:${stop}\n\ndata:[DONE]\n\n`],
    ['a byte order mark at the start', `\ufeffdata: ${hello}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`],
    ['blank lines before the first event', `\n\n  \r\ndata: ${hello}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`],
    ['comments', `: OPENROUTER PROCESSING\n\n:\n\ndata: ${hello}\n\n: x\ndata: ${stop}\n\ndata: [DONE]\n\n`],
    [
      'event names, ids and retry fields',
      `event: message\nid: 1\nretry: 10\ndata: ${hello}\n\nevent: x\ndata: ${stop}\n\ndata: [DONE]\n\n`,
    ],
    [
      'data in several lines',
      `data: ${hello.slice(0, 1)}\ndata: ${hello.slice(1)}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`,
    ],
    ['empty data', `data:\n\ndata: ${hello}\n\ndata: \n\ndata: ${stop}\n\ndata: [DONE]\n\n`],
    ['junk after [DONE]', `data: ${hello}\n\ndata: ${stop}\n\ndata: [DONE]\n\ndata: junk\n\n<html>`],
    ['spaces around [DONE]', `data: ${hello}\n\ndata: ${stop}\n\ndata:   [DONE] \n\n`],
    ['a finish reason without [DONE]', `data: ${hello}\n\ndata: ${stop}\n\n`],
    ['no line end after the last event', `data: ${hello}\n\ndata: ${stop}`],
    ['[DONE] without a finish reason', `data: ${hello}\n\ndata: [DONE]`],
  ])('A stream of server-sent events gives the same events with %s', (_, written) => {
    expect(joined(read([written]))).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'finish', reason: 'stop' },
    ]);
  });
});

describe('An answer that is one JSON value', () => {
  test.each([
    ['alone', whole],
    ['after keep-alive blanks', `\n\n   \n${whole}\n`],
    ['after a byte order mark', `\ufeff${whole}`],
  ])('An answer that is one JSON value is read %s', (_, written) => {
    expect(joined(read([written]))).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test('A truncated JSON answer fails as broken', () => {
    expect(read([whole.slice(0, 40)])).toEqual([broken(/not JSON, or is incomplete/)]);
  });
});

describe('An answer that cannot be used', () => {
  proves(['L9', 'L10'], 'An answer with more than 250,000 JSON values fails before it is parsed', () => {
    const padded = (count: number) => `${whole.slice(0, -1)},"x":[${'[],'.repeat(count)}[]]}`;
    expect(textOf(read([padded(249_000)]))).toBe('Hello');
    expect(read([padded(251_000)])).toEqual([broken(/the answer has more than 250000 JSON values/)]);
  });

  test.each<[string, string, RegExp]>([
    ['an empty body', '', /empty/],
    ['only whitespace', ' \n ', /empty/],
    ['an HTML page', `<html>${'x'.repeat(9_000)}`, /neither JSON nor an event stream: "<html>x{194}…"/],
    ['plain text', 'Unauthorized', /"Unauthorized"/],
    ['the beginning of a field name', 'dat', /"dat"/],
    ['an event that is not JSON', `data: ${hello}\n\ndata: oops\n\n`, /one of its events is not JSON: "oops"/],
    ['a stream that ends inside an event', `data: ${hello}\n\ndata: ${stop.slice(0, 30)}`, /not JSON/],
    ['a stream without a finish reason', `data: ${hello}\n\n`, /without a finish reason/],
  ])('An answer fails as broken if it is or contains %s', (_, written, reason) => {
    expect(read([written]).at(-1)).toEqual(broken(reason));
  });

  test('An error inside the stream ends the answer', () => {
    const events = read([`data: ${hello}\n\ndata: {"error":{"message":"no"}}\n\ndata: ${hello}\n\ndata: [DONE]\n\n`]);
    expect(textOf(events)).toBe('Hello');
    expect(events.at(-1)).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-failed', message: 'no' } });
  });

  proves('L9', 'An event is limited to eventBytes, whether it is one long line or many lines', () => {
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

  test('An external failure ends the answer with its held-back text but without its calls', () => {
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

  test('A cancelled answer contains no calls, even if they were complete', () => {
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

  test('An answer with a finish reason stays complete if its connection then breaks', () => {
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

proves('L3', 'Splitting the bytes of an answer at any offset gives the same events', () => {
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

proves('L10', 'Reading any server output in any pieces never throws and gives exactly one finish', () => {
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
