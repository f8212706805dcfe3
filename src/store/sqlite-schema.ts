import type { DatabaseSync } from 'node:sqlite';

/** The reason why a file cannot be used, and what the user can do. `reason` is part of a sentence; `fix` is a full sentence. */
export interface Refusal {
  readonly reason: string;
  readonly fix: string;
}

/** Creates the schema if it is missing. Rejects a file of another program, or of a newer version of Toolpath. */
export function prepareSchema(database: DatabaseSync, patienceMs: number): Refusal | undefined {
  return patiently(database, patienceMs, () => {
    const refusal = inspect(database);
    if (refusal !== undefined) return refusal;
    database.exec(CONNECTION);
    database.exec('BEGIN IMMEDIATE');
    if (factsOf(database).version === 0) database.exec(SCHEMA); // another process may have created it
    database.exec(SECRET);
    // Written each time, so that a read-only file is detected now and not at the first save.
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}; COMMIT`);
    return undefined;
  });
}

function inspect(database: DatabaseSync): Refusal | undefined {
  const { application, version, parts } = factsOf(database);
  if (application !== APPLICATION_ID && parts > 0) {
    return { reason: 'the file is a database of another program', fix: 'Set "store" to another file.' };
  }
  if (version > VERSION) {
    return {
      reason: `a newer version of Toolpath wrote the file (its schema version is ${version}; this version supports ${VERSION})`,
      fix: 'Use that version, or set "store" to another file.',
    };
  }
  return undefined;
}

/** Reads all values in one statement, because another process may create the schema between two. */
function factsOf(database: DatabaseSync): Record<'application' | 'version' | 'parts', number> {
  const row = database.prepare(FACTS).get();
  return { application: Number(row?.application), version: Number(row?.version), parts: Number(row?.parts) };
}

const FACTS = `
  SELECT application_id AS application, user_version AS version, (SELECT count(*) FROM sqlite_schema) AS parts
  FROM pragma_application_id, pragma_user_version`;

/**
 * Retries `work` while the database is locked. SQLite waits for locks itself, but not while it switches the journal to WAL,
 * where processes that start at the same time collide.
 */
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

/** Returns SQLite's primary result code; undefined if the error is not from SQLite. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

const SQLITE_BUSY = 5;
const RETRY_MS = 5;

const VERSION = 1;
const APPLICATION_ID = 0x54_50_73_74; // "TPst": marks files of Toolpath

/** With WAL and NORMAL, a crash of the machine may lose the last saves, but never damages the file. */
const CONNECTION = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA journal_size_limit = ${64 * 1024 * 1024};
`;

/**
 * `prefix` and `call` are hashed names from `sqlite-rows.ts`, which include the key. Bodies have their own table, so that
 * updating `used_ms` does not rewrite megabytes. Triggers maintain `totals`.
 *
 * Announcements were added later. They are rows of the same tables, under names that no continuation has, with a "call" that
 * identifies the announcement by its model, prefix and announcementId. So they share the bounds, and a process of the
 * earlier version can use the same file: it never finds announcements, but removes the least recently used ones as usual.
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

/** Separate from SCHEMA, because files of earlier versions lack this table. Earlier versions ignore it. */
const SECRET = `
  CREATE TABLE IF NOT EXISTS secret (
    place INTEGER PRIMARY KEY CHECK (place = 1),
    bytes BLOB NOT NULL
  ) STRICT;
`;
