import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Event } from '../../core/index.ts';
import type { AnswerReader, Framing } from '../../wires/index.ts';
import { ChatAnswer, MessagesAnswer, OllamaAnswer } from '../../wires/index.ts';
import { AnswerText } from './answer-text.ts';
import { Frame } from './frame.ts';

const read = (data: string) => (JSON.parse(data) as { t?: string }).t;

function learned(data: string, text: string, idle?: string): Frame {
  const frame = new Frame(idle);
  frame.learn(data, text, read);
  return frame;
}

describe('A frame', () => {
  test('A frame learns its shape from one event and reads the text of the next ones', () => {
    const frame = learned('{"id":1,"t":"Hel"}', 'Hel');
    expect(frame.textOf('{"id":1,"t":"lo"}')).toBe('lo');
    expect(frame.textOf('{"id":1,"t":""}')).toBe('');
    expect(frame.textOf('{"id":1,"t":"\\n\\"\\u00e9\\\\ 😀"}')).toBe('\n"é\\ 😀');
  });

  test('A frame does not read an event that differs in more than its text', () => {
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

  test('A frame does not learn from an event whose text appears twice or is escaped differently', () => {
    expect(learned('{"id":"a","t":"a"}', 'a').textOf('{"id":"b","t":"a"}')).toBeUndefined();
    expect(learned('{"t":"\\u0061"}', 'a').textOf('{"t":"b"}')).toBeUndefined();
  });

  test('A frame stops learning if a server varies every event', () => {
    const frame = new Frame();
    let reads = 0;
    for (let id = 0; id < 100; id++) {
      frame.learn(`{"id":${id},"t":"a"}`, 'a', (data) => {
        reads++;
        return read(data);
      });
    }
    expect(reads).toBeLessThan(20);
  });

  test('A frame relearns a useful shape each time it changes', () => {
    const frame = new Frame();
    for (let id = 0; id < 100; id++) {
      frame.learn(`{"id":${id},"t":"a"}`, 'a', read);
      for (let use = 0; use < 20; use++) expect(frame.textOf(`{"id":${id},"t":"b"}`)).toBe('b');
    }
  });

  test('A frame keeps its shape after an event from which it cannot learn one', () => {
    const frame = learned('{"id":1,"t":"Hel"}', 'Hel');
    frame.learn('{"id":2,"t":"\\u0061"}', 'a', read);
    expect(frame.textOf('{"id":1,"t":"lo"}')).toBe('lo');
  });

  test('A frame ignores blanks before the last brace', () => {
    for (const data of ['{"id":1,"t":"Hel"}', '{"id":1,"t":"Hel"   }']) {
      const frame = learned(data, 'Hel');
      expect(frame.textOf('{"id":1,"t":"lo"}')).toBe('lo');
      expect(frame.textOf('{"id":1,"t":"lo" }')).toBe('lo');
      expect(frame.textOf('{"id":1,"t":"lo         }"         }')).toBe('lo         }');
      for (const other of [
        '{"id":1,"t":"lo"  ',
        '{"id":1,"t":"lo"} }',
        '{"id":1,"t":"lo" ,}',
        '{"id":1,"t":"lo }',
        '}',
      ]) {
        expect(frame.textOf(other), other).toBeUndefined();
      }
    }
  });
});

describe('An idle field', () => {
  const shapes = [
    (text: string, at: string) => `{"m":"x","at":"${at}","n":null,"t":"${text}","done":false}`,
    (text: string, at: string) => `{"at":"${at}","t":"${text}"}`,
    (text: string, at: string) => `{"t":"${text}","at":"${at}"}`,
    (text: string, at: string) => `{"t":"${text}","n":[{}],"at":"${at}","m":"x"  }`,
  ];

  test.each(shapes)('An idle field may have any value in any position: %s', (event) => {
    const frame = learned(event('Hel', '12:00'), 'Hel', 'at');
    expect(frame.textOf(event('lo', '12:00'))).toBe('lo');
    expect(frame.textOf(event('lo', ''))).toBe('lo');
    expect(frame.textOf(event('\\"at\\":\\"', 'Hel'))).toBe('"at":"');
    expect(frame.textOf(event('lo', 'x'.repeat(100)))).toBe('lo');
  });

  test.each(shapes)(
    'A frame does not read an event whose idle value contains escapes, quotes or control characters: %s',
    (event) => {
      const frame = learned(event('Hel', '12:00'), 'Hel', 'at');
      for (const value of ['\\n', '\\"', '\\', 'a"', 'a\n', 'a","t":"b', '\\q', '\t']) {
        expect(frame.textOf(event('lo', value)), value).toBeUndefined();
      }
    },
  );

  test.each([
    ['in a nested object', '{"in":{"at":"1"},"t":"a"}', '{"in":{"at":"2"},"t":"a"}'],
    [
      'in a nested object and at the top level',
      '{"in":{"at":"1"},"t":"a","at":"1"}',
      '{"in":{"at":"2"},"t":"a","at":"1"}',
    ],
    ['in the event twice', '{"at":"1","at":"2","t":"a"}', '{"at":"0","at":"2","t":"a"}'],
    ['only the end of a longer name', '{"x\\"at":"1","t":"a"}', '{"x\\"at":"2","t":"a"}'],
    ['inside a string', '{"x":"{\\"at\\":\\"1\\"}","t":"a"}', '{"x":"{\\"at\\":\\"2\\"}","t":"a"}'],
    ['not a string', '{"at":1,"t":"a"}', '{"at":2,"t":"a"}'],
    ['a field of another name', '{"ad":"1","t":"a"}', '{"ad":"2","t":"a"}'],
  ])('A field is not treated as idle if it is %s', (_, event, other) => {
    expect(learned(event, 'a', 'at').textOf(other)).toBeUndefined();
  });
});

// These are the frame's own probes; a server could send the same text.
test.each(['what would be read here?', 'and what now'])(
  'A server that sends the probe text “%s” does not mislead the frame',
  (probe) => {
    const frame = new Frame('at');
    const event = (id: string, text: string) => `{"id":${JSON.stringify(id)},"at":"","t":${JSON.stringify(text)}}`;
    frame.learn(event(probe, probe), probe, read);
    frame.learn(event(`idle: ${probe}`, probe), `idle: ${probe}`, read);
    expect(frame.textOf(event('x', probe))).toBeUndefined();
  },
);

test('The finish reason of a chunk is kept if the chunk contains its text twice', () => {
  const text = new AnswerText({ backend: 'up', machine: new ChatAnswer('up'), framing: 'events', eventBytes: 1e6 });
  const chunk = '{"choices":[{"finish_reason":"length","index":0,"delta":{"content":"length"}}]}';
  expect([...text.push(`data: ${chunk}\n\ndata: [DONE]\n\n`), ...text.end()].at(-1)).toMatchObject({
    reason: 'length',
  });
});

/** Events that are nearly identical, which a shortcut could read wrongly. */
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
  padding: fc.oneof(
    fc.constant({}),
    anyText.map((obfuscation) => ({ obfuscation })),
    fc.constantFrom(
      { usage: null, obfuscation: 'a' },
      { obfuscation: 'b' },
      { obfuscation: 1 },
      { obfuscation: 'stop' },
    ),
  ),
});

proves('L3', 'Chat completions: reading events with a frame gives the same result as parsing each event', () => {
  fc.assert(
    fc.property(fc.array(anyChunk, { minLength: 1, maxLength: 30 }), (chunks) => {
      const data = chunks.map(({ text, model, fingerprint, finish, escaped, extra, delta, padding }) => {
        const json = JSON.stringify({
          id: 'x',
          system_fingerprint: fingerprint,
          model,
          choices: [{ index: 0, delta: { ...delta, content: text }, finish_reason: finish, ...extra }],
          ...padding,
        });
        return asEscaped(json, escaped);
      });
      compare(data, () => new ChatAnswer('up'), 'events');
    }),
    { numRuns: 1_000 },
  );
});

proves('L3', 'Ollama: reading lines with a frame gives the same result as parsing each line', () => {
  const anyLine = fc.record({
    text: fc.oneof(anyText, fc.constantFrom('<', '<tool_call>', '<tool', 'a<b', '_call>', '</think>', '{', ' ')),
    at: fc.oneof(fc.constantFrom('12:00', '12:01', '"', '\\', '\n', ''), anyText),
    model: fc.constantFrom('m', 'm', 'm', 'm', 'other'),
    escaped: fc.boolean(),
    message: fc.constantFrom({}, {}, {}, {}, { thinking: 'hm' }, { created_at: 'x' }, { tool_calls: [] }),
    more: fc.constantFrom({}, {}, {}, {}, { done: true, done_reason: 'length' }, { error: 'x' }, { created_at: 1 }),
  });
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 30 }), (lines) => {
      const data = lines.map(({ text, at, model, escaped, message, more }) => {
        const said = { role: 'assistant', content: text, ...message };
        return asEscaped(JSON.stringify({ model, created_at: at, message: said, done: false, ...more }), escaped);
      });
      let id = 0;
      compare(data, () => new OllamaAnswer('up', () => `id${id++ % 7}`), 'lines');
    }),
    { numRuns: 1_000 },
  );
});

proves('L3', 'Messages API: reading padded events with a frame gives the same result as parsing each event', () => {
  const anyEvent = fc.record({
    text: anyText,
    index: fc.constantFrom(0, 0, 0, 0, 1),
    blanks: fc.integer({ min: 0, max: 15 }),
    escaped: fc.boolean(),
    delta: fc.constantFrom({}, {}, {}, {}, { type: 'thinking_delta', thinking: 'hm' }, { text: null }),
    more: fc.constantFrom({}, {}, {}, {}, { type: 'content_block_stop' }, { type: 'ping' }, { type: 'message_stop' }),
  });
  fc.assert(
    fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 30 }), (events) => {
      const data = events.map(({ text, index, blanks, escaped, delta, more }) => {
        const said = { type: 'text_delta', text, ...delta };
        const json = asEscaped(JSON.stringify({ type: 'content_block_delta', index, delta: said, ...more }), escaped);
        return `${json.slice(0, -1)}${' '.repeat(blanks)}}`;
      });
      compare(data, () => new MessagesAnswer({ backend: 'up', model: 'm' }), 'events');
    }),
    { numRuns: 1_000 },
  );
});

function asEscaped(json: string, escaped: boolean): string {
  if (!escaped) return json;
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Expects the stream to give the same events as parsing its values one by one. */
function compare(data: readonly string[], newMachine: () => AnswerReader, framing: Framing): void {
  const shortcut = new AnswerText({ backend: 'up', machine: newMachine(), framing, eventBytes: 1e6 });
  const stream = data.map((each) => (framing === 'lines' ? `${each}\n` : `data: ${each}\n\n`)).join('');
  const events = [...shortcut.push(stream), ...shortcut.end()];
  const machine = newMachine();
  const plain: Event[] = [];
  for (const each of data) {
    if (machine.isDone || machine.failure !== undefined) break;
    plain.push(...machine.chunk(JSON.parse(each)));
  }
  expect(events).toEqual([...plain, ...machine.end(machine.isDone)]);
}
