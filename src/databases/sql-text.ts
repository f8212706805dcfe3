import type { Dialect } from './database.ts';
import { type SqlToken, sqlTokens } from './sql-tokens.ts';

export { type SqlToken, sqlTokens, unquoted } from './sql-tokens.ts';

/** Returns the text from its first statement on, without the spaces, comments and semicolons before it; empty if there is none. */
export function fromStatement(sql: string, dialect: Dialect): string {
  let offset = 0;
  for (const { kind, text } of sqlTokens(sql, dialect)) {
    if (kind !== 'space' && kind !== 'comment' && text !== ';') return sql.slice(offset);
    offset += text.length;
  }
  return '';
}

/** Returns the text behind the first semicolon that ends a statement, from the next statement on; empty if there is none. */
export function fromSecondStatement(sql: string, dialect: Dialect): string {
  const first = fromStatement(sql, dialect);
  let offset = 0;
  for (const { text } of sqlTokens(first, dialect)) {
    offset += text.length;
    if (text === ';') return fromStatement(first.slice(offset), dialect);
  }
  return '';
}

/** Returns the first word of a statement in capitals, such as `SELECT`; empty if the statement does not begin with a word. */
export function firstWord(sql: string, dialect: Dialect): string {
  for (const { kind, text } of significant(sql, dialect)) {
    if (text === ';') continue;
    return kind === 'word' ? text.toUpperCase() : '';
  }
  return '';
}

/** Returns the number of statements in a text. A semicolon in the body of a trigger or a procedure separates nothing. */
export function countStatements(sql: string, dialect: Dialect): number {
  let statements = 0;
  let isEmpty = true;
  let body = new Body();
  for (const { kind, text } of significant(sql, dialect)) {
    if (text === ';' && !body.isOpen) {
      isEmpty = true;
      body = new Body();
      continue;
    }
    if (isEmpty) statements++;
    isEmpty = false;
    if (kind === 'word') body.read(text.toUpperCase());
  }
  return statements;
}

/** Follows the blocks in a statement that creates a trigger, a function, a procedure or an event. */
class Body {
  #first = '';
  #previous = '';
  #mayHaveBody = false;
  #depth = 0;

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  read(word: string): void {
    if (this.#first === '') this.#first = word;
    if (this.#first !== 'CREATE') return;
    if (HAVING_BODY.has(word)) this.#mayHaveBody = true;
    const isEnding = this.#previous === 'END';
    if (word === 'BEGIN' && this.#mayHaveBody) this.#depth++;
    else if (word === 'CASE' && this.isOpen && !isEnding) this.#depth++;
    else if (ENDED_BY_NAME.has(word) && isEnding)
      this.#depth++; // `END IF` closes no block that was counted
    else if (word === 'END' && this.isOpen) this.#depth--;
    this.#previous = word;
  }
}

const HAVING_BODY: ReadonlySet<string> = new Set(['TRIGGER', 'FUNCTION', 'PROCEDURE', 'EVENT']);
const ENDED_BY_NAME: ReadonlySet<string> = new Set(['IF', 'LOOP', 'WHILE', 'REPEAT', 'FOR']);

/**
 * Returns false only if every statement of the text looks like one that changes nothing. A statement that looks like a
 * reading one runs with the access `read`, so a wrong `false` leads to a refusal by the database, never to a change.
 */
export function looksLikeWrite(sql: string, dialect: Dialect): boolean {
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
