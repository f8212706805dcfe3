import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { user } from '../../../test/turns.ts';
import type { Call, Message } from '../../core/index.ts';
import { arrange } from './arrangement.ts';
import { writeTranscript } from './transcript.ts';

const call = (id: string, name = 'read', args: unknown = '{}'): Call => ({ id, name, arguments: args });
const said = (text: string, ...calls: readonly Call[]): Message => ({
  role: 'assistant',
  content: text === '' ? [] : [{ type: 'text', text }],
  calls,
});
const result = (callId: string, text: string, name?: string): Message => ({
  role: 'tool',
  callId,
  content: [{ type: 'text', text }],
  ...(name === undefined ? {} : { name }),
});
const system = (text: string): Message => ({ role: 'system', content: [{ type: 'text', text }] });
const written = (...messages: readonly Message[]) => writeTranscript(arrange(messages));
/** Summarises messages as `assistant(a,b)` or `tool(a)=text`, to compare their order. */
const shape = (messages: readonly Message[]) =>
  messages.map((message) => {
    const [first] = message.content;
    const text = first?.type === 'text' ? `=${first.text}` : '';
    if (message.role === 'assistant') return `assistant(${message.calls.map(({ id }) => id).join()})${text}`;
    return message.role === 'tool' ? `tool(${message.callId})${text}` : `${message.role}${text}`;
  });

describe('A history as real clients send it', () => {
  proves(
    'S4.history',
    'Outcomes follow their assistant message in the order of its calls, each with the id of its call',
    () => {
      const messages = written(user('go'), said('', call('a'), call('b', 'write')), result('b', '2'), result('a', '1'));
      expect(shape(messages)).toEqual(['user=go', 'assistant(a,b)', 'tool(a)=1', 'tool(b)=2']);
    },
  );

  test('An outcome without an id belongs to the next unanswered call of the same name, otherwise to the next unanswered call', () => {
    const calls = said('', call('a'), call('b', 'write'), call('c'));
    expect(shape(written(calls, result('', '1'), result('', '2', 'write'), result('', '3')))).toEqual([
      'assistant(a,b,c)',
      'tool(a)=1',
      'tool(b)=2',
      'tool(c)=3',
    ]);
  });

  test('An outcome without a matching call becomes a user message and is not lost', () => {
    expect(shape(written(user('go'), result('gone', 'treasure', 'dig')))).toEqual([
      'user=go',
      'user=Result of an earlier call of dig:',
    ]);
    expect(JSON.stringify(written(result('gone', 'treasure')))).toContain('treasure');
  });

  test('A call without an outcome gets the outcome "not provided by the client"', () => {
    expect(shape(written(said('', call('a')), user('never mind')))).toEqual([
      'assistant(a)',
      'tool(a)=not provided by the client',
      'user=never mind',
    ]);
  });

  test('An outcome that arrives after the next user message still belongs to its call', () => {
    expect(shape(written(said('', call('a')), user('well?'), result('a', 'late')))).toEqual([
      'assistant(a)',
      'tool(a)=late',
      'user=well?',
    ]);
  });

  test('Duplicate and empty call ids are replaced by unique ids, which are the same each time', () => {
    const twice = [
      said('', call('x'), call('x')),
      result('x', '1'),
      result('x', '2'),
      said('', call('x')),
      result('x', '3'),
    ];
    const messages = written(...twice, said('', call(''), call('')), result('', '4'));
    const ids = messages.flatMap((message) => (message.role === 'assistant' ? message.calls.map(({ id }) => id) : []));
    expect(new Set(ids).size).toBe(5);
    expect(messages.flatMap((message) => (message.role === 'tool' ? message.callId : []))).toEqual(ids);
    expect(shape(messages).map((line) => line.split('=')[1])).toEqual([
      undefined,
      '1',
      '2',
      undefined,
      '3',
      undefined,
      '4',
      'not provided by the client',
    ]);
    expect(written(...twice).slice(0, 3)).toEqual(messages.slice(0, 3));
  });

  test('Call arguments become valid JSON, and objects stay objects', () => {
    const args = (given: unknown) => {
      const [message] = written(said('', call('a', 'read', given)));
      return message?.role === 'assistant' ? message.calls[0]?.arguments : undefined;
    };
    expect(args('{ "a": 1 }')).toBe('{ "a": 1 }');
    expect(args('')).toBe('{}');
    expect(args({ a: 1 })).toEqual({ a: 1 });
    expect(JSON.parse(String(args('{"a":')))).toEqual({ unreadable_arguments: '{"a":' });
  });

  test('An assistant message without text and calls is left out', () => {
    expect(shape(written(user('a'), said(''), said('  '), user('b')))).toEqual(['user=a', 'user=b']);
  });
});

describe("A provider's demands on a transcript", () => {
  const messages = [system('one'), user('a'), user('b'), system('two'), said('x'), said('y', call('id with spaces'))];

  test('Messages stay unchanged if the provider has no demands', () => {
    expect(shape(written(...messages)).slice(0, 5)).toEqual([
      'system=one',
      'user=a',
      'user=b',
      'system=two',
      'assistant()=x',
    ]);
  });

  test('A transcript meets demands for a leading system message, alternating roles, an id pattern and non-empty content', () => {
    const demands = { systemFirst: true, alternatingRoles: true, content: true, callIds: /^[a-z0-9]{9}$/ };
    const met = writeTranscript(arrange([...messages, { role: 'user', content: [] }]), demands);
    expect(met.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
    expect(met[0]?.content).toHaveLength(2);
    expect(met[1]?.content).toHaveLength(2);
    const id = met[2]?.role === 'assistant' ? (met[2].calls[0]?.id ?? '') : '';
    expect(id).toMatch(/^[a-z0-9]{9}$/);
    expect(met[3]).toMatchObject({ callId: id });
    expect(met[4]?.content).not.toEqual([]);
  });

  test('Merged messages keep their cache markers, each on the last part of its original message', () => {
    const marked = (message: Message): Message => ({
      ...message,
      cacheMarker: { type: 'ephemeral' },
      extra: { chat: { name: 'x' } },
    });
    const demands = { systemFirst: true, alternatingRoles: true };
    const met = writeTranscript(
      arrange([marked(system('s')), system('t'), user('a'), marked(user('b')), user('c')]),
      demands,
    );
    expect(met).toEqual([
      {
        role: 'system',
        content: [
          { type: 'text', text: 's', cacheMarker: { type: 'ephemeral' } },
          { type: 'text', text: 't' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', cacheMarker: { type: 'ephemeral' } },
          { type: 'text', text: 'c' },
        ],
      },
    ]);
  });

  test('Merged assistant messages keep the reasoning of both', () => {
    const thought = (text: string): Message => ({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: `think ${text}` },
        { type: 'text', text },
      ],
      calls: [],
      cacheMarker: { type: 'ephemeral' },
      extra: { chat: { name: 'bot' } },
    });
    const met = writeTranscript(arrange([user('a'), thought('b'), thought('c')]), { alternatingRoles: true });
    expect(met).toMatchObject([
      {},
      {
        content: [
          { type: 'reasoning', text: 'think b' },
          { text: 'b', cacheMarker: { type: 'ephemeral' } },
          { type: 'reasoning', text: 'think c' },
          { text: 'c', cacheMarker: { type: 'ephemeral' } },
        ],
        extra: { chat: { name: 'bot' } },
      },
    ]);
  });

  test('If the provider demands an answer after outcomes, an assistant message is inserted before the next user message', () => {
    const call = { id: 'c', name: 'x', arguments: '{}' };
    const history: Message[] = [
      user('a'),
      { role: 'assistant', content: [], calls: [call] },
      { role: 'tool', callId: 'c', content: [] },
      user('b'),
    ];
    const roles = (demands: object) => writeTranscript(arrange(history), demands).map(({ role }) => role);
    expect(roles({ answerAfterOutcomes: true })).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect(roles({})).toEqual(['user', 'assistant', 'tool', 'user']);
  });
});

const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.string({ maxLength: 3 }).map(user),
  fc
    .record({ text: fc.string({ maxLength: 3 }), ids: fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 3 }) })
    .map(({ text, ids }) => said(text, ...ids.map((id) => call(id)))),
  fc
    .record({ id: fc.constantFrom('', 'a', 'b', 'c', 'd'), text: fc.string({ maxLength: 3 }) })
    .map(({ id, text }) => result(id, text)),
);

proves(
  'L10',
  'Any client history becomes a valid transcript, and later messages do not change the earlier ones',
  () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 12 }), (messages) => {
        const whole = written(...messages);
        let open: string[] = [];
        const used = new Set<string>();
        for (const message of whole) {
          if (message.role === 'tool') {
            expect(message.callId).toBe(open.shift());
            continue;
          }
          expect(open).toEqual([]);
          if (message.role !== 'assistant') continue;
          for (const { id } of message.calls) {
            expect(id === '' || used.has(id)).toBe(false);
            used.add(id);
          }
          open = message.calls.map(({ id }) => id);
        }
        expect(open).toEqual([]);
        const texts = messages.filter(({ role }) => role === 'user').length;
        expect(whole.filter(({ role }) => role === 'user').length).toBeGreaterThanOrEqual(texts);
        const more = written(...messages, user('more'), said('more'));
        expect(more.slice(0, whole.length)).toEqual(whole);
      }),
    );
  },
);

proves('L9', 'A hostile history with many calls of the same id takes linear time', () => {
  const many = 20_000;
  const calls = Array.from({ length: many }, () => call('same'));
  const messages = [said('', ...calls), ...calls.map((_, place) => result(place % 2 === 0 ? 'same' : '', 'x'))];
  const startedAt = performance.now();
  expect(written(...messages)).toHaveLength(many + 1);
  expect(performance.now() - startedAt).toBeLessThan(5_000); // a quadratic algorithm would take minutes
});
