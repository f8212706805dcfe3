import fc from 'fast-check';
import { expect } from 'vitest';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../test/requirements.ts';
import type { Event } from '../../core/index.ts';
import { CallsReader } from './calls.ts';

/** How a server numbers, identifies and names what it sends: every combination that can be understood must be. */
interface Habit {
  readonly index: 'right' | 'text' | 'zero' | 'none' | 'counting';
  readonly id: 'first' | 'every' | 'none' | 'empty' | 'fresh' | 'one-for-all';
  readonly name: 'first' | 'every' | 'last';
}

const habit: fc.Arbitrary<Habit> = fc
  .record<Habit>({
    index: fc.constantFrom('right', 'text', 'zero', 'none', 'counting'),
    id: fc.constantFrom('first', 'every', 'none', 'empty', 'fresh', 'one-for-all'),
    name: fc.constantFrom('first', 'every', 'last'),
  })
  .filter((each) => !isAmbiguous(each));

/** Streams that say too little, or too much that is wrong, to know one call from the next. */
function isAmbiguous({ index, id, name }: Habit): boolean {
  // Between two deltas of a call nothing stays the same but its name, which two calls may share.
  if (id === 'fresh' && name === 'every') return true;
  if (index === 'counting') return name !== 'first' || id === 'fresh';
  // Arguments begin again without a word about whose they are.
  if (name === 'last' && index === 'zero') return id !== 'every' && id !== 'fresh';
  return name === 'last' && index === 'none' && id === 'one-for-all';
}

interface Wanted {
  readonly name: string;
  readonly text: string;
  /** How long the pieces of its arguments are. */
  readonly cuts: readonly number[];
}

const wanted: fc.Arbitrary<Wanted[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom('f', 'f', 'g', 'constructor'),
      value: fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
      cuts: fc.array(fc.nat(12), { maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  // Two equal calls under one id would be one call that is repeated.
  .map((calls) => calls.map(({ name, value, cuts }, n) => ({ name, text: JSON.stringify({ n, ...value }), cuts })));

proves(
  'L3',
  'whatever a server repeats, leaves out or numbers wrongly, and however it cuts, its calls are understood',
  () => {
    fc.assert(
      fc.property(wanted, habit, (calls, kind) => {
        expect(understood(written(calls, kind).flat())).toEqual(calls.map(({ name, text }) => `${name} ${text}`));
      }),
      { numRuns: 3_000 },
    );
  },
);

proves('L3', 'calls that come in turns are understood by their index, or else by their ids', () => {
  const byIndex = fc.record<Habit>({
    index: fc.constantFrom('right', 'text'),
    id: fc.constantFrom('first', 'every', 'none', 'empty', 'fresh', 'one-for-all'),
    name: fc.constantFrom('first', 'every'),
  });
  const byId = fc.record<Habit>({
    index: fc.constantFrom('zero', 'none'),
    id: fc.constant('every'),
    name: fc.constantFrom('first', 'every'),
  });
  const kinds = fc.oneof(byIndex, byId).filter((each) => !isAmbiguous(each));
  fc.assert(
    fc.property(wanted, kinds, fc.array(fc.nat(), { maxLength: 30 }), (calls, kind, turns) => {
      const expected = calls.map(({ name, text }) => `${name} ${text}`);
      expect([...understood(inTurns(written(calls, kind), turns))].sort()).toEqual(expected.sort());
    }),
    { numRuns: 3_000 },
  );
});

function understood(deltas: readonly unknown[]): readonly string[] {
  const calls = new CallsReader();
  const events: Event[] = [];
  for (const delta of deltas) calls.read(delta, events);
  calls.end(events);
  expect(checkStream([...events, { type: 'finish', reason: 'calls' }])).toEqual([]);
  return events.flatMap((event) => (event.type === 'call' ? [`${event.call.name} ${event.call.arguments}`] : []));
}

/** The deltas of each call. */
function written(calls: readonly Wanted[], kind: Habit): unknown[][] {
  let count = 0;
  return calls.map((call, place) => {
    const pieces = cutBy(call.text, call.cuts);
    if (kind.name === 'last') pieces.push('');
    return pieces.map((text, piece) => {
      const isNamed = kind.name === 'every' || piece === (kind.name === 'first' ? 0 : pieces.length - 1);
      return {
        ...indexed(kind.index, place, count++),
        ...identified(kind.id, place, piece),
        function: { ...(isNamed && { name: call.name }), arguments: text },
      };
    });
  });
}

function indexed(kind: Habit['index'], place: number, count: number): object {
  const index = { right: place, text: String(place), zero: 0, none: undefined, counting: count }[kind];
  return index === undefined ? {} : { index };
}

function identified(kind: Habit['id'], place: number, piece: number): object {
  const own = `id${place}`;
  const first = piece === 0 ? own : undefined;
  const id = { first, every: own, none: undefined, empty: '', fresh: `${own}-${piece}`, 'one-for-all': 'id' }[kind];
  return id === undefined ? {} : { id };
}

function cutBy(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  let rest = text;
  for (const length of lengths) {
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...pieces, rest];
}

/** One delta of this call, then one of that. */
function inTurns(calls: readonly (readonly unknown[])[], turns: readonly number[]): unknown[] {
  const queues = calls.map((call) => [...call]);
  const taken = turns.flatMap((turn) => queues[turn % queues.length]?.splice(0, 1) ?? []);
  return [...taken, ...queues.flat()];
}
