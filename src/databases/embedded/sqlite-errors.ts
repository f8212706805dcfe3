import type { DatabaseErrorKind } from '../database-error.ts';
import type { PlainError } from './protocol.ts';

/** Returns the kind and the words of an error of `node:sqlite`. `denied` is what the authorizer refused, if anything. */
export function explainSqlite(error: unknown, denied: string | undefined, isWritable: boolean): PlainError {
  const { errcode, message } = Object(error) as { errcode?: number; message?: string };
  const told = String(message ?? error);
  if (denied !== undefined && (errcode === AUTH || /not authorized|prohibited/.test(told)))
    return refusal(denied, isWritable);
  for (const { kind, pattern } of BY_TEXT) {
    const match = pattern.exec(told);
    if (match !== null) return { kind, message: told, subject: match[1] };
  }
  const known = BY_CODE.get((errcode ?? 0) & PRIMARY_BITS);
  if (errcode === READONLY_ROLLBACK) return { kind: 'locked', message: CRASHED, needsRepair: true };
  return known === undefined ? { kind: 'other', message: told } : { kind: known.kind, message: known.words ?? told };
}

/** Says what was refused. A writable source refuses only what reaches beyond its own file and single statement. */
function refusal(denied: string, isWritable: boolean): PlainError {
  if (!isWritable)
    return { kind: 'read-only', message: `The database is read-only, and the statement needs: ${denied}.` };
  const why = 'each statement commits by itself, and other files and settings of SQLite are out of reach';
  return { kind: 'read-only', message: `The statement needs ${denied}, which is not allowed: ${why}.` };
}

const BY_TEXT: readonly { readonly kind: DatabaseErrorKind; readonly pattern: RegExp }[] = [
  { kind: 'unknown-table', pattern: /^no such table: (?:main\.)?(.+)$/s },
  {
    kind: 'unknown-column',
    pattern: /^no such column: (.+?)(?: - should this be a string literal in single-quotes\?)?$/s,
  },
  { kind: 'unknown-column', pattern: /^table .+ has no column named (.+)$/s },
  { kind: 'syntax', pattern: /syntax error$|^incomplete input$|^unrecognized token: /s },
  { kind: 'too-large', pattern: /too big|too large|too many terms|parser stack overflow|out of memory/ },
];

const AUTH = 23;
const PRIMARY_BITS = 0xff;
/** A writer crashed, and only a process that may write can repair the file. */
const READONLY_ROLLBACK = 776;
const CRASHED =
  'A program that wrote to the database crashed, and SQLite must first repair the file. Open it once with a program that may write.';

const BY_CODE: ReadonlyMap<number, { readonly kind: DatabaseErrorKind; readonly words?: string }> = new Map([
  [5, { kind: 'locked', words: 'The database is locked: another process is writing to it. Try again in a moment.' }],
  [6, { kind: 'locked' }],
  [7, { kind: 'too-large' }],
  [8, { kind: 'read-only', words: 'The database is read-only.' }],
  [10, { kind: 'lost', words: 'The file of the database cannot be read (disk I/O error).' }],
  [11, { kind: 'corrupt', words: 'The file of the database is damaged.' }],
  [14, { kind: 'unreachable' }],
  [18, { kind: 'too-large' }],
  [25, { kind: 'other', words: 'There are more parameters than placeholders. Write ? for each value, in order.' }],
  [26, { kind: 'corrupt', words: 'The file is not a SQLite database.' }],
]);
