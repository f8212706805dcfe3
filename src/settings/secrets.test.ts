import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { readDocument } from './file.ts';
import { readEnvironment } from './given.ts';
import { settingsFrom } from './load.ts';
import { renderProblems } from './problem.ts';
import { settingSources } from './sources.ts';
import { resolveValues } from './values.ts';

const document = (settings: unknown) => readDocument(JSON.stringify(settings), 'toolpath.json', '/toolpath.json');
const resolve = (settings: object, env = {}) => resolveValues(document(settings).layer, env);
const secretsOf = (settings: object, env = {}) => [...resolve(settings, env).secrets];

describe('env:NAME in settings', () => {
  test('env:NAME is replaced in secrets and in MCP servers, and nowhere else', () => {
    const env = {
      A: 'aaaa',
      B: 'bbbb',
      C: 'cccc',
      D: 'dddd',
      E: 'eeee',
      F: 'postgres://u:ffff@h/d',
      G: 'gggg',
      H: 'hhhh',
    };
    const { layer, secrets, variables } = resolve(
      {
        host: 'env:A',
        keys: ['env:A', 'plain-key'],
        backends: { up: { kind: 'openai', apiKey: 'env:B', headers: { 'X-Org': 'env:C' } } },
        mcpServers: {
          s: { command: 'x', args: ['env:G', 'env:no-name', 'xenv:A'], env: { T: 'env:D' } },
          h: { url: 'env:H', headers: { a: 'env:E' } },
        },
        databases: { d: { url: 'env:F' } },
      },
      env,
    );
    expect(layer.values).toEqual({
      host: 'env:A',
      keys: ['aaaa', 'plain-key'],
      backends: { up: { kind: 'openai', apiKey: 'bbbb', headers: { 'X-Org': 'cccc' } } },
      mcpServers: {
        s: { command: 'x', args: ['gggg', 'env:no-name', 'xenv:A'], env: { T: 'dddd' }, cwd: '/' },
        h: { url: 'hhhh', headers: { a: 'eeee' } },
      },
      databases: { d: { url: 'postgres://u:ffff@h/d' } },
    });
    expect([...secrets]).toEqual([
      'aaaa',
      'plain-key',
      'bbbb',
      'cccc',
      'gggg',
      'dddd',
      'hhhh',
      'eeee',
      'postgres://u:ffff@h/d',
      'ffff',
    ]);
    expect([...variables]).toEqual([
      ['keys[0]', 'A'],
      ['backends.up.apiKey', 'B'],
      ['backends.up.headers.X-Org', 'C'],
      ['mcpServers.s.args[0]', 'G'],
      ['mcpServers.s.env.T', 'D'],
      ['mcpServers.h.url', 'H'],
      ['mcpServers.h.headers.a', 'E'],
      ['databases.d.url', 'F'],
    ]);
  });

  test.each([
    ['12345678', true],
    ['1234567', false],
    ['', false],
    [undefined, false],
  ])('A key that resolves to %j is valid: %s', (key, ok) => {
    expect(settingsFrom([document({ keys: ['env:KEY'] })], { KEY: key }).ok).toBe(ok);
  });

  test('A variable named like a property of every object counts as not set', () => {
    expect(settingsFrom([document({ keys: ['env:constructor'] })], {})).toMatchObject({
      problems: [{ wrong: 'the environment variable constructor is not set' }],
    });
  });

  test('An unset variable is one problem, even if its placeholder is too short for a key', () => {
    const result = settingsFrom([document({ keys: ['env:K'] })], {});
    expect(result.ok ? [] : result.problems.map(({ wrong }) => wrong)).toEqual([
      'the environment variable K is not set',
    ]);
  });
});

test('The fix for a secret that is too short names its variable', () => {
  const env = { TOOLPATH_KEY: 'canary' };
  const given = readEnvironment({ TOOLPATH_KEYS: 'env:TOOLPATH_KEY' }, '/');
  for (const reading of [document({ keys: ['env:TOOLPATH_KEY'] }), given]) {
    const result = settingsFrom([reading], env);
    expect(result).toMatchObject({
      problems: [{ wrong: 'must have at least 8 characters', fix: 'set TOOLPATH_KEY to at least 8 characters' }],
    });
    expect(JSON.stringify(result)).not.toContain('canary');
  }
});

describe('Secrets for redaction', () => {
  test('The token of a header and the password of a URL are also redacted on their own', () => {
    expect(secretsOf({ backends: { up: { headers: { Authorization: 'Bearer abc.def' } } } })).toEqual([
      'Bearer abc.def',
      'abc.def',
    ]);
    expect(secretsOf({ databases: { d: { url: 'postgres://u:p%40ss@h/d' } } })).toEqual([
      'postgres://u:p%40ss@h/d',
      'p%40ss',
      'p@ss',
    ]);
  });

  test('A plain word in an environment is not a secret, unless its name or origin suggests one', () => {
    const env = (values: object) => ({ mcpServers: { s: { command: 'x', env: values } } });
    expect(secretsOf(env({ LOG_LEVEL: 'error', PORT: '3000', NODE_ENV: 'production' }))).toEqual([]);
    expect(secretsOf(env({ DB_PASSWORD: 'error', API_TOKEN: 'production' }))).toEqual(['error', 'production']);
    expect(secretsOf(env({ ANYTHING: 'xK29abc' }))).toEqual(['xK29abc']);
    expect(secretsOf(env({ LOG_LEVEL: 'env:L' }), { L: 'error' })).toEqual(['error']);
    expect(secretsOf(env({ A: 'env:B', C: 'env:D', E: 'env:F' }), { B: 'True', D: '3000', F: '/srv/x' })).toEqual([]);
    expect(
      secretsOf({ mcpServers: { s: { command: 'x', args: ['env:A', 'env:B'] } } }, { A: '/srv/x', B: 'b-1' }),
    ).toEqual(['b-1']);
    expect(secretsOf(env({ A: 'env:PIN_TOKEN', API_KEY: 'env:K' }), { PIN_TOKEN: '3000', K: '/K7+x' })).toEqual([
      '3000',
      '/K7+x',
    ]);
    expect(secretsOf({ keys: ['env:K'], backends: { up: { apiKey: 'env:N' } } }, { K: 'disabled', N: '1234' })).toEqual(
      ['disabled', '1234'],
    );
    expect(secretsOf({ keys: ['swordfish'], databases: { d: { url: 'sqlite:./shop.db' } } })).toEqual(['swordfish']);
  });
});

proves(
  'L10',
  'A key in the address of a backend or an MCP server is a secret, unless its value is a word such as true',
  () => {
    for (const name of ['key', 'api_key', 'apiKey', 'token', 'access_token', 'sig', 'X-Amz-Signature', 'password']) {
      const settings = {
        backends: { up: { kind: 'openai', baseUrl: `https://a.example/v1?lang=en&${name}=demo` } },
        mcpServers: { s: { url: `https://b.example/mcp?${name}=word%20two&page=1` } },
      };
      expect([name, secretsOf(settings)]).toEqual([name, ['demo', 'word%20two', 'word two']]);
      const word = { backends: { up: { kind: 'openai', baseUrl: `https://a.example/v1?${name}=true` } } };
      expect([name, secretsOf(word)]).toEqual([name, []]);
    }
    const plain = { backends: { up: { kind: 'openai', baseUrl: 'https://a.example/v1?api-version=2024-10-21' } } };
    expect(secretsOf(plain)).toEqual([]);
  },
);

describe('Problems beside secrets', () => {
  const CANARY = 'canary-5f2c9';

  test.each<[string, Record<string, unknown>]>([
    ['keys that are not a list', { keys: CANARY, port: 'x' }],
    ['keys as an object', { keys: { key: CANARY }, port: 'x' }],
    ['a field beside a secret', { mcpServers: { s: { command: 'x', always: CANARY, disabled: CANARY } } }],
    ['a key inside an object', { keys: [{ key: CANARY }] }],
    ['a key after env:', { keys: [`env:${CANARY}`] }],
    ['a backend that is a text', { backends: { up: CANARY } }],
    ['all backends as a text', { backends: CANARY }],
    ['a header list', { backends: { up: { kind: 'openai', headers: [CANARY] } } }],
    ['an address with a password', { backends: { up: { kind: 'openai', baseUrl: `http://u:${CANARY}@h` } } }],
    ['an address that is not a URL', { mcpServers: { s: { url: `h?key=${CANARY}` } } }],
    ['arguments as a string', { mcpServers: { s: { command: 'x', args: `--token ${CANARY}` } } }],
    ['an address of the wrong kind', { mcpServers: { s: { httpUrl: `ftp://h?token=${CANARY}` } } }],
    ['a program as an object', { mcpServers: { s: { command: { path: 5, args: [CANARY] } } } }],
    ['a field with fixed values', { mcpServers: { s: { command: 'x', type: CANARY, protocol: CANARY } } }],
    ['a variable that is a token', { mcpServers: { s: { url: 'http://h', bearer_token_env_var: CANARY } } }],
    ['a header', { mcpServers: { s: { url: 'http://h', headers: { a: `${CANARY}\n` } } } }],
    ['a value of the wrong type', { mcpServers: { s: { command: 'x', timeout: CANARY, transport: ['x', CANARY] } } }],
    ['a database as a string', { databases: { d: CANARY } }],
    ['a good secret beside a bad one', { keys: ['short', CANARY] }],
  ])('No problem shows the secret in: %s', (_, settings) => {
    const variables = settingSources.map(({ path, env }) => [env, JSON.stringify(settings[path])]);
    for (const reading of [document(settings), readEnvironment(Object.fromEntries(variables), '/')]) {
      const result = settingsFrom([reading], {});
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toContain(CANARY);
      expect(result.ok ? '' : renderProblems(result.problems)).not.toContain(CANARY);
    }
  });

  test('No syntax error shows a secret', () => {
    for (const text of [
      `{"keys": ["${CANARY}`,
      `{"keys": ["a" "${CANARY}"]}`,
      `{"keys": [${CANARY}]}`,
      `{"keys": '${CANARY}'}`,
    ]) {
      const result = settingsFrom([readDocument(text, 'toolpath.json', '/toolpath.json')], {});
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toContain(CANARY);
    }
  });
});
