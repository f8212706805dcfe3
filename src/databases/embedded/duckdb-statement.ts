import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { Access, Parameter } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
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
    const explained = explainedStatement(sql);
    this.#sideEffects ??= await listSideEffects(connection);
    await this.#sideEffects.refuse(connection, explained ?? sql);
    const prepared = await prepareOne(connection, sql);
    const { statementType } = prepared;
    const { StatementType: types } = this.#driver;
    if (statementType === types.SELECT) return { prepared, isSelect: true, isReading: true };
    if (statementType === types.EXPLAIN && explained !== undefined) {
      // EXPLAIN ANALYZE runs the statement, and DuckDB does not say which statement it is.
      const inner = await prepareOne(connection, explained);
      const isSelect = inner.statementType === types.SELECT;
      inner.destroySync();
      if (isSelect) return { prepared, isSelect: false, isReading: true };
      throw refusal(`EXPLAIN ${firstWord(explained)}`, 'Only a SELECT can be explained.');
    }
    const word = firstWord(sql);
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
  if (afterBlanks(sql) === '') throw new DatabaseError('not-one-statement', 'The text contains no SQL statement.');
  try {
    const statements = await connection.extractStatements(sql);
    if (statements.count === 1) return await statements.prepare(0);
  } catch (error) {
    throw explainDuckdb(error, sql);
  }
  const pivot = /\bpivot/i.test(sql)
    ? ' A PIVOT counts as one statement if it names its values: PIVOT t ON c IN (1, 2).'
    : '';
  throw new DatabaseError(
    'not-one-statement',
    `The text contains several SQL statements, and none was run. Send one statement.${pivot}`,
  );
}

/**
 * Returns the statement after EXPLAIN, or undefined if the text does not begin with it. It must compile to a SELECT by itself, so
 * a text that this function takes apart wrongly is refused.
 */
function explainedStatement(sql: string): string | undefined {
  const explain = wordAfter(sql, /^explain\b/i);
  if (explain === undefined) return undefined;
  const analyze = wordAfter(explain, /^analyze\b/i);
  return analyze ?? wordAfter(explain, /^\(\s*(?:analyze|format)[\w\s,]*\)/i) ?? explain;
}

function wordAfter(text: string, pattern: RegExp): string | undefined {
  const start = afterBlanks(text);
  const match = pattern.exec(start);
  return match === null ? undefined : start.slice(match[0].length);
}

/** Returns the text without the blanks, comments and semicolons before its first word. */
function afterBlanks(text: string): string {
  let at = 0;
  for (;;) {
    const skipped = /^[\s;]+/.exec(text.slice(at, at + SLICE))?.[0].length ?? 0;
    at += skipped;
    if (skipped > 0) continue;
    if (text.startsWith('--', at)) at = endOf(text, '\n', at);
    else if (text.startsWith('/*', at)) at = endOfComment(text, at);
    else return text.slice(at);
  }
}

/** Comments between the signs may contain comments. */
function endOfComment(text: string, start: number): number {
  const signs = /\/\*|\*\//g;
  signs.lastIndex = start;
  let depth = 0;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    depth += sign[0] === '/*' ? 1 : -1;
    if (depth === 0) return signs.lastIndex;
  }
  return text.length;
}

function endOf(text: string, sign: string, start: number): number {
  const found = text.indexOf(sign, start);
  return found < 0 ? text.length : found + sign.length;
}

function firstWord(sql: string): string {
  return /^[a-z]+/i.exec(afterBlanks(sql))?.[0].toUpperCase() ?? 'the statement';
}

function refusal(what: string, why: string): DatabaseError {
  return new DatabaseError('read-only', `${what} is not allowed. ${why}`);
}

const SLICE = 1_000;
