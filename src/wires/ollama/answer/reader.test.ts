import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joined } from '../../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../../test/contracts/models/stream-law.ts';
import { ollamaDone, ollamaLine } from '../../../../test/ollama.ts';
import { proves } from '../../../../test/requirements.ts';
import type { Event, FinishEvent } from '../../../core/index.ts';
import { OllamaAnswer } from './reader.ts';

function read(lines: readonly unknown[], isWhole = false): { events: Event[]; finish: FinishEvent } {
  let id = 0;
  const answer = new OllamaAnswer('up', () => `new${id++}`);
  const events = lines.flatMap((line) => (isWhole ? answer.whole(line) : answer.chunk(line)));
  events.push(...answer.end(isWhole));
  expect(checkStream(events)).toEqual([]);
  const finish = events.at(-1);
  if (finish?.type !== 'finish') throw new Error('no finish');
  return { events: events.slice(0, -1), finish };
}

function callsOf(events: readonly Event[]) {
  return events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
}

const called = (call: object, more: object = {}) => ollamaLine({ tool_calls: [{ function: call, ...more }] });

describe('Lines of an Ollama stream', () => {
  test('Text is emitted as it arrives, then the finish reason and the usage', () => {
    expect(read([ollamaLine({ content: 'Hel' }), ollamaLine({ content: 'lo' }), ollamaDone()])).toEqual({
      events: [
        { type: 'text', text: 'Hel' },
        { type: 'text', text: 'lo' },
      ],
      finish: { type: 'finish', reason: 'stop', usage: { promptTokens: 11, completionTokens: 7 } },
    });
  });

  test('Text in the last line is read, and lines after it are ignored', () => {
    const last = { ...ollamaDone(), message: { role: 'assistant', content: 'lo' } };
    const { events } = read([ollamaLine({ content: 'Hel' }), last, ollamaLine({ content: '!' }), { error: 'late' }]);
    expect(joined(events)).toEqual([{ type: 'text', text: 'Hello' }]);
  });

  test('Reasoning is emitted with the state that names its field', () => {
    const lines = [ollamaLine({ thinking: 'h' }), ollamaLine({ thinking: 'm' }), ollamaLine({ content: 'Hello' })];
    expect(joined(read([...lines, ollamaDone()]).events)).toEqual([
      { type: 'reasoning', text: 'hm', state: { ollama: { member: 'thinking' } } },
      { type: 'text', text: 'Hello' },
    ]);
  });

  test('Marked reasoning in the content is separated, unless the server sends reasoning in its own field', () => {
    const lines = [...'<think>hm</think>\n\nHello'].map((content) => ollamaLine({ content }));
    expect(joined(read([...lines, ollamaDone()]).events)).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hello' },
    ]);
    const told = [ollamaLine({ thinking: 'hm' }), ollamaLine({ content: '<think>' }), ollamaDone()];
    expect(joined(read(told).events)).toMatchObject([{ type: 'reasoning' }, { type: 'text', text: '<think>' }]);
  });

  test.each<[string, FinishEvent['reason']]>([
    ['stop', 'stop'],
    ['length', 'length'],
    ['load', 'stop'],
    ['unload', 'stop'],
    ['', 'stop'],
  ])('The done reason "%s" is read as the finish reason "%s"', (reason, expected) => {
    expect(read([ollamaLine({ content: 'x' }), ollamaDone({ reason })]).finish.reason).toBe(expected);
  });

  test('An unstreamed answer emits the same events as a stream of one line', () => {
    const message = { role: 'assistant', thinking: 'hm', content: 'Hi', tool_calls: [{ function: { name: 'look' } }] };
    const whole = { ...ollamaDone(), message };
    const { events, finish } = read([whole], true);
    expect(events.map(({ type }) => type)).toEqual(['reasoning', 'text', 'call-start', 'call']);
    expect(finish).toMatchObject({ reason: 'calls', usage: { promptTokens: 11 } });
    expect(read([whole])).toEqual({ events, finish });
    expect(read([{ message: { content: 'Hi' } }], true).finish.reason).toBe('stop');
    expect(read([{ status: 'success' }], true).finish.failure).toMatchObject({ kind: 'upstream-broken' });
  });

  test('The usage is undefined if the count of prompt tokens is missing or invalid', () => {
    const usage = (more: object) => read([{ ...ollamaDone(), ...more }]).finish.usage;
    expect(usage({ prompt_eval_count: undefined })).toBeUndefined();
    expect(usage({ prompt_eval_count: '11' })).toBeUndefined();
    expect(usage({ prompt_eval_count: -1 })).toBeUndefined();
    expect(usage({ eval_count: undefined })).toEqual({ promptTokens: 11, completionTokens: 0 });
  });
});

describe('Calls in an Ollama answer', () => {
  test('The arguments of a call are emitted as the JSON that the model wrote', () => {
    const args = { q: 'x', n: 1.5, on: true, none: null, list: [1, { deep: 'ö' }], new_name: '', Ünï: '"' };
    const { events, finish } = read([called({ name: 'search', arguments: args }, { id: 'call_1' }), ollamaDone()]);
    expect(finish.reason).toBe('calls');
    expect(events).toEqual([
      { type: 'call-start', id: 'call_1', name: 'search', owner: 'gateway' },
      { type: 'call-args', id: 'call_1', text: JSON.stringify(args) },
      { type: 'call', call: { id: 'call_1', name: 'search', arguments: JSON.stringify(args) }, owner: 'gateway' },
    ]);
  });

  test.each<[string, readonly object[], readonly object[]]>([
    [
      'two calls in one line',
      [ollamaLine({ tool_calls: [{ function: { name: 'look' } }, { function: { name: 'look', arguments: {} } }] })],
      [
        { id: 'new0', name: 'look', arguments: '{}' },
        { id: 'new1', name: 'look', arguments: '{}' },
      ],
    ],
    [
      'calls in several lines, all with the index 0',
      [
        called({ index: 0, name: 'search', arguments: { q: 1 } }),
        called({ index: 0, name: 'search', arguments: { q: 2 } }),
      ],
      [
        { id: 'new0', name: 'search', arguments: '{"q":1}' },
        { id: 'new1', name: 'search', arguments: '{"q":2}' },
      ],
    ],
    [
      'two calls with one id',
      [called({ name: 'look' }, { id: 'a' }), called({ name: 'look' }, { id: 'a' })],
      [{ id: 'a' }, { id: 'new0' }],
    ],
    ['arguments as a string', [called({ name: 'search', arguments: '{"q": 1.0}' })], [{ arguments: '{"q": 1.0}' }]],
    [
      'a name and an argument called __proto__',
      [JSON.parse('{"message":{"tool_calls":[{"function":{"name":"__proto__","arguments":{"__proto__":1}}}]}}')],
      [{ name: '__proto__', arguments: '{"__proto__":1}' }],
    ],
    [
      'a single call instead of a list',
      [ollamaLine({ tool_calls: { function: { name: 'look' } } })],
      [{ name: 'look' }],
    ],
  ])('Calls are read: %s', (_, lines, calls) => {
    const { events, finish } = read([...lines, ollamaDone()]);
    expect(callsOf(events)).toMatchObject(calls);
    expect(callsOf(events)).toHaveLength(calls.length);
    expect(finish.reason).toBe('calls');
  });

  test('A call without a name is dropped with a notice', () => {
    const { events, finish } = read([called({ arguments: { q: 1 } }), ollamaDone()]);
    expect(events).toMatchObject([{ type: 'notice' }]);
    expect(finish.reason).toBe('stop');
  });

  test('Calls of an answer that ends at the token limit are complete, because only text after them can be truncated', () => {
    const look = called({ name: 'look', arguments: { at: 'x' } });
    const cut = ollamaDone({ reason: 'length' });
    for (const lines of [
      [look, cut],
      [look, ollamaLine({ content: 'And th' }), cut],
      [look, look, cut],
    ]) {
      const { events, finish } = read(lines);
      expect(callsOf(events)).toHaveLength(lines.filter((line) => line === look).length);
      expect(finish.reason).toBe('calls');
    }
    expect(read([called({ name: 'look', arguments: '{"at": "x' }), cut]).finish.reason).toBe('length');
  });

  proves('L10', 'Ollama: arguments that are nested too deeply to be serialized break the answer', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(read([called({ name: 'look', arguments: { deep } }), ollamaDone()]).finish.failure).toMatchObject({
      kind: 'upstream-broken',
    });
  });
});

test('A call that the model wrote as text stays text, because the format readers parse it later', () => {
  const text = '<tool_call>{"name": "search", "arguments": {"q": "x"}}</tool_call>';
  const { events, finish } = read([...[...text].map((content) => ollamaLine({ content })), ollamaDone()]);
  expect(joined(events)).toEqual([{ type: 'text', text }]);
  expect(finish.reason).toBe('stop');
});

describe('Errors of an Ollama server', () => {
  test.each([
    ['model "x" not found, try pulling it first', 404],
    ['registry.ollama.ai/library/x does not support tools', 400],
    ['the prompt is longer than the context length currently available to the model', 400],
    ['request (9000 tokens) exceeds the available context size (4096 tokens)', 400],
    ['unauthorized', 401],
    ['you (me) have reached your weekly usage limit', 429],
    ['server busy, please try again.  maximum pending requests exceeded', 503],
    ['an error was encountered while running the model: unexpected EOF', 500],
    ['', undefined],
  ])('The error text "%s" is mapped to the status %s', (error, status) => {
    const { finish } = read([{ error }, ollamaDone()]);
    if (status === undefined) expect(finish.failure).toBeUndefined();
    else expect(finish.failure).toEqual({ kind: 'upstream-failed', backend: 'up', status, message: error });
  });

  test('An error object with a message and a code is read', () => {
    const { finish } = read([{ error: { message: 'no', code: 429 } }]);
    expect(finish.failure).toMatchObject({ status: 429, message: 'no' });
  });

  test('After an error, later lines are ignored and no call is made', () => {
    const { events, finish } = read([called({ name: 'look' }), { error: 'on fire' }, ollamaLine({ content: 'x' })]);
    expect(callsOf(events)).toEqual([]);
    expect(finish).toMatchObject({ reason: 'failed', failure: { message: 'on fire' } });
  });

  test('A stream that ends without a done line ends in a failure, after its text', () => {
    const { events, finish } = read([ollamaLine({ content: '{"na' })]);
    expect(events).toEqual([{ type: 'text', text: '{"na' }]);
    expect(finish.failure).toMatchObject({
      kind: 'upstream-broken',
      reason: expect.stringContaining('without a done line'),
    });
  });

  test.each([[[1]], [null], ['x'], [7]])('The line %j breaks the answer', (line) => {
    expect(read([line]).finish.failure).toMatchObject({ kind: 'upstream-broken' });
  });

  test('A line without content is ignored', () => {
    expect(read([{}, { status: 'loading' }, { message: null }, ollamaDone()]).finish.reason).toBe('stop');
  });
});

describe('Arbitrary lines', () => {
  const awkward = fc.constantFrom<unknown>(
    ...['', ' ', '{', '{}', '<think>', '</think>', '<tool_call>', '</tool_call>', '```json', '\ud800', '\u0000'],
    ...['stop', 'length', '{"name":"look","arguments":{}}', 0, 1, -1, 1e308, true, false, null, [], {}, [[]], [null]],
    { toString: 1, valueOf: 1 },
    JSON.parse('{"__proto__":{"a":1}}'),
  );
  const any = fc.oneof(awkward, fc.jsonValue({ maxDepth: 2 }));
  const named = fc.record(
    { index: any, name: fc.oneof(any, fc.constant('look')), arguments: any },
    { requiredKeys: [] },
  );
  const call = fc.oneof(any, fc.record({ id: any, function: fc.oneof(any, named) }, { requiredKeys: [] }));
  const words = { role: any, content: any, thinking: any, images: any };
  const calls = { tool_calls: fc.oneof(any, fc.array(call, { maxLength: 3 })) };
  const message = fc.oneof(any, fc.record({ ...words, ...calls }, { requiredKeys: [] }));
  const ending = { done_reason: any, prompt_eval_count: any, eval_count: any };
  const rarely = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: any });
  const line = fc.oneof(
    { weight: 1, arbitrary: any },
    {
      weight: 9,
      arbitrary: fc.record({ model: any, message, done: any, error: rarely, ...ending }, { requiredKeys: [] }),
    },
  );

  proves(
    ['L9', 'L10'],
    'Ollama: whatever the server sends, the reader never throws, and its events keep the stream contract and can be serialized',
    () => {
      fc.assert(
        fc.property(fc.array(line, { maxLength: 8 }), fc.boolean(), (sent, isWhole) => {
          const lines = JSON.parse(JSON.stringify(sent)) as unknown[];
          const { events, finish } = read(lines, isWhole);
          expect(JSON.parse(JSON.stringify([...events, finish]))).toEqual([...events, finish]);
        }),
        { numRuns: 3_000 },
      );
    },
  );

  proves('L3', 'Ollama: a text gives the same events in one line as with one character per line', () => {
    const said = fc.array(
      fc.constantFrom(
        '<think>',
        '</think>',
        'hm',
        ' ',
        '\n',
        '<tool_call>',
        '</tool_call>',
        '{"name":"look","arguments":{}}',
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(said, (pieces) => {
        const whole = read([ollamaLine({ content: pieces.join('') }), ollamaDone()]);
        const cut = read([...[...pieces.join('')].map((content) => ollamaLine({ content })), ollamaDone()]);
        expect(joined([...cut.events, cut.finish])).toEqual(joined([...whole.events, whole.finish]));
      }),
      { numRuns: 500 },
    );
  });
});

test('plainText returns the text of a line with only text, once a reasoning marker is ruled out', () => {
  const answer = new OllamaAnswer('up');
  const plain = ollamaLine({ content: 'x' });
  expect([answer.isPlain, answer.plainText(plain)]).toEqual([false, undefined]);
  answer.chunk(plain);
  expect([answer.isPlain, answer.plainText(plain)]).toEqual([true, 'x']);
  for (const other of [
    ollamaDone(),
    ollamaLine({ thinking: 'x' }),
    ollamaLine({ tool_calls: [] }),
    ollamaLine({ content: 7 }),
    { ...plain, error: 'x' },
    { ...plain, done: true },
    { ...plain, logprobs: [] },
  ]) {
    expect(answer.plainText(other)).toBeUndefined();
  }
});
