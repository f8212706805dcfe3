import type { Column, ForeignKey, Schema, Table } from '../src/databases/schema.ts';

/**
 * Makes a schema from short texts. Columns are separated by commas: `id integer pk, name text!` has a primary key and a
 * required column, and `customer_id integer -> customers.id` a foreign key. `(a b) -> orders(x y)` is a key of two columns.
 */
export function schemaOf(
  tables: Readonly<Record<string, string>>,
  more: Readonly<Record<string, Partial<Table>>> = {},
): Schema {
  return {
    isCut: false,
    tables: Object.entries(tables).map(([name, text]) => ({ ...tableOf(name, text), ...more[name] })),
  };
}

function tableOf(name: string, text: string): Table {
  const columns: Column[] = [];
  const primaryKey: string[] = [];
  const foreignKeys: ForeignKey[] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    const composite = /^\((.+)\) -> (.+)\((.+)\)$/.exec(part);
    if (composite !== null) {
      const [, own = '', table = '', other = ''] = composite;
      foreignKeys.push({ columns: own.split(' '), table, toColumns: other.split(' ') });
      continue;
    }
    const [definition = '', target] = part.split(' -> ');
    const [column = '', type = '', mark] = definition.split(' ');
    if (mark === 'pk') primaryKey.push(column);
    columns.push({ name: column, type: type.replace('!', ''), isRequired: type.endsWith('!') });
    if (target === undefined) continue;
    const dot = target.lastIndexOf('.');
    foreignKeys.push({ columns: [column], table: target.slice(0, dot), toColumns: [target.slice(dot + 1)] });
  }
  return { name, kind: 'table', columns, primaryKey, foreignKeys };
}
