import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { Access, Parameter } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import { severalStatements } from '../readable.ts';
import { firstWord, fromStatement } from '../sql-text.ts';
import type { Driver } from './duckdb-driver.ts';
import { explainDuckdb } from './duckdb-errors.ts';
import { listSideEffects, type SideEffects } from './duckdb-functions.ts';

/** A statement that DuckDB compiled and that may run. */
export interface CheckedStatement {
  readonly prepared: DuckDBPreparedStatement;
  /** True if the statement is a SELECT for DuckDB, and may so stand in the FROM of another one. */
  readonly isSelect: boolean;
  /** True if the statement changes nothing. */
  readonly isReading: boolean;
}

/** Decides which statements may run. Everything that is not known to be harmless is refused. */
export class StatementCheck {
  readonly #driver: Driver;
  #sideEffects: SideEffects | undefined;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /**
   * Compiles the one statement of a text, and throws unless it may run. DuckDB binds a statement when it compiles it, which
   * executes nothing but functions with constant arguments. So functions with side effects are refused before.
   */
  async prepare(connection: DuckDBConnection, sql: string, access: Access): Promise<CheckedStatement> {
    const explained = explainedIn(sql);
    this.#sideEffects ??= await listSideEffects(connection);
    await this.#sideEffects.refuse(connection, explained?.statement ?? sql);
    const whole = explained === undefined ? sql : `${explained.head} ${explained.statement}`;
    const prepared = await prepareOne(connection, whole);
    const { statementType } = prepared;
    const { StatementType: types } = this.#driver;
    if (statementType === types.SELECT) return { prepared, isSelect: true, isReading: true };
    if (statementType === types.EXPLAIN && explained !== undefined) {
      // EXPLAIN ANALYZE runs the statement, and DuckDB does not say which statement it is.
      const inner = await prepareOne(connection, explained.statement);
      const isSelect = inner.statementType === types.SELECT;
      inner.destroySync();
      if (isSelect) return { prepared, isSelect: false, isReading: true };
      throw refusal(`EXPLAIN ${wordOf(explained.statement)}`, 'Only a SELECT can be explained.');
    }
    const word = wordOf(sql);
    const what = word === 'WITH' ? `WITH … ${types[statementType]}` : word;
    if (access === 'read')
      throw refusal(what, 'The database is read-only. Only statements that read are allowed, such as SELECT.');
    const changing = [
      types.INSERT,
      types.UPDATE,
      types.DELETE,
      types.MERGE_INTO,
      types.CREATE,
      types.CREATE_FUNC,
      types.ALTER,
      types.DROP,
    ];
    if (changing.includes(statementType)) return { prepared, isSelect: false, isReading: false };
    throw refusal(what, 'Each statement commits by itself; other files and settings of DuckDB are out of reach.');
  }
}

/** Binds the values of the placeholders. Throws unless their numbers agree. */
export function bindParameters(prepared: DuckDBPreparedStatement, parameters: readonly Parameter[]): void {
  const positions = Array.from({ length: prepared.parameterCount }, (_, place) => {
    const name = prepared.parameterName(place + 1);
    if (/^[1-9]\d{0,4}$/.test(name)) return Number(name);
    throw new DatabaseError('other', `The placeholder "$${name}" has a name. Write "?" or "$1" for a value.`);
  });
  const most = Math.max(0, ...positions);
  if (most !== parameters.length)
    throw new DatabaseError(
      'other',
      `The statement has placeholders for ${most} values, but ${parameters.length} parameters were given.`,
    );
  for (const [place, position] of positions.entries()) bind(prepared, place + 1, parameters[position - 1] ?? null);
}

function bind(prepared: DuckDBPreparedStatement, index: number, value: Parameter): void {
  if (value === null) prepared.bindNull(index);
  else if (typeof value === 'boolean') prepared.bindBoolean(index, value);
  else if (typeof value === 'string') prepared.bindVarchar(index, value);
  else if (!Number.isSafeInteger(value)) prepared.bindDouble(index, value);
  else if (value === (value | 0)) prepared.bindInteger(index, value);
  else prepared.bindBigInt(index, BigInt(value));
}

/** Compiles a text with exactly one statement. */
async function prepareOne(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  try {
    const statements = await connection.extractStatements(sql);
    if (statements.count === 1) return await statements.prepare(0);
  } catch (error) {
    throw explainDuckdb(error, sql);
  }
  const pivot = /\bpivot/i.test(sql)
    ? 'A PIVOT counts as one statement if it names its values: PIVOT t ON c IN (1, 2).'
    : '';
  throw severalStatements(pivot);
}

interface Explained {
  /** `EXPLAIN` with what may follow it, without comments. */
  readonly head: string;
  readonly statement: string;
}

/**
 * Takes an EXPLAIN apart; returns undefined for any other statement. What is run is put together again from the two parts, so that
 * a text that is taken apart wrongly cannot run anything but the statement that was checked.
 */
function explainedIn(sql: string): Explained | undefined {
  const explain = behind(sql, /^explain\b/i);
  if (explain === undefined) return undefined;
  const options = behind(explain.rest, /^analyze\b/i) ?? behind(explain.rest, /^\(\s*(?:analyze|format)[\w\s,]*\)/i);
  if (options === undefined) return { head: 'EXPLAIN', statement: explain.rest };
  return { head: `EXPLAIN ${options.match}`, statement: options.rest };
}

/** Returns what the pattern matches at the start of the statement, and the rest. */
function behind(sql: string, pattern: RegExp): { readonly match: string; readonly rest: string } | undefined {
  const start = fromStatement(sql, 'duckdb');
  const match = pattern.exec(start)?.[0];
  return match === undefined ? undefined : { match, rest: start.slice(match.length) };
}

function wordOf(sql: string): string {
  return firstWord(sql, 'duckdb') || 'the statement';
}

function refusal(what: string, why: string): DatabaseError {
  return new DatabaseError('read-only', `${what} is not allowed. ${why}`);
}
