import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { isDeeperThan, MOST_DEPTH } from './depth.ts';

describe('the depth of a value', () => {
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
  ])('of %j is %i', (value, levels) => {
    expect(isDeeperThan(value, levels)).toBe(false);
    if (levels > 0) expect(isDeeperThan(value, levels - 1)).toBe(true);
  });

  proves('L9', 'a value as deep as any parser takes is measured without using up the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(isDeeperThan(deep, MOST_DEPTH)).toBe(true);
  });
});
