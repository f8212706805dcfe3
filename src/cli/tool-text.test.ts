import { describe, expect, test } from 'vitest';
import { recordingTerminal } from '../../test/recording-terminal.ts';
import type { Listing } from '../tools/index.ts';
import { toolInFull, toolInShort } from './tool-text.ts';

const listing = (description: string, parameters: Listing['parameters'] = {}): Listing => ({
  name: 'greet',
  wireName: 'greet',
  description,
  parameters,
});

test('A description is wrapped between words; lines that fit and long words stay as they are', () => {
  const address = `https://example.com/${'x'.repeat(60)}`;
  const description = `${'Greets somebody. '.repeat(5)}\n  | a | table |\nSee ${address} there.`;
  expect(toolInFull(listing(description), recordingTerminal(40)).split('\n').slice(0, 8)).toEqual([
    'greet',
    '  Greets somebody. Greets somebody.',
    '  Greets somebody. Greets somebody.',
    '  Greets somebody.',
    '    | a | table |',
    '  See',
    `  ${address}`,
    '  there.',
  ]);
});

describe('parameters', () => {
  test.each([
    [{ type: 'object' }, 'no parameters'],
    [{ type: 'object', properties: {} }, 'no parameters'],
    [{ type: 'object', additionalProperties: false }, 'no parameters'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'object'],
    [{ type: 'object', properties: { a: { type: 'string' } } }, '{ "a"?: string }'],
  ])('The parameter schema %j is shown as "%s"', (schema, words) => {
    expect(toolInShort(listing('d', schema), recordingTerminal())).toBe(`greet\n  d\n  ${words}`);
  });
});
