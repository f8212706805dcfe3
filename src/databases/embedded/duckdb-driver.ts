import { pathToFileURL } from 'node:url';
import type * as Duckdb from '@duckdb/node-api';
import { DatabaseError } from '../database-error.ts';

/** The module of DuckDB's driver. It is an optional package, so only its types are imported. */
export type Driver = typeof Duckdb;

/** Imports the driver from the file that the gateway found. */
export async function importDriver(file: string | undefined): Promise<Driver> {
  if (file === undefined) throw new DatabaseError('no-driver', 'The driver of DuckDB is not installed.');
  try {
    return (await import(pathToFileURL(file).href)) as Driver;
  } catch (error) {
    throw new DatabaseError('no-driver', `The driver of DuckDB cannot be loaded: ${(error as Error).message}`);
  }
}
