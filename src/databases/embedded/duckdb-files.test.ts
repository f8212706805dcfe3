import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, onTestFinished, test } from 'vitest';
import { never, options, query } from '../../../test/contracts/databases/index.ts';
import { duckdbSamples } from '../../../test/databases/duckdb-statements.ts';
import type { Database } from '../database.ts';
import { DatabaseError } from '../database-error.ts';
import type { DatabaseOptions } from '../options.ts';
import { openEmbedded } from './embedded.ts';

/** Creates a folder with the files of a test. */
function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

function opened(file: string, more: Partial<DatabaseOptions> = {}): Database {
  const database = openEmbedded({ dialect: 'duckdb', path: file }, { ...options, ...more });
  onTestFinished(() => database.close());
  return database;
}

async function tablesOf(database: Database): Promise<readonly string[]> {
  return (await database.readSchema(never, () => {})).tables.map(({ name }) => name);
}

/** Runs statements in a DuckDB beside Toolpath, for example to write Parquet files. */
async function duckdb(...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const sql of statements) await connection.run(sql);
  connection.disconnectSync();
  instance.closeSync();
}

describe('One data file', () => {
  test.each([
    ['people.csv', 'id,name\n1,Ada\n2,Bob\n'],
    ['people.tsv', 'id\tname\n1\tAda\n2\tBob\n'],
    ['people.json', '[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"}]'],
    ['people.ndjson', '{"id":1,"name":"Ada"}\n{"id":2,"name":"Bob"}\n'],
    ['people.jsonl', '{"id":1,"name":"Ada"}\n{"id":2,"name":"Bob"}\n'],
    ['people.csv.gz', gzipSync('id,name\n1,Ada\n2,Bob\n')],
    ['people.json.gz', gzipSync('[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"}]')],
    ['PEOPLE.CSV', 'id,name\n1,Ada\n2,Bob\n'],
  ])('The file %s is a table with its name', async (name, content) => {
    const database = opened(path.join(folderWith({ [name]: content }), name));
    expect((await query(database, 'SELECT * FROM people ORDER BY id')).rows).toEqual([
      [1, 'Ada'],
      [2, 'Bob'],
    ]);
    const { tables } = await database.readSchema(never, () => {});
    expect(tables[0]).toMatchObject({ kind: 'table', columns: [{ name: 'id' }, { name: 'name', type: 'varchar' }] });
  });

  test('A dot in the name of a data file becomes an underscore in the name of its table', async () => {
    const database = opened(folderWith({ 'orders.2024.csv': 'id\n1\n', 'orders.2024.json': '[{"id":2}]' }));
    expect(await tablesOf(database)).toEqual(['orders_2024_csv', 'orders_2024_json']);
    expect((await query(database, 'SELECT id FROM orders_2024_json')).rows).toEqual([[2]]);
  });

  test('The number of rows of a Parquet file is known without reading it', async () => {
    const file = path.join(folderWith({}), 'people.parquet');
    await duckdb(`COPY (SELECT range AS id FROM range(5000)) TO '${file}'`);
    const { tables } = await opened(file).readSchema(never, () => {});
    expect(tables).toEqual([
      {
        name: 'people',
        kind: 'table',
        columns: [{ name: 'id', type: 'bigint', isRequired: false }],
        primaryKey: [],
        foreignKeys: [],
        rows: 5000,
      },
    ]);
  });

  test('A file that does not exist cannot be reached', async () => {
    const folder = folderWith({});
    for (const name of ['a.csv', 'a.duckdb', '*.csv', 'none/a.csv', 'none/*.csv'])
      await expect(query(opened(path.join(folder, name)), 'SELECT 1')).rejects.toMatchObject({ kind: 'unreachable' });
  });
});

describe('A folder', () => {
  test('Every data file is a table, and equal names get their extensions', async () => {
    const folder = folderWith({
      'a.csv': 'x\n1\n',
      'a.json': '[{"x":2}]',
      'A.tsv': 'x\n3\n',
      'b.csv': 'x\n4\n',
      'notes.txt': 'not data',
      'c.unknown': 'x',
    });
    mkdirSync(path.join(folder, 'sub'));
    mkdirSync(path.join(folder, 'folder.csv'));
    writeFileSync(path.join(folder, 'sub', 'deep.csv'), 'x\n5\n');
    const database = opened(folder);
    expect(await tablesOf(database)).toEqual(['A_tsv', 'a_csv', 'a_json', 'b']);
    const sum = 'SELECT (SELECT x FROM a_csv) + (SELECT x FROM a_json) + (SELECT x FROM a_tsv) + (SELECT x FROM b)';
    expect((await query(database, sum)).rows).toEqual([[10]]);
  });

  test('Names with quotes, spaces, wildcards and emoji work', async () => {
    const names = [`it's "q" 🙂`, 'a b', 'c[1]', 'c1', 's*r', 'str', 'q?x', "x'); DROP TABLE y; --", 'select', '-'];
    const database = opened(
      folderWith(Object.fromEntries(names.map((name, place) => [`${name}.csv`, `x\n${place}\n`]))),
    );
    expect(new Set(await tablesOf(database))).toEqual(new Set(names));
    for (const [place, name] of names.entries())
      expect((await query(database, `SELECT x FROM "${name.replaceAll('"', '""')}"`)).rows).toEqual([[place]]);
  });

  test('Links that lead out of the folder are left out, and their targets cannot be read', async () => {
    const secret = path.join(folderWith({ 'secret.csv': 's\nsecret\n' }), 'secret.csv');
    const folder = folderWith({ 'a.csv': 'x\n1\n' });
    symlinkSync(secret, path.join(folder, 'out.csv'));
    symlinkSync(path.join(folder, 'a.csv'), path.join(folder, 'inside.csv'));
    symlinkSync(path.join(folder, 'gone.csv'), path.join(folder, 'dangling.csv'));
    const database = opened(folder);
    expect(await tablesOf(database)).toEqual(['a', 'inside']);
    for (const file of [
      secret,
      path.join(folder, 'out.csv'),
      `${folder}/../${path.relative(path.dirname(folder), secret)}`,
    ])
      await expect(query(database, `FROM read_csv('${file}')`)).rejects.toMatchObject({ kind: 'read-only' });
  });

  test('A pipe in a folder does not block a statement', async () => {
    const folder = folderWith({ 'a.csv': 'x\n1\n' });
    expect(spawnSync('mkfifo', [path.join(folder, 'pipe.csv')]).status).toBe(0);
    expect(await tablesOf(opened(folder))).toEqual(['a']);
  });

  test('Broken files leave the others as they are, and a query of their table says why', async () => {
    const database = opened(
      folderWith({
        'good.csv': 'x\n1\n',
        'empty.csv': '',
        'header.csv': 'a,b\n',
        'bad.parquet': 'this is no Parquet file',
        'bad_json.json': '{"a":',
        'bad_gzip.csv.gz': 'not compressed',
      }),
    );
    expect(await tablesOf(database)).toEqual(['good', 'header']);
    expect((await query(database, 'SELECT x FROM good')).rows).toEqual([[1]]);
    expect((await query(database, 'SELECT a, b FROM header')).rows).toEqual([]);
    await expect(query(database, 'FROM empty')).rejects.toMatchObject({
      kind: 'corrupt',
      message: 'The table "empty" cannot be read: The file is empty.',
    });
    for (const name of ['bad', 'bad_json', 'bad_gzip'])
      await expect(query(database, `SELECT * FROM ${name}`)).rejects.toMatchObject({
        message: expect.stringContaining(`The table "${name}" cannot be read: `),
      });
  });

  test('The error for a bad row of a CSV file names the line', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => `${row},x`).join('\n');
    const database = opened(folderWith({ 'rows.csv': `a,b\n${rows}\nnot a number,y\n` }));
    await expect(query(database, 'SELECT sum(a) FROM rows')).rejects.toMatchObject({
      kind: 'other',
      message: expect.stringMatching(/line: 30002/i),
    });
    expect((await query(database, 'SELECT a FROM rows LIMIT 1')).rows).toEqual([[0]]);
  });

  test('New, changed and removed files are noticed before the next statement', async () => {
    const folder = folderWith({ 'a.csv': 'x\n1\n', 'b.csv': 'x\n2\n' });
    const database = opened(folder);
    const versions = [await database.readSchemaVersion(never)];
    const next = async () => versions.push(await database.readSchemaVersion(never));
    expect((await query(database, 'SELECT x FROM a')).rows).toEqual([[1]]);
    writeFileSync(path.join(folder, 'a.csv'), 'y,z\n5,text\n');
    expect((await query(database, 'SELECT y, z FROM a')).rows).toEqual([[5, 'text']]);
    await next();
    appendFileSync(path.join(folder, 'a.csv'), '6,more\n');
    expect((await query(database, 'SELECT count(*) FROM a')).rows).toEqual([[2]]);
    await next();
    writeFileSync(path.join(folder, 'c.csv'), 'x\n7\n');
    expect((await query(database, 'SELECT x FROM c')).rows).toEqual([[7]]);
    await next();
    rmSync(path.join(folder, 'b.csv'));
    await expect(query(database, 'SELECT x FROM b')).rejects.toMatchObject({ kind: 'unknown-table', subject: 'b' });
    await next();
    expect(new Set(versions).size).toBe(5);
    await next();
    expect(new Set(versions).size).toBe(5);
  });

  test('An empty folder has no tables, and a folder with too many files is refused', async () => {
    const folder = folderWith({});
    expect(await tablesOf(opened(folder))).toEqual([]);
    for (let number = 0; number <= 1_000; number++) writeFileSync(path.join(folder, `f${number}.csv`), 'x\n1\n');
    await expect(query(opened(folder), 'SELECT 1')).rejects.toMatchObject({ kind: 'too-large' });
  });

  test('A file that disappears during a query gives a result or a clear error, and the next statement works', async () => {
    const folder = folderWith({ 'a.csv': 'x\n1\n' });
    const lines = `${'1234567,text\n'.repeat(1_000_000)}`;
    writeFileSync(path.join(folder, 'large.csv'), `x,y\n${lines}`);
    const database = opened(folder);
    await query(database, 'SELECT x FROM large LIMIT 1');
    const running = query(database, 'SELECT sum(x), count(DISTINCT y) FROM large').catch((error) => error);
    await new Promise((resolve) => setTimeout(resolve, 30));
    rmSync(path.join(folder, 'large.csv'));
    const outcome = await running;
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DatabaseError);
    else expect(outcome.rows).toEqual([[1_234_567_000_000, 1]]);
    expect((await query(database, 'SELECT x FROM a')).rows).toEqual([[1]]);
  });
});

describe('A pattern', () => {
  test('All files that match are one table, also if a column is missing in some', async () => {
    const folder = folderWith({
      'events_1.csv': 'id,name\n1,a\n',
      'events_2.csv': 'name,id\nb,2\n',
      'events_3.csv': 'id\n3\n',
      'other.csv': 'id\n9\n',
    });
    const database = opened(path.join(folder, 'events_*.csv'));
    expect(await tablesOf(database)).toEqual(['events']);
    expect((await query(database, 'SELECT id, name FROM events ORDER BY id')).rows).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, null],
    ]);
    writeFileSync(path.join(folder, 'events_4.csv'), 'id\n4\n');
    expect((await query(database, 'SELECT count(*) FROM events')).rows).toEqual([[4]]);
  });

  test('Files of different formats are refused, and a pattern of only a wildcard takes the name of the folder', async () => {
    const folder = folderWith({ 'e1.csv': 'id\n1\n', 'e2.json': '[{"id":1}]' });
    await expect(query(opened(path.join(folder, 'e*')), 'SELECT 1')).rejects.toMatchObject({
      message: expect.stringContaining('csv, json'),
    });
    expect(await tablesOf(opened(path.join(folder, '*.csv')))).toEqual([path.basename(folder)]);
  });
});

describe('Data files are never written', () => {
  const FILES = {
    'customers.json': '[{"id":1,"name":"Ada","email":null,"country":"AT"}]',
    'order_items.csv': 'order_id,product\n1,tea\n',
    'txt.csv': 'x\n1\n',
  };

  test('A folder, the working directory and all bytes stay as they are after every harmful statement', async () => {
    const folder = folderWith(FILES);
    const canary = folderWith({ 'canary.txt': 'canary' });
    const fingerprint = () =>
      [folder, canary, process.cwd()]
        .map((each) => readdirSync(each).join())
        .concat(Object.keys(FILES).map((name) => hashOf(path.join(folder, name))))
        .join('\n');
    const before = fingerprint();
    const own = Object.keys(FILES).flatMap((name) => {
      const file = path.join(folder, name);
      return [
        `COPY (SELECT 1) TO '${file}'`,
        `COPY (SELECT 1) TO '${file}' (FORMAT csv, USE_TMP_FILE false)`,
        `EXPLAIN ANALYZE COPY (SELECT 1) TO '${file}' (FORMAT csv, USE_TMP_FILE false)`,
        `SELECT * FROM enable_profiling(save_location = '${file}')`,
        `SELECT * FROM enable_profiling(format = 'json', save_location = '${file}')`,
        `FROM query('FROM enable_' || 'profiling(save_location = ''${file}'')')`,
        `FROM enable_logging(level = 'debug', storage = 'file', storage_path = '${file}')`,
        `CALL enable_logging(level = 'debug', storage_config = {'path': '${file}'})`,
        `ATTACH '${file}' AS evil`,
        `EXPORT DATABASE '${canary}'`,
        `COPY (SELECT 1) TO '${canary}/evil.csv'`,
      ];
    });
    const database = opened(folder);
    for (const sql of [...own, ...duckdbSamples.harmful])
      for (const access of ['read', 'write'] as const) {
        const error = await query(database, sql, { access, ms: 5_000 }).catch((thrown) => thrown);
        if (error instanceof Error) expect(error).toBeInstanceOf(DatabaseError);
        if (own.includes(sql)) expect(error, sql).toMatchObject({ kind: 'read-only' });
        await query(database, 'SELECT count(*) FROM customers, order_items, txt');
        expect(fingerprint(), sql).toBe(before);
      }
  });

  test('A writable source of data files refuses writes too', async () => {
    const database = opened(folderWith(FILES), { isWritable: true });
    await expect(query(database, 'DELETE FROM order_items', { access: 'write' })).rejects.toMatchObject({
      kind: 'read-only',
      message: expect.stringContaining('data files'),
    });
    expect((await query(database, 'SELECT count(*) FROM order_items')).rows).toEqual([[1]]);
  });
});

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
