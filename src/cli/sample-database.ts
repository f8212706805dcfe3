import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../core/index.ts';
import { sampleRows } from './sample-rows.ts';
import { SAMPLE_SCHEMA } from './sample-schema.ts';

/**
 * Creates the sample database if the file does not exist, or replaces it if it is older than this version or damaged. A reader
 * sees a complete file at any time, also while several processes create it. Returns why there is no sample database, or
 * undefined if there is one. Import this module only where it is needed, because it loads SQLite.
 */
export function ensureSampleDatabase(file: string): string | undefined {
  const temporary = `${file}.${randomUUID()}.new`;
  try {
    const state = stateOf(file);
    if (state === 'usable') return undefined;
    if (state === 'foreign')
      return `The file ${file} is not Toolpath's sample database, so it was not replaced. Rename it.`;
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    create(temporary);
    for (const rest of ['-journal', '-wal', '-shm']) rmSync(file + rest, { force: true }); // would damage the new file
    renameSync(temporary, file);
    return undefined;
  } catch (error) {
    if (isUsable(file)) return undefined; // another process created the file and uses it, which on Windows prevents a rename
    return `The sample database ${file} could not be created: ${messageOf(error)}.`;
  } finally {
    remove(temporary);
  }
}

/** Increase the version after each change of the tables or rows. */
const VERSION = 1;
/** Distinguishes the file from other SQLite files: "Tpth". */
const APPLICATION = 0x54707468;

type State = 'absent' | 'usable' | 'outdated' | 'damaged' | 'foreign';

/** A file of a newer version is usable, so that two versions of Toolpath do not replace each other's file. */
function stateOf(file: string): State {
  if (!existsSync(file)) return 'absent';
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
    const application = numberOf(database, 'application_id');
    const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
    if (application !== APPLICATION) return isEmpty ? 'damaged' : 'foreign';
    if (database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') return 'damaged';
    return numberOf(database, 'user_version') >= VERSION ? 'usable' : 'outdated';
  } catch (error) {
    return isBusy(error) ? 'usable' : 'damaged';
  } finally {
    database?.close();
  }
}

function isUsable(file: string): boolean {
  return stateOf(file) === 'usable';
}

const BUSY_MS = 500;

function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
}

function isBusy(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_BUSY
  );
}

const SQLITE_BUSY = 5;

function create(file: string): void {
  const database = new DatabaseSync(file);
  try {
    // Nobody reads the file before it is complete, and a crash only leaves a file that nobody uses.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; BEGIN');
    database.exec(SAMPLE_SCHEMA);
    for (const [table, rows] of sampleRows()) {
      const insert = database.prepare(`INSERT INTO ${table} VALUES (${rows[0]?.map(() => '?').join(', ')})`);
      for (const row of rows) insert.run(...row);
    }
    database.exec(`COMMIT; ANALYZE; PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}`);
  } finally {
    database.close();
  }
}

/** Removes a file that may not exist. A file that cannot be removed harms nothing. */
function remove(file: string): void {
  for (const each of [file, `${file}-journal`]) {
    try {
      rmSync(each, { force: true });
    } catch {}
  }
}
