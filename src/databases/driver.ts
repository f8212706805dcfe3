import { pathToFileURL } from 'node:url';
import { findPackage } from '../optional-package.ts';
import { DatabaseError } from './database-error.ts';

/** The drivers are optional peer dependencies, so that only the users of a database install its driver. */
const INSTALL = {
  pg: 'npm install pg',
  mysql2: 'npm install mysql2',
  'mysql2/promise': 'npm install mysql2',
  '@duckdb/node-api': 'npm install @duckdb/node-api',
} as const;

export type DriverPackage = keyof typeof INSTALL;

/**
 * Imports a driver when it is first needed: the one installed beside Toolpath, or else the one of the project in the working
 * directory. Throws a DatabaseError with the install command if there is none.
 */
export async function loadDriver<Driver>(name: DriverPackage): Promise<Driver> {
  return (await import(pathToFileURL(findDriver(name)).href)) as Driver;
}

/** Returns the file of a driver, for a process that imports it by its path. Throws as `loadDriver` does. */
export function findDriver(name: DriverPackage): string {
  const file = findPackage(name);
  if (file !== undefined) return file;
  throw new DatabaseError(
    'no-driver',
    `The package "${name}" is not installed. Run "${INSTALL[name]}" and restart Toolpath.`,
  );
}
