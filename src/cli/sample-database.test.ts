import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureSampleDatabase } from './sample-database.ts';

const root = mkdtempSync(path.join(tmpdir(), 'toolpath-sample-'));
let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'store-'));
  file = path.join(folder, 'sample.db');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('The file of the sample database', () => {
  test('It is created with its folder, and nothing else is left there', () => {
    const deep = path.join(folder, 'new', 'sample.db');
    expect(ensureSampleDatabase(deep)).toBeUndefined();
    expect(readdirSync(path.dirname(deep))).toEqual(['sample.db']);
    expect(rowsOf(deep, 'customers')).toBe(360);
  });

  test('A complete file is left as it is', () => {
    ensureSampleDatabase(file);
    const { ino, mtimeMs } = statSync(file);
    expect(ensureSampleDatabase(file)).toBeUndefined();
    expect(statSync(file)).toMatchObject({ ino, mtimeMs });
  });

  test('A newer file is left as it is', () => {
    ensureSampleDatabase(file);
    execute(file, 'PRAGMA user_version = 99; DELETE FROM reviews');
    expect(ensureSampleDatabase(file)).toBeUndefined();
    expect(rowsOf(file, 'reviews')).toBe(0);
  });

  test.each<[string, () => void]>([
    ['is older', () => execute(file, 'PRAGMA user_version = 0; DROP TABLE reviews')],
    ['is empty', () => writeFileSync(file, '')],
    ['is not a database', () => writeFileSync(file, 'hello '.repeat(1_000))],
    ['ends in the middle', () => writeFileSync(file, readFileSync(file).subarray(0, 100_000))],
    ['has a damaged page', () => writeFileSync(file, readFileSync(file).fill(7, 40_960, 45_056))],
  ])('A file that %s is replaced', (_, damage) => {
    ensureSampleDatabase(file);
    damage();
    expect(ensureSampleDatabase(file)).toBeUndefined();
    expect(rowsOf(file, 'reviews')).toBe(367);
    expect(readdirSync(folder)).toEqual(['sample.db']);
  });

  test('The journal of a damaged file does not damage the new one', () => {
    ensureSampleDatabase(file);
    writeFileSync(file, '');
    writeFileSync(`${file}-journal`, 'old');
    expect(ensureSampleDatabase(file)).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['sample.db']);
  });

  test("A user's own database of that name is not replaced", () => {
    execute(file, 'CREATE TABLE mine (a)');
    expect(ensureSampleDatabase(file)).toBe(
      `The file ${file} is not Toolpath's sample database, so it was not replaced. Rename it.`,
    );
    expect(rowsOf(file, 'mine')).toBe(0);
  });

  test('If the file cannot be written, the reason is returned', () => {
    writeFileSync(path.join(folder, 'taken'), '');
    expect(ensureSampleDatabase(path.join(folder, 'taken', 'sample.db'))).toMatch(
      /^The sample database .* not be created/,
    );
    mkdirSync(file);
    expect(ensureSampleDatabase(file)).toMatch(/^The sample database .* not be created: .*\.$/);
    expect(readdirSync(folder)).toEqual(['sample.db', 'taken']);
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'A folder that cannot be written is a reason and no error',
    () => {
      chmodSync(folder, 0o500);
      expect(ensureSampleDatabase(file)).toMatch(/^The sample database .* not be created/);
      chmodSync(folder, 0o700);
      expect(existsSync(file)).toBe(false);
    },
  );

  test('Several processes can create it at once', async () => {
    const module = JSON.stringify(new URL('./sample-database.ts', import.meta.url).href);
    const program = `import { ensureSampleDatabase } from ${module}; console.log(ensureSampleDatabase(${JSON.stringify(file)}))`;
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    const all = await Promise.all(Array.from({ length: 6 }, run));
    expect(all.map(({ stdout }) => stdout.trim())).toEqual(Array.from({ length: 6 }, () => 'undefined'));
    expect(readdirSync(folder)).toEqual(['sample.db']);
    expect(rowsOf(file, 'orders')).toBe(900);
  });
});

describe('The content of the sample database', () => {
  test('It is the same each time', () => {
    const other = path.join(folder, 'other.db');
    ensureSampleDatabase(file);
    ensureSampleDatabase(other);
    expect(contentOf(other)).toEqual(contentOf(file));
    expect(query(file, 'SELECT name, email, city FROM customers WHERE id = 1')).toEqual([
      { name: 'Ada Moser', email: 'ada.moser@example.net', city: 'Linz' },
    ]);
  });

  test('The relations between the tables hold', () => {
    ensureSampleDatabase(file);
    expect(query(file, 'PRAGMA foreign_key_check')).toEqual([]);
    expect(query(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(query(file, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'delete' }]);
  });

  test.each([
    [
      'has a total that is not the sum of its items',
      'o.total <> round((SELECT sum(quantity * unit_price) FROM order_items WHERE order_id = o.id), 2)',
    ],
    ['has no items', 'o.id NOT IN (SELECT order_id FROM order_items)'],
    ['was shipped before it was placed', 'o.shipped_on < o.placed_on'],
    [
      'is older than the account of its customer',
      'o.placed_on < (SELECT joined_on FROM customers WHERE id = o.customer_id)',
    ],
    [
      'has a shipping date although it was not shipped',
      "(o.shipped_on IS NULL) = (o.status IN ('shipped', 'delivered'))",
    ],
  ])('No order %s', (_, condition) => {
    ensureSampleDatabase(file);
    expect(query(file, `SELECT o.* FROM orders o WHERE ${condition}`)).toEqual([]);
  });

  test('All dates are days of the year 2025', () => {
    ensureSampleDatabase(file);
    const columns = query(
      file,
      "SELECT s.name AS tab, c.name AS col FROM sqlite_schema s JOIN pragma_table_info(s.name) c WHERE c.type = 'DATE'",
    );
    expect(columns.length).toBeGreaterThan(6);
    for (const { tab, col } of columns) {
      const odd = `${col} IS NOT NULL AND (date(${col}) IS NOT ${col} OR ${col} NOT LIKE '2025-%')`;
      expect(query(file, `SELECT ${col} FROM ${tab} WHERE ${odd}`)).toEqual([]);
    }
  });
});

function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

function query(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

function rowsOf(path: string, table: string): unknown {
  return query(path, `SELECT count(*) AS n FROM ${table}`)[0]?.n;
}

function contentOf(path: string): unknown {
  const tables = query(path, "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name");
  return tables.map((table) => ({ ...table, rows: query(path, `SELECT * FROM ${table.name}`) }));
}
