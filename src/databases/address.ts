import type { Dialect } from './database.ts';

/** Where a database is: a file of an embedded engine, or a server. */
export type Address =
  | { readonly dialect: 'sqlite' | 'duckdb'; readonly path: string }
  | { readonly dialect: 'postgres' | 'mysql'; readonly url: string };

/** Reads the URL of a source. The settings have already checked its scheme. */
export function readAddress(url: string): Address {
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(url) ?? [];
  switch (scheme.toLowerCase()) {
    case 'postgres':
    case 'postgresql':
      return { dialect: 'postgres', url };
    case 'mysql':
    case 'mariadb':
      return { dialect: 'mysql', url };
    case 'duckdb':
      return { dialect: 'duckdb', path: pathIn(rest) };
    default:
      return { dialect: 'sqlite', path: pathIn(rest) };
  }
}

/** Returns an address for people: the file, or the server without the password and the parameters. */
export function shownAddress(url: string): string {
  const address = readAddress(url);
  if ('path' in address) return address.path;
  const parsed = URL.parse(url);
  if (parsed === null) return address.dialect;
  const user = parsed.username === '' ? '' : `${parsed.username}@`;
  return `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
}

/** The names of the engines as people write them. */
export const DIALECT_NAMES: Readonly<Record<Dialect, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
  duckdb: 'DuckDB',
};

/** `sqlite:///var/x.db` and `sqlite:/var/x.db` name the same file. */
function pathIn(rest: string): string {
  return rest.startsWith('//') ? rest.slice(2) : rest;
}
