import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemaOf } from '../../../test/schemas.ts';
import type { Dialect } from '../database.ts';
import type { DatabaseErrorKind } from '../database-error.ts';
import type { Schema } from '../schema.ts';
import { nearestNames } from './nearest-names.ts';
import { SchemaIndex, type SchemaSource } from './schema-index.ts';

const shop = schemaOf({
  customers: 'id integer pk, name text!, country text',
  customer_notes: 'id integer pk, body text',
  orders: 'id integer pk, customer_id integer, Status text',
  order_items: 'order_id integer, total_price numeric',
  'archive.parcels': 'id integer, weight real',
});

function near(
  kind: DatabaseErrorKind,
  subject: string | undefined,
  sql = '',
  { dialect = 'sqlite', schema = shop }: { dialect?: Dialect; schema?: Schema } = {},
): string | undefined {
  const source: SchemaSource = { source: 'shop', dialect, schema };
  const other: SchemaSource = { source: 'other', dialect, schema: schemaOf({ custmers2: 'id integer' }) };
  return nearestNames({ kind, subject, sql }, source, new SchemaIndex([source, other]));
}

describe('An unknown table', () => {
  test.each([
    ['custmers', 'Nearest: customers (id integer, name text, country text)'],
    ['customer_note', 'Nearest: customer_notes (id integer, body text)'],
    ['clients', 'Nearest: customers (id integer, name text, country text)'],
    ['CUSTOMER', 'Nearest: customers ('],
    ['main.custmers', 'Nearest: customers ('],
  ])('The message for "%s" names the nearest table of the same source', (subject, start) => {
    const message = near('unknown-table', subject);
    expect(message).toContain(`There is no table "${subject}". ${start}`);
    expect(message).not.toContain('custmers2');
  });

  test('At most three tables are named', () => {
    const schema = schemaOf(
      Object.fromEntries(['tab1', 'tab2', 'tab3', 'tab4', 'tab5'].map((name) => [name, 'a text'])),
    );
    expect(near('unknown-table', 'tab9', '', { schema })).toBe(
      'There is no table "tab9". Nearest: tab1 (a text), tab2 (a text), tab3 (a text).',
    );
  });

  test('A table of another schema is found by its own name', () => {
    expect(near('unknown-table', 'parcels', '', { dialect: 'postgres' })).toContain(
      'Nearest: archive.parcels (id integer',
    );
  });

  test('In PostgreSQL, the message says that a name with capitals needs quotes', () => {
    const schema = schemaOf({ Orders: 'id integer' });
    expect(near('unknown-table', 'orders', '', { schema, dialect: 'postgres' })).toBe(
      'There is no table "orders". Write "Orders" with the double quotes, because its name has capitals. Nearest: "Orders" (id integer).',
    );
    expect(near('unknown-table', 'orders', '', { schema })).not.toContain('capitals');
  });

  test('If no table is near, all are listed', () => {
    const list = 'customers, customer_notes, orders, order_items, archive.parcels.';
    expect(near('unknown-table', 'xyzzy', '', { dialect: 'postgres' })).toBe(
      `There is no table "xyzzy". The database has 5 tables: ${list}`,
    );
    expect(near('unknown-table', undefined, '', { dialect: 'postgres' })).toBe(
      `The statement uses an unknown table. The database has 5 tables: ${list}`,
    );
  });
});

describe('An unknown column', () => {
  test.each([
    [
      'total',
      'select total from orders join order_items on true',
      'None of orders, order_items has a column "total". orders has id integer, customer_id integer, Status text. ' +
        'order_items has order_id integer, total_price numeric. order_items has "total_price" (numeric).',
    ],
    [
      'o.total',
      'select o.total from orders as o, order_items',
      'orders has no column "total". Its columns: id integer, customer_id integer, Status text. order_items has "total_price" (numeric).',
    ],
    [
      'country',
      'select country from orders',
      'orders has no column "country". Its columns: id integer, customer_id integer, Status text. customers has "country" (text).',
    ],
    [
      'custmer_id',
      "select custmer_id from orders -- customers\n where x = 'order_items'",
      'orders has no column "custmer_id". Its columns: id integer, customer_id integer, Status text. orders has "customer_id" (integer).',
    ],
    [
      'x.customer_id',
      'select x.customer_id from orders o',
      'The statement has no table or alias "x". There is no column "customer_id" in this place of the statement. ' +
        'orders has id integer, customer_id integer, Status text. orders has "customer_id" (integer).',
    ],
    [
      undefined,
      'select x from customers',
      'The statement uses an unknown column of customers. Its columns: id integer, name text, country text.',
    ],
    ['weight', 'select weight', 'There is no column "weight". archive.parcels has "weight" (real).'],
  ])('The message for "%s" in "%s" names the right columns', (subject, sql, message) => {
    expect(near('unknown-column', subject, sql, { dialect: 'duckdb' })).toBe(message);
  });

  test('In PostgreSQL, the message shows the quoted spelling', () => {
    expect(near('unknown-column', 'status', 'select Status from orders', { dialect: 'postgres' })).toContain(
      'Write "Status" with the double quotes, because its name has capitals.',
    );
  });

  test('A quoted table is found, and an alias in quotes', () => {
    expect(near('unknown-column', 'o o.total', 'select "o o".total from "orders" "o o"')).toMatch(
      /^orders has no column/,
    );
    expect(near('unknown-column', 'total', 'select total from `orders`', { dialect: 'mysql' })).toMatch(
      /^orders has no/,
    );
  });
});

test('Other errors and empty schemas get no message', () => {
  expect(near('syntax', 'x', 'selct')).toBeUndefined();
  expect(near('unknown-table', 'x', '', { schema: { tables: [], isCut: false } })).toBeUndefined();
});

test('For any names and statement, the message is bounded and in one line', () => {
  const kinds = fc.constantFrom<DatabaseErrorKind>('unknown-table', 'unknown-column');
  const dialects = fc.constantFrom<Dialect>('sqlite', 'postgres', 'mysql', 'duckdb');
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  fc.assert(
    fc.property(kinds, dialects, text, text, fc.boolean(), (kind, dialect, foreign, subject, isUsed) => {
      const columns = [{ name: foreign, type: foreign, isRequired: false }];
      const table = { name: foreign, kind: 'table', columns, primaryKey: [], foreignKeys: [] } as const;
      const schema = { tables: Array.from({ length: 9 }, () => table), isCut: false };
      const message = near(kind, isUsed ? foreign : subject, `select * from ${foreign}`, { dialect, schema }) ?? '';
      expect(message).toMatch(/^\P{Cc}+$/u);
      expect(Buffer.byteLength(message)).toBeLessThan(4_000);
    }),
  );
});

test('20,000 tables and a statement of a megabyte take less than two seconds', () => {
  const schema = schemaOf(
    Object.fromEntries(Array.from({ length: 20_000 }, (_, place) => [`table_${place}`, 'a text, b text'])),
  );
  const source: SchemaSource = { source: 'x', dialect: 'sqlite', schema };
  const index = new SchemaIndex([source]);
  const sql = `select c from ${'table_1, '.repeat(1.2e5)}`;
  const startedAt = performance.now();
  nearestNames({ kind: 'unknown-table', subject: 'tabel_7', sql }, source, index);
  nearestNames({ kind: 'unknown-column', subject: 'c', sql }, source, index);
  expect(performance.now() - startedAt).toBeLessThan(2_000); // an idle machine needs a twentieth of that
});
