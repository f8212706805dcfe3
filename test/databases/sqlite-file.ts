import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { FIXTURE } from '../contracts/databases/fixture.ts';

/** Creates a SQLite file with the fixture, or with these statements. It is removed after the test. */
export function sqliteFile(statements: readonly string[] = FIXTURE): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-sql-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'shop.db');
  changeFile(file, ...statements);
  return file;
}

/** Runs statements beside Toolpath. */
export function changeFile(file: string, ...statements: readonly string[]): void {
  const database = new DatabaseSync(file);
  for (const sql of statements) database.exec(sql);
  database.close();
}

/** Returns the rows of a query beside Toolpath. */
export function rowsIn(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare(sql).all();
  database.close();
  return rows.map((row) => ({ ...row }));
}
