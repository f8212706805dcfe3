import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../test/requirements.ts';
import type { Event } from '../../core/index.ts';
import { CallsReader } from './calls.ts';

/** Reads deltas into events. Generated ids are new1, new2 and so on. */
function read(deltas: readonly unknown[]): readonly Event[] {
  let count = 0;
  const calls = new CallsReader(() => `new${++count}`);
  const events: Event[] = [];
  expect(deltas.map((delta) => calls.read(delta, events)).filter((trouble) => trouble !== undefined)).toEqual([]);
  calls.end(events);
  expect(checkStream([...events, { type: 'finish', reason: calls.isAny ? 'calls' : 'stop' }])).toEqual([]);
  return events;
}

function callsOf(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'call' ? [`${event.call.name} ${event.call.arguments}`] : []));
}

function idsOf(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'call' ? [event.call.id] : []));
}

/**
 * Parses deltas written as `index id name arguments`, separated by ` | `. A dash is a missing field; trailing fields
 * may be omitted.
 */
function stream(text: string): object[] {
  return text.split(' | ').map((each) => {
    const [index = '-', id = '-', name = '-', ...rest] = each.split(' ');
    const called = { ...(name !== '-' && { name }), ...(rest.length > 0 && { arguments: rest.join(' ') }) };
    return {
      ...(index !== '-' && { index: JSON.parse(index) }),
      ...(id !== '-' && { id }),
      type: 'function',
      function: called,
    };
  });
}

const made = (name: unknown, text: unknown, more: object = {}) => ({ function: { name, arguments: text }, ...more });

const TWO = ['f {"a":1}', 'g {"b":2}'];
const TWICE = ['f {"a":1}', 'f {"b":2}'];

type Row = [fault: string, deltas: readonly unknown[], calls: readonly string[], ids?: readonly string[]];

const indexes: Row[] = [
  ['as OpenAI sends it', stream('0 x f  | 0 - - {"a" | 0 - - :1} | 1 y g  | 1 - - {"b":2}'), TWO, ['x', 'y']],
  ['the first index is not 0', stream('1 x f  | 1 - - {"a":1} | 3 y g {"b":2}'), TWO, ['x', 'y']],
  ['no index', stream('- x f  | - - - {"a":1} | - y g  | - - - {"b":2}'), TWO, ['x', 'y']],
  ['no index, interleaved deltas', stream('- x f | - y g | - x - {"a":1} | - y - {"b":2}'), TWO, ['x', 'y']],
  ['every index is 0', stream('0 x f {"a":1} | 0 y f {"b":2}'), TWICE, ['x', 'y']],
  [
    'every index is 0, arguments in a separate delta',
    stream('0 x f | 0 - - {"a":1} | 0 y f | 0 - - {"b":2}'),
    TWICE,
    ['x', 'y'],
  ],
  ['every index is 0, no ids', stream('0 - f {"a":1} | 0 - f {"b":2}'), TWICE, ['new1', 'new2']],
  [
    'every index is 0, no ids, arguments in a separate delta',
    stream('0 - f | 0 - - {"a":1} | 0 - f | 0 - - {"b":2}'),
    TWICE,
  ],
  ['interleaved calls share an index', stream('0 x f | 0 y g | 0 x - {"a":1} | 0 y - {"b":2}'), TWO, ['x', 'y']],
  [
    'name and arguments have different indexes',
    stream('0 x f | 1 - - {"a": | 1 - - 1} | 2 y g | 3 - - {"b":2}'),
    TWO,
    ['x', 'y'],
  ],
  ['each delta has its own index', stream('0 x f | 1 - - {"a": | 2 - - 1} | 3 y g {"b | 4 - - ":2}'), TWO, ['x', 'y']],
  ['the index is a string', stream('"0" x f {"a" | "1" y g {"b" | "0" - - :1} | "1" - - :2}'), TWO, ['x', 'y']],
  ['the index is not a valid number', stream('-0.5 x f {"a" | {} - - :1} | "one" y g {"b":2}'), TWO, ['x', 'y']],
];

const names: Row[] = [
  ['the name comes last', stream('0 x - {"a" | 0 - - :1} | 0 - f | 1 y - {"b":2} | 1 - g'), TWO, ['x', 'y']],
  ['the name of one call comes last', stream('0 x f | 1 y - {"b":2} | 1 - g | 0 - - {"a":1}'), TWO, ['x', 'y']],
  ['the name comes last, no index', stream('- x - {"a":1} | - x f | - y - {"b":2} | - y g'), TWO, ['x', 'y']],
  ['the name comes last, neither index nor id', stream('- - - {"a":1} | - - f | - - - {"b":2} | - - g'), TWO],
  ['an empty name comes first', [made('', '', { id: 'x' }), made('f', '{"a":1}', { id: 'x' })], ['f {"a":1}'], ['x']],
  ['the name is on every delta', stream('0 - f {"a" | 0 - f :1} | 1 - g {"b":2}'), TWO],
  ['the name is on every delta, no index', stream('- - f {"a" | - - f :1} | - - f {"b | - - f ":2}'), TWICE],
  ['id and name are on every delta', stream('0 x f {"a" | 0 x f :1} | 0 x f | 1 y g {"b":2}'), TWO, ['x', 'y']],
];

const ids: Row[] = [
  ['the id is on every delta', stream('0 x f {"a" | 0 x - :1} | 1 y g {"b":2}'), TWO, ['x', 'y']],
  ['no ids', stream('0 - f {"a":1} | 1 - g {"b":2}'), TWO, ['new1', 'new2']],
  ['empty ids', stream('0  f {"a" | 0  - :1} | 1  g {"b":2}'), TWO, ['new1', 'new2']],
  ['ids that are numbers', [made('f', '{"a":1}', { id: 7 }), made('g', '{"b":2}', { id: 7 })], TWO, ['new1', 'new2']],
  ['a fresh id on each delta', stream('0 p f | 0 q - {"a" | 0 r - :1} | 1 s g | 1 t - {"b":2}'), TWO, ['p', 's']],
  [
    'a fresh id on each delta, no index',
    stream('- p f | - q - {"a": | - r - 1} | - s f | - t - {"b":2}'),
    TWICE,
    ['p', 's'],
  ],
  [
    'a fresh id and the name on each delta',
    stream('0 p f {"a" | 0 q f :1} | 0 r f {"b | 0 s f ":2}'),
    TWICE,
    ['p', 'r'],
  ],
  ['a second id for all later deltas', stream('0 p f | 0 q - {"a": | 0 q - 1} | 1 r g {"b":2}'), TWO, ['p', 'r']],
  ['an id that comes after the name', stream('0 - f {"a" | 0 x - :1} | 0 y g {"b":2}'), TWO, ['new1', 'y']],
  ['one id for all calls', stream('0 x f {"a":1} | 1 x f {"b":2}'), TWICE, ['x', 'new1']],
  ['one id for all calls, interleaved', stream('0 x f | 1 x f | 0 x - {"a":1} | 1 x - {"b":2}'), TWICE, ['x', 'new1']],
  ['one id for all calls, no index', stream('- x f {"a":1} | - x g {"b":2}'), TWO, ['x', 'new1']],
  ['one id for equal calls', stream('0 x f {"a":1} | 1 x f {"a":1}'), ['f {"a":1}', 'f {"a":1}'], ['x', 'new1']],
  ['a call is repeated at the end', stream('0 x f {"a" | 0 - - :1} | 0 x f {"a":1}'), ['f {"a":1}'], ['x']],
];

const shapes: Row[] = [
  ['null for omitted fields', [made('f', null), made(null, '{"a":1}', { id: null, index: null })], ['f {"a":1}']],
  ['arguments as an object', [made('f', { a: 1 }, { index: 0 }), made('g', { b: 2 }, { index: 1 })], TWO],
  ['arguments as an object, neither index nor id', [made('f', { a: 1 }), made('f', { b: 2 })], TWICE],
  ['no arguments', [made('f', ''), made('g', null), { function: { name: 'h' } }], ['f {}', 'g {}', 'h {}']],
  ['blank arguments, and an empty list as arguments', [made('f', ' '), made('g', [])], ['f {}', 'g {}']],
  ['arguments that are not an object', [made('f', 5), made('g', [1]), made('h', 'null')], ['f 5', 'g [1]', 'h null']],
  ['two objects in one call', stream('0 x f {"a":1} | 0 - - {"b":2}'), ['f {"a":1}{"b":2}']],
  ['two objects in one call, no index', stream('- x f {"a":1} | - x - {"b":2}'), ['f {"a":1}{"b":2}']],
  ['no type', [{ index: 0, id: 'x', function: { name: 'f', arguments: '{"a":1}' } }], ['f {"a":1}']],
  ['no envelope', [{ id: 'x', name: 'f', arguments: '{"a":1}' }], ['f {"a":1}']],
  ['entries that are not calls', [null, 1, 'f', [], {}, { function: 1 }, made(1, ''), made('', null)], []],
];

describe.each([
  ['indexes', indexes],
  ['names', names],
  ['ids', ids],
  ['shapes', shapes],
])('Faulty %s', (_, table) => {
  test.each(table)('Calls are read correctly from this kind of stream: %s', (_fault, deltas, calls, expectedIds) => {
    const events = read(deltas);
    expect(callsOf(events)).toEqual(calls);
    if (expectedIds !== undefined) expect(idsOf(events)).toEqual(expectedIds);
    expect(events.filter((event) => event.type === 'notice')).toEqual([]);
  });

  proves('L3', 'The grouping of deltas into lists does not change the events', () => {
    fc.assert(
      fc.property(fc.constantFrom(...table), fc.array(fc.nat(3), { maxLength: 12 }), ([, deltas], sizes) => {
        const rest = [...deltas];
        const lists = sizes.map((size) => (size === 0 ? rest.shift() : rest.splice(0, size)));
        expect(read([...lists, ...rest])).toEqual(read(deltas));
      }),
    );
  });
});

describe('Events of calls', () => {
  test('A call starts as soon as its name is known, and its arguments follow as they arrive', () => {
    expect(read(stream('0 x f  | 0 - - {"a" | 0 - -  | 0 - - :1}'))).toEqual([
      { type: 'call-start', id: 'x', name: 'f', owner: 'gateway' },
      { type: 'call-args', id: 'x', text: '{"a"' },
      { type: 'call-args', id: 'x', text: ':1}' },
      { type: 'call', call: { id: 'x', name: 'f', arguments: '{"a":1}' }, owner: 'gateway' },
    ]);
  });

  test('Arguments that arrive before the name are emitted in one piece right after the call starts', () => {
    expect(read(stream('0 x - {"a" | 0 - - : | 0 - f 1}'))).toEqual([
      { type: 'call-start', id: 'x', name: 'f', owner: 'gateway' },
      { type: 'call-args', id: 'x', text: '{"a":1}' },
      { type: 'call', call: { id: 'x', name: 'f', arguments: '{"a":1}' }, owner: 'gateway' },
    ]);
  });

  test('A call without a name is dropped with a notice', () => {
    const events = read(stream('0 x - {"a":1} | 1 y g {"b":2}'));
    expect(callsOf(events)).toEqual(['g {"b":2}']);
    expect(events.filter((event) => event.type === 'notice')).toEqual([
      { type: 'notice', message: 'The model started a tool call without a tool name; the call was dropped.' },
    ]);
  });

  test('The arguments of a call without a name are not given to the next call', () => {
    expect(callsOf(read(stream('0 - - {"a":1} | 0 - g {"b":2}')))).toEqual(['g {"b":2}']);
  });

  test('An id that is too long, or that another call already uses, is replaced by a new id', () => {
    const long = 'x'.repeat(8_192);
    expect(idsOf(read(stream(`0 ${long}x f {} | 1 new2 f {} | 2 - f {}`)))).toEqual(['new1', 'new2', 'new3']);
    expect(idsOf(read(stream(`0 ${long} f {}`)))).toEqual([long]);
  });

  test('Each entry of an unstreamed message is a separate call, even if ids and indexes repeat', () => {
    const calls = new CallsReader();
    const events: Event[] = [];
    expect(calls.readWhole(stream('0 x f | 0 x f | 0 x f'), events)).toBeUndefined();
    calls.end(events);
    expect(callsOf(events)).toEqual(['f {}', 'f {}', 'f {}']);
    expect(new Set(idsOf(events)).size).toBe(3);
  });
});

describe('Limits of CallsReader', () => {
  proves('L9', 'An answer with more than 1,000 tool calls is rejected', () => {
    const calls = new CallsReader();
    const many = Array.from({ length: 1_001 }, (_, index) => made('f', '{}', { index }));
    expect(calls.read(many.slice(0, 1_000), [])).toBeUndefined();
    expect(calls.read(many.slice(1_000), [])).toBe('it contains more than 1000 tool calls');
  });

  proves('L10', 'Tool-call arguments that are nested too deeply to be serialized are rejected', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const reason = new CallsReader().read(made('f', deep), []);
    expect(reason).toBe('the arguments of a tool call are nested deeper than 100 levels');
  });

  test('A call in 250,000 pieces is assembled without quadratic cost', () => {
    const pieces = Array.from({ length: 250_000 }, () => made('f', '{},', { index: 0, id: 'x' }));
    expect(callsOf(read([made('f', '[', { index: 0, id: 'x' }), ...pieces, made('f', '{}]')]))[0]).toHaveLength(
      750_006,
    );
    // A complete call that the server repeats many times stays one call.
    expect(callsOf(read(pieces.map(() => made('f', '{}', { index: 0, id: 'x' }))))).toEqual(['f {}']);
  });
});

test('Extra fields of a call, such as a thought signature, are kept with the call so that they can be sent back', () => {
  const calls = new CallsReader();
  const events: Event[] = [];
  const signature = { google: { thought_signature: 'c2lnbmVk' } };
  calls.read([{ index: 0, id: 'a', type: 'function', function: { name: 'look' }, extra_content: signature }], events);
  calls.read([{ index: 0, function: { arguments: '{}' } }], events);
  calls.end(events);
  expect(events.at(-1)).toEqual({
    type: 'call',
    call: { id: 'a', name: 'look', arguments: '{}', extra: { chat: { extra_content: signature } } },
    owner: 'gateway',
  });
});
