import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { knownSizes } from './known-sizes.ts';
import { sizeByName } from './model-size.ts';

const billionsOf = (name: string) => sizeByName(name)?.billions;

proves('S1.limit', 'A size that is written in a model name is read from it', () => {
  const sizes: readonly (readonly [string, number])[] = [
    ['qwen3:8b', 8],
    ['Llama-3.1-70B', 70],
    ['qwen2.5:0.5b', 0.5],
    ['gemma-3-270m', 0.27],
    ['qwen3-30b-a3b', 30],
    ['Qwen3-30BA3B', 30],
    ['Mixtral-8x7B', 56],
    ['mixtral:8x22b-instruct-v0.1-q4_K_M', 176],
    ['gemma-3n-E4B', 4],
    ['kimi-k2-1t', 1_000],
    ['Qwen/Qwen3-8B', 8],
    ['hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M', 8],
    ['models\\llama-2-7b.Q4_K_M.gguf', 7],
    ['accounts/fireworks/models/qwen2p5-coder-1p5b', 1.5],
    ['command-r7b-12-2024', 7],
    ['mistral7b', 7],
    ['Qwen3_8B', 8],
    ['Qwen2.5-14B-Instruct-1M', 14],
    ['gpt-oss:120b-cloud', 120],
    ['deepseek-r1:8b', 8],
    ['gemini-1.5-flash-8b', 8],
    ['bitnet-b1.58-2B-4T', 2],
    ['Mistral-7B-Instruct-v0.3', 7],
    ['phi-4-15b', 15],
  ];
  for (const [name, billions] of sizes) expect(sizeByName(name), name).toEqual({ billions, from: 'name' });
});

proves(
  'S1.limit',
  'Quantizations, context lengths, dates and versions in a model name are not mistaken for a size',
  () => {
    const sizeless = [
      '',
      '/',
      'up/mock',
      'llama3.1',
      'mistral-v0.3',
      'nobody-q4_K_M',
      'nobody-iq1_m',
      'nobody-4bit',
      'nobody-8-bit',
      'nobody-w4a16',
      'nobody-fp8',
      'nobody-3.5bpw',
      'nobody-128k',
      'nobody-1m',
      'nobody-10M',
      'nobody-2024-08-06',
      'nobody-20250514b',
      'nobody-a3b',
      'nobody-17b-16e',
      'nobody-0b',
      'nobody-99999t',
      '１２b',
    ];
    for (const name of sizeless) expect(sizeByName(name), name).toBeUndefined();
  },
);

test('The part of a model name after the last slash is tried before the whole name', () => {
  expect(billionsOf('my-70b-box/qwen3:8b')).toBe(8);
  expect(billionsOf('phi-4/mistral-nemo')).toBe(12);
  expect(billionsOf('llama-8b/model.gguf')).toBe(8);
  expect(billionsOf('llama-8b/')).toBe(8);
});

describe('Model names without a size', () => {
  proves(
    'S1.limit',
    'The sizes of well-known models come from a table, in which the longest matching name wins',
    () => {
      const sizes: readonly (readonly [string, number])[] = [
        ['phi-4', 14],
        ['phi4:latest', 14],
        ['phi-4-mini', 3.8],
        ['microsoft/Phi-4-mini-instruct', 3.8],
        ['Phi-3.5-mini-instruct', 3.8],
        ['phi3:medium', 14],
        ['tinyllama', 1.1],
        ['mistral-small-latest', 24],
        ['open-mistral-nemo', 12],
        ['mistral-large-2411', 123],
        ['codestral', 22],
        ['devstral', 24],
        ['command-r', 35],
        ['c4ai-command-r-plus-08-2024', 104],
        ['deepseek-chat', 671],
        ['DeepSeek-V3.1', 671],
        ['deepseek-r1', 671],
        ['kimi-k2-instruct', 1_000],
        ['glm-4.6', 355],
        ['glm-4p5-air', 106],
        ['qwq', 32],
        ['MiniMax-M2', 230],
        ['Llama-4-Scout-17B-16E-Instruct', 109],
        ['Hunyuan-A13B-Instruct', 80],
      ];
      for (const [name, billions] of sizes) expect(sizeByName(name), name).toEqual({ billions, from: 'known-name' });
    },
  );

  test('A known name matches only complete words, and a version does not match a different one', () => {
    for (const name of ['dolphin-4', 'phi-40', 'phi-41', 'xtinyllama', 'commander', 'kimi-k3']) {
      expect(sizeByName(name), name).toBeUndefined();
    }
  });

  test('Every known name is found, whatever its separators, its case and its prefix are', () => {
    for (const [name, size] of knownSizes) {
      const expected = typeof size === 'number' ? { billions: size } : { isGuess: true };
      for (const joined of [name.replaceAll(' ', '-'), name.replaceAll(' ', '_').toUpperCase(), `x/${name}-fp8`])
        expect(sizeByName(joined), joined).toMatchObject({ ...expected, from: 'known-name' });
    }
    expect(new Set(knownSizes.map(([name]) => name)).size).toBe(knownSizes.length);
  });

  proves('S1.limit', 'Hosted models count as large, and those named mini, nano, flash or similar as medium', () => {
    for (const name of [
      'gpt-4o',
      'gpt-5.1',
      'o3',
      'claude-opus-4-1',
      'claude-sonnet-4-5[1m]',
      'gemini-2.5-pro',
      'grok-4',
    ]) {
      expect(sizeByName(`up/${name}`), name).toMatchObject({ from: 'known-name', isGuess: true });
      expect(billionsOf(name), name).toBeGreaterThan(30);
    }
    for (const name of [
      'gpt-4o-mini',
      'gpt-5-nano',
      'o4-mini',
      'claude-3-5-haiku',
      'gemini-2.5-flash-lite',
      'grok-3-mini',
    ]) {
      expect(sizeByName(`up/${name}`), name).toMatchObject({ from: 'known-name', isGuess: true });
      expect(billionsOf(name), name).toBeGreaterThanOrEqual(7);
      expect(billionsOf(name), name).toBeLessThanOrEqual(30);
    }
  });
});

describe('Arbitrary model names', () => {
  test('A size read from an arbitrary name is within the range of real models', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '8b',
        'a3b',
        '8x7b',
        '.',
        '-',
        '/',
        'x',
        '270m',
        '1t',
        '0b',
        '9'.repeat(9),
        'phi-4',
        'constructor',
        'gpt-5',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const billions = billionsOf(pieces.join(''));
        if (billions === undefined) return;
        expect(billions).toBeGreaterThan(0);
        expect(billions).toBeLessThanOrEqual(20_000);
      }),
      { numRuns: 1_000 },
    );
  });

  test('The first size that is written in a name counts, whatever follows it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.string({ maxLength: 100 }), (billions, rest) => {
        expect(billionsOf(`nobody-${billions}b-x${rest.replaceAll(/[/\\]/g, '')}`)).toBe(billions);
      }),
    );
  });

  test('Only the first 200 characters of a name are read', () => {
    expect(billionsOf(`${'x'.repeat(190)}-8b`)).toBe(8);
    expect(billionsOf(`${'x'.repeat(200)}-8b`)).toBeUndefined();
    for (const letter of ['9', 'a', '.', '-', 'p', '1p', '8b', 'a3b-'])
      expect(() => sizeByName(letter.repeat(1_000_000))).not.toThrow();
  });
});
