import { expect, test } from 'vitest';
import { meantWord } from './meant.ts';

test.each([
  ['url', ['kind', 'baseUrl'], 'baseUrl'],
  ['BASEURLS', ['kind', 'baseUrl'], 'baseUrl'],
  ['hostname', ['port', 'host'], 'host'],
  ['key', ['oldApiKey', 'apiKey', 'headers'], 'apiKey'],
  ['token', ['apiKey', 'headers'], undefined],
  ['ur', ['myUrl'], undefined],
  ['log', ['logOfEvery'], undefined],
  ['', ['port'], undefined],
])('%j among %j is %j', (word, known, meant) => {
  expect(meantWord(word, known)).toBe(meant);
});
