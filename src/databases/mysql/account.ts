import { DatabaseError } from '../database-error.ts';
import type { Address } from './address.ts';
import type { Session } from './session.ts';

/**
 * Refuses an account that a read-only transaction does not restrain: with FILE, a SELECT reads and writes files of the server,
 * and the other privileges change the server itself. Rejects with a DatabaseError of kind `unsafe-account`.
 */
export async function checkAccount(session: Session, { database }: Address): Promise<void> {
  const [row] = await session.query('SELECT CURRENT_USER(), CURRENT_ROLE()').catch(() => [['', null]]);
  const [account, role] = (row ?? []).map(textOf);
  // MySQL lists the privileges of active roles only if they are named. MariaDB always does.
  const ofRoles = role && role !== 'NONE' && !session.isMaria ? ` FOR CURRENT_USER() USING ${role}` : '';
  const grants = (await session.query(`SHOW GRANTS${ofRoles}`)).map(([line]) => textOf(line));
  const unsafe = [...new Set(grants.flatMap(unsafePrivileges))];
  if (unsafe.length > 0) throw unsafeAccount(account || 'of the URL', unsafe, database);
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString() : String(value ?? '');
}

/** Returns the privileges of a line of SHOW GRANTS that apply to the whole server and reach beyond transactions. */
function unsafePrivileges(line: string): string[] {
  const global = line.indexOf(' ON *.* TO ');
  if (!line.startsWith('GRANT ') || global === -1) return [];
  return line
    .slice('GRANT '.length, global)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => UNSAFE.has(each) || /[ _]ADMIN$/.test(each));
}

const UNSAFE: ReadonlySet<string> = new Set([
  'ALL PRIVILEGES',
  'FILE',
  'SUPER',
  'SHUTDOWN',
  'RELOAD',
  'CREATE USER',
  'CREATE TABLESPACE',
]);

function unsafeAccount(account: string, privileges: readonly string[], database: string | undefined): DatabaseError {
  const scope =
    database === undefined ? '*' : /^\w+$/.test(database) ? database : `\`${database.replaceAll('`', '``')}\``;
  return new DatabaseError(
    'unsafe-account',
    `The account ${account} has the global privilege ${privileges.slice(0, MOST_NAMED).join(', ')}, which a read-only transaction does not restrain: for example, a SELECT could read and write files of the server. ` +
      `Use an account that can only read: CREATE USER 'toolpath'@'%' IDENTIFIED BY '…'; GRANT SELECT, SHOW VIEW ON ${scope}.* TO 'toolpath'@'%';`,
  );
}

const MOST_NAMED = 5;
