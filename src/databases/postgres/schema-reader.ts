import type { FieldDef } from 'pg';
import type { Column, ForeignKey, Schema, Table } from '../schema.ts';
import type { RowSink } from './transaction.ts';

/**
 * Returns a row for each table that the role may read, in the order of their names, with columns and keys as JSON. `$1` is the
 * maximum number of rows. A table in the first schema of the search path is named without its schema. Partitions are left out;
 * their table stands for them.
 */
export const SCHEMA_QUERY = `
WITH relations AS MATERIALIZED (
  SELECT c.oid, c.relkind, c.reltuples,
         CASE WHEN n.nspname = pg_catalog.current_schema() THEN c.relname::pg_catalog.text
              ELSE n.nspname || '.' || c.relname END AS name,
         pg_catalog.has_table_privilege(c.oid, 'SELECT') AS is_whole
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND c.relpersistence <> 't'
    AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
)
SELECT r.name,
       r.relkind IN ('v', 'm'),
       CASE WHEN r.relkind <> 'v' AND r.reltuples >= 0 THEN r.reltuples::pg_catalog.int8 END,
       pg_catalog.left(pg_catalog.obj_description(r.oid, 'pg_class'), $2),
       (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(
                 a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
                 pg_catalog.left(pg_catalog.col_description(r.oid, a.attnum), $2)) ORDER BY a.attnum)
        FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND (r.is_whole OR pg_catalog.has_column_privilege(r.oid, a.attnum, 'SELECT'))),
       (SELECT pg_catalog.json_agg(a.attname ORDER BY p.place)
        FROM pg_catalog.pg_constraint k
        CROSS JOIN pg_catalog.unnest(k.conkey) WITH ORDINALITY AS p(attnum, place)
        JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = p.attnum
        WHERE k.conrelid = r.oid AND k.contype = 'p'),
       (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(
                 (SELECT pg_catalog.json_agg(a.attname ORDER BY p.place)
                  FROM pg_catalog.unnest(k.conkey) WITH ORDINALITY AS p(attnum, place)
                  JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = p.attnum),
                 other.name,
                 (SELECT pg_catalog.json_agg(a.attname ORDER BY p.place)
                  FROM pg_catalog.unnest(k.confkey) WITH ORDINALITY AS p(attnum, place)
                  JOIN pg_catalog.pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = p.attnum)) ORDER BY k.conname)
        FROM pg_catalog.pg_constraint k
        JOIN relations other ON other.oid = k.confrelid
        WHERE k.conrelid = r.oid AND k.contype = 'f' AND k.conparentid = 0)
FROM relations r
ORDER BY r.name COLLATE "C"
LIMIT $1`;

/** Makes a schema from the rows of SCHEMA_QUERY. */
export class SchemaReader implements RowSink {
  readonly #tables: Table[] = [];
  readonly #most: number;
  readonly #progress: (tables: number) => void;
  #isCut = false;

  constructor(most: number, progress: (tables: number) => void) {
    this.#most = most;
    this.#progress = progress;
  }

  describe(_columns: readonly FieldDef[]): void {}

  add(cells: readonly (string | null)[]): boolean {
    if (this.#tables.length === this.#most) {
      this.#isCut = true;
      return false;
    }
    this.#tables.push(tableOf(cells));
    if (this.#tables.length % PART === 0) this.#progress(this.#tables.length);
    return true;
  }

  wanted(): number {
    return this.#most + 1 - this.#tables.length;
  }

  schema(isCutShort: boolean): Schema {
    this.#progress(this.#tables.length);
    return { tables: this.#tables, isCut: this.#isCut || isCutShort };
  }
}

/** Number of tables between two reports of progress. */
const PART = 50;

function tableOf([name, isView, rows, comment, columns, primaryKey, foreignKeys]: readonly (string | null)[]): Table {
  return {
    name: name ?? '',
    kind: isView === 't' ? 'view' : 'table',
    ...(comment && { comment }),
    columns: listOf<[string, string, boolean, string | null]>(columns).map(columnOf),
    primaryKey: listOf<string>(primaryKey),
    foreignKeys: listOf<[string[], string, string[]]>(foreignKeys).map(foreignKeyOf),
    ...(rows && { rows: Number(rows) }),
  };
}

function columnOf([name, type, isRequired, comment]: [string, string, boolean, string | null]): Column {
  return { name, type, isRequired, ...(comment && { comment }) };
}

function foreignKeyOf([columns, table, toColumns]: [string[], string, string[]]): ForeignKey {
  return { columns, table, toColumns };
}

/** Reads a column of SCHEMA_QUERY, whose JSON PostgreSQL wrote from its catalogue. */
function listOf<Item>(json: string | null | undefined): Item[] {
  return json ? JSON.parse(json) : [];
}
