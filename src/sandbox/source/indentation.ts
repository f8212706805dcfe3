import { parseInSlices } from './tree.ts';

/**
 * Removes the indentation that all statements of a program share. Comments, and lines inside strings and brackets, may be
 * indented less.
 */
export async function withoutIndentation(code: string): Promise<string> {
  const lines = code.split('\n');
  let shared = indentationOf(lines.find(hasCode) ?? '');
  if (shared === '') return code;
  const continued = await continuedLines(lines);
  for (const [place, line] of lines.entries()) {
    if (hasCode(line) && !continued.has(place)) shared = commonStart(shared, indentationOf(line));
  }
  const from = shared.length;
  return lines.map((line) => (line.startsWith(shared) ? line.slice(from) : line)).join('\n');
}

function hasCode(line: string): boolean {
  return /^[ \t]*[^ \t#]/.test(line);
}

function indentationOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

/** Returns the places of the lines that continue the line before: Python ignores their indentation. */
async function continuedLines(lines: readonly string[]): Promise<ReadonlySet<number>> {
  const continued = new Set<number>();
  let line = 0;
  let start = HEAD.length; // the start of the line
  for (const { name, from, to } of (await parseInSlices(HEAD + lines.join('\n'))).nodes) {
    if (BLOCKS.has(name)) continue;
    for (; line < lines.length && start < to; line++) {
      if (start > from) continued.add(line);
      start += (lines[line]?.length ?? 0) + 1;
    }
  }
  return continued;
}

const HEAD = 'if 1:\n'; // makes the first line's indentation valid

/** The nodes that contain several statements. Every other node is a statement or a part of one. */
const BLOCKS: ReadonlySet<string> = new Set([
  'Script',
  'StatementGroup',
  'Body',
  'IfStatement',
  'WhileStatement',
  'ForStatement',
  'TryStatement',
  'WithStatement',
  'FunctionDefinition',
  'ClassDefinition',
  'DecoratedStatement',
  'MatchStatement',
  'MatchBody',
  'MatchClause',
]);
