import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Event } from '../../core/index.ts';
import { ThinkReader } from './think.ts';

/** What came after each push, and at the end. */
function batches(pieces: readonly string[]): Event[][] {
  const reader = new ThinkReader();
  const told = pieces.map((piece) => {
    const events: Event[] = [];
    reader.push(piece, events);
    return events;
  });
  const last: Event[] = [];
  reader.end(last);
  return [...told, last];
}

function joined(pieces: readonly string[]): { text: string; reasoning: string } {
  const said = { text: '', reasoning: '' };
  for (const event of batches(pieces).flat()) {
    if (event.type === 'text' || event.type === 'reasoning') said[event.type] += event.text;
  }
  return said;
}

describe('thoughts in the content', () => {
  test.each([
    ['a marked beginning', '<think>hm</think>Hello', 'hm', 'Hello'],
    ['white space around the markers', ' \n<think>\nhm\n</think>\n\nHello\n', 'hm\n', 'Hello\n'],
    ['empty thoughts, as of models told not to think', '<think>\n\n</think>\n\nHello', '', 'Hello'],
    ['no marker at all', 'Hello', '', 'Hello'],
    ['white space alone', ' \n ', '', ' \n '],
    ['a marker that comes later', 'Hello <think>hm</think>', '', 'Hello <think>hm</think>'],
    ['a second pair of markers', '<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
    ['a marker inside the thoughts', '<think>a<think>b</think>c', 'a<think>b', 'c'],
    ['another tag', '\n<thinker>Hello', '', '\n<thinker>Hello'],
    ['a closing marker alone', '</think>Hello', '', '</think>Hello'],
    ['thoughts that never end', '<think>hm, </thin', 'hm, </thin', ''],
    ['an opening marker that never ends', ' <thin', '', ' <thin'],
    ['nearly a closing marker', '<think>a<</think >b</think>c', 'a<</think >b', 'c'],
  ])('%s', (_, content, reasoning, text) => {
    expect(joined([content])).toEqual({ reasoning, text });
    expect(joined([...content])).toEqual({ reasoning, text });
  });

  test('nothing is held back but what may become a marker', () => {
    expect(batches(['\n', '<th', 'ink', '>a', 'b<', 'c </', 'think', '> ', '\nd', '<think>'])).toEqual([
      [],
      [],
      [],
      [{ type: 'reasoning', text: 'a' }],
      [{ type: 'reasoning', text: 'b' }],
      [{ type: 'reasoning', text: '<c ' }],
      [],
      [],
      [{ type: 'text', text: 'd' }],
      [{ type: 'text', text: '<think>' }],
      [],
    ]);
  });

  test('what was held back as a possible marker comes out when the server tells thoughts apart by itself', () => {
    const reader = new ThinkReader();
    const events: Event[] = [];
    reader.push(' <th', events);
    reader.settle(events);
    reader.push('ink>', events);
    expect(events).toEqual([
      { type: 'text', text: ' <th' },
      { type: 'text', text: 'ink>' },
    ]);
  });
});

const content = fc
  .array(
    fc.constantFrom('<think>', '</think>', '<', '</', '<th', 'think>', '>', ' ', '\n', '\t', 'a', 'é', '💥', '\u0000'),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

proves('L3', 'content cut anywhere gives the same text and the same thoughts', () => {
  fc.assert(
    fc.property(content, fc.array(fc.nat(20), { maxLength: 12 }), (whole, lengths) => {
      const expected = readAtOnce(whole);
      expect(joined([whole])).toEqual(expected);
      expect(joined(cutBy(whole, lengths))).toEqual(expected);
      expect(joined([...whole])).toEqual(expected);
    }),
    { numRuns: 3_000 },
  );
});

/** The same, of content that is there from the beginning. */
function readAtOnce(whole: string): { text: string; reasoning: string } {
  if (!whole.trimStart().startsWith('<think>')) return { text: whole, reasoning: '' };
  const marked = whole.trimStart().slice('<think>'.length).trimStart();
  const end = marked.indexOf('</think>');
  if (end === -1) return { text: '', reasoning: marked };
  return { text: marked.slice(end + '</think>'.length).trimStart(), reasoning: marked.slice(0, end) };
}

test('content in a million pieces takes no longer than their length', () => {
  const pieces = ['<think>', ...Array.from({ length: 500_000 }, () => '<'), '</think>', ...Array(500_000).fill(' ')];
  expect(joined(pieces)).toEqual({ reasoning: '<'.repeat(500_000), text: '' });
  expect(joined(Array(500_000).fill('\n')).text).toHaveLength(500_000);
});

function cutBy(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  let rest = text;
  for (const length of lengths) {
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...pieces, rest];
}
