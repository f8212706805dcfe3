import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { SpecVersion } from '../wires/index.ts';

/**
 * Returns the version of the specification that the installed `ai` works with: V2 for major 5, V3 for 6, V4 from 7 on. V3 if `ai` is
 * not found, because both 6 and 7 accept it. Looks in the working directory first, then beside this package.
 */
export function installedVersion(): SpecVersion {
  known ??= versionFor(installedMajor([path.join(process.cwd(), 'noop.js'), import.meta.url]));
  return known;
}

let known: SpecVersion | undefined;

export function versionFor(major: number | undefined): SpecVersion {
  if (major === undefined || major === 6) return 'v3';
  return major <= 5 ? 'v2' : 'v4';
}

function installedMajor(places: readonly string[]): number | undefined {
  for (const place of places) {
    try {
      const file = createRequire(place).resolve('ai/package.json');
      const { version } = JSON.parse(readFileSync(file, 'utf8'));
      const major = Number.parseInt(String(version), 10);
      if (Number.isSafeInteger(major)) return major;
    } catch {
      // `ai` is not installed there
    }
  }
  return undefined;
}
