import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Event } from '../../core/index.ts';
import { ThinkReader } from './think.ts';

/** Returns the events of each push, then those of the end. */
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

describe('Reasoning inside the content', () => {
  test.each([
    ['a marked block at the start', '<think>hm</think>Hello', 'hm', 'Hello'],
    ['white space around the markers', ' \n<think>\nhm\n</think>\n\nHello\n', 'hm\n', 'Hello\n'],
    ['empty reasoning, as models write it when reasoning is off', '<think>\n\n</think>\n\nHello', '', 'Hello'],
    ['no marker', 'Hello', '', 'Hello'],
    ['only white space', ' \n ', '', ' \n '],
    ['a marker after the start', 'Hello <think>hm</think>', '', 'Hello <think>hm</think>'],
    ['a second pair of markers', '<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
    ['an opening marker inside the reasoning', '<think>a<think>b</think>c', 'a<think>b', 'c'],
    ['another tag', '\n<thinker>Hello', '', '\n<thinker>Hello'],
    ['only a closing marker', '</think>Hello', '', '</think>Hello'],
    ['reasoning that never ends', '<think>hm, </thin', 'hm, </thin', ''],
    ['an incomplete opening marker', ' <thin', '', ' <thin'],
    ['text that resembles a closing marker', '<think>a<</think >b</think>c', 'a<</think >b', 'c'],
  ])('Reasoning and text are separated in content with %s', (_, content, reasoning, text) => {
    expect(joined([content])).toEqual({ reasoning, text });
    expect(joined([...content])).toEqual({ reasoning, text });
  });

  test('Only text that may become a marker is held back', () => {
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

  test('settle() releases a held-back partial marker as text, because the server separates reasoning itself', () => {
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

proves('L3', 'Content gives the same text and reasoning wherever it is split into pieces', () => {
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

/** Reference implementation for complete content. */
function readAtOnce(whole: string): { text: string; reasoning: string } {
  if (!whole.trimStart().startsWith('<think>')) return { text: whole, reasoning: '' };
  const marked = whole.trimStart().slice('<think>'.length).trimStart();
  const end = marked.indexOf('</think>');
  if (end === -1) return { text: '', reasoning: marked };
  return { text: marked.slice(end + '</think>'.length).trimStart(), reasoning: marked.slice(0, end) };
}

test('Content in a million pieces is read in linear time', () => {
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
