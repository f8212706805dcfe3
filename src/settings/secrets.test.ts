import { describe, expect, test } from 'vitest';
import { readDocument } from './file.ts';
import { readEnvironment } from './given.ts';
import { settingsFrom } from './load.ts';
import { renderProblems } from './problem.ts';
import { settingSources } from './sources.ts';
import { resolveValues } from './values.ts';

const document = (settings: unknown) => readDocument(JSON.stringify(settings), 'toolpath.json', '/toolpath.json');
const resolve = (settings: object, env = {}) => resolveValues(document(settings).layer, env);
const secretsOf = (settings: object, env = {}) => [...resolve(settings, env).secrets];

describe('env:NAME', () => {
  test('is replaced wherever the schema knows a secret, in what else a server has, and only there', () => {
    const env = { A: 'aaaa', B: 'bbbb', C: 'cccc', D: 'dddd', E: 'eeee', F: 'ffff', G: 'gggg', H: 'hhhh' };
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
      databases: { d: { url: 'ffff' } },
    });
    expect([...secrets]).toEqual(['aaaa', 'plain-key', 'bbbb', 'cccc', 'gggg', 'dddd', 'hhhh', 'eeee', 'ffff']);
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
  ])('a key that resolves to %j is usable: %s', (key, ok) => {
    expect(settingsFrom([document({ keys: ['env:KEY'] })], { KEY: key }).ok).toBe(ok);
  });

  test('a variable named like a member of every object is not set', () => {
    expect(settingsFrom([document({ keys: ['env:constructor'] })], {})).toMatchObject({
      problems: [{ wrong: 'the environment variable constructor is not set' }],
    });
  });

  test('a variable that is not set is one problem, though what stands for it is too short as well', () => {
    const result = settingsFrom([document({ keys: ['env:K'] })], {});
    expect(result.ok ? [] : result.problems.map(({ wrong }) => wrong)).toEqual([
      'the environment variable K is not set',
    ]);
  });
});

test('a secret that is too short is mended in its variable', () => {
  const env = { TOOLPATH_KEY: 'canary' };
  const given = readEnvironment({ TOOLPATH_KEYS: 'env:TOOLPATH_KEY' }, '/');
  for (const reading of [document({ keys: ['env:TOOLPATH_KEY'] }), given]) {
    const result = settingsFrom([reading], env);
    expect(result).toMatchObject({
      problems: [{ wrong: 'must have at least 8 characters', fix: 'give TOOLPATH_KEY at least 8 characters' }],
    });
    expect(JSON.stringify(result)).not.toContain('canary');
  }
});

describe('what is gathered for redaction', () => {
  test('also the bare token of a header and the password of an address', () => {
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

  test('a plain word in an environment is a setting, unless its name or its origin says otherwise', () => {
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

describe('no problem shows a secret', () => {
  const CANARY = 'canary-5f2c9';

  test.each<[string, Record<string, unknown>]>([
    ['keys that are no list', { keys: CANARY, port: 'x' }],
    ['keys as an object', { keys: { key: CANARY }, port: 'x' }],
    ['tools beside a secret', { mcpServers: { s: { command: 'x', always: CANARY, disabled: CANARY } } }],
    ['a key inside an object', { keys: [{ key: CANARY }] }],
    ['a key behind env:', { keys: [`env:${CANARY}`] }],
    ['a backend that is a text', { backends: { up: CANARY } }],
    ['all backends as a text', { backends: CANARY }],
    ['a header list', { backends: { up: { kind: 'openai', headers: [CANARY] } } }],
    ['an address with a password', { backends: { up: { kind: 'openai', baseUrl: `http://u:${CANARY}@h` } } }],
    ['an address that is none', { mcpServers: { s: { url: `h?key=${CANARY}` } } }],
    ['arguments as a text', { mcpServers: { s: { command: 'x', args: `--token ${CANARY}` } } }],
    ['an address of the wrong kind', { mcpServers: { s: { httpUrl: `ftp://h?token=${CANARY}` } } }],
    ['a program as an object', { mcpServers: { s: { command: { path: 5, args: [CANARY] } } } }],
    ['a word of ours', { mcpServers: { s: { command: 'x', type: CANARY, protocol: CANARY } } }],
    ['a variable that is a token', { mcpServers: { s: { url: 'http://h', bearer_token_env_var: CANARY } } }],
    ['a header', { mcpServers: { s: { url: 'http://h', headers: { a: `${CANARY}\n` } } } }],
    ['a word that is none', { mcpServers: { s: { command: 'x', timeout: CANARY, transport: ['x', CANARY] } } }],
    ['a database as a text', { databases: { d: CANARY } }],
    ['a good secret beside a bad one', { keys: ['short', CANARY] }],
  ])('%s', (_, settings) => {
    const variables = settingSources.map(({ path, env }) => [env, JSON.stringify(settings[path])]);
    for (const reading of [document(settings), readEnvironment(Object.fromEntries(variables), '/')]) {
      const result = settingsFrom([reading], {});
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toContain(CANARY);
      expect(result.ok ? '' : renderProblems(result.problems)).not.toContain(CANARY);
    }
  });

  test('nor does one about the syntax', () => {
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
