/**
 * Statements for a read-only source, and the tables that they use. `FORBIDDEN` tries to change something in every way that we know;
 * each must leave the database as it is. `HARMLESS` looks dangerous and must work.
 */

/** Run by a superuser, in the database. */
export const SUPERUSER_FIXTURE: readonly string[] = ['CREATE EXTENSION IF NOT EXISTS dblink'];

/** Run by the owner of the database. */
export const OWNER_FIXTURE: readonly string[] = [
  `CREATE TABLE accounts (id serial PRIMARY KEY, name text NOT NULL, balance numeric(12,2) NOT NULL, "update" text)`,
  `INSERT INTO accounts (name, balance, "update") VALUES ('Ada', 10.50, 'yes'), ('Bob', 20, 'no'), ('DROP TABLE', 0, NULL)`,
  'CREATE VIEW rich AS SELECT * FROM accounts WHERE balance > 5',
  'CREATE MATERIALIZED VIEW totals AS SELECT sum(balance) AS total FROM accounts',
  'CREATE SEQUENCE tickets',
  `CREATE FUNCTION wipe() RETURNS int LANGUAGE plpgsql AS
     $$ BEGIN DELETE FROM accounts; RETURN 1; END $$`,
  `CREATE FUNCTION innocent() RETURNS int LANGUAGE plpgsql IMMUTABLE AS
     $$ BEGIN EXECUTE 'DELETE FROM accounts'; RETURN 1; END $$`,
  `CREATE FUNCTION unlock_and_wipe() RETURNS int LANGUAGE plpgsql AS
     $$ BEGIN PERFORM set_config('transaction_read_only', 'off', false); DELETE FROM accounts; RETURN 1; END $$`,
  `CREATE FUNCTION unlock_inside_and_wipe() RETURNS int LANGUAGE plpgsql IMMUTABLE AS
     $$ BEGIN
          BEGIN EXECUTE 'SET LOCAL transaction_read_only = off'; EXCEPTION WHEN OTHERS THEN NULL; END;
          EXECUTE 'DELETE FROM accounts'; RETURN 1;
        END $$`,
  `CREATE PROCEDURE wipe_and_commit() LANGUAGE plpgsql AS
     $$ BEGIN COMMIT; DELETE FROM accounts; COMMIT; END $$`,
  `CREATE PROCEDURE wipe_with_result(INOUT done int) LANGUAGE plpgsql AS
     $$ BEGIN COMMIT; SET TRANSACTION READ WRITE; DELETE FROM accounts; COMMIT; done := 1; END $$`,
  `SELECT lo_from_bytea(4711, 'large')`,
];

export const FORBIDDEN: readonly string[] = [
  // Plain writes
  `INSERT INTO accounts (name, balance) VALUES ('Eve', 1)`,
  'UPDATE accounts SET balance = 0',
  'DELETE FROM accounts',
  'DELETE FROM accounts RETURNING *',
  'MERGE INTO accounts a USING (SELECT 1 AS id) s ON a.id = s.id WHEN MATCHED THEN DELETE',
  'TRUNCATE accounts',
  // Writes inside statements that read
  'WITH gone AS (DELETE FROM accounts RETURNING *) SELECT * FROM gone',
  `WITH new AS (INSERT INTO accounts (name, balance) VALUES ('Eve', 1) RETURNING id) SELECT id FROM new`,
  'SELECT * INTO stolen FROM accounts',
  'CREATE TABLE stolen AS SELECT * FROM accounts',
  'SELECT * FROM accounts FOR UPDATE',
  'SELECT * FROM accounts FOR SHARE',
  'EXPLAIN ANALYZE DELETE FROM accounts',
  'EXPLAIN (ANALYZE, FORMAT JSON) UPDATE accounts SET balance = 0',
  'SELECT wipe()',
  'SELECT innocent()',
  'SELECT id FROM accounts WHERE wipe() = 1',
  `SELECT query_to_xml('DELETE FROM accounts RETURNING *', true, false, '')`,
  `SELECT table_to_xml('accounts', true, false, ''), query_to_xml('SELECT wipe()', true, false, '')`,
  `SELECT nextval('tickets')`,
  `SELECT setval('tickets', 1000)`,
  // Several statements
  'SELECT 1; DROP TABLE accounts',
  'COMMIT; DROP TABLE accounts',
  'ROLLBACK; BEGIN READ WRITE; DELETE FROM accounts; COMMIT',
  'SELECT 1; COMMIT; DELETE FROM accounts; SELECT 2',
  // Leaving the read-only transaction
  'COMMIT',
  'ROLLBACK AND CHAIN',
  'SET TRANSACTION READ WRITE',
  'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
  'SET default_transaction_read_only = off',
  `SELECT set_config('transaction_read_only', 'off', false), wipe()`,
  `SELECT set_config('transaction_read_only', 'off', true) FROM accounts WHERE wipe() = 1`,
  'SELECT unlock_and_wipe()',
  'SELECT unlock_inside_and_wipe()',
  'DO $$ BEGIN COMMIT; DELETE FROM accounts; COMMIT; END $$',
  'DO $$ BEGIN DELETE FROM accounts; END $$',
  'CALL wipe_and_commit()',
  'CALL wipe_with_result(0)',
  // Definitions and privileges
  'DROP TABLE accounts',
  'ALTER TABLE accounts ADD COLUMN spy text',
  'CREATE TEMP TABLE scratch (id int)',
  'CREATE FUNCTION spy() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  `COMMENT ON TABLE accounts IS 'gone'`,
  'CREATE INDEX spy ON accounts (name)',
  'GRANT ALL ON accounts TO PUBLIC',
  `ALTER ROLE CURRENT_USER PASSWORD 'changed'`,
  'ALTER ROLE CURRENT_USER SET work_mem = 64',
  'REFRESH MATERIALIZED VIEW totals',
  'ALTER SYSTEM SET work_mem = 64',
  'CREATE EXTENSION hstore',
  'SET ROLE postgres',
  'SET SESSION AUTHORIZATION postgres',
  `SELECT set_config('role', 'postgres', false)`,
  `SELECT set_config('session_authorization', 'postgres', false)`,
  // Maintenance and locks
  'VACUUM',
  'ANALYZE accounts',
  'CLUSTER accounts USING accounts_pkey',
  'REINDEX TABLE accounts',
  'CHECKPOINT',
  'LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE',
  // Files and other servers
  `COPY accounts TO PROGRAM 'touch toolpath-stolen'`,
  `COPY accounts FROM PROGRAM 'echo 9,Eve,1,x' WITH (FORMAT csv)`,
  `COPY accounts TO 'toolpath-stolen.csv'`,
  'COPY accounts TO STDOUT',
  'COPY accounts FROM STDIN',
  `SELECT pg_read_file('PG_VERSION')`,
  `SELECT * FROM pg_read_file('postgresql.conf')`,
  `SELECT * FROM pg_ls_dir('.')`,
  `SELECT lo_import('PG_VERSION')`,
  `SELECT lo_export(4711, 'toolpath-stolen')`,
  `SELECT dblink_exec('dbname=postgres', 'CREATE TABLE stolen ()')`,
  `SELECT * FROM dblink('host=127.0.0.1 dbname=postgres', 'SELECT 1') AS t(one int)`,
  `SELECT pg_create_physical_replication_slot('spy', true)`,
  'SELECT pg_reload_conf()',
  // What a later statement could use
  'PREPARE later AS DELETE FROM accounts',
  'EXECUTE later',
  'DECLARE spy CURSOR WITH HOLD FOR SELECT * FROM accounts',
  'FETCH ALL FROM spy',
  'LISTEN gossip',
  `NOTIFY gossip, 'secret'`,
  `PREPARE TRANSACTION 'spy'`,
  // Disguises
  '/* SELECT */ DELETE FROM accounts',
  '-- SELECT 1\nDELETE FROM accounts',
  '/* /* nested */ SELECT */ DELETE /**/ FROM/**/accounts',
  'dElEtE\nFROM\taccounts',
  'SELECT 1 /* */; /* */ DELETE FROM accounts --',
  'DELETE FROM "\u0061ccounts"',
  'DELETE FROM U&"\\0061ccounts"',
  '\uFF24ELETE FROM accounts',
  '\u200BDELETE FROM accounts',
  'SELECT 1\u037E DELETE FROM accounts',
  `SELECT '\\'; DELETE FROM accounts; --'`,
  'SELECT $$ $$; DELETE FROM accounts; SELECT $$ $$',
];

/** Statements that succeed, at least before PostgreSQL 16, although the transaction is read-only. Their effect must end with them. */
export const WITHOUT_TRACE: readonly string[] = [
  'SELECT lo_unlink(4711)',
  'SELECT lo_create(4712)',
  `SELECT lo_put(4711, 0, 'changed')`,
  'EXPLAIN ANALYZE CREATE TABLE stolen AS SELECT 1',
  'EXPLAIN ANALYZE CREATE MATERIALIZED VIEW stolen AS SELECT * FROM accounts',
  `SELECT pg_notify('gossip', 'secret')`,
  'SELECT pg_advisory_lock(4711)',
  `SELECT set_config('search_path', 'pg_temp', false)`,
  `SELECT set_config('statement_timeout', '0', false)`,
  'SELECT pg_export_snapshot() <> $$$$',
];

export const HARMLESS: readonly { readonly sql: string; readonly rows: readonly (readonly unknown[])[] }[] = [
  { sql: 'SELECT "update" FROM accounts WHERE id = 1', rows: [['yes']] },
  { sql: `SELECT id FROM accounts WHERE name = 'DROP TABLE'`, rows: [[3]] },
  { sql: `SELECT 'DELETE FROM accounts; COMMIT'`, rows: [['DELETE FROM accounts; COMMIT']] },
  { sql: 'SELECT count(*) FROM accounts -- DELETE FROM accounts', rows: [[3]] },
  { sql: '/* DELETE FROM accounts; */ SELECT 1', rows: [[1]] },
  { sql: `SELECT replace(name, 'd', 'D') FROM accounts WHERE id = 1`, rows: [['ADa']] },
  { sql: 'SELECT 1;', rows: [[1]] },
  { sql: ' ;; SELECT 1 ; ; -- done', rows: [[1]] },
  { sql: `SELECT ';' AS "drop; table"`, rows: [[';']] },
  { sql: "SELECT $$ it's; COMMIT $$", rows: [[" it's; COMMIT "]] },
  { sql: 'WITH delete AS (SELECT 1 AS insert) SELECT insert FROM delete', rows: [[1]] },
  { sql: 'TABLE totals', rows: [['30.50']] },
  { sql: 'VALUES (1), (2)', rows: [[1], [2]] },
  { sql: 'SHOW transaction_read_only', rows: [['on']] },
  { sql: 'EXPLAIN (COSTS OFF) SELECT 1', rows: [['Result']] },
  { sql: 'EXPLAIN (COSTS OFF) DELETE FROM accounts', rows: [['Delete on accounts'], ['  ->  Seq Scan on accounts']] },
  { sql: 'SELECT name FROM rich ORDER BY name', rows: [['Ada'], ['Bob']] },
];
