import { messageOf } from '../../core/index.ts';
import { DatabaseError, type DatabaseErrorKind } from '../database-error.ts';
import { tokenAt } from './token-at.ts';

/** Returns the error of a statement, with PostgreSQL's own text. Errors without an SQLSTATE come from the connection. */
export function statementError(error: unknown, sql: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  if (!isServerError(error))
    return new DatabaseError('lost', `The connection to PostgreSQL ended: ${messageOf(error)}.`);
  const kind = kindOf(error);
  const subject = kind === 'unknown-table' || kind === 'unknown-column' ? subjectOf(error, sql) : undefined;
  return new DatabaseError(kind, textOf(error, sql), subject);
}

/** Returns the error of a failed attempt to connect. `place` is the host and the port. */
export function connectError(error: unknown, place: string): DatabaseError {
  if (error instanceof DatabaseError) return error;
  // pg itself refuses to log in without a password, if the server asks for one.
  const isRefused = isServerError(error)
    ? error.code.startsWith('28') || error.code === '42501'
    : messageOf(error).startsWith('SASL');
  const kind = isRefused ? 'refused' : 'unreachable';
  return new DatabaseError(kind, `Cannot connect to PostgreSQL at ${place}: ${connectProblem(error)}.`);
}

/** The fields of an error that the server sends. `routine` names the server's function and is not translated. */
interface ServerError extends Error {
  readonly code: string;
  readonly severity: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly position?: string;
  readonly routine?: string;
}

/** True for an error that the server sent. Errors of Node's sockets have a code, too, but no severity. */
export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** Maps an SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function kindOf({ code, routine }: ServerError): DatabaseErrorKind {
  if (code === '42601') return routine === 'exec_parse_message' ? 'not-one-statement' : 'syntax';
  return KIND_OF_STATE.get(code) ?? KIND_OF_CLASS.get(code.slice(0, 2)) ?? 'other';
}

const KIND_OF_STATE: ReadonlyMap<string, DatabaseErrorKind> = new Map([
  ['25006', 'read-only'],
  ['25P03', 'lost'], // idle_in_transaction_session_timeout
  ['25P04', 'timeout'], // transaction_timeout
  ['40P01', 'locked'], // deadlock
  ['42703', 'unknown-column'],
  ['42P01', 'unknown-table'],
  ['53100', 'other'], // the server's disk is full
  ['53300', 'unreachable'], // too many connections
  ['55P03', 'locked'],
  ['57014', 'timeout'],
  ['57P01', 'lost'],
  ['57P02', 'lost'],
  ['57P03', 'unreachable'], // the server starts or stops
  ['57P05', 'lost'],
]);

const KIND_OF_CLASS: ReadonlyMap<string, DatabaseErrorKind> = new Map([
  ['08', 'lost'],
  ['28', 'refused'],
  ['53', 'too-large'],
  ['54', 'too-large'],
]);

/** Returns the message with what PostgreSQL says about its cause, and the place of the error if the message does not name it. */
function textOf(error: ServerError, sql: string): string {
  const token = error.position === undefined ? '' : tokenAt(sql, Number(error.position));
  const isNamed = token === '' || error.message.includes(token.replaceAll(/["']/g, ''));
  const place = isNamed ? '' : ` (at "${token}")`;
  const hint = OUR_HINTS.get(kindOf(error)) ?? error.hint;
  const parts = [`${shorten(error.message)}${place}`, error.detail, hint && `Hint: ${hint}`];
  return parts
    .flatMap((part) => (part ? [shorten(part)] : []))
    .join('. ')
    .replaceAll('..', '.');
}

/** PostgreSQL's messages for these are about its inner workings: "cannot execute SELECT" for a DELETE inside WITH. */
const OUR_HINTS: ReadonlyMap<DatabaseErrorKind, string> = new Map([
  ['read-only', 'The statement would change the database, and it may only read'],
  ['not-one-statement', 'Run one statement at a time'],
]);

/** The server repeats values in its messages, for example a text of a megabyte that is not a number. */
const LONGEST_PART = 1000;

function shorten(text: string): string {
  return text.length <= LONGEST_PART ? text : `${text.slice(0, LONGEST_PART)}…`;
}

/** Returns the unknown name: from the message if it is English, otherwise from the statement. */
function subjectOf(error: ServerError, sql: string): string | undefined {
  const message = error.message.slice(0, LONGEST_PART);
  for (const pattern of SUBJECTS) {
    const { name, owner } = pattern.exec(message)?.groups ?? {};
    if (name !== undefined) return owner === undefined ? name : `${owner}.${name}`;
  }
  const token = error.position === undefined ? '' : tokenAt(sql, Number(error.position));
  return token.replaceAll('"', '') || undefined;
}

const SUBJECTS = [
  /^column "(?<name>.*)" of relation "(?<owner>.*)" does not exist$/s,
  /^(?:relation|column) "(?<name>.*)" does not exist$/s,
  /^column (?<name>.*) does not exist$/s,
  /for table "(?<name>.*)"$/s,
];

function connectProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return CONNECT_PROBLEMS.get(code) ?? (shorten(messageOf(error)) || code);
}

/** Problems whose message from Node is empty or hard to understand. */
const CONNECT_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'no server accepts connections there (ECONNREFUSED)'],
  ['ENOTFOUND', 'the host name is unknown (ENOTFOUND)'],
  ['EAI_AGAIN', 'the host name cannot be looked up at present (EAI_AGAIN)'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed; add sslrootcert to the URL'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is self-signed; add sslrootcert to the URL'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate cannot be verified; add sslrootcert to the URL'],
]);
