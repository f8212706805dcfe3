import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLine, meantWord } from './fix.ts';

test.each([
  ['url', ['kind', 'baseUrl'], 'baseUrl'],
  ['BASEURLS', ['kind', 'baseUrl'], 'baseUrl'],
  ['hostname', ['port', 'host'], 'host'],
  ['key', ['oldApiKey', 'apiKey', 'headers'], 'apiKey'],
  ['token', ['apiKey', 'headers'], undefined],
  ['ur', ['myUrl'], undefined],
  ['log', ['logOfEvery'], undefined],
  ['', ['port'], undefined],
])('The word %j among %j is taken for %j', (word, known, meant) => {
  expect(meantWord(word, known)).toBe(meant);
});

test('JSON that is formatted on one line parses to the same value', () => {
  expect(jsonLine([{ a: ['x', {}], b: [] }, '[ \n ]'])).toBe('[{ "a": ["x", {}], "b": [] }, "[ \\n ]"]');
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonLine(value)).not.toContain('\n');
      expect(JSON.stringify(JSON.parse(jsonLine(value)))).toBe(JSON.stringify(value));
    }),
  );
});
