import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
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
  const here = await importFrom(import.meta.url, name);
  const loaded = here ?? (await importFrom(pathToFileURL(path.join(process.cwd(), 'package.json')).href, name));
  if (loaded !== undefined) return loaded as Driver;
  throw new DatabaseError(
    'no-driver',
    `The package "${name}" is not installed. Run "${INSTALL[name]}" and restart Toolpath.`,
  );
}

/** Returns the package as a module of that place sees it, or undefined if it is not installed there. */
async function importFrom(place: string, name: string): Promise<unknown> {
  let file: string;
  try {
    file = createRequire(place).resolve(name);
  } catch {
    return undefined;
  }
  return import(pathToFileURL(file).href);
}
