import { beforeAll, expect, test } from 'vitest';
import { describePostgres, open } from '../../../test/databases/postgres.ts';
import { sqlAt, type TestDatabase } from '../../../test/databases/postgres-server.ts';

await describePostgres('Values from PostgreSQL', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await server.createDatabase();
    await sqlAt(
      database.ownerUrl,
      `CREATE TYPE "Mood" AS ENUM ('sad 😀', 'ok')`,
      'CREATE DOMAIN amount AS numeric(10,2)',
      'CREATE TABLE t (m "Mood", a amount, v varchar(40))',
      `INSERT INTO t VALUES ('sad 😀', 1.5, 'x')`,
    );
  });
  const source = () => open(database.readerUrl);

  test.each([
    [`9007199254740991::int8`, 9007199254740991],
    [`9007199254740993::int8`, '9007199254740993'],
    ['(-32768)::int2', -32768],
    ['2147483647', 2147483647],
    ['4294967295::oid', 4294967295],
    ['0.1::numeric(38,10)', '0.1000000000'],
    [`'123456789012345678901234567890.123456789'::numeric`, '123456789012345678901234567890.123456789'],
    [`'NaN'::numeric`, 'NaN'],
    ['0.1::float8', 0.1],
    ['0.1::float4', 0.1],
    [`'NaN'::float8`, 'NaN'],
    [`'-Infinity'::float8`, '-Infinity'],
    ['true', true],
    ['1 = 2', false],
    ['NULL', null],
    [`DATE '2024-02-29'`, '2024-02-29'],
    [`'infinity'::date`, 'infinity'],
    [`'-infinity'::timestamptz`, '-infinity'],
    [`TIMESTAMP '2024-02-29 12:30:00.123456'`, '2024-02-29 12:30:00.123456'],
    [`TIMESTAMPTZ '2024-02-29 12:30:00+00' AT TIME ZONE 'UTC'`, '2024-02-29 12:30:00'],
    [`INTERVAL '1 year 2 days 3 hours'`, '1 year 2 days 03:00:00'],
    [`'{"b": 1, "a": 12345678901234567890}'::json`, '{"b": 1, "a": 12345678901234567890}'],
    [`ARRAY[1, NULL, 3]`, '{1,NULL,3}'],
    [`ARRAY['a b', '"']`, '{"a b","\\""}'],
    [`int4range(1, 5)`, '[1,5)'],
    [`'11111111-2222-3333-4444-555555555555'::uuid`, '11111111-2222-3333-4444-555555555555'],
    [`'\\xdeadbeef'::bytea`, '[blob, 4 bytes: deadbeef]'],
    [`''::bytea`, '[blob, 0 bytes]'],
    [`point(1, 2.5)`, '(1,2.5)'],
    [`'😀 e\u0301'`, '😀 e\u0301'],
    [`ROW(1, 'a b')`, '(1,"a b")'],
  ])('The value of %s is exact', async (sql, value) => {
    expect(await source().cell(`SELECT ${sql}`)).toBe(value);
  });

  test('Columns carry their names and the types in the words of PostgreSQL', async () => {
    const { columns, rows } = await source().run(
      'SELECT 1 AS "a b", m, a, v, 1.5::numeric(17,3) AS "a b", now() AS "😀" FROM t',
    );
    expect(columns).toEqual([
      { name: 'a b', type: 'integer' },
      { name: 'm', type: '"Mood"' },
      { name: 'a', type: 'numeric(10,2)' },
      { name: 'v', type: 'character varying(40)' },
      { name: 'a b', type: 'numeric(17,3)' },
      { name: '😀', type: 'timestamp with time zone' },
    ]);
    expect(rows[0]?.slice(0, 5)).toEqual([1, 'sad 😀', '1.50', 'x', '1.500']);
  });

  test('A statement without columns or without rows has an empty result', async () => {
    expect(await source().run('SELECT FROM t')).toEqual({ columns: [], rows: [[]] });
    expect(await source().rows('SELECT 1 WHERE false')).toEqual([]);
  });

  test('Parameters of every kind are passed as values, and the server infers their types', async () => {
    const parameters = [`'; DROP TABLE t; --`, 7, true, null, '2024-02-29', 1.5];
    const sql = 'SELECT $1::text, $2::int + 1, NOT $3::bool, $4::int, $5::date + 1, $6::numeric';
    expect(await source().rows(sql, { parameters })).toEqual([
      [`'; DROP TABLE t; --`, 8, false, null, '2024-03-01', '1.5'],
    ]);
  });

  test('A wrong number of parameters is an error that names the parameters', async () => {
    const { fails } = source();
    expect(await fails('SELECT $1::int, $2::int', { parameters: [1] })).toMatchObject({
      kind: 'other',
      message: 'The statement has 2 parameters ($1 to $2), but 1 value was given.',
    });
    expect((await fails('SELECT 1', { parameters: [1, 2] })).message).toBe(
      'The statement has 0 parameters, but 2 values were given.',
    );
  });

  test('A statement with more parameters than the driver can count ends its connection, not the process', async () => {
    const { fails, cell } = source();
    const many = Array.from({ length: 40_000 }, (_, index) => `$${index + 1}::int`).join(',');
    expect(await fails(`SELECT ARRAY[${many}]`)).toMatchObject({ kind: 'lost' });
    expect(await cell('SELECT 1')).toBe(1);
  });

  test('The rows end at each bound, and the result says which', async () => {
    const { run } = source();
    const rows = 'SELECT i, repeat($$x$$, 100) FROM generate_series(1, 10000000) i';
    expect(await run(rows, { rows: 3 })).toMatchObject({ rows: { length: 3 }, cut: 'rows' });
    expect(await run(rows, { rows: 5000, bytes: 10_000_000 })).toMatchObject({ rows: { length: 5000 }, cut: 'rows' });
    const byBytes = await run(rows, { rows: 100_000, bytes: 10_000 });
    expect(byBytes).toMatchObject({ cut: 'bytes' });
    expect(byBytes.rows.length).toBeGreaterThan(80);
    expect(byBytes.rows.length).toBeLessThan(100);
    expect(await run('SELECT generate_series(1, 3)', { rows: 3 })).not.toHaveProperty('cut');
  });

  test('Ten thousand rows arrive completely and in order', async () => {
    const { run } = source();
    const { rows, cut } = await run('SELECT generate_series(1, 10000)', { rows: 10_000 });
    expect(cut).toBeUndefined();
    expect(rows.map(([value]) => value)).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1));
  });

  test('A cell of 50 MB is refused before it fills the memory, and the source goes on', async () => {
    const { fails, cell } = source();
    const error = await fails(`SELECT repeat('x', 50000000)`);
    expect(error).toMatchObject({ kind: 'too-large', message: expect.stringContaining('left(column') });
    expect(await cell('SELECT 1')).toBe(1);
  });

  test('Rows with values of a megabyte are cut instead of filling the memory', async () => {
    const { run } = source();
    const before = process.memoryUsage().rss;
    const { rows, cut } = await run(`SELECT repeat('x', 1000000) FROM generate_series(1, 10000)`, { rows: 10_000 });
    expect(cut).toBe('bytes');
    expect(rows.length).toBeGreaterThan(5);
    expect(String(rows[0]?.[0])).toMatch(/^x+… \[1000000 characters\]$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  });
});
