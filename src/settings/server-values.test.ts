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

describe('variables', () => {
  test('are filled in everywhere but in our own words and in what nobody reads', () => {
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
    expect(told({ command: 'x', protocol: '${WIKI_TOKEN}' })).toContain('got text');
  });

  test('that are not set, or that only an editor can ask for, are problems', () => {
    const server = {
      url: 'https://${WIKI_HOST}/mcp',
      headers: { A: 'Bearer env:NOT_SET', B: 'Bearer ${NOPE} ${NOPE}', C: '${input:wiki-token}', D: '${config:a.b}' },
    };
    expect(told(server)).toMatchInlineSnapshot(`
      "toolpath.json is not usable (5 problems):
        line 1, column 28   mcpServers.it.url: the environment variable WIKI_HOST is not set.  Fix: export WIKI_HOST=… before starting
        line 1, column 70   mcpServers.it.headers.A: the environment variable NOT_SET is not set.  Fix: export NOT_SET=… before starting
        line 1, column 95   mcpServers.it.headers.B: the environment variable NOPE is not set.  Fix: export NOPE=… before starting
        line 1, column 124  mcpServers.it.headers.C: "\${input:wiki-token}" asks the user, which Toolpath cannot.  Fix: put the value in a variable and write \${env:NAME}
        line 1, column 150  mcpServers.it.headers.D: "\${config:a.b}" is known to the editor only.  Fix: put the value in a variable and write \${env:NAME}"
    `);
  });

  test('that are not set do not matter to a disabled server; its secrets are secrets all the same', () => {
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
  ])('the header %s is sent as %s', (written, sent) => {
    const { server, secrets } = loaded({ url: 'https://example.com', headers: { Authorization: written } });
    expect(server).toMatchObject({ headers: { Authorization: sent } });
    expect(secrets.some((secret) => sent.includes(secret))).toBe(true);
    expect(loaded({ command: 'x', env: { A: written } }).server).toMatchObject({ env: { A: sent } });
  });

  test('of an environment are not those of a server that is named so', () => {
    const text = JSON.stringify({
      mcpServers: { env: { command: 'zK92opaque' }, headers: { command: 'Bearer env:NOPE' } },
    });
    const result = settingsFrom([readDocument(text, 'toolpath.json', '/toolpath.json')], env);
    expect(result).toMatchObject({
      secrets: [],
      settings: { mcpServers: { headers: { command: 'Bearer env:NOPE' } } },
    });
  });

  test('that a server asks for are known ones', () => {
    const mine = { TOOLPATH_MINE_ALONE: 'x' };
    expect(load({ command: 'x', args: ['${TOOLPATH_MINE_ALONE}'] }, mine)).toMatchObject({ warnings: [] });
    expect(load({ command: 'x' }, mine)).toMatchObject({
      warnings: ['The environment variable TOOLPATH_MINE_ALONE is not a setting.'],
    });
  });
});

describe('secrets', () => {
  const secretsOf = (server: object) => loaded({ command: 'x', ...server }).secrets;

  test('what came from a variable into an environment, unless both names and the value are plain', () => {
    expect(secretsOf({ env: { A: '${PLAIN}' } })).toEqual(['opaque9931']);
    expect(secretsOf({ env: { A: '${LEVEL}', B: '${DATA}', C: '${workspaceFolder}/x' } })).toEqual([]);
    expect(secretsOf({ env: { API_KEY: '${LEVEL}' } })).toEqual(['debug']);
    expect(secretsOf({ env: { API_KEY: '$LEVEL' } })).toEqual(['debug']);
    expect(secretsOf({ env: { API_KEY: 'x ${LEVEL}' } })).toContain('debug');
    expect(secretsOf({ env: { API_KEY: 12345678 } })).toEqual(['12345678']);
  });

  test('what is made of a variable and clear text', () => {
    expect(secretsOf({ env: { A: 'clear9xK2-${LEVEL}' } })).toEqual(['clear9xK2-debug']);
    expect(secretsOf({ env: { DB: 'postgres://me:${LEVEL}@host/db' } })).toContain('debug');
  });

  test.each(['env', 'environment'])('what stands in clear in %s', (name) => {
    expect(secretsOf({ [name]: { API_KEY: 'swordfish', LOG: 'info' } })).toEqual(['swordfish']);
  });

  test.each(['headers', 'http_headers'])('what stands in clear in %s', (name) => {
    const headers = { Authorization: 'Bearer swordfish', Accept: 'text/html' };
    const { secrets } = loaded({ url: 'https://example.com', [name]: headers });
    expect(secrets).toEqual(['Bearer swordfish', 'swordfish']);
  });

  test('what Codex has in variables', () => {
    const { secrets } = loaded({
      url: 'https://example.com',
      bearer_token_env_var: 'LEVEL',
      env_http_headers: { 'X-A': 'PLAIN', 'X-B': 'DATA' },
    });
    expect(secrets).toEqual(['debug', 'opaque9931']);
    expect(secretsOf({ env_vars: ['WIKI_TOKEN', 'DATA', 'LEVEL'] })).toEqual(['wiki-s3cret']);
  });

  test('what came from a variable that is named like one, wherever it stands', () => {
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
  ])('the arguments %j hold %j', (args, secrets) => {
    expect(secretsOf({ args }).toSorted()).toEqual(secrets.toSorted());
    expect(loaded({ command: ['x', ...args] }).secrets.toSorted()).toEqual(secrets.toSorted());
  });

  test.each([
    ['?api_key=abc-1&page=2', ['abc-1']],
    ['?key=AIza%2B1', ['AIza%2B1', 'AIza+1']],
    ['?a=1&token=%', ['%']],
    ['?page=2&q=key', []],
  ])('the address …%s holds %j', (query, secrets) => {
    for (const name of ['url', 'serverUrl', 'httpUrl', 'baseUrl']) {
      expect(loaded({ [name]: `https://example.com/mcp${query}` }).secrets).toEqual(secrets);
    }
  });
});

describe('paths', () => {
  test.each([
    [undefined, '/project'],
    ['./data', '/project/data'],
    ['/abs', '/abs'],
    ['~', '/home/me'],
    ['~/x', '/home/me/x'],
    ['~other', '/project/~other'],
  ])('the folder %s is %s', (cwd, whole) => {
    const { server } = loaded({ command: 'x', ...(cwd === undefined ? {} : { cwd }) });
    expect(server).toMatchObject({ cwd: whole });
  });

  test('the home folder is known where no variable names it', () => {
    for (const nowhere of [{}, { HOME: '', USERPROFILE: '' }]) {
      const result = load({ command: '~/x', args: ['${userHome}'] }, nowhere);
      expect(result).toMatchObject({
        settings: { mcpServers: { it: { command: `${homedir()}/x`, args: [homedir()] } } },
      });
    }
  });

  test('a program may stand in the home folder; its arguments are its own', () => {
    const { server } = loaded({ command: '~/bin/x', args: ['~/y'] });
    expect(server).toMatchObject({ command: '/home/me/bin/x', args: ['~/y'] });
  });

  test('a server from a flag runs where the command does', () => {
    const flags = { 'mcp-servers': '{"a":{"command":"./x"},"b":{"command":"${workspaceFolder}/x","cwd":"sub"}}' };
    const result = settingsFrom([readFlags(flags, '/here')], env);
    expect(result.ok && result.settings.mcpServers).toMatchObject({
      a: { command: './x', cwd: '/here' },
      b: { command: '/here/x', cwd: join('/here', 'sub') },
    });
  });
});

describe('warnings', () => {
  const warningsOf = (server: object) => loaded(server).warnings;

  test('a member that is nearly one of ours', () => {
    expect(warningsOf({ command: 'x', exclude_tools: ['a'], Cwd: 'x', 'env\u001b': {} })).toEqual([
      'mcpServers.it: "exclude_tools" is not a setting of a server. Did you mean "excludeTools"?',
      'mcpServers.it: "Cwd" is not a setting of a server. Did you mean "cwd"?',
      'mcpServers.it: "env\\u001b" is not a setting of a server. Did you mean "env"?',
    ]);
    expect(warningsOf({ command: 'x', arg: [] })).toEqual([
      'mcpServers.it: "arg" is not a setting of a server. Did you mean "args"?',
    ]);
  });

  test('not what other clients have there, nor what is null', () => {
    const others = ['alwaysAllow', 'autoApprove', 'trust', 'description', 'gallery', 'tools', 'icon', 'name', 'auth'];
    expect(warningsOf({ command: 'x', ...Object.fromEntries(others.map((name) => [name, true])) })).toEqual([]);
    expect(warningsOf({ command: 'x', arg: null, envFile: null, somethingElse: 1, tag: 'like tags' })).toEqual([]);
  });

  test('a variable within an address that is not filled in', () => {
    expect(warningsOf({ url: 'https://example.com/mcp?key=env:API_KEY' })).toEqual([
      'mcpServers.it.url has "env:" within it, which stands for a whole value only: it is passed on as it stands. Write ${NAME}.',
    ]);
    expect(warningsOf({ serverUrl: 'https://example.com/env:PLACE/mcp' })).toHaveLength(1);
    for (const url of ['https://example.com/mcp?key=x', 'https://example.com/env:', 'https://example.com/myenv:x'])
      expect(warningsOf({ url })).toEqual([]);
  });

  test('a file of variables', () => {
    expect(warningsOf({ command: 'x', envFile: '${workspaceFolder}/.env' })).toEqual([
      'mcpServers.it.envFile is not read. Set its variables before starting, and name those that the server needs in "env": { "NAME": "env:NAME" }.',
    ]);
  });

  test('what could not be filled in, by its place alone: it may be a password that is written so', () => {
    const env = { DB_PASSWORD: '$UPERS3CRET', B: '${{ secrets.B }}', C: '{file:./c}', D: '$LEVEL' };
    const { warnings, secrets } = loaded({ command: 'x', args: ['${a b}'], env });
    const told = (path: string) =>
      `mcpServers.it.${path} holds what looks like a placeholder, which Toolpath cannot fill in: it is passed on as it stands.`;
    expect(warnings).toEqual([told('args[0]'), told('env.DB_PASSWORD'), told('env.B'), told('env.C')]);
    expect(secrets).toContain('$UPERS3CRET');
  });

  test('are bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`s${i}`, { command: 'x', arg: i }]));
    const text = JSON.stringify({ mcpServers: many });
    const result = settingsFrom([readDocument(text, 'f', '/f')], {});
    expect(result.ok && result.warnings.length).toBe(50);
  });
});
