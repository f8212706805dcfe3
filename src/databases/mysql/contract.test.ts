import {
  type DialectSamples,
  databaseContract,
  FIXTURE,
  options,
  type TestDatabase,
} from '../../../test/contracts/databases/index.ts';
import { MariadbServer } from '../../../test/databases/mariadb-server.ts';
import { openMysql } from './mysql.ts';

const samples: DialectSamples = {
  harmful: [], // safety.test.ts has this engine's own statements
  harmless: [],
  endless: 'SELECT BENCHMARK(1000000000000, MD5(1)) AS x',
  manyRows: 'SELECT seq FROM seq_1_to_10000000',
  hugeText: "REPEAT('x', 15000000)", // a longer text needs a larger max_allowed_packet
  values: [
    ['CAST(9007199254740991 AS SIGNED)', /^bigint/, 9007199254740991],
    ['CAST(9007199254740993 AS SIGNED)', /^bigint/, '9007199254740993'],
    ['CAST(18446744073709551615 AS UNSIGNED)', /^bigint/, '18446744073709551615'],
    ["CAST('1234567890.1234567890' AS DECIMAL(30,10))", /^decimal/, '1234567890.1234567890'],
    ["DATE '2026-01-31'", /^date$/, '2026-01-31'],
    ["TIME '30:01:02'", /^time$/, '30:01:02'],
    ["x'00ff10'", /binary|blob/, '[blob, 3 bytes: 00ff10]'],
    ["'🙂'", /char|text/, '🙂'],
  ],
  placeholder: () => '?',
};

databaseContract('MariaDB', prepare, samples);

async function prepare(): Promise<TestDatabase | string> {
  const server = await MariadbServer.start();
  if (typeof server === 'string') return server;
  const { name, ownerUrl } = await server.createDatabase();
  const admin = async (sql: string) => server.adminIn(name, sql);
  for (const sql of FIXTURE) await admin(sql);
  return {
    dialect: 'mysql',
    open: (more) => openMysql(ownerUrl, { ...options, ...more }),
    admin,
    fingerprint: () => server.fingerprint(name),
    remove: () => server.stop(),
  };
}
