import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { schemaOf } from '../../../test/schemas.ts';
import type { Column, Schema, Table } from '../schema.ts';
import { type SchemaHit, SchemaIndex } from './schema-index.ts';

const shop = schemaOf(
  {
    customers: 'id integer pk, fullName text, country text',
    orders: 'id integer pk, customer_id integer -> customers.id, placed_at date, total numeric',
    'sales.reports': 'id integer pk, body text',
    T17: 'id integer pk, c1 text, c2 text',
    audit: 'id integer pk, row text',
    wide: Array.from({ length: 30 }, (_, place) => `c${place} text`).join(', '),
  },
  {
    T17: {
      comment: 'Complaints that arrived by telephone.',
      columns: [
        { name: 'id', type: 'integer', isRequired: false },
        { name: 'c1', type: 'text', isRequired: false, comment: 'How angry the caller was' },
        { name: 'c2', type: 'text', isRequired: false, samples: ['Vorarlberg', 'Tyrol'] },
      ],
    },
  },
);
const school = schemaOf({
  students: 'id integer pk, name text, country text',
  courses: 'id integer pk, title text',
  notes: 'id integer pk, title text',
});
const both = [
  { source: 'shop', dialect: 'sqlite', schema: shop },
  { source: 'school', dialect: 'postgres', schema: school },
] as const;

const index = new SchemaIndex(both);
const names = (hits: readonly SchemaHit[]) => hits.map(({ source, table }) => `${source}: ${table.name}`);

describe('Found tables', () => {
  const rows: readonly (readonly [query: string, table: string, by: string])[] = [
    ['orders', 'shop: orders', 'its name'],
    ['an order', 'shop: orders', 'another form of its name'],
    ['clients', 'shop: customers', 'a synonym'],
    ['when was it placed', 'shop: orders', 'the name of a column'],
    ['full name', 'shop: customers', 'the parts of a column’s name'],
    ['complaints', 'shop: T17', 'its comment'],
    ['angry callers', 'shop: T17', 'the comment of a column'],
    ['vorarlberg', 'shop: T17', 'a sample value'],
    ['report', 'shop: sales.reports', 'its name behind a schema'],
    ['sales', 'shop: sales.reports', 'its schema'],
  ];
  for (const [query, table, by] of rows) {
    proves('S1.schemas.search', `The query "${query}" finds the table "${table}" by ${by}`, () => {
      expect(names(index.search(query, 3))[0]).toBe(table);
    });
  }

  test('The name of a table that a foreign key refers to counts less than any word of a table’s own', () => {
    expect(names(index.search('customers', 5))).toEqual(['shop: customers', 'shop: orders']);
  });

  test('A table gains from the other tables of its database', () => {
    expect(names(index.search('title of the notes of students', 3))[0]).toBe('school: notes');
    expect(names(index.search('country of the students', 5))).toEqual(['school: students', 'shop: customers']);
    expect(names(index.search('country of the orders', 5, 'school'))).toEqual(['school: students']);
  });

  test('Only tables of the requested source are found, and no more than requested', () => {
    expect(names(index.search('country', 5, 'shop'))).toEqual(['shop: customers']);
    expect(index.search('id', 2)).toHaveLength(2);
    expect(index.search('orders', 0)).toEqual([]);
    expect(index.search('orders', 5, 'nowhere')).toEqual([]);
  });

  test('If nothing matches, up to ten tables are all returned, with the relevance 0', () => {
    expect(index.search('xyzzy', 2).map(({ relevance }) => relevance)).toEqual(Array.from({ length: 9 }, () => 0));
    expect(names(index.search('', 2, 'school'))).toEqual(['school: students', 'school: courses', 'school: notes']);
    const many = schemaOf(Object.fromEntries(Array.from({ length: 11 }, (_, place) => [`t${place}`, 'a text'])));
    expect(new SchemaIndex([{ source: 'x', dialect: 'sqlite', schema: many }]).search('xyzzy', 5)).toEqual([]);
  });

  test('Names of Object.prototype are words like others', () => {
    const odd = schemaOf({ constructor: '__proto__ text', b: 'toString text' });
    const search = new SchemaIndex([{ source: '__proto__', dialect: 'sqlite', schema: odd }]);
    expect(names(search.search('constructor', 1))).toEqual(['__proto__: constructor']);
    expect(search.search('hasOwnProperty', 5).every(({ relevance }) => relevance === 0)).toBe(true);
  });
});

describe('Matching columns', () => {
  const columns = (query: string, table: string) =>
    index
      .search(query, 9)
      .find((hit) => hit.table.name === table)
      ?.columns.map(({ name }) => name);

  test('The columns that match best come first, and columns without a matching word are left out', () => {
    expect(columns('total of the orders placed', 'orders')).toEqual(['placed_at', 'total']);
    expect(columns('country or full name', 'customers')?.toSorted()).toEqual(['country', 'fullName']);
    expect(columns('angry people from Tyrol', 'T17')).toEqual(['c1', 'c2']);
  });

  test('A word of the table’s name counts less than another word', () => {
    const schema = schemaOf({ invoice: 'invoice_number text, invoice_date text, date text' });
    const [hit] = new SchemaIndex([{ source: 'a', dialect: 'sqlite', schema }]).search('date of the invoice', 1);
    expect(hit?.columns.map(({ name }) => name)).toEqual(['invoice_date', 'date', 'invoice_number']);
  });
});

describe('A changed schema', () => {
  function counted(name: string, onRead: () => void): Table {
    const column: Column = {
      type: 'text',
      isRequired: false,
      get name() {
        onRead();
        return `${name}_column`;
      },
    };
    return { name, kind: 'table', columns: [column], primaryKey: [], foreignKeys: [] };
  }

  test('Only the tables of the changed source are read again', () => {
    let reads = 0;
    const steady: Schema = { isCut: false, tables: [counted('steady', () => reads++)] };
    const before = new SchemaIndex([
      { source: 'a', dialect: 'sqlite', schema: steady },
      { source: 'b', dialect: 'sqlite', schema: schemaOf({ old: 'x text' }) },
    ]);
    expect(reads).toBe(1);
    const after = before.with([
      { source: 'a', dialect: 'sqlite', schema: steady },
      { source: 'b', dialect: 'sqlite', schema: schemaOf({ fresh: 'x text' }) },
    ]);
    expect(reads).toBe(1);
    expect(names(after.search('fresh steady', 5)).toSorted()).toEqual(['a: steady', 'b: fresh']);
    expect(names(before.search('old', 5))).toEqual(['b: old']);
  });
});

test('For any schemas and query, relevance is between 0 and 1, the best come first, and the results are repeatable', () => {
  const word = fc.constantFrom('order', 'customer', 'id', 'total', 'name', '天气', '__proto__', 'client');
  const name = fc.array(word, { maxLength: 3 }).map((words) => words.join('_'));
  const tables = fc.array(fc.record({ name, columns: fc.array(name, { maxLength: 4 }) }), { maxLength: 6 });
  const schema = tables.map(
    (list): Schema => ({
      isCut: false,
      tables: list.map((table) => ({
        name: table.name,
        kind: 'table',
        columns: table.columns.map((column) => ({ name: column, type: '', isRequired: false })),
        primaryKey: [],
        foreignKeys: [],
      })),
    }),
  );
  fc.assert(
    fc.property(fc.array(schema, { maxLength: 3 }), fc.oneof(name, fc.string()), fc.nat(9), (schemas, query, most) => {
      const sources = schemas.map((each, place) => ({ source: `s${place}`, dialect: 'duckdb' as const, schema: each }));
      const hits = new SchemaIndex(sources).search(query, most);
      for (const [rank, { relevance, table, columns }] of hits.entries()) {
        expect(relevance).toBeGreaterThanOrEqual(0);
        expect(relevance).toBeLessThanOrEqual(1);
        expect(relevance).toBeLessThanOrEqual(hits[rank - 1]?.relevance ?? 1);
        expect(columns.every((column) => table.columns.includes(column))).toBe(true);
      }
      if ((hits[0]?.relevance ?? 0) > 0) expect(hits.length).toBeLessThanOrEqual(most);
      expect(new SchemaIndex(sources).search(query, most)).toEqual(hits);
    }),
  );
});

test('A table with 100,000 columns and megabytes of comments is indexed and searched in less than two seconds', () => {
  const columns = Array.from(
    { length: 100_000 },
    (_, place): Column => ({
      name: `column_${place}`,
      type: 'text',
      isRequired: false,
      ...(place < 9 ? { comment: 'ab Cd '.repeat(2e5), samples: ['x'.repeat(1e6)] } : {}),
    }),
  );
  const table: Table = {
    name: 'a'.repeat(1e6),
    kind: 'table',
    comment: 'aB'.repeat(1e6),
    columns,
    primaryKey: [],
    foreignKeys: [],
  };
  const startedAt = performance.now();
  const large = new SchemaIndex([{ source: 'x', dialect: 'sqlite', schema: { tables: [table], isCut: false } }]);
  expect(large.search('column', 5)).toHaveLength(1);
  large.search('column '.repeat(1e5), 5);
  expect(performance.now() - startedAt).toBeLessThan(2_000); // an idle machine needs a tenth of that
});
