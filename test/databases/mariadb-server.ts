import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

/** A database of a test server, with an account that may only read it and one that owns it. */
export interface TestDatabase {
  readonly name: string;
  /** Account with SELECT and SHOW VIEW on this database only. */
  readonly readerUrl: string;
  /** Account with ALL PRIVILEGES on this database only. */
  readonly ownerUrl: string;
}

/**
 * A MySQL or MariaDB server for tests: one that this process starts, with its own data in a temporary folder, or the one of the
 * variable TOOLPATH_TEST_MYSQL, which holds the URL of an administrator.
 */
export class MariadbServer {
  readonly adminUrl: string;
  readonly #own: OwnServer | undefined;
  readonly #created: string[] = [];
  #admin: Promise<Connection> | undefined;

  private constructor(adminUrl: string, own: OwnServer | undefined) {
    this.adminUrl = adminUrl;
    this.#own = own;
  }

  /** Returns a server, or a sentence that says why there is none. */
  static async start(): Promise<MariadbServer | string> {
    const given = process.env.TOOLPATH_TEST_MYSQL;
    if (given !== undefined && given !== '') return new MariadbServer(given, undefined);
    const programs = findPrograms();
    if (programs === undefined)
      return 'MariaDB is not installed. Install it ("apt-get install mariadb-server"), or set TOOLPATH_TEST_MYSQL to the URL of an administrator.';
    const own = await startOwn(programs);
    const server = new MariadbServer(`mysql://root@127.0.0.1:${own.port}/`, own);
    const password = randomBytes(12).toString('hex');
    await server.admin(`SET PASSWORD FOR CURRENT_USER() = PASSWORD('${password}')`);
    return new MariadbServer(`mysql://root:${password}@127.0.0.1:${own.port}/`, own);
  }

  /** Runs a statement as the administrator and returns its rows. */
  async admin(sql: string): Promise<RowDataPacket[]> {
    this.#admin ??= createConnection({ uri: this.adminUrl, dateStrings: true });
    const [rows] = await (await this.#admin).query<RowDataPacket[]>(sql);
    return rows;
  }

  /** Runs a statement as the administrator in a database. */
  async adminIn(database: string, sql: string): Promise<void> {
    await this.admin(`USE ${database}`);
    await this.admin(sql);
  }

  /** Opens a connection of the administrator, which the caller destroys. */
  session(): Promise<Connection> {
    return createConnection({ uri: this.adminUrl });
  }

  /** Creates an empty database with its two accounts. `stop` removes all three. */
  async createDatabase(): Promise<TestDatabase> {
    const name = `test_${randomBytes(5).toString('hex')}`;
    const password = randomBytes(12).toString('hex');
    await this.admin(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    this.#created.push(name);
    for (const [suffix, privileges] of [
      ['r', 'SELECT, SHOW VIEW'],
      ['o', 'ALL PRIVILEGES'],
    ]) {
      await this.admin(`CREATE USER '${name}_${suffix}'@'%' IDENTIFIED BY '${password}'`);
      await this.admin(`GRANT ${privileges} ON ${name}.* TO '${name}_${suffix}'@'%'`);
    }
    const urlOf = (suffix: string) => {
      const url = new URL(this.adminUrl);
      Object.assign(url, { username: `${name}_${suffix}`, password, pathname: `/${name}` });
      return url.href;
    };
    return { name, readerUrl: urlOf('r'), ownerUrl: urlOf('o') };
  }

  /** Returns a text that changes with every row, definition and account, and with every file that the server creates. */
  async fingerprint(database: string): Promise<string> {
    const parts: unknown[] = [];
    const list = async (sql: string) => {
      const rows = await this.admin(sql);
      parts.push(rows);
      return rows;
    };
    const tables = await list(
      `SELECT table_name AS name, table_type, table_comment FROM information_schema.tables WHERE table_schema = '${database}' ORDER BY 1`,
    );
    for (const { name } of tables) {
      await list(`SELECT * FROM \`${database}\`.\`${name}\``);
      await list(`SHOW CREATE TABLE \`${database}\`.\`${name}\``);
    }
    await list(
      `SELECT routine_name, routine_definition FROM information_schema.routines WHERE routine_schema = '${database}' ORDER BY 1`,
    );
    await list(`SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = '${database}' ORDER BY 1`);
    await list(`SELECT event_name FROM information_schema.events WHERE event_schema = '${database}' ORDER BY 1`);
    await list('SHOW DATABASES');
    await list(`SELECT user, host FROM mysql.user WHERE user LIKE '${database}%' ORDER BY 1, 2`);
    if (this.#own !== undefined) {
      await list(`SELECT * FROM mysql.column_stats WHERE db_name = '${database}' ORDER BY 2, 3`);
      await list('SELECT @@global.max_connections, @@global.tx_read_only, @@global.general_log');
      parts.push(readdirSync(this.#own.folder, { recursive: true }).sort());
    }
    return JSON.stringify(parts);
  }

  /** The folder in which the server of this process can write files; undefined for the server of the variable. */
  get writableFolder(): string | undefined {
    return this.#own === undefined ? undefined : path.join(this.#own.folder, 'tmp');
  }

  /** Stops the server of this process and keeps its data, so that `continue` starts it again on the same port. */
  async pause(): Promise<void> {
    this.#admin = undefined;
    if (this.#own !== undefined) await stopProcess(this.#own.child);
  }

  async continue(): Promise<void> {
    if (this.#own !== undefined) this.#own.child = await run(this.#own);
  }

  /** Removes the test databases, and the whole server if this process started it. */
  async stop(): Promise<void> {
    if (this.#own !== undefined) {
      (await this.#admin)?.destroy();
      await stopProcess(this.#own.child);
      rmSync(this.#own.folder, { recursive: true, force: true });
      return;
    }
    for (const name of this.#created) {
      await this.admin(`DROP DATABASE IF EXISTS ${name}`);
      await this.admin(`DROP USER IF EXISTS '${name}_r'@'%', '${name}_o'@'%'`);
    }
    (await this.#admin)?.destroy();
  }
}

interface Programs {
  readonly server: string;
  readonly installer: string;
  /** Ends the server when this process ends, however that happens. */
  readonly tied: readonly string[];
}

interface OwnServer {
  readonly programs: Programs;
  readonly folder: string;
  readonly port: number;
  child: ChildProcess;
}

function findPrograms(): Programs | undefined {
  const server = find('mariadbd') ?? find('mysqld');
  const installer = find('mariadb-install-db') ?? find('mysql_install_db');
  const setpriv = process.platform === 'linux' ? find('setpriv') : undefined;
  if (server === undefined || installer === undefined) return undefined;
  return { server, installer, tied: setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL'] };
}

function find(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/libexec'];
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
}

async function startOwn(programs: Programs): Promise<OwnServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-mariadb-'));
  try {
    const account = unprivileged();
    for (const each of ['', 'data', 'tmp']) {
      mkdirSync(path.join(folder, each), { recursive: true });
      if (account !== undefined) chownSync(path.join(folder, each), account.uid, account.gid);
    }
    execFileSync(
      programs.installer,
      [
        '--no-defaults',
        `--datadir=${path.join(folder, 'data')}`,
        `--tmpdir=${path.join(folder, 'tmp')}`, // a server that starts removes the temporary tables of others in the same folder
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        '--skip-name-resolve',
      ],
      { ...account, cwd: folder, stdio: 'pipe', timeout: START_MS },
    );
    const server = { programs, folder, port: await freePort() };
    return { ...server, child: await run(server) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function run({ programs, folder, port }: Omit<OwnServer, 'child'>): Promise<ChildProcess> {
  const [command = '', ...args] = [
    ...programs.tied,
    programs.server,
    '--no-defaults',
    `--datadir=${path.join(folder, 'data')}`,
    `--tmpdir=${path.join(folder, 'tmp')}`,
    `--socket=${path.join(folder, 's')}`,
    `--pid-file=${path.join(folder, 'pid')}`,
    `--log-error=${path.join(folder, 'log')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-buffer-pool-size=32M',
    '--innodb-log-file-size=32M',
    '--max-allowed-packet=256M',
  ];
  const child = spawn(command, args, { ...unprivileged(), cwd: folder, stdio: 'ignore' });
  const kill = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', kill);
  child.once('exit', () => process.removeListener('exit', kill));
  const deadline = performance.now() + START_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      const log = readFileSync(path.join(folder, 'log'), 'utf8').slice(-2_000);
      kill();
      throw new Error(`MariaDB does not start:\n${log}`);
    }
    await wait(50);
  }
  return child;
}

async function accepts(port: number): Promise<boolean> {
  try {
    const connection = await createConnection({ host: '127.0.0.1', port, user: 'nobody', password: 'x' });
    connection.destroy();
    return true;
  } catch (error) {
    return (error as { sqlMessage?: string }).sqlMessage !== undefined; // it refuses this account, so it runs
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  await exited;
  clearTimeout(timer);
}

/** MariaDB does not run as root: returns the account of its package, or "nobody". */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ['mysql', 'nobody']) {
    try {
      const idOf = (flag: string) =>
        Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      // This user does not exist.
    }
  }
  return undefined;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

const START_MS = 30_000;
