import { DatabaseError } from '../database-error.ts';

/**
 * Rejects a text that PostgreSQL cannot receive or that has no statement, so that the error is clear. Whether a statement may
 * run never depends on this check.
 */
export function checkStatementText(sql: string): void {
  if (sql.includes('\0')) {
    throw new DatabaseError(
      'syntax',
      'The SQL contains a NUL character. PostgreSQL accepts none; remove the character.',
    );
  }
  if (startOfStatement(sql) === sql.length) {
    throw new DatabaseError('not-one-statement', 'The SQL contains no statement. Write one statement.');
  }
}

/** Returns the first word of the statement in upper case, for messages; empty if the statement does not begin with a word. */
export function firstWord(sql: string): string {
  const start = startOfStatement(sql);
  return /^[a-z]+/i.exec(sql.slice(start, start + LONGEST_WORD))?.[0].toUpperCase() ?? '';
}

/** Returns the token at a position that PostgreSQL reports: a number from 1, in characters. */
export function tokenAt(sql: string, position: number): string {
  let index = 0;
  for (let left = position - 1; left > 0 && index < sql.length; left--) {
    index += (sql.codePointAt(index) ?? 0) > LAST_OF_ONE_UNIT ? 2 : 1;
  }
  return TOKEN.exec(sql.slice(index, index + LONGEST_TOKEN))?.[0] ?? '';
}

const LONGEST_WORD = 32;
/** Longer tokens are of no help in a message. */
const LONGEST_TOKEN = 80;
const LAST_OF_ONE_UNIT = 0xffff;
const TOKEN = /^(?:(?:"[^"]*"|[\p{L}\p{N}_$]+)(?:\.(?:"[^"]*"|[\p{L}\p{N}_$]+))*|'[^']*'|\S)/u;

/** Returns the index behind the spaces, semicolons and comments at the start. PostgreSQL's block comments nest. */
function startOfStatement(sql: string): number {
  let index = 0;
  for (;;) {
    SKIPPED.lastIndex = index;
    SKIPPED.test(sql);
    index = SKIPPED.lastIndex;
    if (!sql.startsWith('/*', index)) return index;
    index = endOfComment(sql, index);
  }
}

const SKIPPED = /(?:[\s;]|--[^\r\n]*)*/y;

/** Returns the index behind the block comment; the text's end if the comment has none. */
function endOfComment(sql: string, start: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return sql.length;
}
