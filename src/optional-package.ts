import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Returns the file of an optional package: the one installed beside Toolpath, or else the one of the project in the working
 * directory. Undefined if neither has it.
 */
export function findPackage(name: string): string | undefined {
  const project = pathToFileURL(path.join(process.cwd(), 'package.json')).href;
  return resolveFrom(import.meta.url, name) ?? resolveFrom(project, name);
}

/** Returns the file of the package as a module of that place finds it, or undefined if it is not installed there. */
function resolveFrom(place: string, name: string): string | undefined {
  try {
    return createRequire(place).resolve(name);
  } catch {
    return undefined;
  }
}
