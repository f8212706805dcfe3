import type { Dialect } from './database.ts';
import { type SqlToken, sqlTokens, tokenAt } from './sql-tokens.ts';

export { type SqlToken, sqlTokens, unquoted } from './sql-tokens.ts';

/** Returns the text from its first statement on, without the spaces, comments and semicolons before it; empty if there is none. */
export function fromStatement(sql: string, dialect: Dialect): string {
  let from = 0;
  while (from < sql.length) {
    const next = passedOver(sql, from, dialect);
    if (next === from) break;
    from = next;
  }
  return sql.slice(from);
}

/** Returns the place behind the spaces and semicolons, or behind the comment, at a place. */
function passedOver(sql: string, from: number, dialect: Dialect): number {
  SEPARATORS.lastIndex = from;
  if (SEPARATORS.test(sql)) return SEPARATORS.lastIndex;
  const { kind, end } = tokenAt(sql, from, dialect);
  return kind === 'comment' ? end : from;
}

const SEPARATORS = /[\s\0;]+/y;

/**
 * Returns the text behind the first semicolon that ends a statement, from the next statement on; empty if there is none, or
 * if the first statement is too long to look for it.
 */
export function fromSecondStatement(sql: string, dialect: Dialect): string {
  const first = fromStatement(sql, dialect);
  let offset = 0;
  for (const { text } of sqlTokens(first, dialect)) {
    offset += text.length;
    if (text === ';') return fromStatement(first.slice(offset), dialect);
    if (offset > MOST_CHARACTERS) break;
  }
  return '';
}

/** Returns the first word of a statement in capitals, such as `SELECT`; empty if the statement does not begin with a word. */
export function firstWord(sql: string, dialect: Dialect): string {
  const statement = fromStatement(sql, dialect);
  const { kind, end } = tokenAt(statement, 0, dialect);
  return kind === 'word' ? statement.slice(0, end).toUpperCase() : '';
}

/**
 * Returns false only if every statement of the text looks like one that changes nothing. A statement that looks like a
 * reading one runs with the access `read`, so a wrong `false` leads to a refusal by the database, never to a change.
 */
export function looksLikeWrite(sql: string, dialect: Dialect): boolean {
  if (sql.length > MOST_CHARACTERS) return true;
  let first = '';
  let previous = '';
  let statements = 0;
  let isHeld = false; // the previous token is a writing word, unless it turns out to be the name of a function
  for (const { kind, text } of significant(sql, dialect)) {
    if (isHeld && text !== '(') return true;
    isHeld = false;
    const word = kind === 'word' ? text.toUpperCase() : text;
    if (text === ';') {
      first = '';
      previous = '';
      continue;
    }
    if (first === '') {
      first = word;
      statements++;
      if (!READING.has(first) && !READING_IN[dialect].has(first)) return true;
    }
    if (kind === 'word' && changesSomething(word, previous)) return true;
    isHeld = kind === 'word' && first !== 'SHOW' && isWriting(word, first, previous);
    if (first === 'PRAGMA' && text === '=') return true;
    previous = word;
  }
  return isHeld || statements === 0;
}

/** A longer text is mostly data. To read all of it would block the event loop. */
const MOST_CHARACTERS = 100_000;

const READING: ReadonlySet<string> = new Set('SELECT WITH VALUES TABLE SHOW DESCRIBE DESC EXPLAIN ('.split(' '));

const READING_IN: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  sqlite: new Set(['PRAGMA']),
  postgres: new Set(),
  mysql: new Set(),
  duckdb: new Set(['PRAGMA', 'FROM', 'SUMMARIZE']),
};

/** Returns true for functions and clauses that change or lock something in a statement that otherwise reads. */
function changesSomething(word: string, previous: string): boolean {
  if (word === 'NEXTVAL' || word === 'SETVAL') return true;
  if (word === 'VALUE') return previous === 'NEXT'; // NEXT VALUE FOR a sequence
  return word === 'SHARE' && (previous === 'FOR' || previous === 'KEY'); // FOR SHARE
}

/** After a dot or `AS`, a word is a name. */
function isWriting(word: string, first: string, previous: string): boolean {
  if (previous === '.' || previous === 'AS') return false;
  return WRITING.has(word) || (word === 'ANALYZE' && !EXPLAINING.has(first));
}

const WRITING: ReadonlySet<string> = new Set(
  'INSERT UPDATE DELETE MERGE REPLACE INTO CREATE DROP ALTER TRUNCATE GRANT REVOKE CALL LOCK'.split(' '),
);
const EXPLAINING: ReadonlySet<string> = new Set(['EXPLAIN', 'DESCRIBE', 'DESC']);

function* significant(sql: string, dialect: Dialect): Generator<SqlToken> {
  for (const token of sqlTokens(sql, dialect)) if (token.kind !== 'space' && token.kind !== 'comment') yield token;
}
