import { expect, test } from 'vitest';
import { stem } from './stem.ts';

test.each([
  ['convert converts converted converting converter'],
  ['calculate calculates calculated calculating calculation calculator'],
  ['city cities'],
  ['search searches searching searched'],
  ['remind reminds reminder reminders'],
  ['run running'],
  ['file files'],
  ['recursive recursively'],
])('These words share one stem: %s', (family) => {
  expect(new Set(family.split(' ').map(stem)).size).toBe(1);
});

test.each([
  ['user', 'use'],
  ['status', 'state'],
  ['string', 'str'],
  ['sell', 'see'],
])('The words %s and %s have different stems', (one, other) => {
  expect(stem(one)).not.toBe(stem(other));
});

test('Short words, numbers and words in other alphabets are not stemmed', () => {
  for (const word of ['ids', 'is', '2024', 'größes', 'погодас']) expect(stem(word)).toBe(word);
});
