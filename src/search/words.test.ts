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
])('The text "%s" gives the words %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test('In Chinese text, every two adjacent characters form a word', () => {
  expect(searchWords('东京天气')).toEqual(['东京', '京天', '天气']);
  expect(searchWords('天 weather')).toEqual(['天', 'weath']);
});

test('A text of only stop words gives no words', () => {
  expect(searchWords("who are you, and what's this?")).toEqual([]);
  expect(searchWords('')).toEqual([]);
});

test('The words of any text contain no capitals and no white space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(searchWords(text).filter((word) => !/^[^\sA-Z]+$/.test(word))).toEqual([]);
    }),
  );
});
