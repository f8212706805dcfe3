import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Event } from '../../core/index.ts';
import { ChatAnswer } from '../chat/answer.ts';
import { AnswerText } from './answer-text.ts';
import { Frame } from './frame.ts';

const read = (data: string) => (JSON.parse(data) as { t?: string }).t;

function learned(data: string, text: string): Frame {
  const frame = new Frame();
  frame.learn(data, text, read);
  return frame;
}

describe('a frame', () => {
  test('is known after one event, and takes the text out of the next', () => {
    const frame = learned('{"id":1,"t":"Hel"}', 'Hel');
    expect(frame.textOf('{"id":1,"t":"lo"}')).toBe('lo');
    expect(frame.textOf('{"id":1,"t":""}')).toBe('');
    expect(frame.textOf('{"id":1,"t":"\\n\\"\\u00e9\\\\ 😀"}')).toBe('\n"é\\ 😀');
  });

  test('knows no event that differs in anything else', () => {
    const frame = learned('{"id":1,"t":"Hel"}', 'Hel');
    for (const other of [
      '{"id":2,"t":"lo"}',
      '{"id":1,"t":"lo","more":1}',
      '{"id":1,"t":"lo","t":"x"}',
      '{"id":1,"t":null}',
      '{"id":1,"t":"lo\\"}',
      '{"id":1,"t":"a","u":"b"}',
      '{"id":1,"t":"a\nb"}',
      '{"id":1,"t":"}',
      '{"id":1,"t":"',
      '',
    ]) {
      expect(frame.textOf(other), other).toBeUndefined();
    }
  });

  test('is not learnt from a text that stands in several places, or is written in another way', () => {
    expect(learned('{"id":"a","t":"a"}', 'a').textOf('{"id":"b","t":"a"}')).toBeUndefined();
    expect(learned('{"t":"\\u0061"}', 'a').textOf('{"t":"b"}')).toBeUndefined();
  });

  test('a server that varies its events is given up on', () => {
    const frame = new Frame();
    let reads = 0;
    for (let id = 0; id < 100; id++) {
      frame.learn(`{"id":${id},"t":"a"}`, 'a', (data) => {
        reads++;
        return read(data);
      });
    }
    expect(reads).toBeLessThan(10);
  });
});

test('what a chunk says beside its text is not lost where the text stands twice', () => {
  const text = new AnswerText({ backend: 'up', machine: new ChatAnswer('up'), framing: 'events', eventBytes: 1e6 });
  const chunk = '{"choices":[{"finish_reason":"length","index":0,"delta":{"content":"length"}}]}';
  expect([...text.push(`data: ${chunk}\n\ndata: [DONE]\n\n`), ...text.end()].at(-1)).toMatchObject({
    reason: 'length',
  });
});

/** Events that are nearly all alike: what a shortcut could get wrong. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    'stop',
    'length',
    'fp',
    '"',
    '\\',
    '\n\ndata: [DONE]',
    '","finish_reason":"stop"',
    '<think>',
    '"}}]}',
    '\u2028',
    '\ud800',
  ),
);
const anyChunk = fc.record({
  text: anyText,
  model: fc.constantFrom('m', 'm', 'm', 'm', 'other'),
  fingerprint: fc.constantFrom('fp', 'fp', 'fp', 'stop', 'other'),
  finish: fc.constantFrom(null, null, null, null, 'stop', 'length'),
  escaped: fc.boolean(),
  extra: fc.constantFrom({}, {}, {}, {}, { logprobs: { content: [] } }, { system_fingerprint: 'x' }),
  delta: fc.constantFrom({}, {}, {}, {}, { role: 'assistant' }, { reasoning_content: 'hm' }, { refusal: 'no' }),
});

proves('L3', 'a shortcut through events of one shape gives the same as reading each of them', () => {
  fc.assert(
    fc.property(fc.array(anyChunk, { minLength: 1, maxLength: 30 }), (chunks) => {
      const data = chunks.map(({ text, model, fingerprint, finish, escaped, extra, delta }) => {
        const json = JSON.stringify({
          id: 'x',
          system_fingerprint: fingerprint,
          model,
          choices: [{ index: 0, delta: { ...delta, content: text }, finish_reason: finish, ...extra }],
        });
        return escaped
          ? json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          : json;
      });
      const shortcut = new AnswerText({
        backend: 'up',
        machine: new ChatAnswer('up'),
        framing: 'events',
        eventBytes: 1e6,
      });
      const events = [...shortcut.push(data.map((each) => `data: ${each}\n\n`).join('')), ...shortcut.end()];
      const machine = new ChatAnswer('up');
      const plain: Event[] = data.flatMap((each) => machine.chunk(JSON.parse(each)));
      expect(events).toEqual([...plain, ...machine.end(false)]);
    }),
    { numRuns: 1_000 },
  );
});
