import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { RULE_NAMES } from '../src/core/index.ts';
import { proves } from './requirements.ts';

proves('L5', 'The table of rules in docs/selection.md has every rule, and no other', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../docs/selection.md'), 'utf8');
  const [, table = ''] = page.split('| rule | applies to | meaning |');
  const firsts = table.split('\n').map((line) => line.split('|')[1] ?? '');
  const told = firsts.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name));
  expect([...new Set(told)].sort()).toEqual([...RULE_NAMES].sort());
});
