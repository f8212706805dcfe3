import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { type BudgetInput, budgetFor, defaultPerSize } from './budget.ts';

const budget = (input: Partial<BudgetInput>) => budgetFor({ model: 'up/mock', perSize: defaultPerSize, ...input });

describe('Limit of MCP tools in a prompt', () => {
  proves('S1.limit', 'The limit is 2 below 7B, 5 from 7B to 30B inclusive, and 10 above 30B', () => {
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

  proves('S1.limit', 'A model of unknown size gets the limit for small models', () => {
    expect(budget({})).toMatchObject({ most: 2, rule: 'unknown-size' });
    expect(budget({ perSize: { small: 3, medium: 5, large: 10 } }).most).toBe(3);
    for (const billions of [Number.NaN, 0, -8, Number.POSITIVE_INFINITY])
      expect(budget({ billions }).rule, String(billions)).toBe('unknown-size');
  });

  proves('S1.limit', 'The model size comes from the settings, else from the server, else from the name', () => {
    const model = 'up/qwen3:8b';
    expect(budget({ model })).toMatchObject({
      most: 5,
      why: expect.stringContaining('8B parameters according to its name'),
    });
    expect(budget({ model, billions: 3 })).toMatchObject({
      most: 2,
      why: expect.stringContaining('3B parameters according to its server'),
    });
    expect(budget({ model, billions: 70, saidOf: 'up/qwen3:8b' })).toMatchObject({
      most: 10,
      why: expect.stringContaining('70B parameters according to the settings'),
    });
    expect(budget({ model, billions: Number.NaN })).toMatchObject({
      most: 5,
      why: expect.stringContaining('8B parameters according to its name'),
    });
  });

  proves('S1.limit', 'Settings override the limit for each model size and for a single model', () => {
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

  test('The explanation gives no number of parameters if the size is not published', () => {
    expect(budget({ model: 'up/gpt-5' })).toMatchObject({ most: 10, rule: 'size' });
    expect(budget({ model: 'up/gpt-5' }).why).not.toMatch(/\d+B /);
  });
});

proves('S1.explain', 'The limit comes with its reason and with the setting that changes it', () => {
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
    "2: the settings, the server and the name of "up/mock" do not give its size, so the limit for small models applies. To change it: set models."up/mock".parameters to its size, for example "8b".
    4: the settings set this limit for "up/mock". To change it: change models."up/mock".mcpToolsInPrompt, or remove it to use the limit for the model's size.
    5: "up/qwen3:8b" has 8B parameters according to its name, which makes it medium (7B to 30B). To change it: set models."up/qwen3:8b".parameters if that size is wrong, or set mcpToolsInPrompt.medium to another number.
    2: "up/gemma-3-270m" has 270M parameters according to its name, which makes it small (under 7B). To change it: set models."up/gemma-3-270m".parameters if that size is wrong, or set mcpToolsInPrompt.small to another number.
    2: "up/phi-4-mini" has 3.8B parameters according to its name, which makes it small (under 7B). To change it: set models."up/phi-4-mini".parameters if that size is wrong, or set mcpToolsInPrompt.small to another number.
    5: the size of "up/gpt-5-mini" is not published; judging by its name, the model is medium. To change it: set models."up/gpt-5-mini".parameters if you know its size, or set mcpToolsInPrompt.medium to another number.
    10: "up/mock" has 30.53B parameters according to its server, which makes it large (above 30B). To change it: set models."up/mock".parameters if that size is wrong, or set mcpToolsInPrompt.large to another number.
    10: "up/mock" has 1T parameters according to the settings, which makes it large (above 30B). To change it: change models."up/qwen3:8b".parameters, or set mcpToolsInPrompt.large to another number."
  `);
});

test('The limit never falls as a model grows, and the explanation shortens a very long model name', () => {
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
