import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serverOf } from '../../../test/mcp/scripted-session.ts';
import { proves } from '../../../test/requirements.ts';
import { endAfterTest, gone, isRunning } from '../../../test/servers/hostile/running.ts';
import { folderWith } from '../../../test/toolpath.ts';
import { adviceOn, type TroubleError } from '../server-problem.ts';

import { type Program, ServerProcess } from './process.ts';

const quick = { endMs: 100, termMs: 200, killMs: 5_000, graceMs: 100 };

/** Starts a program with this script, and waits for its first output on stdout. */
async function start(script: string, stopping = quick): Promise<ServerProcess> {
  const server = new ServerProcess(program(script), stopping);
  onTestFinished(() => server.stop());
  await server.started;
  const { stdout, stderr } = server.pipes ?? {};
  stderr?.resume();
  if (stdout !== undefined) await once(stdout, 'data');
  return server;
}

function program(script: string): Program {
  return { command: process.execPath, args: ['-e', script], env: {} };
}

const ready = 'process.stdout.write("ready");';
const stubborn = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`;
/** Script that starts a child process which ignores SIGTERM, and prints the child's pid. */
const forking = `
  const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(stubborn + ready)}],
    { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.once("data", () => process.stdout.write(String(child.pid)));`;

describe('Stopping a program', () => {
  test('A program that exits at the end of its input keeps its own exit code', async () => {
    const server = await start(`${ready} process.stdin.on("end", () => process.exit(7)).resume();`, {
      ...quick,
      endMs: 5_000,
    });
    const { pid } = server;
    await server.stop();
    expect(server.exit).toEqual({ code: 7, signal: null });
    expect(server.pid).toBeNull();
    expect(isRunning(pid)).toBe(false);
  });

  test('A program that ignores the end of its input gets SIGTERM', async () => {
    const server = await start(`${ready} setInterval(() => {}, 1000);`, { ...quick, termMs: 5_000 });
    await server.stop();
    expect(server.exit).toEqual({ code: null, signal: 'SIGTERM' });
  });

  proves('L9', 'A program that also ignores SIGTERM gets SIGKILL', async () => {
    const server = await start(ready + stubborn);
    const { pid } = server;
    await Promise.all([server.stop(), server.stop()]);
    expect(server.exit).toEqual({ code: null, signal: 'SIGKILL' });
    expect(isRunning(pid)).toBe(false);
  });

  for (const [when, ending] of [
    ['is stopped', 'process.stdin.resume();'],
    ['exits by itself', 'process.stdin.once("data", () => process.exit(0));'],
  ] as const) {
    proves('L9', `The child processes of a program are ended when the program ${when}`, async () => {
      const server = new ServerProcess(program(forking + ending), quick);
      onTestFinished(() => server.stop());
      const [said] = await once(server.pipes?.stdout as NodeJS.ReadableStream, 'data');
      const grandchild = Number(String(said));
      endAfterTest(grandchild);
      expect(isRunning(grandchild)).toBe(true);
      server.pipes?.stdin.write('\n');
      if (ending.includes('exit(0)')) await server.gone;
      else await server.stop();
      await gone(grandchild);
    });
  }
});

describe('The exit of this process', () => {
  proves('L9', 'When this process exits, one exit listener kills every server', async () => {
    const folder = folderWith({});
    const script = `
      import { existsSync } from 'node:fs';
      import { ServerProcess } from ${JSON.stringify(path.join(import.meta.dirname, 'process.ts'))};
      const program = (name) => ({ command: process.execPath, env: {}, cwd: ${JSON.stringify(folder)},
        args: ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); require("node:fs").writeFileSync("' + name + '", String(process.pid))'] });
      const names = ['a', 'b', 'c'];
      const before = process.listenerCount('exit');
      for (const name of names) await new ServerProcess(program(name)).started;
      while (!names.every((name) => existsSync(${JSON.stringify(`${folder}/`)} + name))) await new Promise((resolve) => setTimeout(resolve, 10));
      process.exit(process.listenerCount('exit') - before);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    const pids = ['a', 'b', 'c'].map((name) => Number(readFileSync(path.join(folder, name), 'utf8')));
    pids.forEach(endAfterTest);
    expect(code).toBe(1);
    for (const pid of pids) await gone(pid);
  });

  test('An awaited stop keeps this process alive even if nothing else does', async () => {
    const script = `
      import { ServerProcess } from ${JSON.stringify(path.join(import.meta.dirname, 'process.ts'))};
      const server = new ServerProcess({ command: process.execPath, env: {}, args: ['-e', ${JSON.stringify(forking)}] },
        ${JSON.stringify(quick)});
      await new Promise((resolve) => server.pipes.stdout.once('data', resolve));
      for (const pipe of Object.values(server.pipes)) pipe.unref();
      await server.stop();
      process.exit(9);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    expect((await once(child, 'exit'))[0]).toBe(9);
  });
});

describe('A program that cannot be started', () => {
  const started = async (given: Partial<Program>) => {
    try {
      const server = new ServerProcess({ command: 'none', args: [], env: {}, ...given });
      await server.started;
      return await server.stop();
    } catch (error) {
      const { message, trouble, cause } = error as TroubleError;
      expect(cause).toBeInstanceOf(Error);
      const code = trouble.kind === 'not-started' ? trouble.code : expect.fail(trouble.kind);
      return [code, message, adviceOn(trouble, serverOf())];
    }
  };

  test('The error of a program that cannot be started names the program and has fitting advice', async () => {
    const folder = folderWith({ 'text.txt': 'no program', 'script.sh': '#!/no/such/shell\n' });
    chmodSync(path.join(folder, 'script.sh'), 0o755);
    expect(await started({ command: 'no-such-program' })).toEqual([
      'ENOENT',
      'the program "no-such-program" was not found',
      'Check that it is installed and in the PATH, or write its full path.',
    ]);
    expect(await started({ command: './no-such', cwd: folder })).toEqual([
      'ENOENT',
      'the program "./no-such" was not found',
      'Check the path.',
    ]);
    expect(await started({ command: './script.sh', cwd: folder })).toEqual([
      'ENOENT',
      'the program "./script.sh" exists, but its interpreter was not found',
      'Check that the interpreter in its first line (#!) is installed.',
    ]);
    expect(await started({ command: './text.txt', cwd: folder })).toEqual([
      'EACCES',
      'the program "./text.txt" is not executable',
      expect.stringMatching(/chmod \+x.*write its interpreter.*in "command"/),
    ]);
    expect(await started({ command: folder })).toEqual([
      'EACCES',
      `the program "${folder}" is a directory`,
      'Write the path of the program in that directory.',
    ]);
  });

  test('A command with arguments in it gets the advice to use "args", but a missing path with a space does not', async () => {
    const folder = folderWith({ run: '' });
    const split = expect.stringMatching(/^"command" takes only the program: write "\S+" there, and put .* into "args"/);
    expect(await started({ command: 'no-such -y foo' })).toEqual([
      'ENOENT',
      'the program "no-such -y foo" was not found',
      split,
    ]);
    expect(await started({ command: './run -y', cwd: folder })).toEqual(['ENOENT', expect.anything(), split]);
    const missing = path.join(folder, 'my app', 'run');
    expect(await started({ command: missing })).toEqual(['ENOENT', expect.anything(), 'Check the path.']);
  });

  test('A missing working directory is reported as the reason', async () => {
    const folder = folderWith({ file: '' });
    for (const [name, code] of [
      ['none', 'ENOENT'],
      ['file', 'ENOTDIR'],
    ] as const) {
      const cwd = path.join(folder, name);
      expect(await started({ command: process.execPath, cwd })).toEqual([
        code,
        `the working directory "${cwd}" (cwd) of the program "${process.execPath}" does not exist`,
        'Create the directory, or change "cwd".',
      ]);
    }
  });

  test('An error that spawn throws synchronously is reported like the others', async () => {
    const [code, message] = (await started({ command: process.execPath, args: ['a\0b'] })) as string[];
    expect(code).toBe('ERR_INVALID_ARG_VALUE');
    expect(message).toMatch(/was not started: .*null bytes/);
    const large = await started({ command: process.execPath, args: ['x'.repeat(10_000_000)] });
    expect(large).toEqual(['E2BIG', expect.stringMatching(/larger than this system allows/), expect.anything()]);
  });
});
