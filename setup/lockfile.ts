/**
 * `npm run lockfile` completes package-lock.json after a dependency was added.
 *
 * npm omits a package for another platform from the lockfile if the registry in use does not have it, and `npm ci` then
 * rejects that lockfile on every platform. This script adds such packages by name and version, as optional and bound to
 * their platform, as npm itself would. Only their integrity hash is unknown.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const lockfile = path.join(import.meta.dirname, '..', 'package-lock.json');

export interface Lock {
  packages: Record<string, Locked>;
}

interface Locked {
  version?: string;
  dev?: boolean;
  peer?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

if (import.meta.main) {
  const lock = readLock();
  const missing = missingFrom(lock);
  if (missing.length > 0) writeFileSync(lockfile, `${JSON.stringify(complete(lock), null, 2)}\n`);
  for (const { name, version } of missing) console.log(`Added ${name}@${version}.`);
  console.log(`package-lock.json is complete (${missing.length} added).`);
}

export function readLock(): Lock {
  return JSON.parse(readFileSync(lockfile, 'utf8'));
}

/** Returns the optional dependencies of locked packages that are not locked themselves. */
export function missingFrom({ packages }: Lock) {
  return Object.entries(packages).flatMap(([place, dependent]) =>
    Object.entries(dependent.optionalDependencies ?? {})
      .filter(
        ([name]) => !placesSeenFrom(place).some((above) => Object.hasOwn(packages, `${above}node_modules/${name}`)),
      )
      .map(([name, version]) => ({ name, version, dependent })),
  );
}

/** Returns the lockfile with the missing packages added, sorted by path as npm sorts them. */
export function complete(lock: Lock): Lock {
  const added = missingFrom(lock).map(({ name, version, dependent }): [string, Locked] => [
    `node_modules/${name}`,
    {
      version,
      ...platformOf(name),
      ...(dependent.dev && { dev: true }),
      optional: true,
      ...(dependent.peer && { peer: true }),
    },
  ]);
  const packages = [...Object.entries(lock.packages), ...added].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** Returns the folders that Node searches from `node_modules/a/node_modules/b`: that folder, `node_modules/a/`, the root. */
function placesSeenFrom(place: string): string[] {
  if (place === '') return [''];
  const outer = place.lastIndexOf('node_modules/');
  return [`${place}/`, ...placesSeenFrom(outer > 0 ? place.slice(0, outer - 1) : '')];
}

/** Reads the platform from a package's name. By convention the name contains it: `@biomejs/cli-linux-x64-musl`. */
function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> {
  const os = /aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32/.exec(name)?.[0];
  const cpu = /(?<=-)(?:arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)(?=-|$)/.exec(name)?.[0];
  const libc = /musl|gnu/.exec(name)?.[0];
  if (cpu === undefined)
    throw new Error(
      `The name "${name}" contains no known platform. Add its platform to platformOf in setup/lockfile.ts.`,
    );
  return {
    cpu: [cpu],
    ...(libc && os === 'linux' && { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }),
    ...(os && { os: [os] }),
  };
}
