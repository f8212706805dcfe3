import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { citationsByFile, citationsIn } from './citations.ts';
import { builtIds, requirementIds } from './requirements.ts';

const root = path.join(import.meta.dirname, '..');

describe('The list of requirements', () => {
  test('The list of requirements has exactly the ids of docs/requirements.md, in the same order', () => {
    const page = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8');
    const documented = [...page.matchAll(/^\|\s*([A-Z]\d[\w.-]*)\s*\|/gm)].map(([, id]) => id);
    expect(requirementIds).toEqual(documented);
  });

  test('A test cites every built requirement', () => {
    const citations = citationsByFile(root);
    expect(builtIds.filter((id) => !citations.has(id))).toEqual([]);
  });

  test('Every cited requirement exists', () => {
    const known = new Set<string>(requirementIds);
    expect([...citationsByFile(root).keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});

describe('The search for citations', () => {
  const call = 'proves'; // keeps the examples below out of the real citations

  test('The search finds one or several cited ids, also across lines', () => {
    expect(citationsIn(`${call}('A.b', 'x', f); ${call}(\n  ['C', "D.e-f",\n 'G'],\n 'y', f)`)).toEqual([
      'A.b',
      'C',
      'D.e-f',
      'G',
    ]);
  });

  test('A call of proves in a comment, string or template is not a citation', () => {
    const source = [
      `// ${call}('A')`,
      `/* ${call}('B') */`,
      `"${call}('C')"`,
      `\`\n${call}('D')\``,
      `it's // '`,
      `${call}('E')`,
    ];
    expect(citationsIn(source.join('\n'))).toEqual(['E']);
  });

  test('A call of a function with a similar name is not a citation', () => {
    expect(citationsIn(`dis${call}('A'); x.${call}('B'); ${call}Nothing('C')`)).toEqual([]);
  });
});
