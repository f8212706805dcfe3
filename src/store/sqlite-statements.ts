import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

/** Compiles all statements once per connection. */
export function prepareStatements(database: DatabaseSync): Statements {
  return {
    begin: database.prepare(SQL.begin),
    commit: database.prepare(SQL.commit),
    rollback: database.prepare(SQL.rollback),
    totals: database.prepare(SQL.totals),
    forgetExpired: database.prepare(SQL.forgetExpired),
    forgetOldest: database.prepare(SQL.forgetOldest),
    forgetNamed: database.prepare(SQL.forgetNamed),
    add: database.prepare(SQL.add),
    addBody: database.prepare(SQL.addBody),
    addCalls: database.prepare(SQL.addCalls),
    find: database.prepare(SQL.find),
    use: database.prepare(SQL.use),
    addSecret: database.prepare(SQL.addSecret),
    secret: database.prepare(SQL.secret),
  };
}

const SQL = {
  addSecret: 'INSERT OR IGNORE INTO secret (place, bytes) VALUES (1, :bytes)',
  secret: 'SELECT bytes FROM secret',
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  totals: 'SELECT count, bytes FROM totals',
  forgetExpired: `
    DELETE FROM continuations WHERE id IN (
      SELECT id FROM continuations WHERE used_ms <= :expiredMs ORDER BY used_ms LIMIT :most
    )`,
  forgetOldest: `
    DELETE FROM continuations WHERE id = (SELECT id FROM continuations ORDER BY used_ms, id LIMIT 1)`,
  forgetNamed: 'DELETE FROM continuations WHERE id = (SELECT continuation FROM calls WHERE call = :call)',
  add: 'INSERT INTO continuations (prefix, used_ms, bytes) VALUES (:prefix, :usedMs, :bytes)',
  addBody: 'INSERT INTO bodies (continuation, body) VALUES (:id, :body)',
  addCalls: `
    INSERT INTO calls (call, continuation) SELECT value, :id FROM json_each(:calls) WHERE true
    ON CONFLICT DO UPDATE SET continuation = excluded.continuation`,
  // CROSS JOIN fixes the join order, so that SQLite looks up each requested name in an index.
  find: `
    WITH found (id) AS (
      SELECT calls.continuation
      FROM json_each(:calls) AS asked
      CROSS JOIN calls ON calls.call = asked.value
      UNION
      SELECT answer.id
      FROM json_each(:prefixes) AS asked
      CROSS JOIN continuations AS answer ON answer.id IN (
        SELECT id FROM continuations
        WHERE prefix = asked.value AND used_ms > :expiredMs
        ORDER BY id DESC LIMIT :most
      )
    )
    SELECT id, used_ms AS usedMs, body
    FROM found
    CROSS JOIN continuations USING (id)
    CROSS JOIN bodies ON bodies.continuation = id
    WHERE used_ms > :expiredMs
    ORDER BY id`,
  use: 'UPDATE continuations SET used_ms = :nowMs WHERE id IN (SELECT value FROM json_each(:ids))',
} as const;
