import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { type BudgetInput, budgetFor, defaultPerSize } from './budget.ts';

const budget = (input: Partial<BudgetInput>) => budgetFor({ model: 'up/mock', perSize: defaultPerSize, ...input });

describe('how many MCP tools are described', () => {
  proves('S1.limit', '2 under 7B, 5 from 7B to 30B, 10 above; both bounds belong to the middle', () => {
    const limits: readonly (readonly [number, number, string])[] = [
      [0.27, 2, 'small'],
      [6.999, 2, 'small'],
      [7, 5, 'medium'],
      [8, 5, 'medium'],
      [30, 5, 'medium'],
      [30.001, 10, 'large'],
      [70, 10, 'large'],
      [1_000, 10, 'large'],
    ];
    for (const [billions, most, size] of limits)
      expect(budget({ billions }), String(billions)).toMatchObject({
        most,
        setting: `mcpToolsInPrompt.${size}`,
        rule: 'size',
      });
  });

  proves('S1.limit', '2 when the size is unknown', () => {
    expect(budget({})).toMatchObject({ most: 2, rule: 'unknown-size' });
    expect(budget({ perSize: { small: 3, medium: 5, large: 10 } }).most).toBe(3);
    for (const billions of [Number.NaN, 0, -8, Number.POSITIVE_INFINITY])
      expect(budget({ billions }).rule, String(billions)).toBe('unknown-size');
  });

  proves('S1.limit', 'the size comes from the settings, the server, the name, in this order', () => {
    const model = 'up/qwen3:8b';
    expect(budget({ model })).toMatchObject({ most: 5, why: expect.stringContaining('8B parameters, by its name') });
    expect(budget({ model, billions: 3 })).toMatchObject({
      most: 2,
      why: expect.stringContaining('3B parameters, by its server'),
    });
    expect(budget({ model, billions: 70, saidOf: 'up/qwen3:8b' })).toMatchObject({
      most: 10,
      why: expect.stringContaining('70B parameters, by the settings'),
    });
    expect(budget({ model, billions: Number.NaN })).toMatchObject({
      most: 5,
      why: expect.stringContaining('8B parameters, by its name'),
    });
  });

  proves('S1.limit', 'settings override the limit, by size and by model', () => {
    const perSize = { small: 0, medium: 1, large: 50 };
    expect(budget({ perSize }).most).toBe(0);
    expect(budget({ perSize, billions: 8 }).most).toBe(1);
    expect(budget({ perSize, billions: 80 }).most).toBe(50);
    expect(budget({ perSize, billions: 80, perModel: { most: 7, of: 'up/mock' } })).toMatchObject({
      most: 7,
      rule: 'setting',
    });
    expect(budget({ perModel: { most: 0, of: 'up/mock' } })).toMatchObject({ most: 0, rule: 'setting' });
  });

  test('a size that nobody publishes is not told', () => {
    expect(budget({ model: 'up/gpt-5' })).toMatchObject({ most: 10, rule: 'size' });
    expect(budget({ model: 'up/gpt-5' }).why).not.toMatch(/\d+B /);
  });
});

proves('S1.explain', 'why, and what would change it', () => {
  const told = (input: Partial<BudgetInput>) => {
    const { most, why, flip } = budget(input);
    return `${most}: ${why}. To change it: ${flip}.`;
  };
  const inputs: readonly Partial<BudgetInput>[] = [
    {},
    { perModel: { most: 4, of: 'up/mock' } },
    { model: 'up/qwen3:8b' },
    { model: 'up/gemma-3-270m' },
    { model: 'up/phi-4-mini' },
    { model: 'up/gpt-5-mini' },
    { billions: 30.532 },
    { billions: 1_000, saidOf: 'up/qwen3:8b' },
  ];
  expect(inputs.map(told).join('\n')).toMatchInlineSnapshot(`
    "2: neither the settings nor its server nor its name tell the size of "up/mock", so it is taken for small. To change it: set models."up/mock".parameters to its size, such as "8b".
    4: the settings say so of "up/mock". To change it: change models."up/mock".mcpToolsInPrompt, or take it out to go by the model's size.
    5: "up/qwen3:8b" has 8B parameters, by its name, which is medium (7B to 30B). To change it: set models."up/qwen3:8b".parameters if that is not its size, or mcpToolsInPrompt.medium to another number.
    2: "up/gemma-3-270m" has 270M parameters, by its name, which is small (under 7B). To change it: set models."up/gemma-3-270m".parameters if that is not its size, or mcpToolsInPrompt.small to another number.
    2: "up/phi-4-mini" has 3.8B parameters, by its name, which is small (under 7B). To change it: set models."up/phi-4-mini".parameters if that is not its size, or mcpToolsInPrompt.small to another number.
    5: the makers of "up/gpt-5-mini" publish no size, so it is taken for medium, by its name. To change it: set models."up/gpt-5-mini".parameters if its size is known, or mcpToolsInPrompt.medium to another number.
    10: "up/mock" has 30.53B parameters, by its server, which is large (above 30B). To change it: set models."up/mock".parameters if that is not its size, or mcpToolsInPrompt.large to another number.
    10: "up/mock" has 1T parameters, by the settings, which is large (above 30B). To change it: change models."up/qwen3:8b".parameters, or set mcpToolsInPrompt.large to another number."
  `);
});

test('however large, the limit never falls as a model grows, and a foreign name stays short', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 10_000, noNaN: true }),
      fc.double({ min: 0, max: 10_000, noNaN: true }),
      (billions, more) => {
        expect(budget({ billions: billions + more }).most).toBeGreaterThanOrEqual(budget({ billions }).most);
      },
    ),
  );
  const { why, flip } = budget({ model: `up/${'x\n'.repeat(10_000)}` });
  for (const text of [why, flip]) {
    expect(text.length).toBeLessThan(400);
    expect(text).not.toContain('\n');
  }
});
