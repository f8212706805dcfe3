import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { proves } from './requirements.ts';

/** Where rules are written down: each under its name. */
const WRITTEN = [
  { file: 'src/select/rules.ts', rule: /\b(?:inBy|outBy)\(\s*'([a-z-]+)'/g },
  { file: 'src/mcp/left-out.ts', rule: /\bout\(\w+, \w+, '([a-z-]+)'/g },
  { file: 'src/mcp/absent.ts', rule: /\brule: '([a-z-]+)'/g },
  { file: 'src/tools/listing.ts', rule: /\brule: '([a-z-]+)'/g },
];

const textOf = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

proves('L5', 'every rule that decides of a tool is in the table of docs/explain.md, and no other', () => {
  const written = WRITTEN.flatMap(({ file, rule }) => [...textOf(file).matchAll(rule)].map(([, name = '']) => name));
  const [, table = ''] = textOf('docs/explain.md').split('| rule | of | in or out because |');
  const firsts = table.split('\n').map((line) => line.split('|')[1] ?? '');
  const told = firsts.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name));
  expect([...new Set(told)].sort()).toEqual([...new Set(written)].sort());
});
