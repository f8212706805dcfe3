import { describe, expect, test } from 'vitest';
import { ToolExecutor, ToolManager, textOf } from '../index.ts';
import { calculate, sampleTools } from './sample-tools.ts';

describe('calculate', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['2 ** 3', 8],
    ['10 - 4 - 3', 3],
    ['7 % 4 / 2', 1.5],
    ['--3 + +1', 4],
    ['1.5e3 × .5 ÷ 3 − 50', 200],
    ['  42  ', 42],
  ])('The expression "%s" evaluates to %d', (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  test.each([
    ['', 'Expected a number at the end'],
    ['1 +', 'Expected a number at the end'],
    ['(1', 'not closed'],
    ['1 2', 'Expected an operator or the end after'],
    ['1 / 0', 'Division by zero'],
    ['5 % (2 - 2)', 'Division by zero'],
    ['9 ^ 9 ^ 9', 'too large'],
    ['process.exit()', 'is not arithmetic'],
    ['('.repeat(301), 'longer than 300'],
    ['('.repeat(150), 'Expected a number'],
  ])('The expression "%s" is rejected with "%s"', (expression, message) => {
    expect(() => calculate(expression)).toThrow(message);
  });
});

describe('sample tools', () => {
  const manager = new ToolManager();
  manager.add(sampleTools);
  const executor = new ToolExecutor(manager);
  const call = async (name: string, args: object) => {
    const outcome = await executor.execute({ id: 'x', name, arguments: args });
    return `${outcome.status}: ${textOf(outcome.content)}`;
  };

  test('The sample tools return the results that their descriptions promise', async () => {
    expect(await call('calculate', { expression: '(12 + 30) * 2' })).toBe('ok: (12 + 30) * 2 = 84');
    expect(await call('days_between', { from: '2026-01-01', to: '2026-12-24' })).toBe(
      'ok: 357 days from 2026-01-01 to 2026-12-24',
    );
    expect(await call('roll_dice', { count: 100, sides: 2 })).toMatch(/^ok: .*"sum":1\d\d/s);
    expect(await call('roll_dice', {})).toMatch(/"rolls":\[[1-6]\]/);
  });

  test('The sample tools reject invalid arguments', async () => {
    expect(await call('calculate', { expression: 'x' })).toMatch(/^error/);
    expect(await call('roll_dice', { count: 1_000 })).toMatch(/^error/);
    expect(await call('days_between', { from: 'yesterday', to: '2026-12-24' })).toMatch(/^error/);
  });
});
