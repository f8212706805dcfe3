import type { DatabaseSync } from 'node:sqlite';

/** Why a file is of no use to us, and what its owner can do. */
export interface Refusal {
  readonly reason: string;
  readonly fix: string;
}

/** Makes the schema where there is none. Refuses a file that is somebody else's, or newer than we are. */
export function prepareSchema(database: DatabaseSync, patienceMs: number): Refusal | undefined {
  return patiently(database, patienceMs, () => {
    const refusal = inspect(database);
    if (refusal !== undefined) return refusal;
    database.exec(CONNECTION);
    database.exec('BEGIN IMMEDIATE');
    if (factsOf(database).version === 0) database.exec(SCHEMA); // unless another process was faster
    // Written each time: a file that can only be read is found out now, not at the first save.
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}; COMMIT`);
    return undefined;
  });
}

function inspect(database: DatabaseSync): Refusal | undefined {
  const { application, version, parts } = factsOf(database);
  if (application !== APPLICATION_ID && parts > 0) {
    return { reason: 'it is a database of another program', fix: 'Name another file.' };
  }
  if (version > VERSION) {
    return {
      reason: `a newer version of Toolpath wrote it (schema ${version}, this one knows ${VERSION})`,
      fix: 'Use that version, or name another file.',
    };
  }
  return undefined;
}

/** In one statement: between two, another process may have made the schema. */
function factsOf(database: DatabaseSync): Record<'application' | 'version' | 'parts', number> {
  const row = database.prepare(FACTS).get();
  return { application: Number(row?.application), version: Number(row?.version), parts: Number(row?.parts) };
}

const FACTS = `
  SELECT application_id AS application, user_version AS version, (SELECT count(*) FROM sqlite_schema) AS parts
  FROM pragma_application_id, pragma_user_version`;

/** SQLite waits for others by itself, but not while the journal becomes a WAL: processes that start together meet there. */
function patiently<T>(database: DatabaseSync, patienceMs: number, work: () => T): T {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      if (sqliteCode(error) !== SQLITE_BUSY || performance.now() > endMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

/** SQLite's primary result code, of an error that is SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

const SQLITE_BUSY = 5;
const RETRY_MS = 5;

const VERSION = 1;
const APPLICATION_ID = 0x54_50_73_74; // "TPst": tells our files from those of other programs

/** A crash of the machine may cost the last saves in WAL with NORMAL, never the file. */
const CONNECTION = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA journal_size_limit = ${64 * 1024 * 1024};
`;

/**
 * `prefix` and `call` are names as `sqlite-rows.ts` makes them, with the key inside. Bodies stand apart: noting a use must
 * not write megabytes again. `totals` is kept by triggers.
 *
 * Announcements came later. They are rows of the same tables under names that no continuation has, with a "call" that says
 * which model was told: so they share the bounds, and a process of the version before can share the file; it finds none of
 * them, and forgets them in their turn.
 */
const SCHEMA = `
  CREATE TABLE continuations (
    id INTEGER PRIMARY KEY,
    prefix TEXT NOT NULL,
    used_ms INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX continuations_by_prefix ON continuations (prefix);
  CREATE INDEX continuations_by_use ON continuations (used_ms);

  CREATE TABLE bodies (
    continuation INTEGER PRIMARY KEY REFERENCES continuations (id) ON DELETE CASCADE,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE calls (
    call TEXT PRIMARY KEY,
    continuation INTEGER NOT NULL REFERENCES continuations (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX calls_by_continuation ON calls (continuation);

  CREATE TABLE totals (count INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
  INSERT INTO totals VALUES (0, 0);
  CREATE TRIGGER continuation_added AFTER INSERT ON continuations BEGIN
    UPDATE totals SET count = count + 1, bytes = bytes + new.bytes;
  END;
  CREATE TRIGGER continuation_removed AFTER DELETE ON continuations BEGIN
    UPDATE totals SET count = count - 1, bytes = bytes - old.bytes;
  END;
`;
