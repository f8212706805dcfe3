import { readFileSync } from 'node:fs';

/** This package's version. Its package.json lies one folder up, from src/ and from dist/ alike. */
export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
