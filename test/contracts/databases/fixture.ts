import type { Database, Dialect, Parameter, Statement, StatementResult } from '../../../src/databases/database.ts';
import type { DatabaseOptions } from '../../../src/databases/options.ts';

/** A database of its own for one test file, with the tables of `FIXTURE`. */
export interface TestDatabase {
  readonly dialect: Dialect;
  /** Opens it as a source of the settings is opened. The suite closes it. */
  open(options?: Partial<DatabaseOptions>): Database;
  /** Runs a statement as the owner, beside Toolpath. */
  admin(sql: string): Promise<void>;
  /** Returns a text that differs after any change of data, definitions or files. */
  fingerprint(): Promise<string>;
  remove(): Promise<void>;
}

/** What differs between the engines. */
export interface DialectSamples {
  /** Statements that would change something. A read-only source must refuse each, or run it without any effect. */
  readonly harmful: readonly string[];
  /** Statements that only look harmful, with the rows that they return. */
  readonly harmless: readonly (readonly [sql: string, rows: readonly (readonly unknown[])[]])[];
  /** A statement that never ends. */
  readonly endless: string;
  /** A statement that returns at least ten million rows. */
  readonly manyRows: string;
  /** An expression whose value has 50 million characters. */
  readonly hugeText: string;
  /** Expressions with the type and the cell that they must give. */
  readonly values: readonly (readonly [expression: string, type: RegExp, cell: unknown])[];
  /** Returns the placeholder of the parameter with this number. */
  readonly placeholder: (number: number) => string;
}

/** Statements that every engine must refuse, or run without any effect, in a read-only source. */
export const HARMFUL: readonly string[] = [
  'DELETE FROM order_items',
  "UPDATE customers SET name = 'x'",
  "INSERT INTO customers VALUES (99, 'x', NULL, 'XX')",
  'WITH x AS (SELECT 1) DELETE FROM order_items',
  'SELECT 1; DELETE FROM order_items',
  'COMMIT; DELETE FROM order_items',
  '/* SELECT */ DELETE FROM order_items',
  'EXPLAIN ANALYZE DELETE FROM order_items',
  'CREATE TABLE evil (a INTEGER)',
  'CREATE TABLE evil AS SELECT * FROM customers',
  'CREATE VIEW evil AS SELECT 1',
  'CREATE INDEX evil ON customers(name)',
  'DROP TABLE order_items',
  'DROP VIEW big_orders',
  'ALTER TABLE customers ADD COLUMN evil INTEGER',
  'TRUNCATE TABLE order_items',
  'BEGIN',
  'COMMIT',
  'ROLLBACK',
];

/** Statements that only look harmful, with the rows that every engine returns. */
export const HARMLESS: DialectSamples['harmless'] = [
  ["SELECT 'DROP TABLE customers' AS x", [['DROP TABLE customers']]],
  ["SELECT count(*) AS n FROM customers WHERE name <> 'DELETE; UPDATE'", [[3]]],
  ['SELECT 1 AS x -- DELETE FROM customers', [[1]]],
  ['SELECT /* DROP TABLE customers; */ 2 AS x', [[2]]],
  ["SELECT replace('attach', 'att', 're') AS x", [['reach']]],
  ["SELECT ';' AS x;", [[';']]],
  ['WITH inserted AS (SELECT 4 AS n) SELECT n FROM inserted', [[4]]],
  ['SELECT updated.n FROM (SELECT 5 AS n) AS updated', [[5]]],
];

/** Written so that every engine accepts each statement. */
export const FIXTURE: readonly string[] = [
  'CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(100) NOT NULL, email VARCHAR(100), country VARCHAR(2))',
  'CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, total DECIMAL(10,2), placed_on DATE, ' +
    'FOREIGN KEY (customer_id) REFERENCES customers(id))',
  'CREATE TABLE order_items (order_id INTEGER NOT NULL, line_no INTEGER NOT NULL, product VARCHAR(40), quantity INTEGER, ' +
    'PRIMARY KEY (order_id, line_no), FOREIGN KEY (order_id) REFERENCES orders(id))',
  "INSERT INTO customers VALUES (1, 'Ada', 'ada@example.com', 'AT'), (2, 'Böb', NULL, 'DE'), (3, 'Çem 🙂', NULL, 'TR')",
  "INSERT INTO orders VALUES (10, 1, 12.50, '2026-01-31'), (11, 1, 0.10, '2026-02-01'), (12, 2, 99.99, '2026-02-02')",
  "INSERT INTO order_items VALUES (10, 1, 'tea', 2), (10, 2, 'cup', 1), (11, 1, 'tea', 1), (12, 1, 'pot', 1)",
  'CREATE VIEW big_orders AS SELECT id, total FROM orders WHERE total > 10',
];

export const roomy = { ms: 20_000, rows: 1_000, bytes: 1024 * 1024, cellBytes: 4_096 };

export const options: DatabaseOptions = {
  isWritable: false,
  connections: 4,
  connectMs: 10_000,
  memoryBytes: 256 * 1024 * 1024,
  schemaTables: 10_000,
};

/** Runs one statement that reads, with generous bounds. */
export function query(
  database: Database,
  sql: string,
  { parameters = [], signal = never, access = 'read', ...bounds }: Asked = {},
): Promise<StatementResult> {
  return database.run({ sql, parameters, access, bounds: { ...roomy, ...bounds } }, signal);
}

type Asked = Partial<Statement['bounds']> & {
  readonly parameters?: readonly Parameter[];
  readonly signal?: AbortSignal;
  readonly access?: Statement['access'];
};

export const never: AbortSignal = new AbortController().signal;
