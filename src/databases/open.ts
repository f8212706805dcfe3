import type { Address } from './address.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { openMysql } from './mysql/mysql.ts';
import type { DatabaseOptions } from './options.ts';
import { openPostgres } from './postgres/postgres.ts';

/** Opens a database with the engine of its address. It connects at its first use. */
export function openDatabase(address: Address, options: DatabaseOptions): Database {
  switch (address.dialect) {
    case 'sqlite':
    case 'duckdb':
      return openEmbedded(address, options);
    case 'postgres':
      return openPostgres(address.url, options);
    case 'mysql':
      return openMysql(address.url, options);
    default:
      return address satisfies never;
  }
}
