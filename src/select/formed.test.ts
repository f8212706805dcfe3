import { expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { checkFormats, defaultFormats, FormatChoices } from './format-choices.ts';
import { formed } from './formed.ts';
import { planTools } from './plan.ts';

const gateway = [{ name: 's::ours', wireName: 'ours', description: 'd', parameters: {} }];
const tools = [{ name: 'theirs', description: 'd', schema: {} }];
const plan = planTools({
  requested: { kind: 'listed', tools, mixed: true },
  mixed: false,
  absent: 'gateway',
  isFollowUp: false,
  gateway,
});

test('A plan takes over the chosen format and keeps its tools', () => {
  const choice = new FormatChoices(defaultFormats).for('qwen3:8b', false);
  const told = formed(plan, choice);
  expect(told).toMatchObject({
    format: 'hermes',
    understood: ['hermes', 'pure_json'],
    formatDecision: { rule: 'first-enabled' },
  });
  expect(told.visible).toBe(plan.visible);
  expect(told.decisions).toBe(plan.decisions);
});

proves(
  'S1.format.primary',
  'If no format is available, every tool is out, and its flip says which format to enable',
  () => {
    const choice = new FormatChoices({ enabled: ['native'] }).for('mock', false);
    const told = formed(plan, choice);
    expect(told).toMatchObject({ format: 'none', visible: [] });
    const out = { verdict: 'out', rule: 'no-format', flip: 'add "family" to formats.enabled' };
    expect(told.decisions).toEqual([
      { tool: 'theirs', ...out },
      { tool: 's::ours', ...out },
    ]);
  },
);

test('If no format is available, a tool that was already out keeps its rule, and its flip also names the format to enable', () => {
  const none = planTools({
    requested: { kind: 'none' },
    mixed: false,
    absent: 'gateway',
    isFollowUp: false,
    gateway,
  });
  const choice = new FormatChoices({ enabled: [] }).for('mock', undefined);
  const flip = 'send "tools": [{"type":"toolpath"}], and add "family" to formats.enabled';
  expect(formed(none, choice).decisions).toEqual(none.decisions.map((each) => ({ ...each, flip })));
});

test('A plan has startsInReasoning if the chat template of the model family always opens the reasoning', () => {
  const choices = new FormatChoices(defaultFormats);
  expect(formed(plan, choices.for('deepseek-r1', undefined)).startsInReasoning).toBe(true);
  for (const model of ['deepseek-v3.1', 'qwen3', 'mock'])
    expect(formed(plan, choices.for(model, false))).not.toHaveProperty('startsInReasoning');
});

test('checkFormats throws if a name is not a format, and suggests the nearest name', () => {
  expect(() =>
    checkFormats({ enabled: ['native', 'family', 'code', 'mistral', 'hermes'], primary: 'harmony' }),
  ).not.toThrow();
  expect(() => checkFormats({ enabled: ['hermez'] })).toThrow('There is no format "hermez". Did you mean "hermes"?');
  expect(() => checkFormats({ enabled: [], primary: 'constructor' })).toThrow('There is no format "constructor".');
});

test('FormatChoices returns the same object for the same model', () => {
  const choices = new FormatChoices(defaultFormats);
  expect(choices.for('mock', undefined)).toBe(choices.for('mock', undefined));
  expect(choices.for('mock', false)).not.toBe(choices.for('mock', undefined));
  expect([choices.hasNative, new FormatChoices({ enabled: ['hermes'] }).hasNative]).toEqual([true, false]);
});
