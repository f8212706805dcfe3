import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { isDeeperThan, MOST_DEPTH } from './depth.ts';

describe('isDeeperThan', () => {
  test.each<[unknown, number]>([
    [1, 0],
    ['{}', 0],
    [null, 0],
    [undefined, 0],
    [[], 1],
    [{}, 1],
    [[1, [2]], 2],
    [{ a: 1, b: { c: [{}] } }, 4],
    [JSON.parse('{"__proto__":{"a":{}}}'), 3],
  ])('The depth of %j is %i', (value, levels) => {
    expect(isDeeperThan(value, levels)).toBe(false);
    if (levels > 0) expect(isDeeperThan(value, levels - 1)).toBe(true);
  });

  proves('L9', 'isDeeperThan measures a value with 100,000 levels without overflowing the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(isDeeperThan(deep, MOST_DEPTH)).toBe(true);
  });
});
