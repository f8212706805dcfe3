import type { DuckDBConnection } from '@duckdb/node-api';
import type { Column, ForeignKey, Schema, Table } from '../schema.ts';
import { typeText } from './duckdb-cells.ts';
import { type FileTable, globEscaped, literal } from './duckdb-files.ts';

/** Reads the tables and views of a database. `files` are the tables that are data files: DuckDB has views of them. */
export async function readDuckdbSchema(
  connection: DuckDBConnection,
  files: readonly FileTable[] | undefined,
  most: number,
  progress: (tables: number) => void,
): Promise<Schema> {
  const listed = await rowsOf<Listed>(connection, TABLES(most + 1));
  const columns = grouped(await rowsOf<ListedColumn>(connection, COLUMNS));
  const keys = grouped(await rowsOf<ListedKey>(connection, KEYS));
  const fileTables = new Map(files?.map((table) => [table.name, table]));
  const tables: Table[] = [];
  for (const table of listed.slice(0, most)) {
    const file = fileTables.get(table.name);
    const rows = file === undefined ? table.rows : await parquetRows(connection, file);
    tables.push(tableOf(table, file !== undefined, columns.get(table.id) ?? [], keys.get(table.id) ?? [], rows));
    if (tables.length % PROGRESS_TABLES === 0) progress(tables.length);
  }
  progress(tables.length);
  return { tables, isCut: listed.length > most };
}

/** Returns a text that differs after a table, a view, a column, a key or a comment has changed. */
export async function readDuckdbVersion(connection: DuckDBConnection): Promise<string> {
  const [row] = await rowsOf<{ readonly version: string }>(connection, VERSION);
  return row?.version ?? '';
}

const IS_OURS = 'NOT internal AND database_name = current_database()';

const TABLES = (most: number) => `
  SELECT * FROM (
    SELECT schema_name || '.' || table_name AS id, schema_name AS "schema", table_name AS name, 'table' AS kind,
      comment, estimated_size AS rows
    FROM duckdb_tables() WHERE ${IS_OURS} AND NOT temporary
    UNION ALL
    SELECT schema_name || '.' || view_name, schema_name, view_name, 'view', comment, NULL
    FROM duckdb_views() WHERE ${IS_OURS} AND NOT temporary
  ) ORDER BY "schema" <> 'main', "schema", name LIMIT ${most}`;
const COLUMNS = `
  SELECT schema_name || '.' || table_name AS id, column_name AS name, data_type AS type, NOT is_nullable AS required, comment
  FROM duckdb_columns() WHERE ${IS_OURS} ORDER BY schema_name, table_name, column_index`;
const KEYS = `
  SELECT schema_name || '.' || table_name AS id, schema_name AS "schema", constraint_type AS kind,
    to_json(constraint_column_names) AS columns, referenced_table AS target, to_json(referenced_column_names) AS "to"
  FROM duckdb_constraints()
  WHERE database_name = current_database() AND constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY')
  ORDER BY schema_name, table_name, constraint_index`;
const VERSION = `
  SELECT concat_ws('-',
    (SELECT sum(hash(schema_name, table_name, column_name, column_index, data_type, is_nullable, comment))
      FROM duckdb_columns() WHERE ${IS_OURS}),
    (SELECT sum(hash(schema_name, table_name, comment)) FROM duckdb_tables() WHERE ${IS_OURS}),
    (SELECT sum(hash(schema_name, view_name, comment, sql)) FROM duckdb_views() WHERE ${IS_OURS}),
    (SELECT sum(hash(schema_name, table_name, constraint_type, constraint_column_names, referenced_table,
      referenced_column_names)) FROM duckdb_constraints() WHERE database_name = current_database())
  )::VARCHAR AS version`;

interface Listed {
  /** The name with its schema. */
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly comment: string | null;
  readonly rows: bigint | null;
}

interface ListedColumn {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly comment: string | null;
}

interface ListedKey {
  readonly id: string;
  readonly schema: string;
  readonly kind: 'PRIMARY KEY' | 'FOREIGN KEY';
  /** Names as a JSON list. */
  readonly columns: string;
  readonly target: string | null;
  readonly to: string | null;
}

function tableOf(
  { schema, name, kind, comment }: Listed,
  isFile: boolean,
  columns: readonly ListedColumn[],
  keys: readonly ListedKey[],
  rows: bigint | null,
): Table {
  return {
    name: fullName(schema, name),
    kind: isFile ? 'table' : kind,
    ...(comment !== null && { comment }),
    columns: columns.map(
      (column): Column => ({
        name: column.name,
        type: typeText(column.type),
        isRequired: column.required,
        ...(column.comment !== null && { comment: column.comment }),
      }),
    ),
    primaryKey: keys.flatMap(({ kind, columns }) => (kind === 'PRIMARY KEY' ? namesOf(columns) : [])),
    foreignKeys: keys.filter(({ kind }) => kind === 'FOREIGN KEY').map(foreignKeyOf),
    ...(rows !== null && { rows: Number(rows) }),
  };
}

function foreignKeyOf({ schema, columns, target, to }: ListedKey): ForeignKey {
  return { columns: namesOf(columns), table: fullName(schema, target ?? ''), toColumns: namesOf(to ?? '[]') };
}

function fullName(schema: string, name: string): string {
  return schema === 'main' ? name : `${schema}.${name}`;
}

function namesOf(list: string): readonly string[] {
  return JSON.parse(list) as readonly string[];
}

/** Returns the number of rows of Parquet files, which is in their last bytes; null for other files. */
async function parquetRows(connection: DuckDBConnection, { format, files }: FileTable): Promise<bigint | null> {
  if (format !== 'parquet') return null;
  const list = files.map((file) => literal(globEscaped(file))).join(', ');
  const sql = `SELECT sum(num_rows)::BIGINT AS rows FROM parquet_file_metadata([${list}])`;
  try {
    const [row] = await rowsOf<{ readonly rows: bigint | null }>(connection, sql);
    return row?.rows ?? null;
  } catch {
    return null; // the file was removed a moment ago
  }
}

async function rowsOf<Row>(connection: DuckDBConnection, sql: string): Promise<readonly Row[]> {
  const result = await connection.run(sql);
  return (await result.getRowObjects()) as unknown as readonly Row[];
}

function grouped<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, ({ id }) => id);
}

const PROGRESS_TABLES = 100;
