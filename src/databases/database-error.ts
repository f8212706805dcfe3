/** What can go wrong with a database. `DatabaseError` carries one of these kinds. */
export type DatabaseErrorKind =
  /** The driver package is not installed. */
  | 'no-driver'
  /** The server cannot be reached, or the file cannot be opened. */
  | 'unreachable'
  /** The server rejected the user or the password. */
  | 'refused'
  /** The account of a read-only source has privileges that a read-only transaction does not restrain. */
  | 'unsafe-account'
  /** The file is not a database, or is damaged. */
  | 'corrupt'
  /** The connection or the child process ended during the statement. With the access `write` it may have taken effect. */
  | 'lost'
  /** Another process or transaction holds a lock. */
  | 'locked'
  /** The statement would change something, and the access is `read`. */
  | 'read-only'
  | 'unknown-table'
  | 'unknown-column'
  /** The text has no statement, or several. */
  | 'not-one-statement'
  | 'syntax'
  | 'timeout'
  | 'cancelled'
  /** The statement needs more memory or a larger value than the limits allow. */
  | 'too-large'
  | 'closed'
  /** Any other error of the database: a division by zero, a violated constraint, a missing privilege, an unknown function. */
  | 'other';

/** An error of a database. `message` is the database's own text, or ours where the database has none; it contains no password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly kind: DatabaseErrorKind;
  /** The name that the statement uses wrongly, for `unknown-table` and `unknown-column`. A column may have its table's name before it. */
  readonly subject: string | undefined;

  constructor(kind: DatabaseErrorKind, message: string, subject?: string) {
    super(message);
    this.kind = kind;
    this.subject = subject;
  }
}
