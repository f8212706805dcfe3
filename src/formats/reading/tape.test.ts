import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { literals } from './marker-set.ts';
import { type Reading, Tape } from './tape.ts';

const markers = ['<a>', '<a>b', '<b', 'ab'];
const text = fc.string({ unit: fc.constantFrom('a', 'b', '<', '>', ' ', '\n'), maxLength: 40 });
const cuts = fc.array(fc.nat(40), { maxLength: 8 });

describe('Reading up to a marker', () => {
  test('The text before a marker is passed on, however the text is split', () => {
    fc.assert(
      fc.property(text, cuts, (whole, places) => {
        const { before, mark, rest } = firstMark(whole, 0);
        const told: string[] = [];
        const read = readAll(cut(whole, places), (tape) => tape.until(literals(markers), (piece) => told.push(piece)));
        expect([told.join(''), read.value, read.rest]).toEqual([before, mark, rest]);
        expect(told).not.toContain('');
      }),
      { numRuns: 1_000 },
    );
  });

  test('Only text that may still become a marker is held back', () => {
    const told: string[] = [];
    const pieces = ['say a < b', ' <', 'a', '> or', ' <a', '', '>b'];
    const seen: string[] = [];
    const { value } = readAll(
      pieces,
      (tape) => tape.until(literals(['<a>b']), (piece) => told.push(piece)),
      () => seen.push(told.splice(0).join('')),
    );
    expect(seen).toEqual(['say a < b', ' ', '', '<a> or', ' ', '', '']);
    expect(value).toBe('<a>b');
  });

  test('A marker that the caller declares to be text is passed on, and the caller receives its position', () => {
    fc.assert(
      fc.property(text, cuts, fc.nat(30), (whole, places, from) => {
        const asked: number[] = [];
        const isText = (_mark: string, position: number) => {
          asked.push(position);
          return position < from;
        };
        const told: string[] = [];
        const marks = literals(['<']);
        const read = readAll(cut(whole, places), (tape) => tape.until(marks, (piece) => told.push(piece), isText));
        const at = whole.indexOf('<', from);
        expect(told.join('')).toBe(at === -1 ? whole : whole.slice(0, at));
        expect(read.value).toBe(at === -1 ? undefined : '<');
        expect(asked.every((position) => whole[position] === '<')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('Text that is longer than the limit is returned without a marker', () => {
    fc.assert(
      fc.property(text, cuts, fc.nat(12), (whole, places, most) => {
        const { before, mark, rest } = firstMark(whole, 0);
        const isLong = before.length > most;
        const expected = isLong
          ? { value: { text: whole.slice(0, most + 1), mark: undefined }, rest: whole.slice(most + 1) }
          : { value: { text: before, mark }, rest };
        expect(readAll(cut(whole, places), (tape) => tape.textUntil(literals(markers), most))).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('A marker is found as soon as its last character arrives', () => {
  const tape = new Tape();
  const run = tape.see(literals(['<a>']));
  run.next();
  tape.push('<');
  expect(run.next().done).toBe(false);
  tape.push('a>');
  expect(run.next()).toEqual({ done: true, value: '<a>' });
});

test('Reading stops as soon as the text is longer than the limit', () => {
  const tape = new Tape();
  const run = tape.textUntil(literals(markers), 3);
  run.next();
  tape.push('xxxxxx');
  expect(tape.sink?.()).toBe(true);
  expect(run.next()).toEqual({ done: true, value: { text: 'xxxx', mark: undefined } });
});

describe('Reading at the current position', () => {
  test('Whitespace is read and returned unchanged', () => {
    fc.assert(
      fc.property(text, cuts, (whole, places) => {
        const space = whole.slice(0, whole.length - whole.trimStart().length);
        expect(readAll(cut(whole, places), (tape) => tape.space())).toEqual({
          value: space,
          rest: whole.slice(space.length),
        });
      }),
    );
  });

  test('match reads a marker, and see leaves it unread', () => {
    fc.assert(
      fc.property(text, cuts, (whole, places) => {
        const { before, mark, rest } = firstMark(whole, 0);
        const here = before === '' ? mark : undefined;
        const pieces = cut(whole, places);
        expect(readAll(pieces, (tape) => tape.see(literals(markers)))).toEqual({ value: here, rest: whole });
        expect(readAll(pieces, (tape) => tape.match(literals(markers)))).toEqual({
          value: here,
          rest: here === undefined ? whole : rest,
        });
      }),
      { numRuns: 500 },
    );
  });

  test('A marker after the start of the text is read at its position', () => {
    const { value, rest } = readAll(['..<a>c'], function* (tape) {
      yield* skip(tape, 2);
      return yield* tape.match(literals(markers));
    });
    expect([value, rest]).toEqual(['<a>', 'c']);
  });

  test('peek returns the next character or -1 at the end, and more returns whether text follows', () => {
    expect(readAll(['', 'x'], (tape) => tape.peek())).toEqual({ value: 0x78, rest: 'x' });
    expect(readAll(['', ''], (tape) => tape.peek())).toEqual({ value: -1, rest: '' });
    expect(readAll([], (tape) => tape.more()).value).toBe(false);
    expect(readAll(['', 'x'], (tape) => tape.more()).value).toBe(true);
    expect(readAll(['x'], (tape) => tape.match(literals([])))).toEqual({ value: undefined, rest: 'x' });
  });
});

describe('Recorded text', () => {
  const lengths = fc.array(fc.nat(12), { minLength: 4, maxLength: 4 });

  test('Recorded text can be put back in part, rewound and read again', () => {
    fc.assert(
      fc.property(text, cuts, lengths, (whole, places, [before = 0, within = 0, back = 0, again = 0]) => {
        const start = Math.min(before, whole.length);
        const end = Math.min(start + within, whole.length);
        const left = Math.max(start, end - back);
        const { rest } = readAll(cut(whole, places), function* (tape) {
          yield* skip(tape, before);
          tape.record();
          yield* skip(tape, within);
          expectRecorded(tape, whole, start, end);
          tape.unread(whole.slice(left, end));
          expectRecorded(tape, whole, start, left);
          yield* skip(tape, again);
          expectRecorded(tape, whole, start, Math.min(left + again, whole.length));
          tape.rewind();
          expect(tape.position).toBe(start);
          yield* skip(tape, again);
          expect(tape.position).toBe(Math.min(start + again, whole.length));
        });
        expect(rest).toBe(whole.slice(Math.min(start + again, whole.length)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('A new recording replaces the previous one', () => {
    const { rest } = readAll([...'abcdefgh'], function* (tape) {
      tape.record();
      yield* skip(tape, 3);
      tape.record();
      yield* skip(tape, 2);
      expect([tape.recorded(), tape.recorded(1)]).toEqual(['de', 'e']);
      tape.rewind();
      tape.record();
      yield* skip(tape, 4);
      expect(tape.recorded()).toBe('defg');
      tape.forget();
      yield* skip(tape, 1);
    });
    expect(rest).toBe('');
  });

  test('Text that is not recorded can be put back', () => {
    fc.assert(
      fc.property(text, cuts, fc.nat(20), fc.nat(20), (whole, places, length, back) => {
        const end = Math.min(length, whole.length);
        const left = Math.max(0, end - back);
        const { value, rest } = readAll(cut(whole, places), function* (tape) {
          yield* skip(tape, length);
          tape.unread(whole.slice(left, end));
          return tape.position;
        });
        expect([value, rest]).toEqual([left, whole.slice(left)]);
      }),
    );
  });
});

/** Feeds pieces to a parser in the same way as the Reader does. */
function readAll<T>(pieces: readonly string[], read: (tape: Tape) => Reading<T>, pushed = () => {}) {
  const tape = new Tape();
  const run = read(tape);
  let step = run.next();
  for (const piece of pieces) {
    tape.push(piece);
    if (!step.done && (tape.sink === undefined || tape.sink())) step = run.next();
    pushed();
  }
  tape.isEnded = true;
  if (!step.done) {
    tape.sink?.();
    step = run.next();
  }
  if (!step.done) throw new Error('The parser waits for more text, but the text has ended.');
  return { value: step.value, rest: tape.text.slice(tape.at) };
}

function* skip(tape: Tape, characters: number): Reading {
  for (let left = characters; left > 0 && (yield* tape.more()); left--) tape.at++;
}

function expectRecorded(tape: Tape, whole: string, from: number, to: number): void {
  expect(tape.recorded()).toBe(whole.slice(from, to));
  expect(tape.recordedLength).toBe(to - from);
  expect(tape.position).toBe(to);
}

function firstMark(whole: string, from: number) {
  for (let at = from; at < whole.length; at++) {
    const mark = markers.filter((marker) => whole.startsWith(marker, at)).sort((a, b) => b.length - a.length)[0];
    if (mark !== undefined) return { before: whole.slice(0, at), mark, rest: whole.slice(at + mark.length) };
  }
  return { before: whole, mark: undefined, rest: '' };
}

function cut(whole: string, places: readonly number[]): readonly string[] {
  const inside = [...new Set(places)].filter((place) => place > 0 && place < whole.length).sort((a, b) => a - b);
  return [...inside, whole.length].map((place, index) => whole.slice(inside[index - 1] ?? 0, place));
}
