import type { ConnectionOptions } from 'mysql2';
import { DatabaseError } from '../database-error.ts';

/** The place of a server, its account and its encryption, as the driver takes them. */
export interface Address {
  readonly options: Pick<ConnectionOptions, 'host' | 'port' | 'socketPath' | 'user' | 'password' | 'database' | 'ssl'>;
  /** Host and port, or the socket's path, for messages. */
  readonly place: string;
  /** The default database; undefined if the URL names none. */
  readonly database: string | undefined;
}

/**
 * Reads a `mysql://` or `mariadb://` URL. It may have the parameters `socket`, a path, and `ssl-mode`: `disabled` (the default),
 * `required` (encrypted) or `verify_identity` (the certificate is also checked). Every other parameter is refused, because the
 * driver's own parameters could switch protections off.
 */
export function readAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^(?:mysql|mariadb):$/.test(url.protocol)) throw unusable('it has an invalid form');
  for (const name of url.searchParams.keys())
    if (name !== 'socket' && name !== 'ssl-mode') throw unusable(`the parameter ${JSON.stringify(name)} is unknown`);
  const host = decoded(url.hostname.replace(/^\[(.*)\]$/, '$1')) || 'localhost';
  const port = Number(url.port || DEFAULT_PORT);
  const socket = url.searchParams.get('socket');
  const database = decoded(url.pathname.slice(1)) || undefined;
  return {
    options: {
      ...(socket === null ? { host, port } : { socketPath: socket }),
      user: decoded(url.username),
      password: decoded(url.password),
      ...(database !== undefined && { database }),
      ...encryption(url.searchParams.get('ssl-mode') ?? 'disabled'),
    },
    place: socket ?? `${host}:${port}`,
    database,
  };
}

const DEFAULT_PORT = 3306;

function encryption(mode: string): Pick<ConnectionOptions, 'ssl'> {
  switch (mode.toLowerCase()) {
    case 'disabled':
      return {};
    case 'required':
      return { ssl: { rejectUnauthorized: false } };
    case 'verify_identity':
      return { ssl: { rejectUnauthorized: true, verifyIdentity: true } };
    default:
      throw unusable('its "ssl-mode" must be "disabled", "required" or "verify_identity"');
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw unusable('it has a "%" that is not followed by two hexadecimal digits; write "%25" for a percent sign');
  }
}

/** The message does not contain the URL, because it may contain a password. */
function unusable(why: string): DatabaseError {
  return new DatabaseError('unreachable', `The URL of the database cannot be used: ${why}.`);
}
