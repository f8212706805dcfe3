import { describe, expect, test } from 'vitest';
import { TokenCount } from './usage.ts';

describe('TokenCount', () => {
  test.each<[string, unknown, unknown, unknown]>([
    [
      'counts at the start and at the end',
      { input_tokens: 11, output_tokens: 1 },
      { output_tokens: 7 },
      { promptTokens: 11, completionTokens: 7 },
    ],
    [
      'counts only at the start',
      { input_tokens: 11, output_tokens: 7 },
      undefined,
      { promptTokens: 11, completionTokens: 7 },
    ],
    [
      'counts only at the end',
      undefined,
      { input_tokens: 11, output_tokens: 7 },
      { promptTokens: 11, completionTokens: 7 },
    ],
    [
      'zeros at the start and counts at the end',
      { input_tokens: 0, output_tokens: 0 },
      { input_tokens: 11, output_tokens: 7 },
      { promptTokens: 11, completionTokens: 7 },
    ],
    [
      'counts at the start and a zero at the end',
      { input_tokens: 11, output_tokens: 1 },
      { input_tokens: 0, output_tokens: 7 },
      { promptTokens: 11, completionTokens: 7 },
    ],
    ['no counts', undefined, undefined, undefined],
    [
      'values that are not valid counts',
      { input_tokens: '11', output_tokens: -1 },
      { output_tokens: Number.NaN },
      undefined,
    ],
    [
      'cached tokens and reasoning tokens',
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
  ])('The usage is computed from %s', (_, first, last, usage) => {
    const count = new TokenCount();
    count.read(first);
    count.read(last);
    expect(count.usage).toEqual(usage);
  });
});
