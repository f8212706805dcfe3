import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult, DuckDBVector } from '@duckdb/node-api';
import type { Cell, Parameter, ResultColumn, StatementBounds, StatementResult } from '../database.ts';
import { blobText, exactInteger, floatCell, RowCollector } from '../rows.ts';
import type { Driver } from './duckdb-driver.ts';
import { bindParameters, type CheckedStatement } from './duckdb-statement.ts';

/** Runs a statement that reads, and fetches rows until one of the bounds is reached. */
export async function readRows(
  driver: Driver,
  connection: DuckDBConnection,
  { prepared, isSelect }: CheckedStatement,
  sql: string,
  parameters: readonly Parameter[],
  bounds: StatementBounds,
): Promise<StatementResult> {
  const asText = isSelect ? await castToText(driver, connection, prepared, sql) : undefined;
  try {
    bindParameters(asText ?? prepared, parameters);
    const result = await (asText ?? prepared).stream();
    const columns = asText === undefined ? columnsOf(result) : columnsOf(prepared);
    const rows = await collect(driver, connection, result, bounds);
    return { columns, ...rows };
  } finally {
    asText?.destroySync();
  }
}

/** Returns the rows of a finished statement, such as INSERT … RETURNING. */
export async function finishedRows(
  driver: Driver,
  connection: DuckDBConnection,
  result: DuckDBResult,
  bounds: StatementBounds,
): Promise<StatementResult> {
  return { columns: columnsOf(result), ...(await collect(driver, connection, result, bounds)) };
}

/** Returns a type in lower case, except for names in quotes, such as the values of an enum. */
export function typeText(type: string): string {
  const lower = type.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[^'"]+/g, (part) =>
    part.startsWith("'") || part.startsWith('"') ? part : part.toLowerCase(),
  );
  return lower.length > MOST_TYPE_CHARACTERS ? `${lower.slice(0, MOST_TYPE_CHARACTERS)}…` : lower;
}

/**
 * Compiles the statement again with a cast to VARCHAR around each column whose values the driver would build as objects. So
 * dates, decimals and nested values are texts as DuckDB itself writes them, and DuckDB writes them faster. Returns undefined if
 * no column needs a cast, or if the statement cannot stand in a FROM (then the driver writes the texts).
 */
async function castToText(
  driver: Driver,
  connection: DuckDBConnection,
  prepared: DuckDBPreparedStatement,
  sql: string,
): Promise<DuckDBPreparedStatement | undefined> {
  const count = prepared.columnCount;
  const casts: string[] = [];
  let isNeeded = false;
  for (let place = 0; place < count; place++) {
    const isCell = isCellType(driver, prepared.columnTypeId(place));
    isNeeded ||= !isCell;
    casts.push(isCell ? `c${place}` : `CAST(c${place} AS VARCHAR)`);
  }
  if (!isNeeded) return undefined;
  const names = casts.map((_, place) => `c${place}`);
  const text = `SELECT ${casts.join(', ')} FROM (${sql.replace(END, '')}\n) AS t(${names.join(', ')})`;
  try {
    const statements = await connection.extractStatements(text);
    if (statements.count !== 1) return undefined;
    const wrapped = await statements.prepare(0);
    if (wrapped.statementType === driver.StatementType.SELECT && wrapped.columnCount === count) return wrapped;
    wrapped.destroySync();
  } catch {
    // A comment behind a semicolon, for example.
  }
  return undefined;
}

/** True if the driver returns values of the type as plain JavaScript values or bytes. */
function isCellType({ DuckDBTypeId: types }: Driver, type: number): boolean {
  switch (type) {
    case types.INVALID: // a type that depends on a parameter
    case types.SQLNULL:
    case types.BOOLEAN:
    case types.TINYINT:
    case types.SMALLINT:
    case types.INTEGER:
    case types.BIGINT:
    case types.UTINYINT:
    case types.USMALLINT:
    case types.UINTEGER:
    case types.UBIGINT:
    case types.HUGEINT:
    case types.UHUGEINT:
    case types.BIGNUM:
    case types.FLOAT:
    case types.DOUBLE:
    case types.VARCHAR:
    case types.ENUM:
    case types.BLOB:
      return true;
    default:
      return false;
  }
}

function columnsOf(source: DuckDBResult | DuckDBPreparedStatement): readonly ResultColumn[] {
  return Array.from({ length: source.columnCount }, (_, place) => {
    const type = source.columnType(place);
    return { name: source.columnName(place), type: typeText(type.alias ?? type.toString()) };
  });
}

/** Fetches chunks of rows until a bound is reached, and then ends the statement. */
async function collect(
  driver: Driver,
  connection: DuckDBConnection,
  result: DuckDBResult,
  bounds: StatementBounds,
): Promise<Pick<StatementResult, 'rows' | 'cut'>> {
  const collector = new RowCollector(bounds);
  const readers = Array.from({ length: result.columnCount }, (_, place) =>
    readerOf(driver, result.columnTypeId(place)),
  );
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    const vectors = readers.map((_, place) => chunk?.getColumnVector(place));
    const count = chunk.rowCount;
    for (let row = 0; row < count; row++) {
      const cells: Cell[] = new Array(readers.length);
      for (let place = 0; place < readers.length; place++) {
        const reader = readers[place] as Reader;
        cells[place] = reader((vectors[place] as DuckDBVector).getItem(row));
      }
      if (collector.add(cells)) continue;
      await end(connection, result);
      return { rows: collector.rows, ...(collector.cut !== undefined && { cut: collector.cut }) };
    }
  }
  return { rows: collector.rows };
}

/** Ends a statement whose further rows are not wanted. Without this its file would stay open until garbage is collected. */
async function end(connection: DuckDBConnection, result: DuckDBResult): Promise<void> {
  connection.interrupt();
  try {
    for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; )
      chunk = await result.fetchChunk();
  } catch {
    // DuckDB reports the interruption.
  }
}

type Reader = (value: unknown) => Cell;

function readerOf({ DuckDBTypeId: types }: Driver, type: number): Reader {
  switch (type) {
    case types.BIGINT:
    case types.UBIGINT:
    case types.HUGEINT:
    case types.UHUGEINT:
    case types.BIGNUM:
      return (value) => (value === null ? null : exactInteger(value as bigint));
    case types.FLOAT:
      return (value) => (value === null ? null : floatCell(singlePrecision(value as number)));
    case types.DOUBLE:
      return (value) => (value === null ? null : floatCell(value as number));
    case types.BLOB:
      return (value) => (value === null ? null : blobText((value as { readonly bytes: Uint8Array }).bytes));
    default:
      return (value) => (typeof value === 'object' && value !== null ? String(value) : (value as Cell));
  }
}

/** Returns the shortest number that stands for a FLOAT: 0.1, not 0.10000000149011612. */
function singlePrecision(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

const END = /[;\s]+$/;
const MOST_TYPE_CHARACTERS = 400; // an enum may have thousands of values
