import { DatabaseError, type DatabaseErrorKind } from '../database-error.ts';
import { severalStatements } from '../readable.ts';
import { fromSecondStatement, fromStatement } from '../sql-text.ts';

/** An error of the driver: the server's answer has a number, a failure of the network only a code. */
export interface DriverError extends Error {
  readonly errno?: number;
  readonly code?: string;
  /** The server's own text. */
  readonly sqlMessage?: string;
}

/** The statement that failed, for a better message. */
export interface Failed {
  readonly sql: string;
  /** The default database, which the server writes before the name of an unknown table. */
  readonly database: string | undefined;
}

/** Returns the error of a statement. */
export function explainMysql(error: unknown, failed?: Failed): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { errno, code, sqlMessage, message } = Object(error) as DriverError;
  const told = sqlMessage || message || String(error);
  if (sqlMessage === undefined && !isOfServer(code)) return lost(told);
  switch (errno) {
    case 1146: // ER_NO_SUCH_TABLE
    case 1051: // ER_BAD_TABLE_ERROR
    case 1109: // ER_UNKNOWN_TABLE
      return new DatabaseError('unknown-table', told, withoutDatabase(quoted(told), failed?.database));
    case 1054: // ER_BAD_FIELD_ERROR
      return new DatabaseError('unknown-column', told, quoted(told));
    case 1064: // ER_PARSE_ERROR
      return syntaxError(told, failed?.sql ?? '');
    case 1065: // ER_EMPTY_QUERY
      return new DatabaseError('not-one-statement', 'The text contains no SQL statement.');
    case 1792: // ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION
      return new DatabaseError(
        'read-only',
        `The statement would change something or lock rows, and the access is read-only. The database refused it: ${told}.`,
      );
    default:
      return new DatabaseError(KINDS.get(errno ?? 0) ?? 'other', told);
  }
}

/** Returns the error of a failed connection. */
export function explainConnecting(error: unknown, place: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { errno, sqlMessage, message, code } = Object(error) as DriverError;
  const told = sqlMessage || message || code || String(error);
  if (REFUSALS.has(errno ?? 0))
    return new DatabaseError('refused', `The server at ${place} refused the account: ${told}.`);
  return new DatabaseError('unreachable', `Cannot connect to the MySQL or MariaDB server at ${place}: ${told}.`);
}

/** True if the connection ended, and with it the statement. */
export function isLost(error: unknown): boolean {
  return explainMysql(error).kind === 'lost';
}

export function lost(why: string): DatabaseError {
  return new DatabaseError('lost', `The connection to the database ended during the statement: ${why}.`);
}

/** The server rejects a second statement as a syntax error at its first word. */
function syntaxError(told: string, sql: string): DatabaseError {
  if (told.includes('memory exhausted')) return new DatabaseError('too-large', told);
  const first = fromStatement(sql, 'mysql');
  const rest = fromSecondStatement(sql, 'mysql');
  const isBlock = /^(?:create|alter|begin)\b/i.test(first) && /\bbegin\b/i.test(first.slice(0, first.indexOf(';')));
  if (rest === '' || isBlock || !told.includes(`near '${rest.slice(0, SHOWN_AT_LEAST)}`))
    return new DatabaseError('syntax', told);
  return severalStatements();
}

/** The server shows up to 80 characters of the text at the error; this many are enough to recognise them. */
const SHOWN_AT_LEAST = 12;

/** The driver reports failures of the network and of the protocol without a text of the server. */
function isOfServer(code: string | undefined): boolean {
  return code?.startsWith('ER_') === true;
}

/** Returns the name in the first quotes of a message: `Table 'a' doesn't exist`, `Unknown column 'b' in 'SELECT'`. */
function quoted(told: string): string | undefined {
  const start = told.indexOf("'");
  const end = [
    told.indexOf("' in '", start + 1),
    told.indexOf("' doesn't", start + 1),
    told.indexOf("' in ", start + 1),
  ]
    .concat(told.indexOf("'", start + 1))
    .find((at) => at !== -1);
  return start === -1 || end === undefined ? undefined : told.slice(start + 1, end);
}

function withoutDatabase(name: string | undefined, database: string | undefined): string | undefined {
  const prefix = `${database}.`;
  return database !== undefined && name?.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Unknown user or password, no access to the database of the URL, the server's plugin refuses the account. */
const REFUSALS: ReadonlySet<number> = new Set([1044, 1045, 1698, 1820, 1862, 4151]);

const KINDS: ReadonlyMap<number, DatabaseErrorKind> = new Map([
  [1290, 'read-only'], // the server runs with --read-only
  [1836, 'read-only'], // the server is in read-only mode
  [1205, 'locked'], // lock wait timeout
  [1213, 'locked'], // deadlock
  [3572, 'locked'], // NOWAIT
  [1969, 'timeout'], // max_statement_time
  [3024, 'timeout'], // max_execution_time
  [1317, 'cancelled'], // KILL QUERY
  [1927, 'lost'], // KILL
  [1053, 'lost'], // the server shuts down
  [1152, 'lost'], // aborted connection
  [1158, 'lost'], // error reading packets
  [1159, 'lost'], // timeout reading packets
  [1160, 'lost'], // error writing packets
  [1161, 'lost'], // timeout writing packets
  [4031, 'lost'], // disconnected because of inactivity
  [1153, 'too-large'], // packet bigger than max_allowed_packet
  [1037, 'too-large'], // out of memory
  [1038, 'too-large'], // out of sort memory
  [1041, 'too-large'], // out of memory
  [1104, 'too-large'], // the join would examine too many rows
  [1114, 'too-large'], // a temporary table is full
  [1390, 'too-large'], // too many placeholders
  [1436, 'too-large'], // stack overrun
]);
