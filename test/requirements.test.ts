import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { citationsByFile, citationsIn } from './citations.ts';
import { builtIds, requirementIds } from './requirements.ts';

const root = path.join(import.meta.dirname, '..');

describe('requirements', () => {
  test('the list names exactly the ids of docs/requirements.md, in its order', () => {
    const page = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8');
    const documented = [...page.matchAll(/^\|\s*([A-Z]\d[\w.-]*)\s*\|/gm)].map(([, id]) => id);
    expect(requirementIds).toEqual(documented);
  });

  test('a test cites every built id', () => {
    const citations = citationsByFile(root);
    expect(builtIds.filter((id) => !citations.has(id))).toEqual([]);
  });

  test('every id cited exists', () => {
    const known = new Set<string>(requirementIds);
    expect([...citationsByFile(root).keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});

describe('citations', () => {
  const call = 'proves'; // keeps the examples below out of the real citations

  test('one id, several ids, over several lines', () => {
    expect(citationsIn(`${call}('A.b', 'x', f); ${call}(\n  ['C', "D.e-f",\n 'G'],\n 'y', f)`)).toEqual([
      'A.b',
      'C',
      'D.e-f',
      'G',
    ]);
  });

  test('calls in comments, strings and templates are none', () => {
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

  test('functions of similar names are none', () => {
    expect(citationsIn(`dis${call}('A'); x.${call}('B'); ${call}Nothing('C')`)).toEqual([]);
  });
});
