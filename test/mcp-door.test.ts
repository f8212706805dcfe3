import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { proves } from './requirements.ts';
import { endAfterTest, gone } from './servers/hostile/running.ts';
import { finished, folderWith, mcpClient, startToolpath, toolpath } from './toolpath.ts';

const tools = `console.log('noise at import');
export const tools = [
  { name: 'noisy', description: 'Prints.', schema: { type: 'object' }, invoke() { console.log('noise'); console.info('noise'); process.stdout.write('noise\\n'); return 'answer'; } },
  { name: 'weather in', description: 'Needs a clean name.', schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }, metadata: { annotations: { readOnlyHint: true } }, invoke: ({ city }) => ({ city, degrees: 21 }) },
  { name: 'draw', description: 'Draws.', schema: {}, invoke: () => ({ content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }], structuredContent: { a: 1 } }) },
  { name: 'stall', description: 'Never answers.', schema: {}, invoke: (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => console.log('stall was cancelled'))) },
];`;

const folder = () =>
  folderWith({ 'toolpath.json': { tools: ['./tools.mjs'], log: { level: 'debug' } }, 'tools.mjs': tools });

const connect = () => mcpClient(folder());

test('An MCP client can list and call the tools', async () => {
  const { client } = await connect();
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual([
    'noisy',
    expect.stringMatching(/^weather_in_[0-9a-f]{10}$/),
    'draw',
    'stall',
  ]);
  const [, weather] = listed.tools;
  expect(weather).toMatchObject({
    annotations: { readOnlyHint: true },
    inputSchema: { type: 'object', required: ['city'] },
  });
  const answer = await client.callTool({ name: weather?.name ?? '', arguments: { city: 'Vienna' } });
  expect(answer.content).toEqual([{ type: 'text', text: '{"city":"Vienna","degrees":21}' }]);
  expect(await client.callTool({ name: 'draw', arguments: {} })).toMatchObject({
    content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }],
    structuredContent: { a: 1 },
  });
  expect(await client.callTool({ name: weather?.name ?? '', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('city: missing') }],
  });
  expect(await client.callTool({ name: 'absent', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Unknown tool "absent"') }],
  });
});

test('An MCP client that calls python_execution gets an error that says why programs do not run there', async () => {
  const { client } = await connect();
  expect(await client.callTool({ name: 'python_execution', arguments: { code: '1' } })).toMatchObject({
    isError: true,
    content: [
      {
        text: 'The tool "python_execution" cannot be called: programs run only in the turns of a model, because their functions are the tools of the turn. Use another tool, or answer without it.',
      },
    ],
  });
});

test('A long number for a text parameter is refused, because the MCP SDK has rounded it', async () => {
  const { client } = await connect();
  const weather = (await client.listTools()).tools[1]?.name ?? '';
  const long = await client.callTool({ name: weather, arguments: { city: 1e23 } });
  expect(long).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('expected string') }] });
  const short = await client.callTool({ name: weather, arguments: { city: 1010 } });
  expect(short.content).toEqual([{ type: 'text', text: '{"city":"1010","degrees":21}' }]);
});

test('An MCP client that asks for progress receives the progress of a tool', async () => {
  const { client } = await mcpClient(
    folderWith({
      'toolpath.json': { tools: ['./tools.mjs'] },
      'tools.mjs': `export const tools = [{ name: 'steps', description: 'd', schema: {}, async invoke(_, { progress }) { progress({ progress: 1, total: 2, message: 'half' }); await new Promise((done) => setTimeout(done, 100)); return 'done'; } }];`,
    }),
  );
  const heard: unknown[] = [];
  await client.callTool({ name: 'steps', arguments: {} }, { onprogress: (progress) => heard.push(progress) });
  expect(heard).toEqual([{ progress: 1, total: 2, message: 'half' }]);
  expect(await client.callTool({ name: 'steps', arguments: {} })).toMatchObject({ content: [{ text: 'done' }] });
});

proves('L10', 'An MCP client receives definitions of tools without the secrets of the settings', async () => {
  const key = 'sk-live-0123456789abcdefXYZ';
  const module = `const key = process.env.MY_KEY;
    const outputSchema = { type: 'object', description: key };
    const metadata = { presentation: { title: 'Title ' + key }, outputSchema };
    export const tools = [{ name: 'leak', description: key, schema: { description: key }, metadata, invoke: () => 1 }];`;
  const settings = { keys: ['env:MY_KEY'], tools: ['./tools.mjs'] };
  const { client } = await mcpClient(folderWith({ 'toolpath.json': settings, 'tools.mjs': module }), { MY_KEY: key });
  const { tools } = await client.listTools();
  expect(JSON.stringify(tools)).not.toContain(key);
  expect(tools).toMatchObject([{ title: 'Title [redacted]', outputSchema: { description: '[redacted]' } }]);
});

test('A result without the structured content that its tool declares reaches the MCP client as an error with its text', async () => {
  const { client } = await mcpClient(
    folderWith({
      'toolpath.json': { tools: ['./tools.mjs'] },
      'tools.mjs': `export const tools = [{ name: 'promises', description: 'd', schema: {}, metadata: { outputSchema: { type: 'object' } }, invoke: () => 'words' }];`,
    }),
  );
  expect((await client.listTools()).tools).toMatchObject([{ outputSchema: { type: 'object' } }]);
  expect(await client.callTool({ name: 'promises', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: 'words' }, { text: expect.stringContaining('structured result') }],
  });
});

test('If an MCP client cancels a call, the tool is cancelled', async () => {
  const { client, stderr } = await connect();
  await expect(
    client.callTool({ name: 'stall', arguments: {} }, { signal: AbortSignal.timeout(200) }),
  ).rejects.toThrow();
  await expect.poll(stderr, { timeout: 5_000 }).toContain('stall was cancelled');
});

proves(
  'S2.log.stderr',
  'With MCP over stdio, every line on standard output is JSON-RPC, whatever the tools print',
  async () => {
    const child = startToolpath(['mcp'], folder());
    const end = finished(child);
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    send({ method: 'notifications/initialized' });
    child.stdin.write('this is not JSON\n');
    send({ id: 2, method: 'tools/call', params: { name: 'noisy', arguments: {} } });
    send({ id: 3, method: 'tools/call', params: { name: 'absent', arguments: {} } });
    let seen = '';
    child.stdout.on('data', (chunk) => {
      seen += chunk;
    });
    await expect.poll(() => seen.match(/"id":[23]/g), { timeout: 15_000 }).toHaveLength(2);
    child.stdin.end();
    const { code, stdout, stderr } = await end;
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .sort((a, b) => a.id - b.id);
    expect(lines.map(({ jsonrpc }) => jsonrpc)).toEqual(['2.0', '2.0', '2.0']);
    expect(lines.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(lines[1].result.content).toEqual([{ type: 'text', text: 'answer' }]);
    expect(stderr.match(/noise/g)).toHaveLength(4);
    expect(stderr).toContain('Tool executed.');
  },
);

const hostile = path.join(import.meta.dirname, 'servers/hostile.ts');
const behind = (...modes: string[]) =>
  folderWith({
    'toolpath.json': {
      mcpServers: { files: { command: process.execPath, args: [hostile, ...modes] } },
      log: { level: 'debug' },
    },
  });

/** Creates a settings folder whose MCP server starts with a delay. */
const behindLate = (settings: object = {}) =>
  folderWith({
    'toolpath.json': {
      mcpServers: {
        files: {
          command: process.execPath,
          args: ['-e', `setTimeout(() => import(process.env.PROGRAM), 700)`],
          env: { PROGRAM: hostile },
        },
      },
      ...settings,
    },
  });

describe('The mcp command with MCP servers', () => {
  test('A tool list waits for connecting servers, and their definitions and results pass through', async () => {
    const { client } = await mcpClient(behindLate());
    const { tools: listed } = await client.listTools();
    expect(listed).toHaveLength(21);
    expect(listed).toContainEqual(
      expect.objectContaining({ name: 'files__echo', annotations: { readOnlyHint: true } }),
    );
    const outputSchema = { type: 'object', properties: { degrees: { type: 'number' } }, required: ['degrees'] };
    expect(listed).toContainEqual(expect.objectContaining({ name: 'files__structured', outputSchema }));
    expect(await client.callTool({ name: 'files__structured', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: '21.5' }],
      structuredContent: { degrees: 21.5 },
    });
    expect(await client.callTool({ name: 'files__complain', arguments: {} })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('deviceName is required') }],
    });
  });

  test('A call waits for the connecting server of its tool', async () => {
    const { client } = await mcpClient(behindLate());
    expect(await client.callTool({ name: 'files__echo', arguments: { a: 1 } })).toMatchObject({
      content: [{ text: '{"a":1}' }],
    });
  });

  test('A server that hangs delays calls of unknown tools only until mcp.waitMs after its start', async () => {
    const nap = `export const tools = [{ name: 'nap', description: 'Sleeps.', schema: {}, invoke: () => new Promise((wake) => setTimeout(wake, 1000)) }];`;
    const mcpServers = { mute: { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] } };
    const settings = { tools: ['./tools.mjs'], mcpServers, mcp: { waitMs: 3_000 } };
    const { client } = await mcpClient(folderWith({ 'toolpath.json': settings, 'tools.mjs': nap }));
    const ended: string[] = [];
    const call = (name: string) => client.callTool({ name, arguments: {} }).finally(() => ended.push(name));
    await call('absent');
    await Promise.all([call('nap'), call('absent')]);
    expect(ended).toEqual(['absent', 'absent', 'nap']);
  });

  test('An MCP client that has listed the tools is notified when they change', async () => {
    const { client } = await mcpClient(behind());
    expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true } });
    let changes = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes++;
    });
    await client.listTools();
    expect(changes).toBe(0);
    await client.callTool({ name: 'files__change', arguments: { name: 'newcomer' } });
    await expect.poll(() => changes, { timeout: 20_000 }).toBe(1);
    expect((await client.listTools()).tools).toContainEqual(expect.objectContaining({ name: 'files__newcomer' }));
  });

  proves(
    'S2.log.stderr',
    'Output of MCP servers that is not a protocol message never reaches standard output',
    async () => {
      const child = startToolpath(['mcp'], behind('junk', 'stderr=1'));
      const end = finished(child);
      const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      send({
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      });
      send({ method: 'notifications/initialized' });
      send({ id: 2, method: 'tools/list' });
      send({ id: 3, method: 'tools/call', params: { name: 'files__echo', arguments: {} } });
      let seen = '';
      child.stdout.on('data', (chunk) => {
        seen += chunk;
      });
      await expect.poll(() => seen.match(/"id":[23]/g), { timeout: 20_000 }).toHaveLength(2);
      child.stdin.end();
      const { code, stdout, stderr } = await end;
      expect(code).toBe(0);
      const lines = stdout.trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).jsonrpc)).toEqual(lines.map(() => '2.0'));
      expect(stdout).not.toContain('debug line');
      expect(stderr).toContain('a debug line, forgotten');
      expect(stderr).toContain('MCP connection succeeded on attempt 1');
    },
  );

  test('The mcp command stops its servers when the client disconnects', async () => {
    const { client } = await mcpClient(behind());
    const answer = await client.callTool({ name: 'files__process', arguments: {} });
    const [block] = answer.content;
    const { pid } = JSON.parse(block?.type === 'text' ? block.text : '');
    endAfterTest(pid);
    await client.close();
    await gone(pid);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'On %s, the mcp command stops its servers, even one that ignores SIGTERM',
    async (signal) => {
      const child = startToolpath(['mcp'], behind('stubborn'));
      const end = finished(child);
      const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      send({
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      });
      send({ method: 'notifications/initialized' });
      send({ id: 2, method: 'tools/call', params: { name: 'files__process', arguments: {} } });
      const pid = await new Promise<number>((resolve) => {
        child.stdout.on('data', (chunk) => {
          const [, found] = /\\"pid\\":(\d+)/.exec(String(chunk)) ?? [];
          if (found !== undefined) resolve(Number(found));
        });
      });
      endAfterTest(pid);
      child.kill(signal);
      expect((await end).code).toBe(0);
      await gone(pid);
    },
  );
});

describe('The first tool list of the mcp command', () => {
  test('The first tool list waits for servers that are starting longer than a turn does', async () => {
    const { client } = await mcpClient(behindLate({ mcp: { waitMs: 50 } }));
    expect((await client.listTools()).tools).toHaveLength(21);
  });

  test('The first tool list has the tools of a server whose first attempt to connect failed', async () => {
    const program = `const fs = require('node:fs');
      if (fs.existsSync('started')) import(process.env.PROGRAM);
      else fs.writeFileSync('started', '');`;
    const files = { command: process.execPath, args: ['-e', program], env: { PROGRAM: hostile } };
    const { client, stderr } = await mcpClient(
      folderWith({ 'toolpath.json': { mcpServers: { files }, mcp: { baseDelayMs: 300 } } }),
    );
    expect((await client.listTools()).tools).toHaveLength(21);
    expect(stderr()).not.toContain('The tool list lacks');
  });

  test('A tool list without the tools of a server that is gone is logged as incomplete', async () => {
    const mcpServers = { broken: { command: process.execPath, args: ['-e', ''] } };
    const { client, stderr } = await mcpClient(folderWith({ 'toolpath.json': { mcpServers, mcp: { attempts: 1 } } }));
    expect(await client.listTools()).toMatchObject({ tools: [] });
    await expect.poll(stderr).toMatch(/"servers":\["broken"\].*The tool list lacks the tools of these MCP servers/);
  });

  test('A tool list waits no longer than mcp.firstListMs after the start, and later tools are announced', async () => {
    const { client, stderr } = await mcpClient(behindLate({ mcp: { firstListMs: 50 } }));
    let changes = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes++;
    });
    expect(await client.listTools()).toMatchObject({ tools: [] });
    expect(stderr()).toMatch(/"servers":\["files"\].*The tool list lacks the tools of these MCP servers/);
    await expect.poll(() => changes, { timeout: 20_000 }).toBe(1);
    expect((await client.listTools()).tools).toHaveLength(21);
  });
});

describe('The flag --tools with MCP servers', () => {
  /** Creates a settings folder with two servers, each of which creates a file with its name when it starts. */
  const marking = () => {
    const marked = (name: string) => ({
      command: process.execPath,
      args: ['-e', `fs.writeFileSync('${name}-started', ''); import(process.env.PROGRAM)`],
      env: { PROGRAM: hostile },
    });
    const mcpServers = { time: marked('time'), files: marked('files'), wiki: { ...marked('wiki'), disabled: true } };
    return folderWith({ 'toolpath.json': { mcpServers, port: 0, store: 'memory' } });
  };
  const started = (folderOf: string) => readdirSync(folderOf).filter((name) => name.endsWith('-started'));

  test.each([
    [['time'], ['time-started']],
    [['time::echo'], ['time-started']],
    [['custom'], []],
    [['tim*'], ['time-started']],
    [['*::echo'], ['files-started', 'time-started']],
    [['tool_search'], ['files-started', 'time-started']],
  ])('With --tools %j, only the servers %j are started', async (names, expected) => {
    const cwd = marking();
    const { client } = await mcpClient(cwd, {}, ['--tools', names.join(',')]);
    await client.listTools();
    expect(started(cwd).sort()).toEqual(expected);
    await client.close();
  });

  test('The other commands start only the needed servers as well, and say why the others are not started', async () => {
    const cwd = marking();
    const listed = await toolpath(['tools', '--tools', 'time'], cwd);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^time +ready +21 /m);
    expect(listed.stdout).toMatch(/^files +disabled +- +- +--tools allows none of its tools$/m);
    const explained = await toolpath(['explain', 'hi', '--tools', 'time::echo', '--json'], cwd);
    expect(JSON.parse(explained.stdout).decisions).toContainEqual(
      expect.objectContaining({ tool: 'files::*', rule: 'filter', flip: 'add "files::*" to --tools' }),
    );
    const called = await toolpath(['call', 'files::echo', '{}', '--tools', 'time::echo'], cwd);
    expect(called.code).toBe(1);
    const found = await toolpath(['doctor', '--tools', 'time', '--port', '0'], cwd);
    expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('files is disabled: --tools allows none') });
    expect(started(cwd)).toEqual(['time-started']);
  });

  test('A server that lacks a variable is no problem if --tools does not need it', async () => {
    const mcpServers = {
      time: { command: process.execPath, args: [hostile] },
      wiki: { command: process.execPath, args: [hostile], env: { A: 'env:NOT_SET' } },
    };
    const cwd = folderWith({ 'toolpath.json': { mcpServers } });
    expect(await toolpath(['doctor', '--tools', 'time', '--port', '0'], cwd)).toMatchObject({ code: 0 });
  });
});
