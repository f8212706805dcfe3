import { describe, expect, test } from 'vitest';
import { TokenCount } from './usage.ts';

describe('tokens that are counted', () => {
  test.each<[string, unknown, unknown, unknown]>([
    [
      'at both ends',
      { input_tokens: 11, output_tokens: 1 },
      { output_tokens: 7 },
      { promptTokens: 11, completionTokens: 7 },
    ],
    ['at the beginning', { input_tokens: 11, output_tokens: 7 }, undefined, { promptTokens: 11, completionTokens: 7 }],
    ['at the end', undefined, { input_tokens: 11, output_tokens: 7 }, { promptTokens: 11, completionTokens: 7 }],
    [
      'at the end, after nothing',
      { input_tokens: 0, output_tokens: 0 },
      { input_tokens: 11, output_tokens: 7 },
      { promptTokens: 11, completionTokens: 7 },
    ],
    [
      'at the beginning, before nothing',
      { input_tokens: 11, output_tokens: 1 },
      { input_tokens: 0, output_tokens: 7 },
      { promptTokens: 11, completionTokens: 7 },
    ],
    ['nowhere', undefined, undefined, undefined],
    ['in no numbers', { input_tokens: '11', output_tokens: -1 }, { output_tokens: Number.NaN }, undefined],
    [
      'with what was cached',
      { input_tokens: 1, cache_read_input_tokens: 20, cache_creation_input_tokens: 300 },
      { output_tokens: 7, output_tokens_details: { thinking_tokens: 5 } },
      {
        promptTokens: 321,
        completionTokens: 7,
        cachedTokens: 20,
        cacheWrittenTokens: 300,
        reasoningTokens: 5,
      },
    ],
  ])('%s', (_, first, last, usage) => {
    const count = new TokenCount();
    count.read(first);
    count.read(last);
    expect(count.usage).toEqual(usage);
  });
});
