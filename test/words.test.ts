import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { passagesIn } from '../setup/prose.ts';
import { changedLinesIn, matchesIn, patternsIn } from '../setup/words.ts';

const setup = path.join(import.meta.dirname, '../setup');
const patterns = patternsIn(readFileSync(path.join(setup, 'words.txt'), 'utf8'));

describe('setup/words.txt', () => {
  test('Every line has a place, a regular expression that matches something, and advice', () => {
    expect(patterns.length).toBeGreaterThan(5);
    for (const { where, matches, advice } of patterns) {
      expect(['opening', 'comment', 'any']).toContain(where);
      expect(matches.test('')).toBe(false);
      expect(advice).toMatch(/^[A-Z].*\.$/);
    }
  });
});

test('A line of another form, or with an invalid regular expression, is skipped', () => {
  expect(patternsIn('any | ( | Broken.\nnowhere | x | Unknown place.\nno form at all\nany | x | Fine.')).toHaveLength(
    1,
  );
});

describe('the passages of a file', () => {
  test('Comments and strings of several words are found with their lines', () => {
    const source = [
      '/** Returns the name. */',
      "const message = 'The tool was not found.';",
      'const short = "no sentence";',
      'const quote = /["\'`]/; // A comment behind',
      '// on two lines.',
      'call(`Unknown model "NAME" in the request.`);',
    ].join('\n');
    expect(
      passagesIn('a.ts', source).map(({ kind, text, firstLine, lastLine }) => [kind, text, firstLine, lastLine]),
    ).toEqual([
      ['comment', 'Returns the name.', 1, 1],
      ['string', 'The tool was not found.', 2, 2],
      ['comment', 'A comment behind on two lines.', 4, 5],
      ['string', 'Unknown model "NAME" in the request.', 6, 6],
    ]);
  });

  test('Paragraphs, list items and table rows of Markdown are found, and code blocks are skipped', () => {
    const markdown =
      '# Title\n\nOne sentence\non two lines.\n\n```sh\nnobody reads this\n```\n\n- An item\n- Another\n\n| a | b |\n';
    expect(passagesIn('a.md', markdown).map(({ text, firstLine }) => [text, firstLine])).toEqual([
      ['Title', 1],
      ['One sentence on two lines.', 3],
      ['An item', 10],
      ['Another', 11],
      ['| a | b |', 13],
    ]);
  });
});

describe('matching sentences', () => {
  const sentencesOf = (source: string) =>
    matchesIn(passagesIn('a.ts', source), patterns).map(({ sentence, line }) => [line, sentence]);

  test('A comment that opens as a noun clause matches', () => {
    expect(sentencesOf('let a;\n/** What a caller gets. */')).toEqual([[2, 'What a caller gets.']]);
  });

  test('Only the sentence that matches is listed, not its whole passage', () => {
    expect(sentencesOf('// Returns a tool. Nobody else uses it. Plain again.')).toEqual([[1, 'Nobody else uses it.']]);
  });

  test('Plain sentences do not match', () => {
    expect(
      sentencesOf("// Returns the tools that the model sees.\nthrow new Error('The model is not known here.');"),
    ).toEqual([]);
  });
});

describe('npm run words', () => {
  test('The lines that a diff adds are read for each file, and deleted files are left out', () => {
    const diff = [
      'diff --git a/src/a.ts b/src/a.ts',
      '--- a/src/a.ts',
      '+++ b/src/a.ts',
      '@@ -3 +3,2 @@',
      '@@ -9,2 +10,0 @@',
      'diff --git a/src/b.ts b/src/b.ts',
      '--- a/src/b.ts',
      '+++ /dev/null',
      '@@ -1,4 +0,0 @@',
      'diff --git a/logo.png b/logo.png',
      '+++ b/logo.png',
      '@@ -1 +1 @@',
    ].join('\n');
    expect(changedLinesIn(diff)).toEqual([['src/a.ts', new Set([3, 4])]]);
  });

  test('The command ends with a summary and succeeds, whatever it finds', () => {
    const output = execFileSync(process.execPath, [path.join(setup, 'words.ts'), '--all'], {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    });
    expect(output.trimEnd()).toMatch(/No sentence matches|Sentences to look at:\n( *\d+.*\n?)+$/);
  });
});
