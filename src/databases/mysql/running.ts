import type { Access, Statement, StatementResult } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { fromStatement } from '../sql-text.ts';
import { timedOut } from '../time-limit.ts';
import { type DriverError, explainMysql } from './errors.ts';
import { RECEIVED_BYTES, Results } from './results.ts';
import type { Prepared, Session } from './session.ts';
import type { Stopping } from './stopping.ts';

/** Starts the transaction of a statement. The server then enforces the limits and, with the access `read`, prevents every change. */
export async function begin(session: Session, { sql, access, bounds }: Statement): Promise<void> {
  const lockSeconds = Math.max(1, Math.floor(bounds.ms / 2 / 1000));
  const settings = [
    'NAMES utf8mb4',
    `@@session.lock_wait_timeout = ${lockSeconds}`,
    `@@session.innodb_lock_wait_timeout = ${lockSeconds}`,
    session.isMaria
      ? `@@session.max_statement_time = ${serverMs(bounds.ms) / 1000}`
      : `@@session.max_execution_time = ${serverMs(bounds.ms)}`,
  ];
  // The limit applies to the statement's own rows only: never to rows that another statement reads in order to write.
  if (access === 'read' || STARTS_AS_QUERY.test(fromStatement(sql, 'mysql')))
    settings.push(`@@session.sql_select_limit = ${bounds.rows + 1}`);
  await session.query(`SET ${settings.join(', ')}`);
  if (access === 'read') await session.query('SET SESSION TRANSACTION READ ONLY');
  await session.query(access === 'read' ? 'START TRANSACTION READ ONLY' : 'START TRANSACTION');
}

/** The text begins as a query of its own. A statement that only contains a query begins with another word. */
const STARTS_AS_QUERY = /^(?:\(\s{0,99}){0,99}select\b/i;

/** The server ends most statements by itself, slightly earlier than we would cancel them, which would cost the connection. */
function serverMs(ms: number): number {
  return Math.max(1, Math.floor(ms) - Math.min(SERVER_LEAD_MS, Math.floor(ms / 10)));
}

const SERVER_LEAD_MS = 20;

/** Runs a statement in the transaction that `begin` started. */
export async function runIn(session: Session, statement: Statement, stopping: Stopping): Promise<StatementResult> {
  const { sql, parameters, access, bounds } = statement;
  if (Buffer.byteLength(sql) + PACKET_HEAD_BYTES > session.mostPacketBytes) throw tooLong(session.mostPacketBytes);
  const results = new Results(session, bounds, () => access === 'read' && stopping.stop());
  const prepared = await prepare(session, sql, access);
  try {
    if (prepared !== undefined) checkParameters(parameters.length, prepared.parameters.length);
    else if (parameters.length > 0)
      throw new DatabaseError('other', 'The server accepts no parameters in this statement.');
    if (access === 'read') refuseChanges(prepared);
    const startedAt = performance.now();
    // The same text on the same connection; without parameters, the text protocol is read in three quarters of the time.
    if (prepared === undefined || parameters.length === 0) await session.executeText(sql, results);
    else await session.execute(prepared, parameters, results);
    // A BENCHMARK that the server ends at its limit looks like a success, with a wrong value.
    if (performance.now() - startedAt >= serverMs(bounds.ms)) throw timedOut(bounds.ms);
  } catch (error) {
    if (results.exceeded) stopping.stop();
    if (access === 'write' || !results.isFull) throw results.exceeded ? tooMuch() : error;
  } finally {
    session.forget(sql);
  }
  stopping.throwIfAborted();
  if (access === 'write') await stopping.commit();
  return results.result(access === 'write');
}

/** Returns the compiled statement, or undefined if the server runs this kind of statement only as text. */
async function prepare(session: Session, sql: string, access: Access): Promise<Prepared | undefined> {
  try {
    return await session.prepare(sql);
  } catch (error) {
    if ((error as DriverError).errno !== UNSUPPORTED) throw error;
    if (access === 'write') return undefined;
    throw refusal('The server cannot compile this kind of statement before it runs');
  }
}

const UNSUPPORTED = 1295;

/**
 * Refuses what a read-only transaction alone does not prevent. Statements without result columns write files and variables, end
 * the transaction (also inside a procedure), or change the connection. Maintenance of tables ends the transaction and writes
 * statistics; its result always has the same four columns.
 */
function refuseChanges(prepared: Prepared | undefined): void {
  const names = prepared?.columns.map(({ name }) => name) ?? [];
  if (names.length === 0) throw refusal('The statement returns no rows');
  if (names.join() === MAINTENANCE) throw refusal('The statement maintains a table');
}

const MAINTENANCE = 'Table,Op,Msg_type,Msg_text';

function refusal(why: string): DatabaseError {
  return new DatabaseError(
    'read-only',
    `${why}, and the access is read-only. It allows statements that only return rows: SELECT, WITH … SELECT, SHOW TABLES, SHOW CREATE TABLE, DESCRIBE, EXPLAIN.`,
  );
}

function checkParameters(sent: number, needed: number): void {
  if (sent === needed) return;
  const placeholders = needed === 1 ? '1 placeholder (?)' : `${needed} placeholders (?)`;
  throw new DatabaseError('other', `The statement has ${placeholders}, but ${sent} parameters were sent.`);
}

/** Returns the error that a caller sees. A server that ended the statement at its time limit did what we asked for. */
export function explainRun(error: unknown, { sql, bounds }: Statement, database: string | undefined): DatabaseError {
  const explained = explainMysql(error, { sql, database });
  return explained.kind === 'timeout' ? timedOut(bounds.ms) : explained;
}

function tooLong(most: number): DatabaseError {
  return new DatabaseError(
    'too-large',
    `The SQL is longer than the server accepts (max_allowed_packet is ${most} bytes).`,
  );
}

const PACKET_HEAD_BYTES = 16;

function tooMuch(): DatabaseError {
  const most = RECEIVED_BYTES / 1024 / 1024;
  return new DatabaseError(
    'too-large',
    `The result is larger than ${most} MiB. Select fewer columns or rows, or a part of a large value, such as LEFT(column, 1000).`,
  );
}
