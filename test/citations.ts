import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the ids that a source file cites in calls of `proves`, in order and with repetitions. */
export function citationsIn(source: string): string[] {
  const ids: string[] = [];
  for (const { groups } of source.matchAll(TOKEN)) {
    for (const [literal] of (groups?.ids ?? '').matchAll(STRING)) ids.push(literal.slice(1, -1));
  }
  return ids;
}

/** Counts how often each source and test file below `root` cites each id: id → file → count. */
export function citationsByFile(root: string): Map<string, Map<string, number>> {
  const citations = new Map<string, Map<string, number>>();
  for (const file of globSync('{src,test}/**/*.ts', { cwd: root }).sort()) {
    for (const id of citationsIn(readFileSync(path.join(root, file), 'utf8'))) {
      const files = citations.get(id) ?? new Map<string, number>();
      citations.set(id, files.set(file, (files.get(file) ?? 0) + 1));
    }
  }
  return citations;
}

const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;

/** Matches comments, strings and templates as separate tokens, so that a call of `proves` inside them does not count. */
const TOKEN = new RegExp(
  [
    /\/\/.*|\/\*[\s\S]*?\*\//,
    /(?<![\w.$])proves\(\s*(?<ids>\[[^\]]*\]|'[^'\n]*'|"[^"\n]*")/,
    STRING,
    /`(?:\\.|[^`\\])*`/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
