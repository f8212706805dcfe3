import { describe, expect, test } from 'vitest';
import type { TestDatabase } from '../../../test/databases/mariadb-server.ts';
import { OPTIONS, opened, run, serverForTests } from '../../../test/databases/mysql-runs.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { openMysql } from './mysql.ts';

let shop: TestDatabase;
let large: TestDatabase;
const TABLES = 1_000;
await serverForTests(async (started) => {
  shop = await started.createDatabase();
  large = await started.createDatabase();
  const owner = openMysql(shop.ownerUrl, { ...OPTIONS, isWritable: true });
  for (const sql of [
    "CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL COMMENT 'Full name') COMMENT 'People'",
    `CREATE TABLE items (order_id INT, item INT, customer INT, price DECIMAL(10,2) NOT NULL, \`od\`\`d "☃"\` JSON,
      PRIMARY KEY (item, order_id), FOREIGN KEY (customer) REFERENCES customers (id))`,
    'CREATE TABLE notes (id INT, i INT, o INT, FOREIGN KEY both_keys (i, o) REFERENCES items (item, order_id))',
    'CREATE VIEW names AS SELECT name FROM customers',
    "INSERT INTO customers VALUES (1, 'a'), (2, 'b')",
  ])
    await run(owner, sql, { access: 'write' });
  await owner.close();
  const writer = openMysql(large.ownerUrl, { ...OPTIONS, isWritable: true, connections: 8 });
  const columns = Array.from({ length: 9 }, (_, i) => `c${i} VARCHAR(40) COMMENT 'column ${i}'`).join(', ');
  await Promise.all(
    Array.from({ length: TABLES }, (_, i) =>
      run(writer, `CREATE TABLE t${i} (id INT PRIMARY KEY, ${columns}) ENGINE=MyISAM COMMENT 'table ${i}'`, {
        access: 'write',
      }),
    ),
  );
  await writer.close();
}, 120_000);

const read = (database: Database, progress: (tables: number) => void = () => {}): Promise<Schema> =>
  database.readSchema(new AbortController().signal, progress);
const version = (database: Database) => database.readSchemaVersion(new AbortController().signal);
const write = (sql: string) => run(opened(shop.ownerUrl, { isWritable: true }), sql, { access: 'write' });

test('Tables, views, comments, types, keys of several columns and estimates are read', async () => {
  const { tables, isCut } = await read(opened(shop.readerUrl));
  expect(isCut).toBe(false);
  expect(tables.map(({ name, kind }) => [name, kind])).toEqual([
    ['customers', 'table'],
    ['items', 'table'],
    ['names', 'view'],
    ['notes', 'table'],
  ]);
  const [customers, items, names, notes] = tables;
  expect(customers).toEqual({
    name: 'customers',
    kind: 'table',
    comment: 'People',
    rows: expect.any(Number),
    columns: [
      { name: 'id', type: 'int(11)', isRequired: true },
      { name: 'name', type: 'varchar(40)', isRequired: true, comment: 'Full name' },
    ],
    primaryKey: ['id'],
    foreignKeys: [],
  });
  expect(items?.primaryKey).toEqual(['item', 'order_id']);
  expect(items?.columns.at(-1)?.name).toBe('od`d "☃"');
  expect(items?.foreignKeys).toEqual([{ columns: ['customer'], table: 'customers', toColumns: ['id'] }]);
  expect(notes?.foreignKeys).toEqual([{ columns: ['i', 'o'], table: 'items', toColumns: ['item', 'order_id'] }]);
  expect(names).toEqual({
    name: 'names',
    kind: 'view',
    columns: [{ name: 'name', type: 'varchar(40)', isRequired: true, comment: expect.any(String) }],
    primaryKey: [],
    foreignKeys: [],
  });
});

test('Without a database in the URL, all databases that the account sees are read, with their names', async () => {
  const url = new URL(shop.readerUrl);
  url.pathname = '/';
  const { tables } = await read(opened(url.href));
  expect(tables.map(({ name }) => name)).toContain(`${shop.name}.items`);
  expect(tables.every(({ name }) => name.startsWith(`${shop.name}.`))).toBe(true);
  expect(tables.find(({ name }) => name === `${shop.name}.items`)?.foreignKeys[0]?.table).toBe(
    `${shop.name}.customers`,
  );
  expect((await run(opened(url.href), `SELECT COUNT(*) FROM ${shop.name}.customers`)).rows).toEqual([[2]]);
});

describe('the version of the schema', () => {
  test('Each change of a definition or a comment changes the version, and a change of data does not', async () => {
    const database = opened(shop.readerUrl);
    const first = await version(database);
    await write("INSERT INTO customers VALUES (3, 'c')");
    await write('DELETE FROM customers WHERE id = 3');
    expect(await version(database)).toBe(first);
    const versions = [first];
    for (const sql of [
      'ALTER TABLE customers ADD born DATE',
      'ALTER TABLE customers MODIFY born DATETIME',
      'ALTER TABLE customers MODIFY name VARCHAR(50)',
      "ALTER TABLE customers MODIFY name VARCHAR(50) COMMENT 'Birthday'",
      "ALTER TABLE customers COMMENT 'Everyone'",
      'ALTER TABLE customers RENAME COLUMN born TO birth',
      'CREATE TABLE added (customer INT)',
      'ALTER TABLE added ADD FOREIGN KEY (customer) REFERENCES customers (id)',
      'CREATE VIEW seen AS SELECT 1 AS one',
      'CREATE OR REPLACE VIEW seen AS SELECT 1 AS one, 2 AS two',
      'RENAME TABLE added TO renamed',
      'DROP VIEW seen',
    ]) {
      await write(sql);
      versions.push(await version(database));
    }
    expect(new Set(versions).size).toBe(versions.length);
  });
});

describe(`a database of ${TABLES} tables`, () => {
  test('The schema is read in less than 3 s, with progress', async () => {
    const steps: number[] = [];
    const database = opened(large.readerUrl);
    const startedAt = performance.now();
    const { tables, isCut } = await read(database, (count) => steps.push(count));
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect([tables.length, isCut]).toEqual([TABLES, false]);
    expect(tables.every(({ columns, comment }) => columns.length === 10 && comment !== undefined)).toBe(true);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.length).toBeGreaterThan(5);
    expect(steps.at(-1)).toBe(TABLES);
  });

  test('The first tables by name are read up to the bound', async () => {
    const { tables, isCut } = await read(opened(large.readerUrl, { schemaTables: 5 }));
    expect(isCut).toBe(true);
    expect(tables.map(({ name }) => name)).toEqual(['t0', 't1', 't10', 't100', 't101']);
    expect(tables.every(({ columns }) => columns.length === 10)).toBe(true);
  });

  test('Reading the version takes a fraction of the time of reading the schema', async () => {
    const database = opened(large.readerUrl);
    const [all, hash] = [await fastest(() => read(database)), await fastest(() => version(database))];
    expect(hash).toBeLessThan(all);
  });
});

async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 4; round++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}
