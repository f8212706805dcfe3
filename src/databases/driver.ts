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
  return (await import(pathToFileURL(findDriver(name)).href)) as Driver;
}

/** Returns the file of a driver, for a process that imports it by its path. Throws as `loadDriver` does. */
export function findDriver(name: DriverPackage): string {
  const project = pathToFileURL(path.join(process.cwd(), 'package.json')).href;
  const file = resolveFrom(import.meta.url, name) ?? resolveFrom(project, name);
  if (file !== undefined) return file;
  throw new DatabaseError(
    'no-driver',
    `The package "${name}" is not installed. Run "${INSTALL[name]}" and restart Toolpath.`,
  );
}

/** Returns the file of the package as a module of that place finds it, or undefined if it is not installed there. */
function resolveFrom(place: string, name: string): string | undefined {
  try {
    return createRequire(place).resolve(name);
  } catch {
    return undefined;
  }
}
