/**
 * `npm run lockfile`, after a dependency was added: completes package-lock.json.
 *
 * npm leaves another platform's package out of the lockfile when the registry in use does not have it, and `npm ci`
 * then refuses that lockfile on every platform. This writes such packages down by name and version, optional and bound
 * to their platform, as npm itself would; only their integrity is unknown.
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
  for (const { name, version } of missing) console.log(`added ${name}@${version}`);
  console.log(`package-lock.json is complete (${missing.length} added).`);
}

export function readLock(): Lock {
  return JSON.parse(readFileSync(lockfile, 'utf8'));
}

/** The optional dependencies of locked packages that are not locked themselves. */
export function missingFrom({ packages }: Lock) {
  return Object.entries(packages).flatMap(([place, dependent]) =>
    Object.entries(dependent.optionalDependencies ?? {})
      .filter(
        ([name]) => !placesSeenFrom(place).some((above) => Object.hasOwn(packages, `${above}node_modules/${name}`)),
      )
      .map(([name, version]) => ({ name, version, dependent })),
  );
}

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

/** From `node_modules/a/node_modules/b`: that place itself, then `node_modules/a/`, then the root. */
function placesSeenFrom(place: string): string[] {
  if (place === '') return [''];
  const outer = place.lastIndexOf('node_modules/');
  return [`${place}/`, ...placesSeenFrom(outer > 0 ? place.slice(0, outer - 1) : '')];
}

/** Packages for one platform are named after it by convention: `@biomejs/cli-linux-x64-musl`. */
function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> {
  const os = /aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32/.exec(name)?.[0];
  const cpu = /(?<=-)(?:arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)(?=-|$)/.exec(name)?.[0];
  const libc = /musl|gnu/.exec(name)?.[0];
  if (cpu === undefined) throw new Error(`Which platform is ${name} for? Teach setup/lockfile.ts.`);
  return {
    cpu: [cpu],
    ...(libc && os === 'linux' && { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }),
    ...(os && { os: [os] }),
  };
}
