import { rmSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { Outcome } from '../src/core/index.ts';
import { textOf } from '../src/core/index.ts';
import { changeFile, rowsIn, sqliteFile } from './databases/sqlite-file.ts';
import { testGateway } from './gateway.ts';
import { proves } from './requirements.ts';

/** A gateway with databases, whose tools are called through its executor. */
function gatewayWith(databases: object, settings: Record<string, string | string[]> = {}) {
  const gateway = testGateway([], { databases: JSON.stringify(databases), discover: 'none', ...settings });
  onTestFinished(() => gateway.close());
  const call = (name: string, args: object, signal?: AbortSignal): Promise<Outcome> =>
    gateway.executor.execute({ id: 'c', name, arguments: args }, signal);
  return {
    gateway,
    call,
    sql: (sql: string, args: object = {}) => call('execute_sql', { sql, ...args }),
    result: async (sql: string, args: object = {}) =>
      JSON.parse(textOf((await call('execute_sql', { sql, ...args })).content)),
    text: async (sql: string, args: object = {}) => textOf((await call('execute_sql', { sql, ...args })).content),
  };
}

const shop = (file: string, more: object = {}) => ({ shop: { url: `sqlite:${file}`, ...more } });

proves(
  'S1.sql.execute',
  'execute_sql returns columns with types, rows, the row count, and whether rows were cut',
  async () => {
    const { result } = gatewayWith(shop(sqliteFile()));
    expect(await result('SELECT id, name FROM customers ORDER BY id')).toEqual({
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'name', type: 'varchar(100)' },
      ],
      rows: [
        [1, 'Ada'],
        [2, 'Böb'],
        [3, 'Çem 🙂'],
      ],
      row_count: 3,
      truncated: false,
    });
    const cut = await result('SELECT id FROM customers ORDER BY id', { max_rows: 2 });
    expect(cut).toMatchObject({ rows: [[1], [2]], row_count: 2, truncated: true, note: expect.any(String) });
  },
);

proves('L9', 'A result never exceeds the limits of rows and bytes, whatever a model asks for', async () => {
  const { result } = gatewayWith(shop(sqliteFile()), { 'limits-sql-most-rows': '5', 'limits-sql-bytes': '2000' });
  const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i FROM n';
  expect(await result(many, { max_rows: 1_000_000 })).toMatchObject({ row_count: 5, truncated: true });
  const wide = await result(`SELECT replace(hex(zeroblob(600)), '0', 'x') AS v FROM order_items`);
  expect(wide).toMatchObject({ row_count: 1, truncated: true, note: expect.stringMatching(/too large/) });
});

proves(
  'S1.sql.execute',
  'Without source_id, the only database is asked; with several, the error lists them',
  async () => {
    const file = sqliteFile();
    const one = gatewayWith(shop(file));
    expect(await one.text('SELECT count(*) AS n FROM customers')).toContain('"rows":[[3]]');
    const two = gatewayWith({ ...shop(file), crm: { url: `sqlite:${file}` } });
    expect(await two.text('SELECT 1')).toBe(
      'There are several databases. Set "source_id" to one of them: shop (SQLite), crm (SQLite).',
    );
    expect(await two.text('SELECT 1', { source_id: 'shp' })).toBe(
      'There is no database "shp". Did you mean "shop"? The databases are: shop (SQLite), crm (SQLite).',
    );
    expect(await two.text('SELECT 1 AS x', { source_id: 'crm' })).toContain('"rows":[[1]]');
  },
);

test('A disabled database does not exist for models', async () => {
  const file = sqliteFile();
  const { text, gateway } = gatewayWith({ ...shop(file), off: { url: `sqlite:${file}`, disabled: true } });
  expect(await text('SELECT 1 AS x')).toContain('[[1]]');
  expect(await text('SELECT 1', { source_id: 'off' })).toMatch(/^There is no database "off"/);
  expect(gateway.databases.sources.map(({ name }) => name)).toEqual(['shop']);
});

proves('S1.sql.execute', 'The error for a wrong name has the nearest right names with their types', async () => {
  const { text } = gatewayWith(shop(sqliteFile()));
  expect(await text('SELECT * FROM custmers')).toBe(
    'The statement failed in the database "shop" (SQLite): no such table: custmers. There is no table "custmers". ' +
      'Nearest: customers (id integer, name varchar(100), email varchar(100), country varchar(2)).',
  );
  expect(await text('SELECT nme FROM customers')).toMatch(
    /customers has no column "nme"\. Its columns: id integer, name varchar\(100\)/,
  );
  expect(await text('SELECT customers.total FROM customers JOIN orders ON 1 = 1')).toMatch(/orders has "total"/);
});

proves('S1.sql.execute', 'A read-only database refuses to change anything, and says so to the model', async () => {
  const file = sqliteFile();
  const { text } = gatewayWith(shop(file));
  expect(await text('DELETE FROM order_items')).toBe(
    'The statement failed in the database "shop" (SQLite): The database is read-only, and the statement needs: DELETE order_items. ' +
      'Only statements that read are possible here, such as SELECT. Do not try to change the data.',
  );
  expect(rowsIn(file, 'SELECT count(*) AS n FROM order_items')).toEqual([{ n: 4 }]);
});

proves(
  'L7',
  'The permit sees each statement that writes as such, with the statement, and queries as calls that only read',
  async () => {
    const file = sqliteFile();
    const permit = JSON.stringify([
      { annotations: { destructiveHint: true }, verdict: 'deny', reason: 'Ask the owner.' },
    ]);
    const denying = gatewayWith(shop(file, { write: true }), { permit });
    expect(await denying.text('SELECT count(*) AS n FROM order_items')).toContain('[[4]]');
    expect(await denying.sql('DELETE FROM order_items')).toMatchObject({
      status: 'error',
      failure: { kind: 'denied', rule: 'permit[0]', reason: 'Ask the owner.' },
    });
    expect(rowsIn(file, 'SELECT count(*) AS n FROM order_items')).toEqual([{ n: 4 }]);

    const allowing = gatewayWith(shop(file, { write: true }));
    expect(await allowing.result('DELETE FROM order_items WHERE order_id = 12')).toEqual({ changed_rows: 1 });
    expect(rowsIn(file, 'SELECT count(*) AS n FROM order_items')).toEqual([{ n: 3 }]);
  },
);

test('A write that looks like a query is run read-only, and refused by the database', async () => {
  const file = sqliteFile();
  const { text } = gatewayWith(shop(file, { write: true }));
  expect(await text('EXPLAIN DELETE FROM order_items')).toMatch(/changed_rows|read-only|not allowed|columns/);
  expect(await text('SELECT 1; DELETE FROM order_items')).toMatch(/several SQL statements/);
  expect(rowsIn(file, 'SELECT count(*) AS n FROM order_items')).toEqual([{ n: 4 }]);
});

proves('S1.schemas.search', 'search_schemas finds tables by their words, with columns, keys and joins', async () => {
  const { call } = gatewayWith(shop(sqliteFile()));
  const text = textOf((await call('search_schemas', { query: 'orders of a customer' })).content);
  expect(text).toContain('Database "shop" (SQLite)');
  expect(text).toContain('CREATE TABLE orders (');
  expect(text).toContain('customer_id INTEGER NOT NULL REFERENCES customers(id)');
  expect(text).toMatch(/Joins:\n[\s\S]*orders\.customer_id = customers\.id/);
  const one = textOf(
    (await call('search_schemas', { query: 'customer', max_tables: 1, max_columns_per_table: 1 })).content,
  );
  expect(one).toContain('1 of 4 tables');
  expect(one).toMatch(/and 3 more columns/);
});

test('Tables that appear later are found, because the schema is read again when it has changed', async () => {
  const file = sqliteFile();
  const { call, sql, gateway } = gatewayWith(shop(file, { write: true }));
  const search = async () => textOf((await call('search_schemas', { query: 'suppliers' })).content);
  expect(await search()).not.toContain('suppliers');
  await sql('CREATE TABLE suppliers (id INTEGER PRIMARY KEY, name TEXT)');
  expect(await search()).toContain('CREATE TABLE suppliers');
  expect(gateway.log.lines.filter(({ message }) => message.startsWith('Read the tables'))).toHaveLength(2);
});

test('Sample values are read only if the settings ask for them, and find tables by their contents', async () => {
  const file = sqliteFile();
  const search = async (settings: object) => {
    const { call } = gatewayWith(shop(file, settings));
    return textOf((await call('search_schemas', { query: 'pot or cup' })).content);
  };
  expect(await search({})).not.toContain('"pot"');
  expect(await search({ samples: true })).toMatch(/CREATE TABLE order_items[\s\S]*product VARCHAR\(40\).*"pot"/);
});

proves('L8', 'A database that is missing, damaged or gone is a clear error, and the others still work', async () => {
  const file = sqliteFile();
  const broken = sqliteFile();
  writeFileSync(broken, 'this is not a database, but a text that is long enough to look like one'.repeat(100));
  const lost = sqliteFile();
  const { text, call } = gatewayWith({
    ...shop(file),
    broken: { url: `sqlite:${broken}` },
    lost: { url: `sqlite:${lost}` },
    missing: { url: `sqlite:${file}.missing` },
  });
  expect(await text('SELECT count(*) AS n FROM customers', { source_id: 'lost' })).toContain('[[3]]');
  rmSync(lost);
  expect(await text('SELECT 1', { source_id: 'lost' })).toMatch(/does not exist/);
  expect(await text('SELECT 1 FROM x', { source_id: 'broken' })).toMatch(/not a SQLite database/);
  expect(await text('SELECT 1', { source_id: 'missing' })).toMatch(/does not exist/);
  const found = textOf((await call('search_schemas', { query: 'customers' })).content);
  expect(found).toContain('CREATE TABLE customers');
  for (const name of ['broken', 'missing'])
    expect(found).toContain(`The database "${name}" (SQLite) was not searched: `);
});

test('A file that another process replaces is opened again', async () => {
  const file = sqliteFile();
  const { text } = gatewayWith(shop(file));
  expect(await text('SELECT count(*) AS n FROM customers')).toContain('[[3]]');
  rmSync(file);
  changeFile(file, 'CREATE TABLE customers (id)', 'INSERT INTO customers VALUES (1)');
  expect(await text('SELECT count(*) AS n FROM customers')).toContain('[[1]]');
});

test('A locked database is reported as locked', async () => {
  const file = sqliteFile();
  const { DatabaseSync } = await import('node:sqlite');
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('BEGIN EXCLUSIVE');
  const { text } = gatewayWith(shop(file));
  expect(await text('SELECT 1 FROM customers')).toMatch(/locked: another process is writing/);
  other.exec('COMMIT');
  expect(await text('SELECT count(*) AS n FROM customers')).toContain('[[3]]');
});

proves(
  ['S1.builtin.schemas', 'S1.builtin.sql'],
  'The tools exist only with a database that is not disabled, and explain says why',
  async () => {
    const file = sqliteFile();
    const decided = async (databases: object, settings: Record<string, string> = {}) => {
      const { gateway } = gatewayWith(databases, settings);
      const { explainAsk } = await import('../src/explaining.ts');
      const { readChatRequest } = await import('../src/wires/index.ts');
      const read = readChatRequest({ messages: [{ role: 'user', content: 'Hello' }] }, '', gateway.settings.limits);
      if (!read.ok) throw new Error('The request is invalid.');
      const explained = await explainAsk(gateway, read.ask, new AbortController().signal);
      if (!explained.ok) throw new Error(JSON.stringify(explained.failure));
      const of = (name: string) => explained.explanation.decisions.find(({ tool }) => tool === name);
      return [of('search_schemas')?.rule, of('execute_sql')?.rule, of('execute_sql')?.flip];
    };
    const model = {
      backends: JSON.stringify({ up: { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1' } }),
      model: 'up/m',
    };
    expect((await decided(shop(file), model)).slice(0, 2)).toEqual(['builtin', 'builtin']);
    expect(await decided({}, model)).toEqual(['no-database', 'no-database', 'add a database to "databases"']);
    expect((await decided(shop(file, { disabled: true }), model)).slice(0, 2)).toEqual(['no-database', 'no-database']);
    const denying = { ...model, permit: JSON.stringify([{ tool: 'execute_sql', verdict: 'deny' }]) };
    expect((await decided(shop(file), denying)).slice(0, 2)).toEqual(['builtin', 'denied']);
  },
);

test('A custom tool cannot take the name of a built-in tool that is in use', () => {
  const { gateway } = gatewayWith(shop(sqliteFile()));
  gateway.tools.add({
    name: 'execute_sql',
    description: 'Mine.',
    schema: { type: 'object' },
    invoke: () => 'mine',
  } as never);
  expect(gateway.tools.find('execute_sql')?.metadata).toMatchObject({ builtin: true });
  expect(gateway.log.lines.map(({ message }) => message).join()).toContain('A built-in tool has this name');
});

proves('L10', 'A password in an address appears in no log line, error, description or report', async () => {
  const url = 'postgres://ann:s3cret-canary@127.0.0.1:1/shop';
  const { text, call, gateway } = gatewayWith({ crm: { url } });
  const seen = [
    await text('SELECT 1'),
    textOf((await call('search_schemas', { query: 'x' })).content),
    JSON.stringify(gateway.listings.all()),
    JSON.stringify(gateway.log.lines),
    gateway.databases.sources.map(({ address }) => address).join(),
  ].join('\n');
  expect(seen).not.toContain('s3cret-canary');
  expect(seen).toContain('postgres://ann@127.0.0.1:1/shop');
});
