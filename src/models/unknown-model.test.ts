import { expect, test } from 'vitest';
import { isListed } from './unknown-model.ts';

test.each([
  ['openai/gpt-4o', 'openai/*', true],
  ['gpt-4o', '*', true],
  ['mistral/large', 'openai/*', false],
  ['typo', 'llama3', false],
])('%s is in a list with %s: %s', (asked, listed, isIt) => {
  expect(isListed(asked, [listed])).toBe(isIt);
});
