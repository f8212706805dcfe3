// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are what is tested
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDocument } from './file.ts';
import { readFlags } from './given.ts';
import { settingsFrom } from './load.ts';
import { renderProblems } from './problem.ts';

const env = {
  HOME: '/home/me',
  WIKI_TOKEN: 'wiki-s3cret\n',
  LEVEL: 'debug',
  DATA: '/srv/data',
  PLAIN: 'opaque9931',
  TRICK: 'env:WIKI_TOKEN',
};

function load(server: object, variables: Readonly<Record<string, string>> = env) {
  const text = JSON.stringify({ mcpServers: { it: server } });
  return settingsFrom([readDocument(text, 'toolpath.json', '/project/toolpath.json')], variables);
}

function loaded(server: object) {
  const result = load(server);
  if (!result.ok) throw new Error(renderProblems(result.problems));
  return { server: result.settings.mcpServers.it, secrets: result.secrets, warnings: result.warnings };
}

function told(server: object): string {
  const result = load(server);
  return result.ok ? '' : renderProblems(result.problems);
}

describe('Variables in MCP servers', () => {
  test('Variables are replaced in all known fields except those with fixed values', () => {
    const { server } = loaded({
      command: '${userHome}/bin/${LEVEL}',
      args: ['--dir=${workspaceFolder}${/}x', '${workspaceFolderBasename}'],
      cwd: '${DATA}',
      env: { A: '${LEVEL}-${DATA}' },
      includeTools: ['${LEVEL}_*'],
      rename: { '${LEVEL}': '${LEVEL}' },
      description: '${NOT_SET} ${input:x}',
    });
    expect(server).toMatchObject({
      command: '/home/me/bin/debug',
      args: ['--dir=/project/x', 'project'],
      cwd: '/srv/data',
      env: { A: 'debug-/srv/data' },
      includeTools: ['debug_*'],
      rename: { '${LEVEL}': 'debug' },
    });
    expect(told({ command: 'x', protocol: '${WIKI_TOKEN}' })).toContain('got a string');
  });

  test('Placeholders of editors are problems, and unset variables are not', () => {
    const server = {
      url: 'https://${WIKI_HOST}/mcp',
      headers: { A: 'Bearer env:NOT_SET', B: 'Bearer ${NOPE} ${NOPE}', C: '${input:wiki-token}', D: '${config:a.b}' },
    };
    expect(told(server)).toMatchInlineSnapshot(`
      "toolpath.json is invalid (2 problems):
        line 1, column 124  mcpServers.it.headers.C: "\${input:wiki-token}" asks the user for input, which Toolpath cannot do.  Fix: put the value in an environment variable and write \${env:NAME}
        line 1, column 150  mcpServers.it.headers.D: "\${config:a.b}" is known only to the editor.  Fix: put the value in an environment variable and write \${env:NAME}"
    `);
  });

  test('Unset variables of a disabled server are no problem, but its secrets are redacted', () => {
    const server = {
      url: '${WIKI_URL}',
      headers: { Authorization: 'env:NOPE', A: '${input:x}', B: 'Bearer env:WIKI_TOKEN' },
      arg: 1,
    };
    for (const off of [{ disabled: true }, { enabled: false }]) {
      const { secrets, warnings } = loaded({ ...server, ...off });
      expect(secrets).toContain('wiki-s3cret');
      expect(warnings).toEqual([]);
    }
    expect(load(server).ok).toBe(false);
  });

  test.each([
    ['Bearer env:WIKI_TOKEN', 'Bearer wiki-s3cret'],
    ['Basic env:WIKI_TOKEN', 'Basic wiki-s3cret'],
    ['env:WIKI_TOKEN', 'wiki-s3cret'],
    ['Bearer ${WIKI_TOKEN}', 'Bearer wiki-s3cret'],
    ['$WIKI_TOKEN', 'wiki-s3cret'],
    ['${TRICK}', 'env:WIKI_TOKEN'],
    ['x: env:WIKI_TOKEN', 'x: env:WIKI_TOKEN'],
    ['two words env:WIKI_TOKEN', 'two words env:WIKI_TOKEN'],
    ['deploy env:prod-1', 'deploy env:prod-1'],
  ])('The header %s is sent as %s', (written, sent) => {
    const { server, secrets } = loaded({ url: 'https://example.com', headers: { Authorization: written } });
    expect(server).toMatchObject({ headers: { Authorization: sent } });
    expect(secrets.some((secret) => sent.includes(secret))).toBe(true);
    expect(loaded({ command: 'x', env: { A: written } }).server).toMatchObject({ env: { A: sent } });
  });

  test('A server called "env" or "headers" is not treated as an environment or headers', () => {
    const text = JSON.stringify({
      mcpServers: { env: { command: 'zK92opaque' }, headers: { command: 'Bearer env:NOPE' } },
    });
    const result = settingsFrom([readDocument(text, 'toolpath.json', '/toolpath.json')], env);
    expect(result).toMatchObject({
      secrets: [],
      settings: { mcpServers: { headers: { command: 'Bearer env:NOPE' } } },
    });
  });

  test('A TOOLPATH_ variable that a server uses causes no warning', () => {
    const mine = { TOOLPATH_MINE_ALONE: 'x' };
    expect(load({ command: 'x', args: ['${TOOLPATH_MINE_ALONE}'] }, mine)).toMatchObject({ warnings: [] });
    expect(load({ command: 'x' }, mine)).toMatchObject({
      warnings: ['The environment variable TOOLPATH_MINE_ALONE is not a setting.'],
    });
  });
});

describe('Secrets of MCP servers', () => {
  const secretsOf = (server: object) => loaded({ command: 'x', ...server }).secrets;

  test('A variable in an environment is a secret, unless both names and the value are plain', () => {
    expect(secretsOf({ env: { A: '${PLAIN}' } })).toEqual(['opaque9931']);
    expect(secretsOf({ env: { A: '${LEVEL}', B: '${DATA}', C: '${workspaceFolder}/x' } })).toEqual([]);
    expect(secretsOf({ env: { API_KEY: '${LEVEL}' } })).toEqual(['debug']);
    expect(secretsOf({ env: { API_KEY: '$LEVEL' } })).toEqual(['debug']);
    expect(secretsOf({ env: { API_KEY: 'x ${LEVEL}' } })).toContain('debug');
    expect(secretsOf({ env: { API_KEY: 12345678 } })).toEqual(['12345678']);
  });

  test('A value that combines a variable and clear text is a secret', () => {
    expect(secretsOf({ env: { A: 'clear9xK2-${LEVEL}' } })).toEqual(['clear9xK2-debug']);
    expect(secretsOf({ env: { DB: 'postgres://me:${LEVEL}@host/db' } })).toContain('debug');
  });

  test.each(['env', 'environment'])('A clear-text secret in %s is redacted', (name) => {
    expect(secretsOf({ [name]: { API_KEY: 'swordfish', LOG: 'info' } })).toEqual(['swordfish']);
  });

  test.each(['headers', 'http_headers'])('A clear-text secret in %s is redacted', (name) => {
    const headers = { Authorization: 'Bearer swordfish', Accept: 'text/html' };
    const { secrets } = loaded({ url: 'https://example.com', [name]: headers });
    expect(secrets).toEqual(['Bearer swordfish', 'swordfish']);
  });

  test('Values of variables that fields of Codex name are secrets', () => {
    const { secrets } = loaded({
      url: 'https://example.com',
      bearer_token_env_var: 'LEVEL',
      env_http_headers: { 'X-A': 'PLAIN', 'X-B': 'DATA' },
    });
    expect(secrets).toEqual(['debug', 'opaque9931']);
    expect(secretsOf({ env_vars: ['WIKI_TOKEN', 'DATA', 'LEVEL'] })).toEqual(['wiki-s3cret']);
  });

  test('A variable whose name suggests a secret is redacted in arguments and addresses', () => {
    expect(secretsOf({ args: ['x', '${WIKI_TOKEN}', '${PLAIN}'] })).toEqual(['wiki-s3cret']);
    expect(loaded({ url: 'https://example.com/${WIKI_TOKEN}/mcp' }).secrets).toEqual(['wiki-s3cret']);
  });

  test.each<[args: unknown[], secrets: string[]]>([
    [['--api-key', 'abc-1'], ['abc-1']],
    [['--token=abc-1'], ['abc-1']],
    [['--accessToken', 'word'], ['word']],
    [['-e', 'API_TOKEN=abc-1'], ['abc-1']],
    [
      ['--header', 'Authorization: Bearer abc-1'],
      ['Bearer abc-1', 'abc-1'],
    ],
    [['postgres://u:p%40ss@h/d'], ['p%40ss', 'p@ss']],
    [['https://example.com/mcp?api_key=abc-1&x=y'], ['abc-1']],
    [['--password', '--verbose', '--token-file', 'abc', '--auth-timeout', '3000', '--max-tokens', '1000'], []],
    [
      [
        '--credentials',
        '/etc/login.json',
        '--key',
        '/etc/tls.pem',
        '--sort-key',
        'name',
        '--author',
        'someone-1',
        'a=b',
        'key:',
      ],
      [],
    ],
  ])('The arguments %j contain the secrets %j', (args, secrets) => {
    expect(secretsOf({ args }).toSorted()).toEqual(secrets.toSorted());
    expect(loaded({ command: ['x', ...args] }).secrets.toSorted()).toEqual(secrets.toSorted());
  });

  test.each([
    ['?api_key=abc-1&page=2', ['abc-1']],
    ['?key=AIza%2B1', ['AIza%2B1', 'AIza+1']],
    ['?a=1&token=%', ['%']],
    ['?page=2&q=key', []],
  ])('The address …%s contains the secrets %j', (query, secrets) => {
    for (const name of ['url', 'serverUrl', 'httpUrl', 'baseUrl']) {
      expect(loaded({ [name]: `https://example.com/mcp${query}` }).secrets).toEqual(secrets);
    }
  });
});

describe('Paths of MCP servers', () => {
  test.each([
    [undefined, '/project'],
    ['./data', '/project/data'],
    ['/abs', '/abs'],
    ['~', '/home/me'],
    ['~/x', '/home/me/x'],
    ['~other', '/project/~other'],
  ])('The working directory %s resolves to %s', (cwd, whole) => {
    const { server } = loaded({ command: 'x', ...(cwd === undefined ? {} : { cwd }) });
    expect(server).toMatchObject({ cwd: whole });
  });

  test('The home folder is known even if no variable names it', () => {
    for (const nowhere of [{}, { HOME: '', USERPROFILE: '' }]) {
      const result = load({ command: '~/x', args: ['${userHome}'] }, nowhere);
      expect(result).toMatchObject({
        settings: { mcpServers: { it: { command: `${homedir()}/x`, args: [homedir()] } } },
      });
    }
  });

  test('~ is expanded in the command, but not in its arguments', () => {
    const { server } = loaded({ command: '~/bin/x', args: ['~/y'] });
    expect(server).toMatchObject({ command: '/home/me/bin/x', args: ['~/y'] });
  });

  test('A server from a flag runs in the working directory of Toolpath', () => {
    const flags = { 'mcp-servers': '{"a":{"command":"./x"},"b":{"command":"${workspaceFolder}/x","cwd":"sub"}}' };
    const result = settingsFrom([readFlags(flags, '/here')], env);
    expect(result.ok && result.settings.mcpServers).toMatchObject({
      a: { command: './x', cwd: '/here' },
      b: { command: '/here/x', cwd: join('/here', 'sub') },
    });
  });
});

describe('Warnings about MCP servers', () => {
  const warningsOf = (server: object) => loaded(server).warnings;

  test('A field that resembles one of ours causes a warning', () => {
    expect(warningsOf({ command: 'x', exclude_tools: ['a'], Cwd: 'x', 'env\u001b': {} })).toEqual([
      'mcpServers.it: "exclude_tools" is not a setting of an MCP server. Did you mean "excludeTools"?',
      'mcpServers.it: "Cwd" is not a setting of an MCP server. Did you mean "cwd"?',
      'mcpServers.it: "env\\u001b" is not a setting of an MCP server. Did you mean "env"?',
    ]);
    expect(warningsOf({ command: 'x', arg: [] })).toEqual([
      'mcpServers.it: "arg" is not a setting of an MCP server. Did you mean "args"?',
    ]);
  });

  test('Fields of other clients and null fields cause no warning', () => {
    const others = ['alwaysAllow', 'autoApprove', 'trust', 'description', 'gallery', 'tools', 'icon', 'name', 'auth'];
    expect(warningsOf({ command: 'x', ...Object.fromEntries(others.map((name) => [name, true])) })).toEqual([]);
    expect(warningsOf({ command: 'x', arg: null, envFile: null, somethingElse: 1, tag: 'like tags' })).toEqual([]);
  });

  test('env: within an address causes a warning, because it is not replaced', () => {
    expect(warningsOf({ url: 'https://example.com/mcp?key=env:API_KEY' })).toEqual([
      'mcpServers.it.url contains "env:", which is replaced only if it is the whole value, so the address is used as written. Write ${NAME} instead.',
    ]);
    expect(warningsOf({ serverUrl: 'https://example.com/env:PLACE/mcp' })).toHaveLength(1);
    for (const url of ['https://example.com/mcp?key=x', 'https://example.com/env:', 'https://example.com/myenv:x'])
      expect(warningsOf({ url })).toEqual([]);
  });

  test('An envFile causes a warning', () => {
    expect(warningsOf({ command: 'x', envFile: '${workspaceFolder}/.env' })).toEqual([
      'mcpServers.it.envFile is ignored. Set its variables before you start Toolpath, and list those that the server needs in "env": { "NAME": "env:NAME" }.',
    ]);
  });

  test('A placeholder that cannot be replaced causes a warning without its text, which may be a password', () => {
    const env = { DB_PASSWORD: '$UPERS3CRET', B: '${{ secrets.B }}', C: '{file:./c}', D: '$LEVEL' };
    const { warnings, secrets } = loaded({ command: 'x', args: ['${a b}'], env });
    const told = (path: string) =>
      `mcpServers.it.${path} contains what looks like a placeholder, but Toolpath cannot replace it. It is passed on unchanged.`;
    expect(warnings).toEqual([told('args[0]'), told('env.DB_PASSWORD'), told('env.B'), told('env.C')]);
    expect(secrets).toContain('$UPERS3CRET');
  });

  test('At most fifty warnings are returned', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`s${i}`, { command: 'x', arg: i }]));
    const text = JSON.stringify({ mcpServers: many });
    const result = settingsFrom([readDocument(text, 'f', '/f')], {});
    expect(result.ok && result.warnings.length).toBe(50);
  });
});
