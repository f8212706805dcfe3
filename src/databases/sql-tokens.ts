import type { Dialect } from './database.ts';

/**
 * A piece of a statement. `word`: a keyword or a name without quotes; `name`: a name in quotes; `mark`: any other character.
 * An unclosed quote or comment reaches to the end of the text.
 */
export interface SqlToken {
  readonly kind: 'space' | 'comment' | 'word' | 'name' | 'string' | 'number' | 'placeholder' | 'mark';
  readonly text: string;
}

/**
 * Splits any text into tokens, which concatenate to it, in linear time. Only messages and questions for permission may
 * depend on it: what a statement really does is the database's decision.
 */
export function* sqlTokens(sql: string, dialect: Dialect): Generator<SqlToken> {
  for (let from = 0; from < sql.length; ) {
    const { kind, end } = tokenAt(sql, from, dialect);
    yield { kind, text: sql.slice(from, end) };
    from = end;
  }
}

/** Returns what a quoted name means: the name without its quotes. Returns other texts unchanged. */
export function unquoted({ kind, text }: SqlToken): string {
  if (kind !== 'name') return text;
  const [first = ''] = text;
  const close = first === '[' ? ']' : first;
  const inner = text.length > 1 && text.endsWith(close) ? text.slice(1, -1) : text.slice(1);
  return first === '[' ? inner : inner.replaceAll(close + close, close);
}

interface Found {
  readonly kind: SqlToken['kind'];
  readonly end: number;
}

/** Finds the token that begins at a place of the text. */
export function tokenAt(sql: string, from: number, dialect: Dialect): Found {
  const first = sql.charAt(from);
  switch (first) {
    case "'":
      return { kind: 'string', end: endOfQuoted(sql, from + 1, "'", dialect === 'mysql') };
    case '"':
      if (dialect === 'mysql') return { kind: 'string', end: endOfQuoted(sql, from + 1, '"', true) };
      return { kind: 'name', end: endOfQuoted(sql, from + 1, '"') };
    case '`':
      if (dialect === 'mysql' || dialect === 'sqlite') return { kind: 'name', end: endOfQuoted(sql, from + 1, '`') };
      break;
    case '[':
      if (dialect === 'sqlite') return { kind: 'name', end: after(sql, ']', from + 1) };
      break;
    case '-':
      if (isLineComment(sql, from, dialect)) return { kind: 'comment', end: endOfLine(sql, from) };
      break;
    case '#':
      if (dialect === 'mysql') return { kind: 'comment', end: endOfLine(sql, from) };
      break;
    case '/':
      if (sql.charAt(from + 1) === '*') return blockComment(sql, from, dialect);
      break;
    case '$':
    case '?':
    case ':':
    case '@':
      return placeholder(sql, from, dialect);
  }
  return wordAt(sql, from, dialect);
}

function wordAt(sql: string, from: number, dialect: Dialect): Found {
  const space = endOf(SPACE, sql, from);
  if (space > from) return { kind: 'space', end: space };
  if (hasEscapes(dialect) && isEscapeString(sql, from)) {
    return { kind: 'string', end: endOfQuoted(sql, from + 2, "'", true) };
  }
  const number = endOf(NUMBER, sql, from);
  if (number > from) {
    const word = dialect === 'mysql' ? endOf(DIGITS_NAME, sql, from) : from;
    return word > number ? { kind: 'word', end: word } : { kind: 'number', end: number };
  }
  const word = endOf(WORD, sql, from);
  return word > from ? { kind: 'word', end: word } : { kind: 'mark', end: markEnd(sql, from) };
}

const SPACE = /[\s\0]+/y;
const NUMBER = /\d+(?:\.\d*)?(?:[eE][+-]?\d+)?/y;
/** All databases take every character beyond ASCII as a letter. */
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
/** In MySQL, a name may begin with digits. */
const DIGITS_NAME = /\d[\w$\u0080-\uffff]*/y;

function endOf(pattern: RegExp, sql: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(sql) ? pattern.lastIndex : from;
}

/** `::` is a cast and not the beginning of a placeholder. A star and a slash end a comment that MySQL executes. */
function markEnd(sql: string, from: number): number {
  return from + (sql.startsWith('::', from) || sql.startsWith('*/', from) ? 2 : 1);
}

function hasEscapes(dialect: Dialect): boolean {
  return dialect === 'postgres' || dialect === 'duckdb';
}

function isEscapeString(sql: string, from: number): boolean {
  return (sql.charAt(from) === 'e' || sql.charAt(from) === 'E') && sql.charAt(from + 1) === "'";
}

/** Returns the end of a quoted text. Two quotes stand for one; with `isEscaped`, so does a backslash before a quote. */
function endOfQuoted(sql: string, from: number, quote: string, isEscaped = false): number {
  if (!isEscaped) {
    for (let at = from; ; ) {
      const close = sql.indexOf(quote, at);
      if (close === -1) return sql.length;
      if (sql.charAt(close + 1) !== quote) return close + 1;
      at = close + 2;
    }
  }
  for (let at = from; at < sql.length; at++) {
    const character = sql.charAt(at);
    if (character === '\\') at++;
    else if (character === quote) {
      if (sql.charAt(at + 1) !== quote) return at + 1;
      at++;
    }
  }
  return sql.length;
}

function after(sql: string, mark: string, from: number): number {
  const place = sql.indexOf(mark, from);
  return place === -1 ? sql.length : place + mark.length;
}

/** In MySQL, `--` begins a comment only before white space. */
function isLineComment(sql: string, from: number, dialect: Dialect): boolean {
  if (sql.charAt(from + 1) !== '-') return false;
  return dialect !== 'mysql' || from + 2 >= sql.length || sql.charAt(from + 2) <= ' ';
}

function endOfLine(sql: string, from: number): number {
  const end = sql.indexOf('\n', from);
  return end === -1 ? sql.length : end;
}

function blockComment(sql: string, from: number, dialect: Dialect): Found {
  // MySQL runs the content of such a comment, so only its beginning is passed over here.
  const executable = dialect === 'mysql' ? endOf(EXECUTABLE, sql, from) : from;
  if (executable > from) return { kind: 'mark', end: executable };
  return { kind: 'comment', end: hasEscapes(dialect) ? endOfNested(sql, from) : after(sql, '*/', from + 2) };
}

const EXECUTABLE = /\/\*M?!\d*/y;

/** In PostgreSQL and DuckDB, a comment may contain comments. */
function endOfNested(sql: string, from: number): number {
  COMMENT_MARKS.lastIndex = from;
  for (let depth = 0; ; ) {
    const mark = COMMENT_MARKS.exec(sql)?.[0];
    if (mark === undefined) return sql.length;
    depth += mark === '/*' ? 1 : -1;
    if (depth === 0) return COMMENT_MARKS.lastIndex;
  }
}

const COMMENT_MARKS = /\/\*|\*\//g;

function placeholder(sql: string, from: number, dialect: Dialect): Found {
  if (hasEscapes(dialect) && sql.charAt(from) === '$') {
    const opened = endOf(DOLLAR_QUOTE, sql, from);
    if (opened > from) return { kind: 'string', end: after(sql, sql.slice(from, opened), opened) };
  }
  const end = endOf(PLACEHOLDER[dialect], sql, from);
  return end > from ? { kind: 'placeholder', end } : { kind: 'mark', end: markEnd(sql, from) };
}

/** Does not match `$1`, which is a placeholder. */
const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

const PLACEHOLDER: Readonly<Record<Dialect, RegExp>> = {
  sqlite: /\?\d*|[:@$]\w+/y,
  postgres: /\$\d+/y,
  mysql: /\?/y,
  duckdb: /\?\d*|\$\w+/y,
};
