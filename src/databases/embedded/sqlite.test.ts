import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseContract, FIXTURE, options, type TestDatabase } from '../../../test/contracts/databases/index.ts';
import { sqliteSamples } from '../../../test/databases/sqlite-statements.ts';
import { openEmbedded } from './embedded.ts';

databaseContract('SQLite', async () => sqliteDatabase(), sqliteSamples);

/** Creates a file with the fixture in a folder of its own. */
function sqliteDatabase(): TestDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-sqlite-'));
  const file = path.join(folder, 'shop.db');
  const admin = (sql: string) => {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  };
  for (const sql of FIXTURE) admin(sql);
  return {
    dialect: 'sqlite',
    open: (more) => openEmbedded({ dialect: 'sqlite', path: file }, { ...options, ...more }),
    admin: async (sql) => admin(sql),
    fingerprint: async () => {
      const files = [folder, process.cwd()].flatMap((each) => readdirSync(each));
      return `${createHash('sha256').update(readFileSync(file)).digest('hex')} ${files.join()}`;
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
