import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../test/requirements.ts';
import type { Event } from '../../core/index.ts';
import { CallsReader } from './calls.ts';

/** Deltas, read into events; the ids that are made up are new1, new2 and so on. */
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

/** Each delta is written `index id name arguments`; what it does not have is a dash, or left out at its end. */
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
  ['none: as OpenAI sends it', stream('0 x f  | 0 - - {"a" | 0 - - :1} | 1 y g  | 1 - - {"b":2}'), TWO, ['x', 'y']],
  ['the first index is not 0', stream('1 x f  | 1 - - {"a":1} | 3 y g {"b":2}'), TWO, ['x', 'y']],
  ['no index', stream('- x f  | - - - {"a":1} | - y g  | - - - {"b":2}'), TWO, ['x', 'y']],
  ['no index, deltas in turns', stream('- x f | - y g | - x - {"a":1} | - y - {"b":2}'), TWO, ['x', 'y']],
  ['every index is 0', stream('0 x f {"a":1} | 0 y f {"b":2}'), TWICE, ['x', 'y']],
  ['every index is 0, arguments apart', stream('0 x f | 0 - - {"a":1} | 0 y f | 0 - - {"b":2}'), TWICE, ['x', 'y']],
  ['every index is 0, no ids', stream('0 - f {"a":1} | 0 - f {"b":2}'), TWICE, ['new1', 'new2']],
  ['every index is 0, no ids, arguments apart', stream('0 - f | 0 - - {"a":1} | 0 - f | 0 - - {"b":2}'), TWICE],
  ['calls in turns share an index', stream('0 x f | 0 y g | 0 x - {"a":1} | 0 y - {"b":2}'), TWO, ['x', 'y']],
  ['name and arguments have two', stream('0 x f | 1 - - {"a": | 1 - - 1} | 2 y g | 3 - - {"b":2}'), TWO, ['x', 'y']],
  ['each delta has its own', stream('0 x f | 1 - - {"a": | 2 - - 1} | 3 y g {"b | 4 - - ":2}'), TWO, ['x', 'y']],
  ['the index is text', stream('"0" x f {"a" | "1" y g {"b" | "0" - - :1} | "1" - - :2}'), TWO, ['x', 'y']],
  ['the index is nonsense', stream('-0.5 x f {"a" | {} - - :1} | "one" y g {"b":2}'), TWO, ['x', 'y']],
];

const names: Row[] = [
  ['the name comes last', stream('0 x - {"a" | 0 - - :1} | 0 - f | 1 y - {"b":2} | 1 - g'), TWO, ['x', 'y']],
  ['the name of one comes last', stream('0 x f | 1 y - {"b":2} | 1 - g | 0 - - {"a":1}'), TWO, ['x', 'y']],
  ['the name comes last, no index', stream('- x - {"a":1} | - x f | - y - {"b":2} | - y g'), TWO, ['x', 'y']],
  ['the name comes last, neither index nor id', stream('- - - {"a":1} | - - f | - - - {"b":2} | - - g'), TWO],
  ['an empty name first', [made('', '', { id: 'x' }), made('f', '{"a":1}', { id: 'x' })], ['f {"a":1}'], ['x']],
  ['name on every delta', stream('0 - f {"a" | 0 - f :1} | 1 - g {"b":2}'), TWO],
  ['name on every delta, no index', stream('- - f {"a" | - - f :1} | - - f {"b | - - f ":2}'), TWICE],
  ['id and name on every delta', stream('0 x f {"a" | 0 x f :1} | 0 x f | 1 y g {"b":2}'), TWO, ['x', 'y']],
];

const ids: Row[] = [
  ['id on every delta', stream('0 x f {"a" | 0 x - :1} | 1 y g {"b":2}'), TWO, ['x', 'y']],
  ['no ids', stream('0 - f {"a":1} | 1 - g {"b":2}'), TWO, ['new1', 'new2']],
  ['empty ids', stream('0  f {"a" | 0  - :1} | 1  g {"b":2}'), TWO, ['new1', 'new2']],
  ['ids that are numbers', [made('f', '{"a":1}', { id: 7 }), made('g', '{"b":2}', { id: 7 })], TWO, ['new1', 'new2']],
  ['a fresh id on each delta', stream('0 p f | 0 q - {"a" | 0 r - :1} | 1 s g | 1 t - {"b":2}'), TWO, ['p', 's']],
  ['fresh ids, no index', stream('- p f | - q - {"a": | - r - 1} | - s f | - t - {"b":2}'), TWICE, ['p', 's']],
  ['fresh ids and names', stream('0 p f {"a" | 0 q f :1} | 0 r f {"b | 0 s f ":2}'), TWICE, ['p', 'r']],
  ['a second id for all later deltas', stream('0 p f | 0 q - {"a": | 0 q - 1} | 1 r g {"b":2}'), TWO, ['p', 'r']],
  ['an id that comes after the name', stream('0 - f {"a" | 0 x - :1} | 0 y g {"b":2}'), TWO, ['new1', 'y']],
  ['one id for all', stream('0 x f {"a":1} | 1 x f {"b":2}'), TWICE, ['x', 'new1']],
  ['one id for all, in turns', stream('0 x f | 1 x f | 0 x - {"a":1} | 1 x - {"b":2}'), TWICE, ['x', 'new1']],
  ['one id for all, no index', stream('- x f {"a":1} | - x g {"b":2}'), TWO, ['x', 'new1']],
  ['one id for equal calls', stream('0 x f {"a":1} | 1 x f {"a":1}'), ['f {"a":1}', 'f {"a":1}'], ['x', 'new1']],
  ['a call is repeated at the end', stream('0 x f {"a" | 0 - - :1} | 0 x f {"a":1}'), ['f {"a":1}'], ['x']],
];

const shapes: Row[] = [
  ['null for what is left out', [made('f', null), made(null, '{"a":1}', { id: null, index: null })], ['f {"a":1}']],
  ['arguments as an object', [made('f', { a: 1 }, { index: 0 }), made('g', { b: 2 }, { index: 1 })], TWO],
  ['arguments as an object, nothing else', [made('f', { a: 1 }), made('f', { b: 2 })], TWICE],
  ['no arguments', [made('f', ''), made('g', null), { function: { name: 'h' } }], ['f {}', 'g {}', 'h {}']],
  ['blank arguments, an empty list', [made('f', ' '), made('g', [])], ['f {}', 'g {}']],
  ['arguments that are no object', [made('f', 5), made('g', [1]), made('h', 'null')], ['f 5', 'g [1]', 'h null']],
  ['two objects in one call', stream('0 x f {"a":1} | 0 - - {"b":2}'), ['f {"a":1}{"b":2}']],
  ['two objects in one call, no index', stream('- x f {"a":1} | - x - {"b":2}'), ['f {"a":1}{"b":2}']],
  ['no type', [{ index: 0, id: 'x', function: { name: 'f', arguments: '{"a":1}' } }], ['f {"a":1}']],
  ['no envelope', [{ id: 'x', name: 'f', arguments: '{"a":1}' }], ['f {"a":1}']],
  ['entries that are no calls', [null, 1, 'f', [], {}, { function: 1 }, made(1, ''), made('', null)], []],
];

describe.each([
  ['indexes', indexes],
  ['names', names],
  ['ids', ids],
  ['shapes', shapes],
])('broken %s', (_, table) => {
  test.each(table)('%s', (_fault, deltas, calls, expectedIds) => {
    const events = read(deltas);
    expect(callsOf(events)).toEqual(calls);
    if (expectedIds !== undefined) expect(idsOf(events)).toEqual(expectedIds);
    expect(events.filter((event) => event.type === 'notice')).toEqual([]);
  });

  proves('L3', 'one delta, a list of one, and many deltas in one list are the same', () => {
    fc.assert(
      fc.property(fc.constantFrom(...table), fc.array(fc.nat(3), { maxLength: 12 }), ([, deltas], sizes) => {
        const rest = [...deltas];
        const lists = sizes.map((size) => (size === 0 ? rest.shift() : rest.splice(0, size)));
        expect(read([...lists, ...rest])).toEqual(read(deltas));
      }),
    );
  });
});

describe('events of calls', () => {
  test('a call starts when its name is known, and its arguments follow as they come', () => {
    expect(read(stream('0 x f  | 0 - - {"a" | 0 - -  | 0 - - :1}'))).toEqual([
      { type: 'call-start', id: 'x', name: 'f', owner: 'gateway' },
      { type: 'call-args', id: 'x', text: '{"a"' },
      { type: 'call-args', id: 'x', text: ':1}' },
      { type: 'call', call: { id: 'x', name: 'f', arguments: '{"a":1}' }, owner: 'gateway' },
    ]);
  });

  test('arguments that came before the name follow it at once', () => {
    expect(read(stream('0 x - {"a" | 0 - - : | 0 - f 1}'))).toEqual([
      { type: 'call-start', id: 'x', name: 'f', owner: 'gateway' },
      { type: 'call-args', id: 'x', text: '{"a":1}' },
      { type: 'call', call: { id: 'x', name: 'f', arguments: '{"a":1}' }, owner: 'gateway' },
    ]);
  });

  test('a call that was never named is left out, and that is said', () => {
    const events = read(stream('0 x - {"a":1} | 1 y g {"b":2}'));
    expect(callsOf(events)).toEqual(['g {"b":2}']);
    expect(events.filter((event) => event.type === 'notice')).toEqual([
      { type: 'notice', message: 'The model began a tool call without naming the tool, so it was left out.' },
    ]);
  });

  test('arguments that nobody named are not given to the next call', () => {
    expect(callsOf(read(stream('0 - - {"a":1} | 0 - g {"b":2}')))).toEqual(['g {"b":2}']);
  });

  test("an id that is too long to carry is replaced, and so is one that is another call's", () => {
    const long = 'x'.repeat(8_192);
    expect(idsOf(read(stream(`0 ${long}x f {} | 1 new2 f {} | 2 - f {}`)))).toEqual(['new1', 'new2', 'new3']);
    expect(idsOf(read(stream(`0 ${long} f {}`)))).toEqual([long]);
  });

  test('each entry of a whole message is a call of its own', () => {
    const calls = new CallsReader();
    const events: Event[] = [];
    expect(calls.readWhole(stream('0 x f | 0 x f | 0 x f'), events)).toBeUndefined();
    calls.end(events);
    expect(callsOf(events)).toEqual(['f {}', 'f {}', 'f {}']);
    expect(new Set(idsOf(events)).size).toBe(3);
  });
});

describe('bounds', () => {
  proves('L9', 'a step makes at most 1,000 calls', () => {
    const calls = new CallsReader();
    const many = Array.from({ length: 1_001 }, (_, index) => made('f', '{}', { index }));
    expect(calls.read(many.slice(0, 1_000), [])).toBeUndefined();
    expect(calls.read(many.slice(1_000), [])).toBe('it makes more than 1000 tool calls');
  });

  proves('L10', 'arguments nested too deep to be written down are refused', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const reason = new CallsReader().read(made('f', deep), []);
    expect(reason).toBe('the arguments of a call are nested deeper than 100 levels');
  });

  test('a call in a quarter of a million pieces is put together in a moment', () => {
    const pieces = Array.from({ length: 250_000 }, () => made('f', '{},', { index: 0, id: 'x' }));
    expect(callsOf(read([made('f', '[', { index: 0, id: 'x' }), ...pieces, made('f', '{}]')]))[0]).toHaveLength(
      750_006,
    );
    // A whole call that comes again and again is one call.
    expect(callsOf(read(pieces.map(() => made('f', '{}', { index: 0, id: 'x' }))))).toEqual(['f {}']);
  });
});

test('what a server says beside a call comes with it, to be given back: a thought signature', () => {
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
