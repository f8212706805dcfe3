import type { Parameter } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import type { Column, ForeignKey, Schema, Table } from '../schema.ts';
import type { Receiver, Session } from './session.ts';
import { Yielding } from './yielding.ts';

/** Reads the tables of the default database, or of all databases with names such as `sales.orders` if there is none. */
export async function readMysqlSchema(
  session: Session,
  database: string | undefined,
  mostTables: number,
  progress: (tables: number) => void,
): Promise<Schema> {
  const { scope, values } = scopeOf(database);
  const tables = new Map<string, GrowingTable>();
  const nameOf = (schema: string, table: string) => (schema === database ? table : `${schema}.${table}`);
  await readRows(
    session,
    `SELECT table_schema, table_name, table_type, table_comment, table_rows FROM information_schema.tables
     WHERE ${scope} AND table_type <> 'SEQUENCE' ORDER BY table_schema, table_name LIMIT ?`,
    [...values, mostTables + 1],
    ([schema, table, type, comment, rows]) => {
      const name = nameOf(textOf(schema), textOf(table));
      tables.set(name, newTable(name, textOf(type), textOf(comment), rows));
    },
  );
  const isCut = tables.size > mostTables;
  if (isCut) tables.delete([...tables.keys()].at(-1) ?? '');
  let read = 0;
  let current: GrowingTable | undefined;
  await readRows(
    session,
    `SELECT table_schema, table_name, column_name, column_type, is_nullable, column_comment
     FROM information_schema.columns WHERE ${scope} ORDER BY table_schema, table_name, ordinal_position`,
    values,
    ([schema, table, column, type, nullable, comment]) => {
      const found = tables.get(nameOf(textOf(schema), textOf(table)));
      if (found !== undefined && found !== current) {
        current = found;
        if (++read % TABLES_PER_PROGRESS === 0) progress(read);
      }
      found?.columns.push(newColumn(textOf(column), textOf(type), textOf(nullable), textOf(comment)));
    },
  );
  await readRows(
    session,
    `SELECT table_schema, table_name, constraint_name, column_name, referenced_table_schema, referenced_table_name,
            referenced_column_name
     FROM information_schema.key_column_usage WHERE ${scope}
     ORDER BY table_schema, table_name, constraint_name, ordinal_position`,
    values,
    ([schema, table, constraint, column, toSchema, toTable, toColumn]) => {
      const found = tables.get(nameOf(textOf(schema), textOf(table)));
      if (found === undefined) return;
      if (toTable !== null) {
        const target = nameOf(textOf(toSchema), textOf(toTable));
        addForeignKey(found, textOf(constraint), textOf(column), target, textOf(toColumn));
      } else if (textOf(constraint) === 'PRIMARY') found.primaryKey.push(textOf(column));
    },
  );
  progress(tables.size);
  return { tables: [...tables.values()].map(finished), isCut };
}

/**
 * Returns a hash of everything that `readMysqlSchema` reads, except the numbers of rows. The server computes it, so that only a
 * few bytes travel.
 */
export async function readMysqlVersion(session: Session, database: string | undefined): Promise<string> {
  const { scope, values } = scopeOf(database);
  const parts: string[] = [];
  await readRows(
    session,
    `SELECT COUNT(*), ${hashOf('table_schema', 'table_name', 'table_type', 'table_comment')}
       FROM information_schema.tables WHERE ${scope}
     UNION ALL
     SELECT COUNT(*), ${hashOf('table_schema', 'table_name', 'ordinal_position', 'column_name', 'column_type', 'is_nullable', 'column_comment')}
       FROM information_schema.columns WHERE ${scope}
     UNION ALL
     SELECT COUNT(*), ${hashOf('table_schema', 'table_name', 'constraint_name', 'ordinal_position', 'column_name', 'referenced_table_schema', 'referenced_table_name', 'referenced_column_name')}
       FROM information_schema.key_column_usage WHERE ${scope}`,
    [...values, ...values, ...values],
    ([count, hash]) => parts.push(`${textOf(count)}-${textOf(hash)}`),
  );
  return parts.join(' ');
}

/** Returns an expression that combines checksums of all rows, whatever their order. A cryptographic hash would take as long as reading. */
function hashOf(...columns: readonly string[]): string {
  return `SUM(CRC32(CONCAT_WS('|', ${columns.join(', ')})))`;
}

function scopeOf(database: string | undefined): { readonly scope: string; readonly values: readonly string[] } {
  if (database !== undefined) return { scope: 'table_schema = ?', values: [database] };
  return { scope: "table_schema NOT IN ('mysql', 'information_schema', 'performance_schema', 'sys')", values: [] };
}

interface GrowingTable {
  readonly table: Omit<Table, 'columns' | 'primaryKey' | 'foreignKeys'>;
  readonly columns: Column[];
  readonly primaryKey: string[];
  readonly foreignKeys: Map<
    string,
    { readonly columns: string[]; readonly table: string; readonly toColumns: string[] }
  >;
}

function newTable(name: string, type: string, comment: string, rows: unknown): GrowingTable {
  const kind = type === 'VIEW' ? 'view' : 'table';
  const table = {
    name,
    kind,
    ...(kind === 'table' && comment !== '' && { comment }), // the comment of every view is "VIEW"
    ...(rows !== null && { rows: Number(rows) }),
  } as const;
  return { table, columns: [], primaryKey: [], foreignKeys: new Map() };
}

function newColumn(name: string, type: string, nullable: string, comment: string): Column {
  return { name, type, isRequired: nullable === 'NO', ...(comment !== '' && { comment }) };
}

function addForeignKey(from: GrowingTable, constraint: string, column: string, table: string, toColumn: string): void {
  const key = from.foreignKeys.get(constraint) ?? { columns: [], table, toColumns: [] };
  key.columns.push(column);
  key.toColumns.push(toColumn);
  from.foreignKeys.set(constraint, key);
}

function finished({ table, columns, primaryKey, foreignKeys }: GrowingTable): Table {
  return { ...table, columns, primaryKey, foreignKeys: [...foreignKeys.values()] satisfies ForeignKey[] };
}

async function readRows(
  session: Session,
  sql: string,
  values: readonly Parameter[],
  each: (row: readonly unknown[]) => void,
): Promise<void> {
  const yielding = new Yielding(session);
  const receiver: Receiver = {
    mostBytes: SCHEMA_BYTES,
    fields: () => {},
    row: (row) => {
      yielding.check();
      each(row);
    },
    done: () => {},
    tooMany: () => {
      isTooLarge = true;
    },
  };
  let isTooLarge = false;
  try {
    const prepared = await session.prepare(sql);
    await session.execute(prepared, values, receiver);
    session.forget(sql);
  } catch (error) {
    if (!isTooLarge) throw error;
    throw new DatabaseError('too-large', `The schema is larger than ${SCHEMA_BYTES} bytes.`);
  }
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString()
    : String(value);
}

/** Many times the size of the largest real schemas, which are sent without being cut. */
const SCHEMA_BYTES = 256 * 1024 * 1024;
const TABLES_PER_PROGRESS = 100;
