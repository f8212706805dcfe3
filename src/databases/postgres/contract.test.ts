import {
  type DialectSamples,
  databaseContract,
  FIXTURE,
  options,
  type TestDatabase,
} from '../../../test/contracts/databases/index.ts';
import { fingerprint, postgresServer, sqlAt } from '../../../test/databases/postgres-server.ts';
import { openPostgres } from './postgres.ts';

const samples: DialectSamples = {
  harmful: [], // read-only.test.ts has this engine's own statements
  harmless: [],
  endless: 'WITH RECURSIVE n(i) AS (SELECT 1::bigint UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
  manyRows: 'SELECT i FROM generate_series(1, 10000000) AS i',
  hugeText: "repeat('x', 50000000)",
  values: [
    ['9007199254740991::bigint', /^bigint$/, 9007199254740991],
    ['9007199254740993::bigint', /^bigint$/, '9007199254740993'],
    ['1234567890.1234567890::numeric(30,10)', /^numeric/, '1234567890.1234567890'],
    ["'NaN'::float8", /^double precision$/, 'NaN'],
    ['true', /^boolean$/, true],
    ["DATE '2026-01-31'", /^date$/, '2026-01-31'],
    ["'\\x00ff10'::bytea", /^bytea$/, '[blob, 3 bytes: 00ff10]'],
    ['ARRAY[1,2]', /^integer\[\]$/, '{1,2}'],
    ["'🙂'", /^text$/, '🙂'],
  ],
  placeholder: (number) => `$${number}`,
};

databaseContract('PostgreSQL', prepare, samples);

async function prepare(): Promise<TestDatabase | string> {
  const server = await postgresServer();
  if (typeof server === 'string') return server;
  const database = await server.createDatabase();
  await sqlAt(database.ownerUrl, ...FIXTURE);
  return {
    dialect: 'postgres',
    open: (more) => openPostgres(database.ownerUrl, { ...options, ...more }),
    admin: async (sql) => void (await sqlAt(database.ownerUrl, sql)),
    fingerprint: () => fingerprint(database),
    remove: async () => undefined, // the server is stopped with the tests of this file
  };
}
