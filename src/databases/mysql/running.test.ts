import { describe, expect, test } from 'vitest';
import type { TestDatabase } from '../../../test/databases/mariadb-server.ts';
import { failure, opened, run, serverForTests } from '../../../test/databases/mysql-runs.ts';

let shop: TestDatabase;
const server = await serverForTests(async (started) => {
  shop = await started.createDatabase();
});

const write = (sql: string) => run(opened(shop.ownerUrl, { isWritable: true }), sql, { access: 'write' });
const read = (sql: string, ...parameters: (string | number | boolean | null)[]) =>
  run(opened(shop.readerUrl), sql, { parameters });

describe('the values of cells', () => {
  test('Every type is exact, and dates and times are texts as the database writes them', async () => {
    await write(`CREATE TABLE types (
      tiny TINYINT, bool BOOLEAN, small SMALLINT UNSIGNED, medium MEDIUMINT, whole INT, big BIGINT, ubig BIGINT UNSIGNED,
      price DECIMAL(30,10), f FLOAT, d DOUBLE, day DATE, clock TIME, fine TIME(3), moment DATETIME, micro DATETIME(6),
      stamp TIMESTAMP NULL, y YEAR, flags BIT(10), c CHAR(3), v VARCHAR(40), t TEXT, m MEDIUMTEXT, b BLOB, vb VARBINARY(5),
      e ENUM('x','y'), s SET('p','q'), j JSON, g GEOMETRY) CHARACTER SET utf8mb4`);
    await write(`INSERT INTO types VALUES (-128, TRUE, 65535, -8388608, -2147483648, -9223372036854775808, 18446744073709551615,
      12345678901234567890.0123456789, 0.1, 1e300, '2024-02-29', '-838:59:59', '25:00:00.5', '2024-01-02 00:00:00',
      '2024-01-02 03:04:05.000600', '2024-01-02 03:04:05', 2024, b'1000000001', 'ä', 'naïve 😀', 'text', 'more', x'00ff', x'01',
      'y', 'p,q', '{"a": 12345678901234567890}', POINT(1, 2))`);
    const { columns, rows } = await read('SELECT * FROM types');
    const cells = Object.fromEntries(columns.map(({ name }, place) => [name, rows[0]?.[place]]));
    expect(cells).toEqual({
      tiny: -128,
      bool: 1,
      small: 65535,
      medium: -8388608,
      whole: -2147483648,
      big: '-9223372036854775808',
      ubig: '18446744073709551615',
      price: '12345678901234567890.0123456789',
      f: 0.1,
      d: 1e300,
      day: '2024-02-29',
      clock: '-838:59:59',
      fine: '25:00:00.500',
      moment: '2024-01-02 00:00:00',
      micro: '2024-01-02 03:04:05.000600',
      stamp: '2024-01-02 03:04:05',
      y: '2024',
      flags: '[blob, 2 bytes: 0201]',
      c: 'ä',
      v: 'naïve 😀',
      t: 'text',
      m: 'more',
      b: '[blob, 2 bytes: 00ff]',
      vb: '[blob, 1 bytes: 01]',
      e: 'y',
      s: 'p,q',
      j: '{"a": 12345678901234567890}',
      g: expect.stringMatching(/^\[blob, 25 bytes: /),
    });
    expect(Object.fromEntries(columns.map(({ name, type }) => [name, type]))).toMatchObject({
      tiny: 'tinyint',
      bool: 'tinyint(1)',
      small: 'smallint unsigned',
      ubig: 'bigint unsigned',
      price: 'decimal(30,10)',
      fine: 'time(3)',
      micro: 'datetime(6)',
      flags: 'bit(10)',
      c: 'char(3)',
      v: 'varchar(40)',
      t: 'text',
      m: 'mediumtext',
      b: 'blob',
      vb: 'varbinary(5)',
      e: 'enum',
      s: 'set',
    });
  });

  test('Zero dates, whole seconds of a fraction, the largest exact integer and NULLs are kept', async () => {
    const { rows } = await read(
      "SELECT CAST('0000-00-00' AS DATE), CAST('2024-01-02' AS DATETIME(3)), CAST('10:00:00' AS TIME(2)), 9007199254740991, 9007199254740992, NULL, CAST(NULL AS DATE), 1/3, 0.1e0",
    );
    expect(rows).toEqual([
      [
        expect.toSatisfy((value) => value === '0000-00-00' || value === null),
        '2024-01-02 00:00:00.000',
        '10:00:00.00',
        9007199254740991,
        '9007199254740992',
        null,
        null,
        '0.3333',
        0.1,
      ],
    ]);
    await write('CREATE TABLE zeros (d DATE, m DATETIME)');
    await write("INSERT IGNORE INTO zeros VALUES ('0000-00-00', '0000-00-00 00:00:00')");
    expect((await read('SELECT * FROM zeros')).rows).toEqual([['0000-00-00', '0000-00-00 00:00:00']]);
  });

  test('Names with backticks, quotes and symbols, several equal names, and names of prototypes are kept', async () => {
    await write('CREATE TABLE `we``ird "☃"` (`a``b` INT, `__proto__` INT)');
    await write('INSERT INTO `we``ird "☃"` VALUES (1, 2)');
    expect(await read('SELECT * FROM `we``ird "☃"`')).toMatchObject({
      columns: [{ name: 'a`b' }, { name: '__proto__' }],
      rows: [[1, 2]],
    });
    const { columns, rows } = await read("SELECT 1 AS `☃`, 2 AS `a``b`, 3 AS `__proto__`, 4 AS x, 5 AS x, '\"' AS `'`");
    expect(columns.map(({ name }) => name)).toEqual(['☃', 'a`b', '__proto__', 'x', 'x', "'"]);
    expect(rows).toEqual([[1, 2, 3, 4, 5, '"']]);
  });
});

describe('parameters', () => {
  test('Texts, numbers, booleans and NULL are bound, and never read as SQL', async () => {
    const { rows } = await read(
      'SELECT ?, ? + 1, ?, ?, ?, ? = 9007199254740991',
      "'; DROP",
      41,
      true,
      null,
      1.5,
      9007199254740991,
    );
    expect(rows).toEqual([["'; DROP", 42, 1, null, 1.5, 1]]);
  });

  test('A number can be the LIMIT', async () => {
    expect((await read('SELECT 1 UNION SELECT 2 LIMIT ?', 1)).rows).toEqual([[1]]);
  });

  test('A wrong number of parameters is an error that names both numbers', async () => {
    expect((await failure(read('SELECT ?, ?', 1))).message).toBe(
      'The statement has 2 placeholders (?), but 1 parameters were sent.',
    );
    expect((await failure(read('SELECT 1', 1))).message).toContain('0 placeholders');
  });
});

describe('errors', () => {
  test('An unknown table or column is named', async () => {
    await write('CREATE TABLE people (id INT, name TEXT)');
    expect(await failure(read('SELECT * FROM peple'))).toMatchObject({ kind: 'unknown-table', subject: 'peple' });
    expect(await failure(read('SELECT nme FROM people'))).toMatchObject({ kind: 'unknown-column', subject: 'nme' });
    expect(await failure(read('SELECT p.nme FROM people p'))).toMatchObject({
      kind: 'unknown-column',
      subject: 'p.nme',
    });
    expect(await failure(read('SELECT x.name FROM people p'))).toMatchObject({
      kind: 'unknown-column',
      subject: 'x.name',
    });
    expect(await failure(read("SELECT `it's` FROM people"))).toMatchObject({ kind: 'unknown-column', subject: "it's" });
    expect(await failure(read("SELECT * FROM `it's`"))).toMatchObject({ kind: 'unknown-table', subject: "it's" });
  });

  test.for([
    ['SELEC 1', 'syntax'],
    ["SELECT 'open", 'syntax'],
    ['SELECT `open', 'syntax'],
    ['SELECT /* open', 'syntax'],
    ['SELECT 1 AS "a\0b"', 'syntax'],
    ['', 'not-one-statement'],
    [' ; ;', 'not-one-statement'],
    ['-- nothing', 'not-one-statement'],
    ['/* nothing */ # at all', 'not-one-statement'],
    ['SELECT 1; SELECT 2', 'not-one-statement'],
    ["SELECT ';'; /* c */ SELECT 2", 'not-one-statement'],
    ['SELECT no_such_function(1)', 'other'],
    ['SELECT * FROM mysql.user', 'other'],
  ] as const)('The statement %j is refused with the kind %s', async ([sql, kind]) => {
    expect((await failure(read(sql))).kind).toBe(kind);
  });

  test('Of 10,000 statements in one text none runs', async () => {
    await write('CREATE TABLE many (id INT)');
    const sql = 'INSERT INTO many VALUES (1);'.repeat(10_000);
    expect((await failure(write(sql))).kind).toBe('not-one-statement');
    expect((await read('SELECT COUNT(*) FROM many')).rows).toEqual([[0]]);
  });

  test('A statement of 1 MB runs', async () => {
    const text = 'x'.repeat(1_000_000);
    expect((await read(`SELECT LENGTH('${text}')`)).rows).toEqual([[1_000_000]]);
  });

  test('A statement that is longer than the server accepts is not sent', async () => {
    const [row] = await server().admin('SELECT @@max_allowed_packet AS most');
    if (Number(row?.most) > 300_000_000) return;
    const { kind, message } = await failure(read(`SELECT '${'x'.repeat(Number(row?.most))}'`));
    expect(kind).toBe('too-large');
    expect(message).toMatch(/longer than/);
  });

  test('Deeply nested parentheses are an error and do not end the connection', async () => {
    const database = opened(shop.readerUrl, { connections: 1 });
    const id = await run(database, 'SELECT CONNECTION_ID()');
    const { kind } = await failure(run(database, `SELECT ${'('.repeat(100_000)}1${')'.repeat(100_000)}`));
    expect(['too-large', 'syntax', 'other']).toContain(kind);
    expect((await run(database, 'SELECT CONNECTION_ID()')).rows).toEqual(id.rows);
  });

  test('A wrong password is refused, and no message contains it', async () => {
    const url = new URL(shop.readerUrl);
    url.password = 'wrong-secret';
    const { kind, message } = await failure(run(opened(url.href), 'SELECT 1'));
    expect(kind).toBe('refused');
    expect(message).not.toContain('wrong-secret');
  });

  test('A server that does not run and a database that does not exist are unreachable', async () => {
    const unreachable = await failure(run(opened('mysql://u:secret@127.0.0.1:1/shop'), 'SELECT 1'));
    expect(unreachable.kind).toBe('unreachable');
    expect(unreachable.message).toBe(
      'Cannot connect to the MySQL or MariaDB server at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1.',
    );
    const url = new URL(server().adminUrl);
    url.pathname = '/no_such_database';
    expect((await failure(run(opened(url.href, { isWritable: true }), 'SELECT 1'))).kind).toBe('unreachable');
  });

  test('An address that cannot be used rejects without the URL', async () => {
    const { kind, message } = await failure(
      run(opened('mysql://u:secret@localhost/shop?multipleStatements=true'), 'SELECT 1'),
    );
    expect(kind).toBe('unreachable');
    expect(message).toBe('The URL of the database cannot be used: the parameter "multipleStatements" is unknown.');
  });

  test('A source that is not writable refuses every write before it connects', async () => {
    const database = opened('mysql://u@127.0.0.1:1/shop');
    expect((await failure(run(database, 'DELETE FROM x', { access: 'write' }))).kind).toBe('read-only');
  });
});

describe('bounds', () => {
  test('The rows end at their bound, and the result says so', async () => {
    const database = opened(shop.readerUrl);
    const sql = numbers(5_000, false);
    expect(await run(database, sql, { bounds: { rows: 10 } })).toMatchObject({ cut: 'rows', rows: { length: 10 } });
    const all = await run(database, sql, { bounds: { rows: 6_000 } });
    expect(all.rows).toHaveLength(71 * 71);
    expect(all.cut).toBeUndefined();
  });

  test('The bytes end at their bound', async () => {
    const { rows, cut } = await run(opened(shop.readerUrl), `SELECT REPEAT('x', 1000) FROM (${numbers(1_000)}) AS n`, {
      bounds: { bytes: 10_500 },
    });
    expect(cut).toBe('bytes');
    expect(rows).toHaveLength(10);
  });

  test('A statement with its own LIMIT of ten million rows is cancelled at the server', async () => {
    const database = opened(shop.readerUrl, { connections: 1 });
    const startedAt = performance.now();
    const { rows, cut } = await run(database, numbers(10_000_000), { bounds: { rows: 100 } });
    expect([rows.length, cut]).toEqual([100, 'rows']);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(await statementsOf(shop)).toEqual([]);
    expect((await run(database, 'SELECT 1')).rows).toEqual([[1]]);
  });

  test('A cell of 50 MB is cut and does not block the event loop for long', async () => {
    const database = opened(shop.readerUrl);
    await run(database, 'SELECT 1');
    const { rows } = await run(database, "SELECT REPEAT('é', 25000000), 7", { bounds: { cellBytes: 1_000 } });
    expect(rows[0]?.[0]).toMatch(/^é{490}é*… \[50000000 bytes\]$/);
    expect(rows[0]?.[1]).toBe(7);
    const blob = await run(database, "SELECT CAST(REPEAT('x', 50000000) AS BINARY)");
    expect(blob.rows).toEqual([[`[blob, 50000000 bytes: ${'78'.repeat(16)}…]`]]);
  });

  test('A cell of 100 MB is refused with advice, and the next statement works', async () => {
    const database = opened(shop.readerUrl, { connections: 1 });
    const { kind, message } = await failure(run(database, "SELECT REPEAT('x', 100000000)"));
    expect(kind).toBe('too-large');
    expect(message).toContain('LEFT(column, 1000)');
    expect(await statementsOf(shop)).toEqual([]);
    expect((await run(database, 'SELECT 1')).rows).toEqual([[1]]);
  });

  test('If a huge row follows small ones, the small ones are returned', async () => {
    const sql = "SELECT 'small' UNION ALL SELECT REPEAT('x', 100000000)";
    expect(await run(opened(shop.readerUrl), sql)).toMatchObject({ rows: [['small']], cut: 'bytes' });
  });
});

describe('the access "write"', () => {
  test('A change is committed, and its rows are counted', async () => {
    await write('CREATE TABLE counted (id INT PRIMARY KEY AUTO_INCREMENT, n INT)');
    expect(await write('INSERT INTO counted (n) VALUES (1), (2), (3)')).toEqual({
      columns: [],
      rows: [],
      changedRows: 3,
    });
    expect((await write('UPDATE counted SET n = 2')).changedRows).toBe(2);
    expect((await write('DELETE FROM counted WHERE n > 5')).changedRows).toBe(0);
    expect((await read('SELECT n FROM counted')).rows).toEqual([[2], [2], [2]]);
  });

  test('A failed statement leaves nothing behind', async () => {
    await write('CREATE TABLE whole (id INT PRIMARY KEY)');
    expect((await failure(write('INSERT INTO whole VALUES (1), (2), (1)'))).message).toContain('Duplicate entry');
    expect((await read('SELECT COUNT(*) FROM whole')).rows).toEqual([[0]]);
  });

  test('Statements that the server only runs as text work, and so do rows of a change', async () => {
    await write('CREATE TABLE returned (id INT PRIMARY KEY AUTO_INCREMENT, n INT)');
    await write('CREATE PROCEDURE two() BEGIN SELECT 1 AS a; SELECT 2 AS b; INSERT INTO returned (n) VALUES (9); END');
    expect(await write('CALL two()')).toMatchObject({ rows: [[1]], columns: [{ name: 'a' }] });
    expect((await write("EXECUTE IMMEDIATE 'INSERT INTO returned (n) VALUES (10)'")).changedRows).toBe(1);
    expect((await read('SELECT n FROM returned')).rows).toEqual([[9], [10]]);
  });

  test('Rows that a statement copies are never cut by the bound of returned rows', async () => {
    await write(`CREATE TABLE source AS ${numbers(500)}`);
    const database = opened(shop.ownerUrl, { isWritable: true });
    const bounds = { rows: 5 };
    for (const sql of [
      'CREATE TABLE copy_a AS SELECT * FROM source',
      'CREATE TABLE copy_b LIKE source',
      'INSERT INTO copy_b SELECT * FROM source',
      'CREATE PROCEDURE copies() BEGIN CREATE TABLE copy_c AS SELECT * FROM source; END',
      'CALL copies()',
    ])
      await run(database, sql, { access: 'write', bounds });
    for (const copy of ['copy_a', 'copy_b', 'copy_c'])
      expect((await read(`SELECT COUNT(*) FROM ${copy}`)).rows).toEqual([[500]]);
    expect((await run(database, 'SELECT * FROM source', { access: 'write', bounds })).rows).toHaveLength(5);
  });
});

/** Returns a query of at least this many rows, and of exactly this many if `limit` is set. */
function numbers(count: number, limit = true): string {
  const side = Math.ceil(Math.sqrt(count));
  return `WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < ${side})
    SELECT a.i FROM n AS a, n AS b${limit ? ` LIMIT ${count}` : ''}`;
}

/** Returns the statements of a test database that still run at the server. */
async function statementsOf({ name }: TestDatabase): Promise<unknown[]> {
  const rows = await server().admin(
    `SELECT info FROM information_schema.processlist WHERE user LIKE '${name}%' AND command <> 'Sleep' AND info NOT LIKE '%processlist%'`,
  );
  return rows.map((row) => Object.values(row)[0]);
}
