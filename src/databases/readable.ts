import type { Dialect } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { fromStatement } from './sql-text.ts';

/** Refuses a text without a statement, and one that a database would not read as it was meant: some end at a zero byte. */
export function refuseUnreadable(sql: string, dialect: Dialect): void {
  if (sql.includes('\0'))
    throw new DatabaseError(
      'syntax',
      'The statement contains a zero byte. Remove it, or pass the text as a parameter.',
    );
  if (sql.length > MOST_CHARACTERS)
    throw new DatabaseError(
      'too-large',
      `The statement is longer than ${MOST_CHARACTERS} characters. Send a shorter one.`,
    );
  if (fromStatement(sql, dialect) === '')
    throw new DatabaseError('not-one-statement', 'The text contains no SQL statement.');
}

const MOST_CHARACTERS = 4_000_000; // longer statements are lists of data, which belong into parameters or a file

/** The error for a text with several statements. */
export function severalStatements(hint = ''): DatabaseError {
  const message = 'The text contains several SQL statements, and none was run. Send one statement.';
  return new DatabaseError('not-one-statement', hint === '' ? message : `${message} ${hint}`);
}
