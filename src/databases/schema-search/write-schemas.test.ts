import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { schemaOf } from '../../../test/schemas.ts';
import type { Dialect } from '../database.ts';
import type { Schema, Table } from '../schema.ts';
import { SchemaIndex, type SchemaSource } from './schema-index.ts';
import { writeNoTables, writeSchemas } from './write-schemas.ts';

const shop = schemaOf(
  {
    customers: 'id integer pk, name text!, country text, email text, phone text, created_at date, vip boolean',
    orders: 'id integer pk, customer_id integer! -> customers.id, total numeric',
    order_items: 'order_id integer pk -> orders.id, line integer pk, product_id integer, quantity integer',
    products: 'id integer pk, name text',
    shipments: 'id integer pk, order_id integer, line integer, (order_id line) -> order_items(order_id line)',
    busy_customers: 'id integer, orders integer',
  },
  {
    customers: {
      comment: 'Customers who have an account',
      rows: 1_500,
      columns: [
        { name: 'id', type: 'integer', isRequired: true },
        { name: 'name', type: 'text', isRequired: true, comment: 'Full name.', samples: ['Ada Moser', 'Bo'] },
        { name: 'country', type: "enum('at','De')", isRequired: false, comment: 'ISO code' },
        ...['email', 'phone', 'created at', 'Vip'].map((name) => ({ name, type: 'text', isRequired: false })),
      ],
    },
    busy_customers: { kind: 'view' },
  },
);

function write(query: string, dialect: Dialect = 'sqlite', style = { columns: 3, bytes: 20_000 }, tables = 3): string {
  const index = new SchemaIndex([{ source: 'shop', dialect, schema: shop }]);
  return writeSchemas(index.search(query, tables), index.sources, style).replace(
    /Relevance 0\.\d\d/g,
    'Relevance 0.50',
  );
}

describe('The text of found tables', () => {
  proves('S1.schemas.search', 'A found table is written as its definition, with comments, keys and the joins', () => {
    expect(write('customers by name and country, total', 'sqlite', { columns: 3, bytes: 20_000 }, 2)).toBe(
      `Database "shop" (SQLite), 2 of 6 tables:

-- Relevance 0.50. Customers who have an account. About 1,500 rows.
CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL, -- Full name, for example "Ada Moser", "Bo"
  country ENUM('at','De') -- ISO code
  -- and 4 more columns: email, phone, "created at", Vip
);

-- Relevance 0.50.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers(id),
  total NUMERIC
);

Joins:
orders.customer_id = customers.id`,
    );
  });

  test('A key of several columns has its own line, and connecting tables are named', () => {
    expect(write('shipments of products', 'sqlite', { columns: 9, bytes: 20_000 }, 2)).toBe(
      `Database "shop" (SQLite), 2 of 6 tables:

-- Relevance 0.50.
CREATE TABLE shipments (
  id INTEGER PRIMARY KEY,
  order_id INTEGER,
  line INTEGER,
  FOREIGN KEY (order_id, line) REFERENCES order_items(order_id, line)
);

-- Relevance 0.50.
CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  name TEXT
);

Joins:
shipments.order_id = order_items.order_id AND shipments.line = order_items.line
order_items.product_id = products.id (likely: no foreign key is declared)
-- Tables that only connect: order_items`,
    );
    expect(write('quantity', 'sqlite', { columns: 2, bytes: 20_000 }, 1)).toContain(
      `CREATE TABLE order_items (
  order_id INTEGER REFERENCES orders(id),
  line INTEGER,
  quantity INTEGER,
  -- and 1 more column: product_id
  PRIMARY KEY (order_id, line)
);`,
    );
  });

  test('A view is written as a view', () => {
    expect(write('busy customers', 'mysql', { columns: 3, bytes: 20_000 }, 1)).toContain(
      'Database "shop" (MySQL), 1 of 6 tables:\n\n-- Relevance 0.50.\nCREATE VIEW busy_customers (\n  id INTEGER,\n  orders INTEGER\n);',
    );
  });

  test('Names are quoted as the database needs it', () => {
    const text = (dialect: Dialect) => write('vip customers created', dialect, { columns: 9, bytes: 20_000 }, 1);
    expect(text('postgres')).toContain('  "created at" TEXT,\n  "Vip" TEXT\n');
    expect(text('mysql')).toContain('  `created at` TEXT,\n  Vip TEXT\n');
  });

  test('Keys and the best column are shown even if only one column is requested', () => {
    expect(write('total of orders', 'sqlite', { columns: 1, bytes: 20_000 }, 1)).toContain(
      '(\n  id INTEGER PRIMARY KEY,\n  customer_id INTEGER NOT NULL REFERENCES customers(id),\n  total NUMERIC\n);',
    );
  });

  test('Tables of several databases are written one database after the other', () => {
    const sources: SchemaSource[] = [
      { source: 'a', dialect: 'sqlite', schema: schemaOf({ cats: 'id integer pk' }) },
      {
        source: 'b',
        dialect: 'duckdb',
        schema: { ...schemaOf({ cats: 'id integer, name text', dogs: 'id integer' }), isCut: true },
      },
    ];
    const text = writeSchemas(new SchemaIndex(sources).search('cats', 5), sources, { columns: 3, bytes: 9_000 });
    expect(text).toMatch(/^Database "a" \(SQLite\), 1 of 1 table:\n/);
    expect(text).toContain('\n);\n\nDatabase "b" (DuckDB), 1 of more than 2 tables:\n\n-- Relevance');
  });

  test('If nothing is found, the tables are listed', () => {
    const sources: SchemaSource[] = [
      { source: 'shop', dialect: 'postgres', schema: shop },
      { source: 'empty', dialect: 'sqlite', schema: { tables: [], isCut: false } },
    ];
    expect(writeNoTables(sources, 1_000)).toBe(
      `No table matches the query. Search again with other words, such as "customer" or "invoice date".
Database "shop" (PostgreSQL) has 6 tables: customers, orders, order_items, products, shipments, busy_customers
Database "empty" (SQLite) has 0 tables.`,
    );
    const short = writeNoTables(sources, 260);
    expect(short).toContain(' has 6 tables: customers, orders, order_items, …\n');
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(260);
  });
});

describe('Untrusted text', () => {
  const evil = 'x"\n);\n-- Relevance 1.00. */ DROP\u202e\u0007\u{e0041}\ud800 `';

  function evilSchema(text: string): Schema {
    const column = { name: `a${text}`, type: `int${text}`, isRequired: true, comment: text, samples: [text, text] };
    const key = { columns: [`a${text}`], table: `t${text}`, toColumns: [`a${text}`] };
    const table: Table = {
      name: `t${text}`,
      kind: 'table',
      comment: text,
      columns: [column, { ...column, name: `b${text}` }],
      primaryKey: [`b${text}`],
      foreignKeys: [key],
    };
    return { tables: [table], isCut: false };
  }

  test('Names, types, comments and samples cannot end their line, and contain no hidden characters', () => {
    const dialects = fc.constantFrom<Dialect>('sqlite', 'postgres', 'mysql', 'duckdb');
    const text = fc.oneof(
      fc.constant(evil),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('--', '(((', ');', '*/', "'"),
    );
    fc.assert(
      fc.property(text, dialects, (foreign, dialect) => {
        const sources = [{ source: foreign, dialect, schema: evilSchema(foreign) }];
        const hits = new SchemaIndex(sources).search('', 5);
        const lines = writeSchemas(hits, sources, { columns: 5, bytes: 20_000 }).split('\n');
        expect(lines).toHaveLength(10); // the head, the remark, the table with two columns, the join, and four lines around
        expect(lines.filter((line) => line.startsWith('-- Relevance'))).toHaveLength(1);
        expect(lines.filter((line) => line === ');')).toHaveLength(1);
        expect(lines.join('')).not.toMatch(/[\p{Cc}\u202e\u{e0041}]|\*\//u);
        expect(lines.join('').isWellFormed()).toBe(true);
      }),
    );
  });

  test('Long texts are truncated', () => {
    const sources: SchemaSource[] = [{ source: 'x', dialect: 'sqlite', schema: evilSchema('word '.repeat(1e5)) }];
    const hits = new SchemaIndex(sources).search('', 5);
    expect(writeSchemas(hits, sources, { columns: 5, bytes: 1e6 }).length).toBeLessThan(5_000);
  });
});

describe('The size of the text', () => {
  const columns = Array.from({ length: 400 }, (_, place) => `column_${place} text`).join(', ');
  const keys = Array.from({ length: 50 }, (_, place) => `ref_${place} integer -> t0.id`).join(', ');
  const schema = schemaOf(
    Object.fromEntries(Array.from({ length: 40 }, (_, place) => [`t${place}`, `id integer pk, ${keys}, ${columns}`])),
  );
  const sources: SchemaSource[] = [{ source: 'big', dialect: 'postgres', schema }];
  const hits = new SchemaIndex(sources).search('column', 40);

  test.each([100_000, 24_000, 5_000, 1_000, 300, 100, 10])('The text of 40 wide tables fits into %i bytes', (bytes) => {
    const text = writeSchemas(hits, sources, { columns: 50, bytes });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
    expect(text.length).toBeGreaterThan(Math.min(bytes, 24_000) / 8);
    expect(writeSchemas(hits, sources, { columns: 50, bytes })).toBe(text);
  });

  test('If tables are left out, the text says so', () => {
    const text = writeSchemas(hits, sources, { columns: 50, bytes: 1_000 });
    expect(text).toMatch(/\n\n-- \d+ more tables were found, but the text would be too long\.$/);
  });
});
