import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serverOf } from '../../../test/mcp/scripted-session.ts';
import { proves } from '../../../test/requirements.ts';
import { endAfterTest, gone, isRunning } from '../../../test/servers/hostile/running.ts';
import { folderWith } from '../../../test/toolpath.ts';
import { adviceOn, type TroubleError } from '../trouble.ts';

import { type Program, ServerProcess } from './process.ts';

const quick = { endMs: 100, termMs: 200, killMs: 5_000, graceMs: 100 };

/** A program that runs this script, in a process that says "ready" once it has set itself up. */
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
/** Starts a process of its own that ignores SIGTERM, and says its pid. */
const forking = `
  const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(stubborn + ready)}],
    { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.once("data", () => process.stdout.write(String(child.pid)));`;

describe('a program is made to end', () => {
  test('by the end of its input, with its own code', async () => {
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

  test('by SIGTERM where it does not mind the end of its input', async () => {
    const server = await start(`${ready} setInterval(() => {}, 1000);`, { ...quick, termMs: 5_000 });
    await server.stop();
    expect(server.exit).toEqual({ code: null, signal: 'SIGTERM' });
  });

  proves('L9', 'by SIGKILL where it ignores that too', async () => {
    const server = await start(ready + stubborn);
    const { pid } = server;
    await Promise.all([server.stop(), server.stop()]);
    expect(server.exit).toEqual({ code: null, signal: 'SIGKILL' });
    expect(isRunning(pid)).toBe(false);
  });

  for (const [when, ending] of [
    ['when it is stopped', 'process.stdin.resume();'],
    ['when it ends by itself', 'process.stdin.once("data", () => process.exit(0));'],
  ] as const) {
    proves('L9', `and so is what it started, ${when}`, async () => {
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

describe('the end of this process', () => {
  proves('L9', 'is the end of every server, which one listener sees to', async () => {
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

  test('waits for a stop that is awaited, though nothing else holds it', async () => {
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

describe('a program that cannot be started', () => {
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

  test('is named, with what to do', async () => {
    const folder = folderWith({ 'text.txt': 'no program', 'script.sh': '#!/no/such/shell\n' });
    chmodSync(path.join(folder, 'script.sh'), 0o755);
    expect(await started({ command: 'no-such-program' })).toEqual([
      'ENOENT',
      'the program "no-such-program" was not found',
      'Is it installed, and in the PATH? Its whole path works too.',
    ]);
    expect(await started({ command: './no-such', cwd: folder })).toEqual([
      'ENOENT',
      'the program "./no-such" was not found',
      'Is the path right?',
    ]);
    expect(await started({ command: './script.sh', cwd: folder })).toEqual([
      'ENOENT',
      'the program "./script.sh" is there, but not what runs it',
      'Is the interpreter installed that its first line (#!) names?',
    ]);
    expect(await started({ command: './text.txt', cwd: folder })).toEqual([
      'EACCES',
      'the program "./text.txt" may not be run',
      expect.stringMatching(/chmod \+x.*name the interpreter.*in "command"/),
    ]);
    expect(await started({ command: folder })).toEqual([
      'EACCES',
      `the program "${folder}" may not be run`,
      'It is a folder: name the program in it.',
    ]);
  });

  test('for a command with its arguments in it, is told where they go; a path with a space is a path', async () => {
    const folder = folderWith({ run: '' });
    const split = expect.stringMatching(/^"command" is one program: write "\S+" there, and put the rest in "args"/);
    expect(await started({ command: 'no-such -y foo' })).toEqual([
      'ENOENT',
      'the program "no-such -y foo" was not found',
      split,
    ]);
    expect(await started({ command: './run -y', cwd: folder })).toEqual(['ENOENT', expect.anything(), split]);
    const missing = path.join(folder, 'my app', 'run');
    expect(await started({ command: missing })).toEqual(['ENOENT', expect.anything(), 'Is the path right?']);
  });

  test('for want of a folder, is told so', async () => {
    const folder = folderWith({ file: '' });
    for (const [name, code] of [
      ['none', 'ENOENT'],
      ['file', 'ENOTDIR'],
    ] as const) {
      const cwd = path.join(folder, name);
      expect(await started({ command: process.execPath, cwd })).toEqual([
        code,
        `the folder "${cwd}" (cwd), to start the program "${process.execPath}" in, does not exist`,
        'Make the folder, or change "cwd".',
      ]);
    }
  });

  test('for a reason that the system gives at once', async () => {
    const [code, message] = (await started({ command: process.execPath, args: ['a\0b'] })) as string[];
    expect(code).toBe('ERR_INVALID_ARG_VALUE');
    expect(message).toMatch(/was not started: .*null bytes/);
    const large = await started({ command: process.execPath, args: ['x'.repeat(10_000_000)] });
    expect(large).toEqual(['E2BIG', expect.stringMatching(/larger than this system takes/), expect.anything()]);
  });
});
