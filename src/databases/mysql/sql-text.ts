/**
 * Returns where the first statement of a text ends, and the statement that follows it, if any. This only improves messages:
 * the server decides what a statement is.
 */
export function splitStatements(sql: string): { readonly first: string; readonly rest: string } {
  const start = skipBlank(sql, 0);
  const end = endOfStatement(sql, start);
  return { first: sql.slice(start, end), rest: sql.slice(skipBlank(sql, end)) };
}

/** True if the text begins as a query of its own. A statement that only contains a query begins with another word. */
export function startsAsQuery(sql: string): boolean {
  return /^(?:\(\s*)*select\b/i.test(sql.slice(skipBlank(sql, 0)).slice(0, LONGEST_START));
}

const LONGEST_START = 200;

/** Returns the offset of the first character that is no space, comment or semicolon. */
function skipBlank(sql: string, from: number): number {
  let at = from;
  while (at < sql.length) {
    const end = /[\s;]/.test(sql.charAt(at)) ? at + 1 : endOfComment(sql, at);
    if (end === at) break;
    at = end;
  }
  return at;
}

function endOfStatement(sql: string, from: number): number {
  let at = from;
  while (at < sql.length && sql.charAt(at) !== ';') {
    const character = sql.charAt(at);
    if (character === "'" || character === '"' || character === '`') at = endOfQuoted(sql, at, character);
    else at = Math.max(at + 1, endOfComment(sql, at));
  }
  return Math.min(at, sql.length);
}

/** Returns the offset behind a quoted text. A doubled quote inside it reads as two texts side by side, with the same end. */
function endOfQuoted(sql: string, from: number, quote: string): number {
  for (let at = from + 1; at < sql.length; at++) {
    if (sql.charAt(at) === quote) return at + 1;
    if (sql.charAt(at) === '\\' && quote !== '`') at++;
  }
  return sql.length;
}

/** Returns the offset behind the comment that starts here, or the same offset. The server executes the text of some comments. */
function endOfComment(sql: string, at: number): number {
  if (sql.startsWith('/*', at) && !/^\/\*M?!/.test(sql.slice(at, at + 4))) {
    const end = sql.indexOf('*/', at + 2);
    return end === -1 ? sql.length : end + 2;
  }
  if (sql.charAt(at) !== '#' && !/^--(?:\s|$)/.test(sql.slice(at, at + 3))) return at;
  const end = sql.indexOf('\n', at);
  return end === -1 ? sql.length : end + 1;
}
