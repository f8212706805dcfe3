// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are what is tested
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Server } from '../core/index.ts';
import { readDocument } from './document.ts';
import { settingsFrom } from './load.ts';
import { renderProblems } from './problem.ts';
import { jsonSchemaText } from './write-json-schema.ts';

const env = { HOME: '/home/me', GITHUB_TOKEN: 'ghp_abc', MY_API_TOKEN: 'gem-123', EMPTY: '' };
const isValid = new Ajv({ strict: false }).compile(JSON.parse(jsonSchemaText()));

/** What a server is that says nothing of all this. */
const head = {
  disabled: false,
  always: [],
  includeTools: [],
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

describe('a server pasted from', () => {
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
        toolMs: 5_000,
      },
    ],
    [
      'opencode, an address',
      { type: 'remote', url: 'https://example.com/mcp', oauth: {}, enabled: true },
      { ...address, url: 'https://example.com/mcp' },
    ],
    [
      'Copilot CLI',
      { type: 'local', command: 'npx', args: ['x'], tools: ['*'] },
      { ...program, command: 'npx', args: ['x'], includeTools: ['*'] },
    ],
    [
      'Codex',
      {
        command: 'npx',
        startup_timeout_sec: 12.5,
        tool_timeout_sec: 90,
        enabled_tools: ['a'],
        disabled_tools: ['b'],
        env_vars: ['X'],
      },
      {
        ...program,
        command: 'npx',
        connectMs: 12_500,
        toolMs: 90_000,
        includeTools: ['a'],
        excludeTools: ['b'],
      },
    ],
    [
      'Codex, an address',
      { url: 'https://example.com/mcp', http_headers: { 'X-Region': 'eu' }, startup_timeout_ms: 20000 },
      { ...address, url: 'https://example.com/mcp', headers: { 'X-Region': 'eu' }, connectMs: 20_000 },
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
  ])('%s', (_, pasted, expected) => {
    expect(serverOf(pasted)).toEqual({ server: expected, warnings: [] });
    expect(isValid({ mcpServers: { it: pasted } }), JSON.stringify(isValid.errors)).toBe(true);
  });
});

test('the members of our own', () => {
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

test('ours count more than the spellings of others', () => {
  const { server } = serverOf({
    url: 'https://ours.example',
    serverUrl: 'https://theirs.example',
    type: 'sse',
    transport: 'http',
    disabled: false,
    enabled: false,
    includeTools: [],
    enabledTools: ['x'],
    toolMs: 7,
    timeout: 60,
    connectMs: 8,
    startup_timeout_sec: 1,
  });
  expect(server).toEqual({ ...address, transport: 'sse', url: 'https://ours.example', toolMs: 7, connectMs: 8 });
});

test('of two addresses ours is taken, and tried in both ways', () => {
  const two = { url: 'https://ours.example', httpUrl: 'https://theirs.example' };
  expect(serverOf(two).server).toEqual({ ...address, url: 'https://ours.example' });
});

test.each([
  ['http', 'http'],
  ['streamable-http', 'http'],
  ['streamableHttp', 'http'],
  ['streamable_http', 'http'],
  ['sse', 'sse'],
  ['remote', 'any'],
  [undefined, 'any'],
])('an address of type %s is reached by %s', (type, transport) => {
  const server = { url: 'https://example.com', ...(type === undefined ? {} : { type }) };
  expect(serverOf(server).server).toMatchObject({ transport });
});

test.each([
  [60, 60_000],
  [999, 999_000],
  [1000, 1_000],
  [0.5, 500],
  [1e12, 2_147_483_647],
  [0, undefined],
  [-1, undefined],
])('a timeout of %d is %s ms', (timeout, toolMs) => {
  expect(serverOf({ command: 'x', timeout }).server?.toolMs).toBe(toolMs);
});

test('names that are the same but for case are two servers; no names of others leak in', () => {
  const file = { mcpServers: { Files: { command: 'a' }, files: { command: 'b' } } };
  const result = settingsFrom([readDocument(JSON.stringify(file), 'toolpath.json', '/project/toolpath.json')], env);
  expect(result.ok && Object.keys(result.settings.mcpServers)).toEqual(['Files', 'files']);
  expect(serverOf({ command: 'x' }).server?.rename.constructor).toBeUndefined();
});

test.each(['servers', 'context_servers'])('all of them under the name %s', (name) => {
  const text = JSON.stringify({ [name]: { it: { command: 'x' } } });
  expect(settingsFrom([readDocument(text, 'toolpath.json', '/toolpath.json')], env)).toMatchObject({
    problems: [{ fix: 'did you mean "mcpServers"?' }],
  });
});

test('what is wrong with a server is told with its line and a fix', () => {
  const text = `{ "mcpServers": {
  "a::b": { "command": "x" },
  "": { "command": "x" },
  "both": { "command": "x", "serverUrl": "https://example.com" },
  "no-way": { "args": [] },
  "words": { "command": "x", "protocol": "moderm", "elicitation": "ask", "type": "websocket" },
  "numbers": { "command": "x", "toolMs": 0, "timeout": "60", "callsAtOnce": 1.5 },
  "empty": { "command": [] },
  "address": { "httpUrl": "example.com", "rename": { "a": 1 } },
  "list": [], "null": null
} }`;
  const result = settingsFrom([readDocument(text, 'toolpath.json', '/project/toolpath.json')], env);
  expect(result.ok ? '' : renderProblems(result.problems)).toMatchInlineSnapshot(`
    "toolpath.json is not usable (15 problems):
      line 2, column 3    mcpServers["a::b"]: a server's name must not hold "::".  Fix: choose another name
      line 3, column 3    mcpServers[""]: a server needs a name.  Fix: choose another name
      line 4, column 11   mcpServers.both: has both a "command" and a "url".  Fix: keep the one that is meant
      line 5, column 13   mcpServers.no-way: needs a "command" or a "url".  Fix: "no-way": { "command": "npx", "args": ["-y", "some-mcp-server"] }
      line 6, column 42   mcpServers.words.protocol: expected "auto", "legacy" or "modern", got "moderm".  Fix: did you mean "modern"?
      line 6, column 67   mcpServers.words.elicitation: expected "decline", "defaults" or "off", got "ask".  Fix: "elicitation": "defaults"
      line 6, column 82   mcpServers.words.type: expected "stdio", "http", "streamable-http", "streamableHttp", "streamable_http", "sse", "local" or "remote", got "websocket".  Fix: "type": "http"
      line 7, column 42   mcpServers.numbers.toolMs: expected a whole number from 1 to 2147483647, got a number.  Fix: "toolMs": 120000
      line 7, column 56   mcpServers.numbers.timeout: expected a number, got text.  Fix: "timeout": 60
      line 7, column 77   mcpServers.numbers.callsAtOnce: expected a whole number, got a number.  Fix: "callsAtOnce": 1
      line 8, column 25   mcpServers.empty.command: must not be empty.  Fix: "command": "npx"
      line 9, column 27   mcpServers.address.httpUrl: expected an http or https address.  Fix: "httpUrl": "https://example.com/mcp"
      line 9, column 59   mcpServers.address.rename.a: expected text, got a number.  Fix: "rename": { "read_file": "read" }
      line 10, column 11  mcpServers.list: expected an object, got a list.  Fix: "list": { "command": "npx", "args": ["-y", "some-mcp-server"] }
      line 10, column 23  mcpServers.null: expected an object, got null.  Fix: "null": { "command": "npx", "args": ["-y", "some-mcp-server"] }"
  `);
});
