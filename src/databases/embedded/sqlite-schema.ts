import type { DatabaseSync } from 'node:sqlite';
import type { Column, ForeignKey, Schema, Table } from '../schema.ts';
import { readComments } from './sqlite-comments.ts';

/** Reads the tables and views of a SQLite file. SQLite stores comments only in the text of the statement that created a table. */
export function readSqliteSchema(database: DatabaseSync, most: number, progress: (tables: number) => void): Schema {
  const listed = database.prepare(TABLES).all(most + 1) as unknown as readonly Listed[];
  const columns = grouped(database.prepare(COLUMNS).all() as unknown as readonly ListedColumn[]);
  const keys = grouped(database.prepare(KEYS).all() as unknown as readonly ListedKey[]);
  const rows = rowEstimates(database);
  const tables = listed.slice(0, most).map((table) => {
    const theirs = columns.get(table.name) ?? [];
    return tableOf(table, theirs, keys.get(table.name) ?? [], columns, rows.get(table.name));
  });
  progress(tables.length);
  return { tables, isCut: listed.length > most };
}

// Shadow tables belong to virtual tables, such as full-text indexes, and are of no use to a reader.
const TABLES = `
  SELECT s.name AS name, s.type AS kind, s.sql AS sql FROM sqlite_schema s
  WHERE s.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    AND NOT EXISTS (SELECT 1 FROM pragma_table_list l WHERE l.schema = 'main' AND l.name = s.name AND l.type = 'shadow')
  ORDER BY s.name LIMIT ?`;
const COLUMNS = `
  SELECT s.name AS "table", c.name AS name, lower(c.type) AS type, c."notnull" AS required, c.pk AS pk
  FROM sqlite_schema s JOIN pragma_table_xinfo(s.name) c
  WHERE s.type IN ('table', 'view') AND c.hidden <> 1 ORDER BY s.name, c.cid`;
const KEYS = `
  SELECT s.name AS "table", k.id AS id, k."from" AS "from", k."table" AS target, k."to" AS "to"
  FROM sqlite_schema s JOIN pragma_foreign_key_list(s.name) k WHERE s.type = 'table' ORDER BY s.name, k.id, k.seq`;

interface Listed {
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly sql: string | null;
}

interface ListedColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: number;
  /** Position in the primary key, from 1; 0 for other columns. */
  readonly pk: number;
}

interface ListedKey {
  readonly table: string;
  readonly id: number;
  readonly from: string;
  readonly target: string;
  /** Null if the key refers to the primary key without naming it. */
  readonly to: string | null;
}

function tableOf(
  { name, kind, sql }: Listed,
  columns: readonly ListedColumn[],
  keys: readonly ListedKey[],
  all: ReadonlyMap<string, readonly ListedColumn[]>,
  rows: number | undefined,
): Table {
  const comments = readComments(sql ?? '');
  return {
    name,
    kind,
    ...(comments.table !== undefined && { comment: comments.table }),
    columns: columns.map((column): Column => {
      const comment = comments.columns.get(column.name.toLowerCase());
      const { name, type } = column;
      return { name, type, isRequired: column.required === 1, ...(comment !== undefined && { comment }) };
    }),
    primaryKey: primaryKeyOf(columns),
    foreignKeys: [...Map.groupBy(keys, ({ id }) => id).values()].map((parts) => foreignKeyOf(parts, all)),
    ...(rows !== undefined && { rows }),
  };
}

function primaryKeyOf(columns: readonly ListedColumn[]): readonly string[] {
  const parts = columns.filter(({ pk }) => pk > 0);
  return parts.toSorted((one, other) => one.pk - other.pk).map(({ name }) => name);
}

function foreignKeyOf(parts: readonly ListedKey[], all: ReadonlyMap<string, readonly ListedColumn[]>): ForeignKey {
  const table = parts[0]?.target ?? '';
  const primary = primaryKeyOf(all.get(table) ?? []);
  const toColumns = parts.map(({ to }, place) => to ?? primary[place] ?? '');
  return { columns: parts.map(({ from }) => from), table, toColumns };
}

/** Returns the numbers of rows that `ANALYZE` recorded, if it ever ran. */
function rowEstimates(database: DatabaseSync): ReadonlyMap<string, number> {
  const hasStatistics = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").get() !== undefined;
  if (!hasStatistics) return new Map();
  const rows = database
    .prepare('SELECT tbl AS name, max(CAST(stat AS INTEGER)) AS rows FROM sqlite_stat1 GROUP BY tbl')
    .all();
  return new Map(rows.map(({ name, rows }) => [String(name), Number(rows)]));
}

function grouped<Row extends { readonly table: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, ({ table }) => table);
}
