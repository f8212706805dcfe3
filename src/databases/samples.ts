import type { Database, Dialect } from './database.ts';
import { quoteName, quoteTable } from './quote.ts';
import type { Column, Schema, Table } from './schema.ts';

/**
 * Adds example values to the text columns. Reads a few rows of each table, within a total time. A table that cannot be read
 * has no examples.
 */
export async function withSamples(
  schema: Schema,
  dialect: Dialect,
  database: Database,
  signal: AbortSignal,
): Promise<Schema> {
  const endsAt = performance.now() + TOTAL_MS;
  const tables: Table[] = [];
  for (const [place, table] of schema.tables.entries()) {
    const isIn = place < MOST_TABLES && performance.now() < endsAt && !signal.aborted;
    tables.push(isIn ? await sampled(table, dialect, database, signal) : table);
  }
  return { ...schema, tables };
}

const TOTAL_MS = 10_000;
const MOST_TABLES = 500;
const MOST_COLUMNS = 40;
const ROWS = 50;
const VALUES = 3;
const LONGEST_VALUE = 40; // a longer text is prose, and prose finds anything
const TABLE_MS = 1_000;

async function sampled(table: Table, dialect: Dialect, database: Database, signal: AbortSignal): Promise<Table> {
  const chosen = table.columns.filter(isText).slice(0, MOST_COLUMNS);
  if (chosen.length === 0) return table;
  const names = chosen.map(({ name }) => quoteName(name, dialect)).join(', ');
  const sql = `SELECT ${names} FROM ${quoteTable(table.name, dialect)} LIMIT ${ROWS}`;
  const bounds = { ms: TABLE_MS, rows: ROWS, bytes: 256 * 1024, cellBytes: 256 };
  try {
    const { rows } = await database.run({ sql, parameters: [], access: 'read', bounds }, signal);
    const samples = new Map(chosen.map((column, place) => [column, valuesIn(rows.map((row) => row[place]))]));
    return { ...table, columns: table.columns.map((column) => withValues(column, samples.get(column) ?? [])) };
  } catch {
    return table;
  }
}

function isText({ type }: Column): boolean {
  return type === '' || /char|text|string|enum|clob/.test(type);
}

/** Returns the first different short texts. */
function valuesIn(cells: readonly unknown[]): readonly string[] {
  const short = cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '' && cell.length <= LONGEST_VALUE);
  return [...new Set(short as string[])].slice(0, VALUES);
}

function withValues(column: Column, samples: readonly string[]): Column {
  return samples.length === 0 ? column : { ...column, samples };
}
