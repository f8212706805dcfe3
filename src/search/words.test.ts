import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchWords } from './words.ts';

test.each([
  ['get_current_datetime', ['current', 'datetim']],
  ['listDirectory', ['list', 'directori']],
  ['HTTPServer', ['http', 'serv']],
  ['parseURLs', ['pars', 'url']],
  ['base64-encode', ['bas', '64', 'encod']],
  ['github__create_issue', ['github', 'creat', 'issu']],
  ["What's the weather in Vienna, please?", ['weath', 'vienna']],
  ['Überraschung für Zoë', ['überraschung', 'für', 'zoë']],
  ['погода в Москве', ['погода', 'в', 'москве']],
])('%s is %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test('of Chinese and its like each two neighbours are a word', () => {
  expect(searchWords('东京天气')).toEqual(['东京', '京天', '天气']);
  expect(searchWords('天 weather')).toEqual(['天', 'weath']);
});

test('nothing but stop words is nothing', () => {
  expect(searchWords("who are you, and what's this?")).toEqual([]);
  expect(searchWords('')).toEqual([]);
});

test('whatever the text, its words are small and without gaps', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(searchWords(text).filter((word) => !/^[^\sA-Z]+$/.test(word))).toEqual([]);
    }),
  );
});
