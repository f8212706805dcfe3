// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are what is tested
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Server } from '../core/index.ts';
import { readDocument } from './file.ts';
import { settingsFrom } from './load.ts';
import { renderProblems } from './problem.ts';
import { jsonSchemaText } from './write-json-schema.ts';

const env = { HOME: '/home/me', GITHUB_TOKEN: 'ghp_abc', MY_API_TOKEN: 'gem-123', HOST_PATH: 'mcp', EMPTY: '' };
const isValid = new Ajv({ strict: false }).compile(JSON.parse(jsonSchemaText()));

/** The fields of a server that sets none of them. */
const head = {
  disabled: false,
  always: [],
  excludeTools: [],
  rename: {},
  protocol: 'auto',
} as const;
const program = { ...head, transport: 'stdio', args: [], env: {}, cwd: '/project' } as const;
const address = { ...head, transport: 'any', headers: {} } as const;

function load(server: unknown) {
  const file = { mcpServers: { it: server } };
  return settingsFrom([readDocument(JSON.stringify(file), 'toolpath.json', '/project/toolpath.json')], env);
}

function serverOf(server: unknown): { server: Server | undefined; warnings: readonly string[] } {
  const result = load(server);
  if (!result.ok) throw new Error(renderProblems(result.problems));
  return { server: result.settings.mcpServers.it, warnings: result.warnings };
}

describe('servers pasted from other clients', () => {
  test.each<[client: string, pasted: object, expected: Server]>([
    [
      'Claude Desktop',
      { command: 'npx', args: ['-y', '@scope/server-files', '/home/me/Desktop'] },
      { ...program, command: 'npx', args: ['-y', '@scope/server-files', '/home/me/Desktop'] },
    ],
    [
      'Claude Code, with variables',
      {
        type: 'http',
        url: '${API_BASE:-https://api.example.com}/mcp',
        headers: { Authorization: 'Bearer ${GITHUB_TOKEN}' },
        timeout: 600000,
      },
      {
        ...address,
        transport: 'http',
        url: 'https://api.example.com/mcp',
        headers: { Authorization: 'Bearer ghp_abc' },
        toolMs: 600_000,
      },
    ],
    [
      'Cursor',
      {
        type: 'stdio',
        command: 'python',
        args: ['${workspaceFolder}/mcp_server.py'],
        env: { API_KEY: '${env:GITHUB_TOKEN}' },
        envFile: null,
      },
      { ...program, command: 'python', args: ['/project/mcp_server.py'], env: { API_KEY: 'ghp_abc' } },
    ],
    [
      'VS Code',
      {
        type: 'sse',
        url: 'https://example.com/sse',
        headers: { 'X-Home': '${userHome}' },
        gallery: 'x',
        version: '1.0',
      },
      { ...address, transport: 'sse', url: 'https://example.com/sse', headers: { 'X-Home': '/home/me' } },
    ],
    [
      'Windsurf',
      {
        serverUrl: 'https://example.com/mcp',
        headers: { API_KEY: 'Bearer ${env:GITHUB_TOKEN}' },
        disabledTools: ['rm'],
      },
      {
        ...address,
        url: 'https://example.com/mcp',
        headers: { API_KEY: 'Bearer ghp_abc' },
        excludeTools: ['rm'],
      },
    ],
    [
      'Cline',
      {
        autoApprove: ['read'],
        disabled: true,
        timeout: 60,
        type: 'stdio',
        command: 'node',
        args: ['server.js'],
        env: { PORT: 3000, DEBUG: true },
      },
      {
        ...program,
        command: 'node',
        args: ['server.js'],
        env: { PORT: '3000', DEBUG: 'true' },
        disabled: true,
        toolMs: 60_000,
      },
    ],
    ['Cline, older', { transportType: 'stdio', command: 'uvx' }, { ...program, command: 'uvx' }],
    [
      'Roo Code',
      {
        type: 'streamable-http',
        url: 'https://example.com/mcp',
        alwaysAllow: ['a'],
        disabledTools: ['b'],
        timeout: 300,
      },
      { ...address, transport: 'http', url: 'https://example.com/mcp', excludeTools: ['b'], toolMs: 300_000 },
    ],
    [
      'Gemini CLI',
      {
        httpUrl: 'https://example.com/mcp',
        headers: { 'X-Key': '$MY_API_TOKEN' },
        timeout: 5000,
        trust: true,
        description: 'mine',
        includeTools: ['a', 'b'],
        excludeTools: ['c'],
      },
      {
        ...address,
        transport: 'http',
        url: 'https://example.com/mcp',
        headers: { 'X-Key': 'gem-123' },
        toolMs: 5_000,
        includeTools: ['a', 'b'],
        excludeTools: ['c'],
      },
    ],
    [
      'Gemini CLI, a program',
      { command: 'docker', args: ['run', '-i', '-p', 8080], env: { API_KEY: '$MY_API_TOKEN' }, cwd: './server' },
      {
        ...program,
        command: 'docker',
        args: ['run', '-i', '-p', '8080'],
        env: { API_KEY: 'gem-123' },
        cwd: '/project/server',
      },
    ],
    ['LM Studio', { url: 'https://example.com/mcp' }, { ...address, url: 'https://example.com/mcp' }],
    [
      'Zed',
      { source: 'custom', enabled: true, command: 'some-command', args: ['arg-1'], env: {} },
      { ...program, command: 'some-command', args: ['arg-1'] },
    ],
    [
      'Zed, older',
      { source: 'custom', command: { path: '~/bin/server', args: ['a'], env: { A: '${userHome}' } }, settings: {} },
      { ...program, command: '/home/me/bin/server', args: ['a'], env: { A: '/home/me' } },
    ],
    [
      'opencode',
      {
        type: 'local',
        command: ['npx', '-y', 'x'],
        environment: { TOKEN: '{env:GITHUB_TOKEN}' },
        enabled: false,
        timeout: 5000,
      },
      {
        ...program,
        command: 'npx',
        args: ['-y', 'x'],
        env: { TOKEN: 'ghp_abc' },
        disabled: true,
        connectMs: 5_000,
      },
    ],
    [
      'opencode, an address',
      { type: 'remote', url: 'https://example.com/mcp', oauth: {}, enabled: true, timeout: 3000 },
      { ...address, url: 'https://example.com/mcp', connectMs: 3_000 },
    ],
    [
      'opencode, newer',
      { type: 'local', command: ['npx', 'x'], timeout: { startup: 30000, request: 600 }, disabled: false },
      { ...program, command: 'npx', args: ['x'], connectMs: 30_000, toolMs: 600 },
    ],
    [
      'Copilot CLI',
      { type: 'local', command: 'npx', args: ['x'], tools: ['*'], timeout: 60000 },
      { ...program, command: 'npx', args: ['x'], includeTools: ['*'], toolMs: 60_000 },
    ],
    ['Copilot CLI, none of its tools', { command: 'npx', tools: [] }, { ...program, command: 'npx', includeTools: [] }],
    [
      'Codex',
      {
        command: 'npx',
        startup_timeout_sec: 12.5,
        tool_timeout_sec: 90,
        enabled_tools: ['a'],
        disabled_tools: ['b'],
        env: { A: 'b' },
        env_vars: ['GITHUB_TOKEN', { name: 'MY_API_TOKEN', source: 'local' }, 'NOT_SET', 'A'],
      },
      {
        ...program,
        command: 'npx',
        env: { GITHUB_TOKEN: 'ghp_abc', MY_API_TOKEN: 'gem-123', A: 'b' },
        connectMs: 12_500,
        toolMs: 90_000,
        includeTools: ['a'],
        excludeTools: ['b'],
      },
    ],
    [
      'Codex, an address',
      {
        url: 'https://example.com/mcp',
        bearer_token_env_var: 'GITHUB_TOKEN',
        http_headers: { 'X-Region': 'eu' },
        env_http_headers: { 'X-Key': 'MY_API_TOKEN', 'x-region': 'HOME' },
        startup_timeout_ms: 20000,
      },
      {
        ...address,
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer ghp_abc', 'X-Key': 'gem-123', 'X-Region': 'eu' },
        connectMs: 20_000,
      },
    ],
    [
      'Cherry Studio',
      { isActive: false, name: 'x', type: 'streamableHttp', baseUrl: 'https://example.com/mcp', timeout: 60 },
      { ...address, transport: 'http', url: 'https://example.com/mcp', disabled: true, toolMs: 60_000 },
    ],
    [
      'Cherry Studio, a program',
      { isActive: true, type: 'stdio', command: 'npx', baseUrl: '', registryUrl: '' },
      { ...program, command: 'npx' },
    ],
    ['Jan', { command: 'npx', args: [], env: {}, active: false }, { ...program, command: 'npx', disabled: true }],
    [
      'Warp',
      { command: 'npx', working_directory: './data', start_on_launch: true },
      { ...program, command: 'npx', cwd: '/project/data' },
    ],
    [
      'Gemini CLI, as its users write it',
      { httpUrl: 'https://example.com/$HOST_PATH', headers: { Authorization: 'Bearer $GITHUB_TOKEN' } },
      {
        ...address,
        transport: 'http',
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer ghp_abc' },
      },
    ],
    [
      'FastMCP',
      { transport: 'streamable-http', url: 'http://127.0.0.1:8000/mcp', auth: null },
      { ...address, transport: 'http', url: 'http://127.0.0.1:8000/mcp' },
    ],
    [
      'a client that writes every member',
      { command: 'npx', args: null, env: { A: null, B: '1' }, url: null, headers: null, type: null, timeout: 0 },
      { ...program, command: 'npx', env: { B: '1' } },
    ],
  ])('A server pasted from %s is read as that client means it', (_, pasted, expected) => {
    expect(serverOf(pasted)).toEqual({ server: expected, warnings: [] });
    expect(isValid({ mcpServers: { it: pasted } }), JSON.stringify(isValid.errors)).toBe(true);
  });
});

test('Our own fields of a server are read', () => {
  const own = {
    command: 'npx',
    always: ['read_*'],
    includeTools: ['*_file'],
    excludeTools: ['write_*'],
    rename: { read_file: 'read', constructor: 'build' },
    protocol: 'legacy',
    elicitation: 'off',
    connectMs: 1_000,
    toolMs: 2_000,
    callsAtOnce: 1,
  };
  expect(serverOf(own).server).toEqual({ ...program, ...own });
  expect(isValid({ mcpServers: { it: own } })).toBe(true);
});

test('Our own names take precedence over the names of other clients', () => {
  const { server } = serverOf({
    url: 'https://ours.example',
    serverUrl: 'https://theirs.example',
    type: 'sse',
    transport: 'http',
    disabled: false,
    enabled: false,
    headers: { 'X-Ours': '1' },
    http_headers: { 'X-Theirs': '1' },
    includeTools: ['y'],
    enabledTools: ['x'],
    toolMs: 7,
    timeout: 60,
    connectMs: 8,
    startup_timeout_sec: 1,
  });
  expect(server).toEqual({
    ...address,
    transport: 'sse',
    url: 'https://ours.example',
    headers: { 'X-Ours': '1' },
    includeTools: ['y'],
    toolMs: 7,
    connectMs: 8,
  });
  const theirs = { environment: { A: 'theirs' }, working_directory: '/theirs' };
  const ours = { env: { A: 'ours' }, cwd: '/ours' };
  expect(serverOf({ command: 'x', ...ours, ...theirs }).server).toEqual({ ...program, command: 'x', ...ours });
  expect(serverOf({ command: 'x', tool_timeout_sec: 5, timeout: 60 }).server?.toolMs).toBe(5_000);
});

test.each(['includeTools', 'enabledTools', 'enabled_tools', 'tools'])('An empty list in %s allows no tools', (name) => {
  expect(serverOf({ command: 'x', [name]: [], excludeTools: ['a'] }).server).toMatchObject({ includeTools: [] });
});

test('A disabled server may be incomplete', () => {
  for (const server of [{}, { url: '' }, { url: 'example.com' }, { command: '' }, { command: 5, args: 'x' }]) {
    expect(serverOf({ ...server, disabled: true }).server?.disabled).toBe(true);
    expect(load(server).ok).toBe(false);
  }
});

test('If a server has two addresses, our field wins and both transports are tried', () => {
  const two = { url: 'https://ours.example', httpUrl: 'https://theirs.example' };
  expect(serverOf(two).server).toEqual({ ...address, url: 'https://ours.example' });
});

test.each([
  ['http', 'http'],
  ['streamable-http', 'http'],
  ['streamableHttp', 'http'],
  ['streamable_http', 'http'],
  ['sse', 'sse'],
  ['SSE', 'sse'],
  ['Streamable-HTTP', 'http'],
  ['remote', 'any'],
  [undefined, 'any'],
])('An address of type %s uses the transport %s', (type, transport) => {
  const server = { url: 'https://example.com', ...(type === undefined ? {} : { type }) };
  expect(serverOf(server).server).toMatchObject({ transport });
});

test.each([
  [60, 60_000],
  [1800, 1_800_000],
  [3600, 3_600_000],
  [3601, 3_601],
  [0.5, 500],
  [1e12, 2_147_483_647],
  [0, undefined],
  [-1, undefined],
])('A timeout of %d is read as %s ms', (timeout, toolMs) => {
  expect(serverOf({ command: 'x', timeout }).server?.toolMs).toBe(toolMs);
});

test('Names that differ only in case are two servers', () => {
  const file = { mcpServers: { Files: { command: 'a' }, files: { command: 'b' } } };
  const result = settingsFrom([readDocument(JSON.stringify(file), 'toolpath.json', '/project/toolpath.json')], env);
  expect(result.ok && Object.keys(result.settings.mcpServers)).toEqual(['Files', 'files']);
  expect(serverOf({ command: 'x' }).server?.rename.constructor).toBeUndefined();
});
