import { beforeAll, expect, test } from 'vitest';
import { describePostgres, failure, never, open } from '../../../test/databases/postgres.ts';
import { sqlAt, type TestDatabase } from '../../../test/databases/postgres-server.ts';

await describePostgres('The schema of a PostgreSQL database', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await server.createDatabase();
    await sqlAt(
      database.ownerUrl,
      'CREATE TABLE customers (id int PRIMARY KEY, name varchar(40) NOT NULL, dropped int, notes text)',
      'ALTER TABLE customers DROP COLUMN dropped',
      `COMMENT ON TABLE customers IS 'People who buy'`,
      `COMMENT ON COLUMN customers.name IS 'Full name 😀'`,
      'INSERT INTO customers SELECT i, $$x$$ FROM generate_series(1, 300) i',
      'ANALYZE customers',
      'CREATE SCHEMA sales',
      'CREATE TABLE sales.orders (year int, number int, customer int NOT NULL REFERENCES customers, PRIMARY KEY (number, year))',
      `CREATE TABLE sales."order ""lines"".😀" (id int, n int, y int, FOREIGN KEY (n, y) REFERENCES sales.orders (number, year))`,
      'CREATE TABLE events (at date NOT NULL, customer int REFERENCES customers) PARTITION BY RANGE (at)',
      `CREATE TABLE events_2024 PARTITION OF events FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')`,
      'CREATE VIEW names AS SELECT name FROM customers',
      `COMMENT ON VIEW names IS 'Only names'`,
      'CREATE MATERIALIZED VIEW totals AS SELECT count(*) AS total FROM customers',
      'CREATE TABLE hidden (id int)',
      `REVOKE ALL ON hidden FROM ${database.name}_reader`,
      'CREATE TABLE half (shown int, secret int)',
      `REVOKE ALL ON half FROM ${database.name}_reader`,
      `GRANT SELECT (shown) ON half TO ${database.name}_reader`,
      'CREATE SCHEMA closed',
      'CREATE TABLE closed.t (id int)',
      `REVOKE ALL ON SCHEMA closed FROM ${database.name}_reader`,
    );
  });
  const read = (url = database.readerUrl, schemaTables = 5000) =>
    open(url, { schemaTables }).database.readSchema(never, () => {});
  const version = () => open(database.readerUrl).database.readSchemaVersion(never);

  test('The schema has tables, views, comments and keys that the role may read, in the order of their names', async () => {
    expect(await read()).toEqual({
      isCut: false,
      tables: [
        {
          name: 'customers',
          kind: 'table',
          comment: 'People who buy',
          columns: [
            { name: 'id', type: 'integer', isRequired: true },
            { name: 'name', type: 'character varying(40)', isRequired: true, comment: 'Full name 😀' },
            { name: 'notes', type: 'text', isRequired: false },
          ],
          primaryKey: ['id'],
          foreignKeys: [],
          rows: 300,
        },
        {
          name: 'events',
          kind: 'table',
          columns: [
            { name: 'at', type: 'date', isRequired: true },
            { name: 'customer', type: 'integer', isRequired: false },
          ],
          primaryKey: [],
          foreignKeys: [{ columns: ['customer'], table: 'customers', toColumns: ['id'] }],
        },
        {
          name: 'half',
          kind: 'table',
          columns: [{ name: 'shown', type: 'integer', isRequired: false }],
          primaryKey: [],
          foreignKeys: [],
        },
        {
          name: 'names',
          kind: 'view',
          comment: 'Only names',
          columns: [{ name: 'name', type: 'character varying(40)', isRequired: false }],
          primaryKey: [],
          foreignKeys: [],
        },
        {
          name: 'sales.order "lines".😀',
          kind: 'table',
          columns: ['id', 'n', 'y'].map((name) => ({ name, type: 'integer', isRequired: false })),
          primaryKey: [],
          foreignKeys: [{ columns: ['n', 'y'], table: 'sales.orders', toColumns: ['number', 'year'] }],
        },
        {
          name: 'sales.orders',
          kind: 'table',
          columns: ['year', 'number', 'customer'].map((name) => ({ name, type: 'integer', isRequired: true })),
          primaryKey: ['number', 'year'],
          foreignKeys: [{ columns: ['customer'], table: 'customers', toColumns: ['id'] }],
        },
        {
          name: 'totals',
          kind: 'view',
          columns: [{ name: 'total', type: 'bigint', isRequired: false }],
          primaryKey: [],
          foreignKeys: [],
        },
      ],
    });
  });

  test('The schema that comes first in the search path is the one without a name', async () => {
    const url = `${database.ownerUrl}?options=${encodeURIComponent('-c search_path=sales')}`;
    const names = (await read(url)).tables.map((table) => table.name);
    expect(names).toContain('orders');
    expect(names).toContain('public.customers');
    expect(names).toContain('closed.t');
  });

  test('The schema is cut at the maximum number of tables', async () => {
    const { tables, isCut } = await read(database.readerUrl, 2);
    expect(tables.map(({ name }) => name)).toEqual(['customers', 'events']);
    expect(isCut).toBe(true);
    expect((await read(database.readerUrl, 7)).isCut).toBe(false);
  });

  test.each([
    ['CREATE TABLE extra (id int)'],
    ['ALTER TABLE extra ADD COLUMN name text'],
    ['ALTER TABLE extra ALTER COLUMN name TYPE varchar(10)'],
    ['ALTER TABLE extra ALTER COLUMN name SET NOT NULL'],
    ['ALTER TABLE extra RENAME COLUMN name TO title'],
    [`COMMENT ON TABLE extra IS 'More'`],
    [`COMMENT ON COLUMN extra.title IS 'Its title'`],
    ['ALTER TABLE extra ADD PRIMARY KEY (id)'],
    ['ALTER TABLE extra ADD FOREIGN KEY (id) REFERENCES customers'],
    ['REVOKE ALL ON extra FROM PUBLIC, CURRENT_USER'],
    ['ALTER TABLE extra RENAME TO more'],
    ['DROP TABLE more'],
  ])('The version of the schema changes with: %s', async (sql) => {
    const before = await version();
    expect(await version()).toBe(before);
    await sqlAt(database.ownerUrl, sql);
    expect(await version()).not.toBe(before);
  });

  test('The version of the schema does not change with rows, statistics and temporary tables', async () => {
    const before = await version();
    await sqlAt(
      database.ownerUrl,
      'CREATE TEMP TABLE scratch (id int)',
      'INSERT INTO customers SELECT i, $$y$$ FROM generate_series(1000, 3000) i',
      'ANALYZE',
      'VACUUM customers',
      'VACUUM FULL customers',
      'REFRESH MATERIALIZED VIEW totals',
      'CREATE TABLE truncated (id int)',
      'DROP TABLE truncated',
      'TRUNCATE hidden',
    );
    expect(await version()).toBe(before);
  });

  test('Reading the schema can be cancelled', async () => {
    const { database: source } = open(database.readerUrl);
    expect(await failure(source.readSchema(AbortSignal.abort(), () => {}))).toMatchObject({ kind: 'cancelled' });
    expect(await failure(source.readSchemaVersion(AbortSignal.abort()))).toMatchObject({ kind: 'cancelled' });
  });

  test('A schema of 1,000 tables is read in less than 3 s, with progress, and its version in a fraction', async () => {
    const large = await server.createDatabase();
    const columns = Array.from({ length: 10 }, (_, index) => `column_${index} text`).join(', ');
    const table = (index: number) =>
      `CREATE TABLE table_${index} (id int PRIMARY KEY REFERENCES table_${Math.max(0, index - 1)}, ${columns});
       COMMENT ON TABLE table_${index} IS 'Table ${index}'; COMMENT ON COLUMN table_${index}.column_3 IS 'Third of ${index}';`;
    await sqlAt(large.ownerUrl, Array.from({ length: 1000 }, (_, index) => table(index)).join('\n'));
    const { database: source, cell } = open(large.readerUrl);
    await cell('SELECT 1');

    const progress: number[] = [];
    const start = performance.now();
    const { tables } = await source.readSchema(never, (count) => progress.push(count));
    const schemaMs = performance.now() - start;
    await source.readSchemaVersion(never);
    const versionMs = performance.now() - start - schemaMs;

    expect(tables).toHaveLength(1000);
    expect(tables[999]).toMatchObject({
      name: 'table_999',
      comment: 'Table 999',
      columns: { length: 11 },
      foreignKeys: { length: 1 },
    });
    expect(progress.length).toBeGreaterThan(5);
    expect(progress.at(-1)).toBe(1000);
    expect(schemaMs).toBeLessThan(3000);
    expect(versionMs).toBeLessThan(1000);
  });
});
