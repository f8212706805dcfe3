import { z } from 'zod';
import { described, secret, text } from './kinds.ts';

/**
 * The schemes that src/databases/ reads, and `env:NAME`, which stays in the address of a database whose variable is not set.
 * The rest of an address is checked when the database is opened.
 */
const DATABASE_URL = /^(?:sqlite|duckdb|postgres(?:ql)?|mysql|mariadb|env):./is;

/** A database of the setting `databases`. */
export const databaseSchema = z.strictObject({
  url: described(
    secret().regex(
      DATABASE_URL,
      'expected an address such as "sqlite:./shop.db", "postgres://…", "mysql://…" or "duckdb:./data"',
    ),
    'Address of the database: `sqlite:FILE`, `postgres://…`, `mysql://…` or `duckdb:PATH`. The path of DuckDB is a database, a folder with CSV, Parquet or JSON files, or one such file. Write `env:NAME` to read the address from an environment variable.',
    'sqlite:./shop.db',
  ),
  description: described(
    text(),
    'Contents of the database in a few words. The model sees them with the names of the databases.',
    'Customers and orders of the web shop',
  ).exactOptional(),
  write: described(
    z.boolean(),
    'Allows statements that change the database. If it is not set, the database itself refuses them. Rules in `permit` see each such statement as a call that is not read-only.',
    true,
  ).exactOptional(),
  samples: described(
    z.boolean(),
    'Reads a few example values of each text column, so that questions find tables by their contents. Models see these values.',
    true,
  ).exactOptional(),
  disabled: described(z.boolean(), 'Set to true to ignore the database.', true).exactOptional(),
});
