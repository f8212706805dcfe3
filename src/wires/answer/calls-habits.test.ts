import fc from 'fast-check';
import { expect } from 'vitest';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { proves } from '../../../test/requirements.ts';
import type { Event } from '../../core/index.ts';
import { CallsReader } from './calls.ts';

/** How a server sends indexes, ids and names in its deltas. The reader must understand every unambiguous combination. */
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

/** True if the deltas carry too little information, or too much wrong information, to separate one call from the next. */
function isAmbiguous({ index, id, name }: Habit): boolean {
  // Two deltas of a call share only the name, and two different calls may share a name.
  if (id === 'fresh' && name === 'every') return true;
  if (index === 'counting') return name !== 'first' || id === 'fresh';
  // New arguments begin without anything that tells which call they belong to.
  if (name === 'last' && index === 'zero') return id !== 'every' && id !== 'fresh';
  return name === 'last' && index === 'none' && id === 'one-for-all';
}

interface Wanted {
  readonly name: string;
  readonly text: string;
  /** Lengths of the pieces that the arguments are split into. */
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
  // The property `n` makes calls unique: two equal calls with one id would be read as one repeated call.
  .map((calls) => calls.map(({ name, value, cuts }, n) => ({ name, text: JSON.stringify({ n, ...value }), cuts })));

proves(
  'L3',
  'Calls are read correctly although the server repeats, omits or misnumbers ids, names and indexes, however it splits the arguments',
  () => {
    fc.assert(
      fc.property(wanted, habit, (calls, kind) => {
        expect(understood(written(calls, kind).flat())).toEqual(calls.map(({ name, text }) => `${name} ${text}`));
      }),
      { numRuns: 3_000 },
    );
  },
);

proves('L3', 'Interleaved deltas of several calls are told apart by index, or by id if the indexes are useless', () => {
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

/** Returns the list of deltas for each call. */
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

/** Interleaves the deltas of several calls in the order given by `turns`. */
function inTurns(calls: readonly (readonly unknown[])[], turns: readonly number[]): unknown[] {
  const queues = calls.map((call) => [...call]);
  const taken = turns.flatMap((turn) => queues[turn % queues.length]?.splice(0, 1) ?? []);
  return [...taken, ...queues.flat()];
}
