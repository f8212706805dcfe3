import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proves } from './requirements.ts';
import { endAfterTest, gone } from './servers/hostile/running.ts';
import { finished, folderWith, startToolpath, toolpath } from './toolpath.ts';

const hostile = path.join(import.meta.dirname, 'servers/hostile.ts');

const server = (...modes: string[]) => ({ command: process.execPath, args: [hostile, ...modes] });
const crash = {
  command: process.execPath,
  args: ['-e', `console.error('no key \\x1b[31m in', process.env.A_KEY); process.exit(1)`],
  env: { A_KEY: 'env:CANARY' },
};
const absent = { command: 'no-such-program-anywhere' };
const env = { CANARY: 'canary-key-value' };

const greet = `export const tools = [{ name: 'greet', description: 'Greets.\\nAt length.', schema: { type: 'object' }, invoke: () => 'Hello' }];`;

function folder(mcpServers: object, settings: object = {}): string {
  return folderWith({
    'toolpath.json': { tools: ['./t.mjs'], mcpServers, mcp: { baseDelayMs: 1 }, port: 0, store: 'memory', ...settings },
    't.mjs': greet,
  });
}

describe('The tools command', () => {
  proves(
    'S2.mcp.retry-failure',
    'The tools command lists the servers with their problems, and the available tools',
    async () => {
      const all = folder({ files: server(), lost: crash, off: { ...absent, disabled: true } });
      const { code, stdout, stderr } = await toolpath(['tools'], all, env);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const lines = stdout.split('\n');
      expect(lines[0]).toMatch(/^server\s+state\s+tools\s+latency\s+note$/);
      expect(lines[1]).toMatch(/^files\s+ready\s+21\s+\d+ ms$/);
      expect(lines[2]).toMatch(/^lost\s+gone\s+0\s+-$/);
      expect(stdout).toMatch(/^ {2}what to do {2}/m);
      expect(stdout).toMatch(/^ {4}no key .*in \[/m);
      expect(stdout).not.toContain('canary-key-value');
      expect(lines).toContainEqual(expect.stringMatching(/^off\s+disabled\s+-\s+-\s+the settings disable it$/));
      expect(stdout).toContain('\n\ngreet\n  Greets. …\n  no parameters\n\nfiles (21 tools)\nfiles::echo\n');
    },
  );

  test('The tools command with --json prints all details of servers and tools, without secrets', async () => {
    const { stdout } = await toolpath(['tools', '--json'], folder({ files: server('junk'), lost: crash }), env);
    expect(stdout).not.toContain('canary-key-value');
    const { servers, tools } = JSON.parse(stdout);
    expect(servers).toMatchObject([
      { name: 'files', state: 'ready', transport: 'stdio', tools: 21, title: 'hostile 1.0.0' },
      { name: 'lost', state: 'gone', stderr: expect.stringContaining('no key'), check: expect.any(String) },
    ]);
    expect(servers[0].junkLines).toBeGreaterThan(0);
    expect(tools).toHaveLength(22);
    expect(tools[1]).toMatchObject({ name: 'files::echo', wireName: 'files__echo', server: 'files' });
  });

  test('The tools command with a name shows the details of that tool, or that server with its tools', async () => {
    const one = folder({ files: server() });
    const [tool, full] = await Promise.all([toolpath(['tools', 'echo'], one), toolpath(['tools', 'files'], one)]);
    expect(tool.stdout).toContain('files::echo\n  Answers with its arguments, as JSON.\n');
    expect(tool.stdout).toContain('name for models: files__echo');
    expect(full.stdout).toMatch(/title {15}hostile 1\.0\.0\n/);
    expect(full.stdout).toContain('files::echo\n');
    expect(full.stdout).not.toContain('greet');
  });

  test('The tools command with the name of a tool prints its complete description', async () => {
    expect((await toolpath(['tools', 'greet'], folder({}))).stdout).toContain('  Greets.\n  At length.\n');
  });

  test('The tools command prints no control characters and no invisible characters from the texts of a server', async () => {
    const { stdout, stderr } = await toolpath(['tools', 'odd'], folder({ odd: server('definitions') }));
    expect(stdout).toMatch(/tool problems {7}/);
    expect(stdout).toContain('The server "odd" lists 2 entries that are not tools (no name, or not an object).\n');
    expect(stdout).toMatch(/^ {22}hidden: its description contained invisible characters/m);
    expect(stdout).toContain('\nodd::with spaces, "quotes" and\\nlines\n');
    expect(stdout).not.toMatch(/\p{Cf}/u);
    expect(stdout).not.toContain('\x1b');
    expect(stderr).toMatch(/^warning: The tool "odd::network_ref" is left out/m);
  });

  test('Ctrl-C stops the tools command and the server processes that it started', async () => {
    const pidFile = path.join(folderWith({}), 'pid');
    const child = startToolpath(['tools'], folder({ mute: server('mute', `fork=${pidFile}`) }));
    const end = finished(child);
    await expect.poll(() => pidIn(pidFile), { timeout: 5_000 }).toBeGreaterThan(0);
    const pid = pidIn(pidFile);
    endAfterTest(pid);
    child.kill('SIGINT');
    expect(await end).toEqual({ code: 1, stdout: '', stderr: '' });
    await gone(pid);
  });
});

describe('The call command', () => {
  test('The call command waits only for the server of the tool', async () => {
    const two = folder({ files: server(), mute: server('mute') });
    const answers = await Promise.all([
      toolpath(['call', 'files::echo', '{"a":1}'], two),
      toolpath(['call', 'greet'], two),
    ]);
    expect(answers).toEqual([
      { code: 0, stdout: '{"a":1}\n', stderr: '' },
      { code: 0, stdout: 'Hello\n', stderr: '' },
    ]);
  });

  test('The call command reports an unknown tool, or a server that is not connected, after it has asked all servers', async () => {
    const some = folder({ files: server(), lost: crash });
    const [unknown, lost] = await Promise.all([
      toolpath(['call', 'ecoh'], some, env),
      toolpath(['call', 'lost::echo'], some, env),
    ]);
    expect(unknown).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no tool "ecoh". Did you mean "echo"? Run "toolpath tools" to list all tools.\n',
    });
    expect(lost).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('server "lost" is not connected: '),
    });
    expect(lost.stderr).toContain('toolpath doctor');
    expect(lost.stderr).not.toContain('canary-key-value');
  });

  test('The call command accepts a tool name without its server if only one server has that tool', async () => {
    const [one, two] = [folder({ files: server() }), folder({ files: server(), more: server() })];
    const [only, several, whole] = await Promise.all([
      toolpath(['call', 'echo', '{"a":1}'], one),
      toolpath(['call', 'echo'], two),
      toolpath(['call', 'files'], one),
    ]);
    expect(only).toEqual({ code: 0, stdout: '{"a":1}\n', stderr: '' });
    expect(several).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'There is no tool "echo". 2 MCP servers have their own "echo", so use the full name: files::echo, more::echo.\n',
    });
    expect(whole).toMatchObject({
      code: 1,
      stderr: '"files" is an MCP server, not a tool. Run "toolpath tools files" to list its tools.\n',
    });
  });

  test('A server that ignores SIGTERM is killed when the call command ends', async () => {
    const pidFile = path.join(folderWith({}), 'pid');
    const stubborn = folder({ files: server('stubborn', `fork=${pidFile}`) });
    expect((await toolpath(['call', 'files::echo', '{}'], stubborn)).stdout).toBe('{}\n');
    endAfterTest(pidIn(pidFile));
    await gone(pidIn(pidFile));
  });

  test('If a tools module fails to load, the call command leaves no server process behind', async () => {
    const pidFile = path.join(folderWith({}), 'pid');
    const broken = folderWith({
      'toolpath.json': { tools: ['./t.mjs'], mcpServers: { files: server(`fork=${pidFile}`) } },
      't.mjs': `import { existsSync } from 'node:fs'; import { setTimeout as pause } from 'node:timers/promises';
        while (!existsSync(${JSON.stringify(pidFile)})) await pause(10);
        await pause(50);
        throw new Error('no database');`,
    });
    const { code, stderr } = await toolpath(['call', 'files::echo'], broken);
    expect(code).toBe(2);
    expect(stderr).toContain('no database');
    endAfterTest(pidIn(pidFile));
    await gone(pidIn(pidFile));
  });
});

proves(
  'S2.mcp.parallel',
  'The serve command listens while servers are connecting, reports which ones, and exits with code 0 on SIGTERM',
  async () => {
    const child = startToolpath(['serve'], folder({ mute: server('mute') }));
    const end = finished(child);
    const listening = await new Promise<string>((resolve) => {
      child.stderr.on('data', (chunk) => {
        const line = String(chunk)
          .split('\n')
          .find((each) => each.includes('"url"'));
        if (line !== undefined) resolve(line);
      });
    });
    const { url, connecting, missing } = JSON.parse(listening);
    expect({ connecting, missing }).toEqual({ connecting: ['mute'], missing: undefined });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'degraded', tools: 1, missing: ['mute'] });
    expect(await (await fetch(`${url}/servers/mute`)).json()).toMatchObject({ state: 'connecting' });
    child.kill('SIGTERM');
    expect((await end).code).toBe(0);
  },
);

test('The serve command reports a port in use before it starts a server', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const trace = path.join(folderWith({}), 'started');
  const leavesTrace = {
    command: process.execPath,
    args: ['-e', `require('fs').writeFileSync(${JSON.stringify(trace)}, '')`],
  };
  const { code, stderr } = await toolpath(['serve', '--port', String(port)], folder({ files: leavesTrace }));
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Port \d+ is in use.*\n$/);
  expect(existsSync(trace)).toBe(false);
});

test('The tools and doctor commands do not count tools that no model sees', async () => {
  const odd = folder({ odd: server('definitions') });
  const [listed, data] = await Promise.all([toolpath(['tools'], odd), toolpath(['doctor', '--json'], odd)]);
  const [, count] = /^odd \((\d+) tools\)$/m.exec(listed.stdout) ?? [];
  expect(listed.stdout).toMatch(new RegExp(`^odd\\s+ready\\s+${count} `, 'm'));
  expect(data.stdout).toContain(`"odd is ready: ${count} tools, `);
});

/** Returns the process id in a file, or 0 if the file does not exist yet. */
function pidIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}
