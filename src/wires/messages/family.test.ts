import { describe, expect, test } from 'vitest';
import { familyOf } from './family.ts';

describe('familyOf', () => {
  test.each<[string, number, string, string, string, boolean]>([
    ['claude-2.1', 4_096, 'none', 'silence', 'both', true],
    ['claude-3-opus-20240229', 4_096, 'none', 'silence', 'both', true],
    ['claude-3-haiku-20240307', 4_096, 'none', 'silence', 'both', true],
    ['claude-3-5-sonnet-latest', 8_192, 'none', 'silence', 'both', true],
    ['claude-3-7-sonnet-20250219', 64_000, 'budget', 'silence', 'both', true],
    ['claude-opus-4-0', 32_000, 'budget', 'silence', 'one', true],
    ['claude-opus-4-20250514', 32_000, 'budget', 'silence', 'one', true],
    ['us.anthropic.claude-opus-4-1-20250805-v1:0', 32_000, 'budget', 'silence', 'one', true],
    ['claude-sonnet-4@20250514', 64_000, 'budget', 'silence', 'one', true],
    ['anthropic/claude-sonnet-4.5', 64_000, 'budget', 'silence', 'one', true],
    ['claude-haiku-4-5-20251001', 64_000, 'budget', 'silence', 'one', true],
    ['claude-opus-4-5', 64_000, 'budget', 'silence', 'one', true],
    ['claude-sonnet-4-6', 64_000, 'adaptive', 'silence', 'one', true],
    ['anthropic.claude-opus-4-6-v1', 64_000, 'adaptive', 'silence', 'one', true],
    ['claude-opus-4-7', 64_000, 'adaptive', 'silence', 'none', true],
    ['claude-opus-4-8', 64_000, 'adaptive', 'silence', 'none', true],
    ['claude-sonnet-5', 64_000, 'adaptive', 'disabled', 'none', true],
    ['claude-opus-5', 64_000, 'adaptive', 'disabled', 'none', true],
    ['claude-fable-5', 64_000, 'adaptive', 'never', 'none', true],
    ['claude-fable-5-1', 64_000, 'adaptive', 'never', 'none', false],
    ['claude-mythos-5-2', 64_000, 'adaptive', 'never', 'none', false],
    ['claude-opus-5-5', 64_000, 'adaptive', 'never', 'none', false],
    ['claude-sonnet-5-5', 64_000, 'adaptive', 'between_tools', 'none', false],
    ['claude-haiku-5-5', 64_000, 'adaptive', 'disabled', 'none', true],
    ['claude-mythos-preview', 64_000, 'adaptive', 'never', 'none', false],
    ['claude-opus-9', 64_000, 'adaptive', 'never', 'none', false],
    ['claude', 64_000, 'adaptive', 'never', 'none', false],
    ['glm-4.7', 16_384, 'budget', 'disabled', 'both', true],
    ['kimi-k2', 16_384, 'budget', 'disabled', 'both', true],
    ['', 16_384, 'budget', 'disabled', 'both', true],
  ])(
    'The family of "%s" has the expected limits and abilities',
    (model, answerTokens, thinking, rest, sampling, isForcible) => {
      expect(familyOf(model)).toMatchObject({ answerTokens, thinking, rest, sampling, isForcible });
    },
  );

  test.each<[string, number, boolean, boolean]>([
    ['claude-3-opus-20240229', 4_096, false, true],
    ['claude-opus-4-1', 32_000, false, true],
    ['claude-sonnet-4-5', 64_000, false, true],
    ['claude-sonnet-4-6', 64_000, false, false],
    ['claude-opus-4-7', 64_000, true, false],
    ['claude-opus-5-5', 64_000, true, false],
    ['glm-5', Number.POSITIVE_INFINITY, false, true],
  ])('The family of "%s" has a token limit of %s, budgetless reasoning: %s, prefill support: %s', (model, ...facts) => {
    const { mostAnswerTokens, isBudgetless, isPrefillable } = familyOf(model);
    expect([mostAnswerTokens, isBudgetless, isPrefillable]).toEqual(facts);
  });

  test('Only newer models support structured output, and only the newest of them support efforts', () => {
    const facts = (model: string) => {
      const { isBindable, efforts } = familyOf(model);
      return [isBindable, efforts.at(-1)];
    };
    expect(facts('claude-opus-4-1')).toEqual([false, undefined]);
    expect(facts('claude-sonnet-4-5')).toEqual([true, undefined]);
    expect(facts('claude-sonnet-4-6')).toEqual([true, 'max']);
    expect(familyOf('claude-sonnet-4-6').efforts).not.toContain('xhigh');
    expect(familyOf('claude-opus-4-7').efforts).toContain('xhigh');
  });
});
