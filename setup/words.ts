/**
 * `npm run words`: lists the sentences of a change that match a pattern of setup/words.txt. It informs and never fails.
 *
 *   npm run words              the uncommitted changes, or the last commit if there are none
 *   npm run words -- main      the changes since a commit or a branch
 *   npm run words -- --all     every comment, string and paragraph of the project
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Passage, passagesIn, sentencesIn } from './prose.ts';

export interface Pattern {
  readonly where: 'opening' | 'comment' | 'any';
  readonly matches: RegExp;
  readonly advice: string;
}

/** A sentence that matches a pattern. */
export interface Match {
  readonly sentence: string;
  readonly line: number;
  readonly pattern: Pattern;
}

/** The numbers of a file's changed lines; undefined if the whole file counts as changed. */
type ChangedLines = ReadonlySet<number> | undefined;

const root = path.join(import.meta.dirname, '..');

function main(base: string | undefined): void {
  const patterns = patternsIn(readFileSync(path.join(import.meta.dirname, 'words.txt'), 'utf8'));
  const counts = new Map<Pattern, number>();
  let comments = 0;
  for (const [file, changed] of base === '--all' ? allFiles() : changedFiles(base)) {
    const passages = passagesIn(file, readFileSync(path.join(root, file), 'utf8')).filter(isIn(changed));
    comments += passages.filter(({ kind }) => kind === 'comment').length;
    for (const { line, sentence, pattern } of matchesIn(passages, patterns)) {
      console.log(`${file}:${line}: ${shortened(sentence)}\n    ${pattern.advice}`);
      counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    }
  }
  console.log(summary(counts, comments));
}

/** Reads `where | regular expression | advice` lines. Blank lines, comments (#) and, with a remark, invalid lines are skipped. */
export function patternsIn(text: string): readonly Pattern[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.flatMap((line): Pattern[] => {
    const [, where = '', expression = INVALID, advice = ''] =
      /^(opening|comment|any) \| (.*) \| (.*)$/.exec(line) ?? [];
    try {
      return [{ where: where as Pattern['where'], matches: new RegExp(expression, 'i'), advice }];
    } catch {
      console.log(`setup/words.txt: skipped a line that is not "where | regular expression | advice": ${line}`);
      return [];
    }
  });
}

const INVALID = '('; // stands for a line of another form, and is no regular expression either

/** The sentences that match, each with the first pattern that it matches. */
export function matchesIn(passages: readonly Passage[], patterns: readonly Pattern[]): readonly Match[] {
  return passages.flatMap((passage) =>
    sentencesIn(passage).flatMap((sentence, place): Match[] => {
      const pattern = patterns.find(
        ({ where, matches }) =>
          (where === 'any' || passage.kind === 'comment') &&
          (where !== 'opening' || place === 0) &&
          matches.test(sentence),
      );
      return pattern === undefined ? [] : [{ sentence, line: passage.firstLine, pattern }];
    }),
  );
}

function allFiles(): readonly (readonly [string, ChangedLines])[] {
  return linesOf(git('ls-files'))
    .filter((file) => isProse(file) && existsSync(path.join(root, file)))
    .map((file) => [file, undefined]);
}

function changedFiles(base: string | undefined): readonly (readonly [string, ChangedLines])[] {
  const added = linesOf(git('ls-files', '--others', '--exclude-standard')).filter(isProse);
  const since = base ?? (git('status', '--porcelain') === '' ? 'HEAD~1' : 'HEAD');
  return [
    ...changedLinesIn(git('diff', '--unified=0', '--no-color', '--no-ext-diff', since)),
    ...added.map((file) => [file, undefined] as const),
  ];
}

/** The changed lines of each file in a diff without context. Deleted files are left out. */
export function changedLinesIn(diff: string): readonly (readonly [string, ReadonlySet<number>])[] {
  return diff.split(/^diff --git /m).flatMap((part): (readonly [string, ReadonlySet<number>])[] => {
    const [, file = ''] = /^\+\+\+ b\/(.*)$/m.exec(part) ?? [];
    if (!isProse(file)) return [];
    const hunks = [...part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)];
    const lines = hunks.flatMap(([, first, count = '1']) =>
      Array.from({ length: Number(count) }, (_, n) => Number(first) + n),
    );
    return [[file, new Set(lines)]];
  });
}

function isIn(changed: ChangedLines): (passage: Passage) => boolean {
  if (changed === undefined) return () => true;
  return ({ firstLine, lastLine }) => [...changed].some((line) => line >= firstLine && line <= lastLine);
}

function isProse(file: string): boolean {
  return /\.(?:ts|cjs|md)$/.test(file) && !/(?:^|\/)(?:node_modules|cases|recorded)\//.test(file);
}

function summary(counts: ReadonlyMap<Pattern, number>, comments: number): string {
  if (counts.size === 0) return 'No sentence matches a pattern of setup/words.txt.';
  const rows = [...counts].map(([{ where, advice }, count]) => {
    const share = where === 'any' ? '' : ` of ${comments} comments (${((100 * count) / comments).toFixed(1)} %)`;
    return `${String(count).padStart(5)}${share}: ${advice}`;
  });
  return ['', 'Sentences to look at:', ...rows].join('\n');
}

function shortened(sentence: string): string {
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST)}…` : sentence;
}

const LONGEST = 160;

function linesOf(output: string): readonly string[] {
  return output.split('\n').filter((line) => line !== '');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1024 * 1024 * 1024 });
}

if (import.meta.main) {
  try {
    main(process.argv[2]);
  } catch (error) {
    console.log(`The sentences could not be listed: ${error instanceof Error ? error.message : error}`);
  }
}
