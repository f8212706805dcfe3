import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { resultOf, runProgram } from '../../../test/contracts/sandbox/fixture.ts';
import { proves } from '../../../test/requirements.ts';
import { WITH_BUBBLEWRAP, WITHOUT_BUBBLEWRAP } from '../../../test/walls.ts';
import { openPyodide } from '../pyodide.ts';
import { WALLS } from './bubblewrap.ts';
import type { Launch } from './launch.ts';
import { ProcessPool } from './pool.ts';
import { findHoleInPython } from './pyodide-canaries.ts';
import { pyodideLaunch } from './pyodide-launch.ts';
import type { PyodideOpening } from './pyodide-opening.ts';

const MEMORY_BYTES = 64 * 1024 * 1024;
const NEVER = new AbortController().signal;
/** Node denies the network, or the process would notice that. */
const NODE_ALONE = { ...WITHOUT_BUBBLEWRAP, nodeDeniesNetwork: true };

const cache = mkdtempSync(path.join(tmpdir(), 'toolpath-pyodide-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

proves('L10', "Pyodide's process may read its own files, use a thread, and nothing else", async () => {
  const { command, args, env } = await pyodideLaunch({ memoryBytes: MEMORY_BYTES }, NEVER, NODE_ALONE);
  expect(command).toBe(process.execPath);
  const program = args.findIndex((arg) => arg.endsWith('pyodide-child.ts'));
  expect(args).toHaveLength(program + 2);
  const flags = args.slice(0, program);
  expect(flags).toEqual(
    expect.arrayContaining([
      '--permission',
      '--disallow-code-generation-from-strings',
      '--frozen-intrinsics',
      '--no-addons',
    ]),
  );
  const pyodide = path.dirname(realpathSync(createRequire(import.meta.url).resolve('pyodide/package.json')));
  const own = [
    pyodide,
    realpathSync(import.meta.dirname),
    realpathSync(path.join(import.meta.dirname, '../../../package.json')),
  ];
  expect(flags.filter((flag) => flag.startsWith('--allow'))).toEqual([
    '--allow-worker',
    ...own.map((file) => `--allow-fs-read=${file}`),
  ]);
  expect(env).toEqual({ TZ: expect.any(String) });
});

proves('L10', "Pyodide's process has the same limits of Node inside bubblewrap", async () => {
  const { command, args } = await pyodideLaunch({ memoryBytes: MEMORY_BYTES }, NEVER, NODE_ALONE);
  for (const nodeDeniesNetwork of [true, false]) {
    const walls = { ...WITH_BUBBLEWRAP, nodeDeniesNetwork };
    const wrapped = await pyodideLaunch({ memoryBytes: MEMORY_BYTES }, NEVER, walls);
    expect(wrapped.command).toBe('bwrap');
    expect(wrapped.args).toEqual(expect.arrayContaining(['--unshare-all', '--clearenv']));
    expect(wrapped.args.slice(wrapped.args.indexOf('--'))).toEqual(['--', command, ...args]);
  }
});

proves('L10', 'Without a wall against the network, Pyodide starts no process and says what to do', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-pyodide-off-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const walls = { ...WITHOUT_BUBBLEWRAP, nodeDeniesNetwork: false };
  const engine = openPyodide({ processes: 1, memoryBytes: MEMORY_BYTES, cache: folder }, walls);
  onTestFinished(() => engine.close());
  const off = {
    kind: 'off',
    message:
      `Node ${process.version} cannot deny a process the network, and bubblewrap is not installed. ` +
      'Use Node 26 or newer, or install bubblewrap and allow user namespaces.',
  };
  await expect(engine.check(NEVER)).rejects.toMatchObject(off);
  await expect(engine.enter(NEVER)).rejects.toMatchObject(off);
  expect(readdirSync(folder)).toEqual([]); // no process has made a snapshot
});

test('A process of Pyodide starts from the stored snapshot, and without it if it was damaged after the check', async ({
  skip,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-pyodide-marked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = { memoryBytes: MEMORY_BYTES, snapshotFolder: folder };
  const first = await pyodideLaunch(options, NEVER).catch((error: Error) => skip(error.message));
  const [name = ''] = readdirSync(folder);
  const snapshot = path.join(realpathSync(folder), name);
  const opening = JSON.parse(first.args.at(-1) ?? '') as PyodideOpening;
  expect(opening.snapshot).toBe(snapshot);
  expect(first.args).toContain(`--allow-fs-read=${snapshot}`);
  const content = await markedSnapshot(opening.folder);
  const seal = createHash('sha256').update(name).update(content).digest();
  writeFileSync(snapshot, Buffer.concat([content, seal]));
  const launch = await pyodideLaunch(options, NEVER);
  expect(launch).toMatchObject({ command: first.command, args: first.args, env: first.env });
  expect(await isMarked(launch)).toBe(true);
  truncateSync(snapshot, content.length / 2);
  expect(await isMarked(launch)).toBe(false);
});

test.for([
  ['removed', (file: string) => rmSync(path.dirname(file), { recursive: true })],
  ['truncated', (file: string) => truncateSync(file, 1_000)],
] as const)('A snapshot that was %s while the engine is open is made again', async ([, harm], { skip }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-pyodide-again-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const engine = openPyodide({ processes: 1, memoryBytes: MEMORY_BYTES, cache: folder });
  onTestFinished(() => engine.close());
  await engine.check(NEVER).catch((error: Error) => skip(error.message));
  expect(resultOf(await runProgram(engine, '1 + 1'))).toBe(2);
  const own = path.join(folder, 'pyodide');
  const [name = ''] = readdirSync(own);
  const { size } = statSync(path.join(own, name));
  harm(path.join(own, name));
  for (let time = 0; time < 2; time++) expect(resultOf(await runProgram(engine, '1 + 1'))).toBe(2); // a spare process is ready
  expect(statSync(path.join(own, name)).size).toBe(size);
});

/** Returns a snapshot from which programs have `sys.marked`. */
async function markedSnapshot(pyodide: string): Promise<Buffer> {
  const code = `
    import { loadPyodide } from ${JSON.stringify(import.meta.resolve('./pyodide-realm.ts'))};
    import { PyodideProgram } from ${JSON.stringify(import.meta.resolve('./pyodide-program.ts'))};
    const opening = { folder: ${JSON.stringify(pyodide)}, makesSnapshot: true };
    const inside = await loadPyodide(opening, new PyodideProgram(() => {}));
    inside.prove('import sys; sys.marked = True');
    process.stdout.write(inside.makeSnapshot());`;
  const options = { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 } as const;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], options);
  return stdout;
}

/** Runs a program, and returns whether its process has started from the marked snapshot. */
async function isMarked(launch: Launch): Promise<unknown> {
  const pool = new ProcessPool({ launch: () => Promise.resolve(launch), most: 1, isReusable: false });
  const engine = { ...openPyodide({ processes: 1, memoryBytes: MEMORY_BYTES, cache }), enter: pool.enter.bind(pool) };
  try {
    return resultOf(await runProgram(engine, 'import sys\nhasattr(sys, "marked")'));
  } finally {
    pool.close();
  }
}

const HOLES: Readonly<Record<string, readonly [change: (args: readonly string[]) => readonly string[], why: string]>> =
  {
    'no permission model': [without(/^--(?:permission|allow-)/), 'The process can read files outside the sandbox.'],
    'all files': [and('--allow-fs-read=*'), 'The process can read files outside the sandbox.'],
    'the right to write files': [and('--allow-fs-write=*'), 'Node\'s permission model does not deny "fs.write".'],
    'the right to start processes': [and('--allow-child-process'), 'Node\'s permission model does not deny "child".'],
    'the right to load native code': [and('--allow-addons'), 'Node\'s permission model does not deny "addon".'],
    'the right to use WASI': [and('--allow-wasi'), 'Node\'s permission model does not deny "wasi".'],
    'the right to make code from texts': [
      without(/^--disallow-code-generation/),
      'The process can make code from texts.',
    ],
    'a network': [and('--allow-net'), 'The process can reach the network.'],
  };

for (const [hole, [change, why]] of Object.entries(HOLES))
  proves(
    'L10',
    `A process of Pyodide with ${hole} takes no program, and the engine is off with the reason`,
    async ({ skip }) => {
      if (hole === 'a network' && !WALLS.nodeDeniesNetwork) skip('Node cannot deny the network.');
      if (hole === 'a network' && !(await hasRoute())) skip('This machine has no network.');
      const pool = await openPool(change);
      await expect(pool.enter(NEVER)).rejects.toMatchObject({ kind: 'off', message: why });
    },
  );

test('A process of Pyodide with the limits of Node alone takes a program', async ({ skip }) => {
  if (!WALLS.nodeDeniesNetwork) skip('Node cannot deny the network.');
  const pool = await openPool((args) => args);
  (await pool.enter(NEVER)).leave(true);
});

proves('L10', 'JavaScript that has left Python gets nothing under the limits of Node alone', async ({ skip }) => {
  if (!WALLS.nodeDeniesNetwork) skip('Node cannot deny the network.');
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-canary-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const canary = path.join(folder, 'canary');
  writeFileSync(canary, 'secret');
  const server = createServer((socket) => socket.end('connected'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { args } = await pyodideLaunch({ memoryBytes: MEMORY_BYTES }, NEVER, NODE_ALONE);
  const flags = args.slice(0, -2);
  const attempt = async (limits: readonly string[]) => {
    const { stdout } = await run(process.execPath, [...limits, '-e', ESCAPES, canary, String(port)], { env: {} });
    return JSON.parse(stdout) as unknown;
  };
  expect(await attempt([])).toEqual(['files', 'folders', 'writing', 'processes', 'threads', 'code', 'network']);
  rmSync(`${canary}.written`);
  expect(await attempt(flags)).toEqual([]);
});

/** A script that prints what it can do. */
const ESCAPES = `
const [canary, port] = process.argv.slice(1);
const done = [];
const attempt = async (what, run) => { try { await run(); done.push(what); } catch {} };
const inThread = 'require("fs").readFileSync(require("worker_threads").workerData)';
(async () => {
  await attempt('files', () => fs.readFileSync(canary));
  await attempt('folders', () => fs.readdirSync('/'));
  await attempt('writing', () => fs.writeFileSync(canary + '.written', ''));
  await attempt('processes', () => child_process.execFileSync(process.execPath, ['--version']));
  await attempt('threads', () => new Promise((resolve, reject) => {
    const thread = new worker_threads.Worker(inThread, { eval: true, workerData: canary });
    thread.on('error', reject).on('exit', resolve);
  }));
  await attempt('code', () => new Function('')());
  await attempt('network', () => new Promise((resolve, reject) => {
    net.connect(port, '127.0.0.1').on('data', resolve).on('error', reject);
  }));
  console.log(JSON.stringify(done));
})();`;

const run = promisify(execFile);

/** Opens a pool of Pyodide's processes without bubblewrap, with changed arguments. */
async function openPool(change: (args: readonly string[]) => readonly string[]): Promise<ProcessPool> {
  const launch = await pyodideLaunch({ memoryBytes: MEMORY_BYTES, snapshotFolder: cache }, NEVER, NODE_ALONE);
  const changed = { ...launch, args: change(launch.args) };
  const pool = new ProcessPool({ launch: () => Promise.resolve(changed), most: 1, isReusable: false });
  onTestFinished(() => pool.close());
  return pool;
}

function without(flag: RegExp): (args: readonly string[]) => readonly string[] {
  return (args) => args.filter((arg) => !flag.test(arg));
}

function and(flag: string): (args: readonly string[]) => readonly string[] {
  return (args) => [flag, ...args];
}

/** Returns whether this machine has a route to a reserved address. Sends nothing. */
function hasRoute(): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise<boolean>((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.connect(9, '192.0.2.1');
  }).finally(() => socket.close());
}

test('Python that can exceed its memory, see files or JavaScript, or cannot be interrupted, is a hole', () => {
  const answers = {
    bytearray: 'refused',
    'range(': new Error('KeyboardInterrupt'),
    'os.path': 'False',
    'import js': 'none',
  };
  const holeIf = (changed: object) =>
    findHoleInPython({
      limitMemory: () => undefined,
      interrupt: new Uint8Array(new SharedArrayBuffer(1)),
      prove: (code) => {
        const [, answer] = Object.entries({ ...answers, ...changed }).find(([word]) => code.includes(word)) ?? [];
        if (answer instanceof Error) throw answer;
        return String(answer);
      },
    });
  expect(holeIf({})).toBeUndefined();
  expect(holeIf({ bytearray: 'granted' })).toBe("The limit of Python's memory does not work.");
  expect(holeIf({ 'range(': 'None' })).toBe('Python cannot be interrupted.');
  expect(holeIf({ 'os.path': 'True' })).toBe('Python can see files of this machine.');
  expect(holeIf({ 'import js': 'process' })).toBe('Python can reach the global objects of JavaScript.');
});
