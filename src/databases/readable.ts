import { DatabaseError } from './database-error.ts';

/** Refuses a text that no database reads as it was meant: some end a statement at a zero byte. */
export function refuseUnreadable(sql: string): void {
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
}

const MOST_CHARACTERS = 4_000_000; // longer statements are lists of data, which belong into parameters or a file
