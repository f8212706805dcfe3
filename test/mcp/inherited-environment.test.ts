import { describe, expect, test } from 'vitest';
import { folderWith, startToolpath, toolpath } from '../toolpath.ts';

/** A server whose only tool returns its environment, and which also writes the environment to stderr. */
const program = `
  import { createInterface } from 'node:readline';
  console.error('started with ' + JSON.stringify(process.env) + Buffer.from('me:hunter2-pw').toString('base64'));
  if (process.env.FAILS) process.exit(1);
  const answers = {
    initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'e', version: '1' } }),
    'tools/list': () => ({ tools: [{ name: 'env', inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: 'the proxy has ' + process.env.HTTPS_PROXY.length + ' characters\\n' + Object.entries(process.env).map((each) => each.join('=')).join('\\n') }] }),
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.(params) ?? {} }));
  });`;

const folder = (server: object = {}, mcp: object = { baseDelayMs: 1 }) =>
  folderWith({
    'server.mjs': program,
    'toolpath.json': { mcpServers: { it: { command: process.execPath, args: ['server.mjs'], ...server } }, mcp },
  });

const proxy = {
  HTTPS_PROXY: 'http://me:hunter2-pw@proxy.example.com:8080',
  https_proxy: 'http://me:hunter2-pw@proxy.example.com:8080',
  UV_INDEX: 'ours=https://someone:p%40ss-w0rd@uv.example.com/simple https://uv.example.com/more',
  PIP_INDEX_URL: 'https://t0ken-of-pip@pip.example.com/simple',
  REQUESTS_CA_BUNDLE: '/etc/ssl/certs/company.pem',
  NPM_TOKEN: 'npm-t0ken',
  GIT_SSL_CAINFO: '/etc/git.pem',
  DEPLOY_TOKEN: 'deploy-t0ken-1',
};
const secrets = ['hunter2-pw', 'p%40ss-w0rd', 'p@ss-w0rd', 't0ken-of-pip', 'bWU6aHVudGVyMi1wdw', 'npm-t0ken'];

describe('The environment of an MCP server', () => {
  test('A server gets the proxy with its password, and the password is removed from results', async () => {
    const { code, stdout } = await toolpath(['call', 'it::env'], folder(), proxy);
    expect(code).toBe(0);
    expect(stdout).toContain(`the proxy has ${proxy.HTTPS_PROXY.length} characters`);
    expect(stdout).toContain('HTTPS_PROXY=http://[redacted]@proxy.example.com:8080\n');
    expect(stdout).toContain('https_proxy=http://[redacted]@proxy.example.com:8080\n');
    expect(stdout).toContain('UV_INDEX=ours=https://[redacted]@uv.example.com/simple https://uv.example.com/more\n');
    expect(stdout).toContain('PIP_INDEX_URL=https://[redacted]@pip.example.com/simple\n');
    expect(stdout).toContain('REQUESTS_CA_BUNDLE=/etc/ssl/certs/company.pem');
    for (const secret of secrets) expect(stdout).not.toContain(secret);
  });

  test('The password of a proxy appears neither in the log nor in the status nor in the stderr of a failed server', async () => {
    const cwd = folder({ env: { FAILS: '1' } });
    const [doctor, tools] = await Promise.all([
      toolpath(['doctor', '--port', '0'], cwd, proxy),
      toolpath(['tools', '--json'], cwd, proxy),
    ]);
    const child = startToolpath(['mcp', '--log-level', 'debug'], folder(), proxy);
    let log = '';
    child.stderr.on('data', (chunk) => {
      log += chunk;
    });
    await expect.poll(() => log, { timeout: 20_000 }).toContain('started with');
    for (const text of [doctor.stdout, tools.stdout, log]) {
      expect(text).toContain('[redacted]@proxy.example.com');
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  test('inheritEnv passes more variables if they are set, and their values are secrets', async () => {
    const cwd = folder({
      inheritEnv: ['GIT_SSL_CAINFO', 'DEPLOY_TOKEN', 'NOT_SET'],
      env: { GIT_SSL_CAINFO: '/own.pem' },
    });
    const { stdout } = await toolpath(['call', 'it::env'], cwd, proxy);
    expect(stdout).toContain('GIT_SSL_CAINFO=/own.pem');
    expect(stdout).toContain('DEPLOY_TOKEN=[redacted]');
    expect(stdout).not.toContain('NOT_SET');
    expect(stdout).not.toContain('NPM_TOKEN');
  });

  test('inheritEnv accepts names of variables only', async () => {
    const { code, stderr } = await toolpath(['tools'], folder({ inheritEnv: ['AWS_*'] }));
    expect(code).toBe(2);
    expect(stderr).toContain('mcpServers.it.inheritEnv[0]: expected the name of an environment variable.');
  });
});
