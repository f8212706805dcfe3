import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { databaseContract, FIXTURE, options, type TestDatabase } from '../../../test/contracts/databases/index.ts';
import { duckdbSamples } from '../../../test/databases/duckdb-statements.ts';
import { openEmbedded } from './embedded.ts';

databaseContract('DuckDB', async () => duckdbDatabase(), duckdbSamples);

/** Creates a file with the fixture in a folder of its own. */
async function duckdbDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-duckdb-'));
  const file = path.join(folder, 'shop.duckdb');
  // DuckDB does not let another process write while Toolpath has the file open, which it has for a moment after a statement.
  const admin = async (...statements: readonly string[]) => {
    for (let tries = 0; ; tries++) {
      try {
        const instance = await DuckDBInstance.create(file);
        const connection = await instance.connect();
        for (const sql of statements) await connection.run(sql);
        connection.disconnectSync();
        return instance.closeSync();
      } catch (error) {
        if (tries === 40) throw error;
        await sleep(50);
      }
    }
  };
  await admin(...FIXTURE, 'CREATE SEQUENCE numbers');
  return {
    dialect: 'duckdb',
    open: (more) => openEmbedded({ dialect: 'duckdb', path: file }, { ...options, ...more }),
    admin,
    fingerprint: async () => {
      const files = [folder, process.cwd()].flatMap((each) => readdirSync(each));
      return `${createHash('sha256').update(readFileSync(file)).digest('hex')} ${files.join()}`;
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
