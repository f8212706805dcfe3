// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are what is tested
import { describe, expect, test } from 'vitest';
import { readDocument } from './file.ts';
import { readFlags } from './given.ts';
import { type LoadedSettings, settingsFrom } from './load.ts';

const document = (settings: unknown) =>
  readDocument(JSON.stringify(settings, null, 1), 'toolpath.json', '/toolpath.json');

function loaded(settings: object, env: Record<string, string> = {}): LoadedSettings {
  const result = settingsFrom([document(settings)], env);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

describe('An environment variable that is not set', () => {
  test('A backend whose key or header is not set lacks these variables, and the other backends do not', () => {
    const { settings } = loaded(
      {
        backends: {
          one: { kind: 'openai', apiKey: 'env:ONE', headers: { 'X-Org': 'env:ORG', 'X-B': 'env:ORG' } },
          two: { kind: 'openai', apiKey: 'env:TWO' },
        },
      },
      { TWO: 'key-of-two' },
    );
    expect(settings.backends.one).toMatchObject({ kind: 'openai', lacks: ['ONE', 'ORG'] });
    expect(settings.backends.two).toEqual({ kind: 'openai', apiKey: 'key-of-two' });
  });

  test.each([
    { url: 'env:HOST' },
    { url: 'https://${HOST}/mcp' },
    { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer env:HOST' } },
    { url: 'https://example.com/mcp', bearer_token_env_var: 'HOST' },
    { command: 'x', env: { A: 'env:HOST', B: '${HOST}' } },
    { command: 'x', args: ['--host', '${env:HOST}'] },
    { command: '{env:HOST}' },
    { command: 'x', connectMs: '${HOST}' },
  ])('The MCP server %j is disabled and lacks the variable', (server) => {
    const { settings, warnings } = loaded({ mcpServers: { it: server, other: { command: 'y' } } });
    expect(settings.mcpServers.it).toMatchObject({ disabled: true, lacks: ['HOST'] });
    expect(settings.mcpServers.other).toMatchObject({ disabled: false, command: 'y' });
    expect(settings.mcpServers.other).not.toHaveProperty('lacks');
    expect(warnings).toEqual([]);
  });

  test('A database whose address is not set is disabled with a warning', () => {
    const { settings, warnings } = loaded({ databases: { shop: { url: 'env:SHOP' }, other: { url: 'sqlite:x' } } });
    expect(settings.databases.shop).toMatchObject({ disabled: true });
    expect(settings.databases.other).toEqual({ url: 'sqlite:/x' });
    expect(warnings).toEqual([
      'The database "shop" is disabled, because the environment variable SHOP is not set. Run "export SHOP=…" before you start Toolpath.',
    ]);
  });

  test.each([{ keys: ['env:KEY'] }, { mixedKeys: ['env:KEY'] }])(
    'Settings with %j are refused, because the gateway must not open without its key',
    (given) => {
      expect(settingsFrom([document(given)], {})).toMatchObject({
        ok: false,
        problems: [{ wrong: 'the environment variable KEY is not set' }],
      });
    },
  );

  test('Other problems of a backend or server that lacks a variable are still reported', () => {
    const result = settingsFrom(
      [
        document({
          backends: { up: { kind: 'opnai', apiKey: 'env:A' } },
          mcpServers: { it: { url: '${B}', args: 5 } },
        }),
      ],
      {},
    );
    expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual([
      'backends.up.kind',
      'mcpServers.it.args',
    ]);
  });

  test('A problem after many servers that lack a variable is still reported', () => {
    const many = Array.from({ length: 60 }, (_, place) => [`s${place}`, { url: 'https://${HOST}/mcp' }]);
    const mcpServers = { ...Object.fromEntries(many), last: { command: 5 } };
    const result = settingsFrom([document({ mcpServers })], {});
    expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual(['mcpServers.last.command']);
  });

  test('A flag that replaces the backends of the file also replaces what they lack', () => {
    const flags = readFlags({ backends: '{"up":{"kind":"openai","apiKey":"env:B"}}' }, '/');
    const file = document({ backends: { up: { kind: 'openai', apiKey: 'env:A' }, old: { kind: 'openai' } } });
    const result = settingsFrom([file, flags], { B: 'key-of-up' });
    expect(result).toMatchObject({ ok: true, settings: { backends: { up: { apiKey: 'key-of-up' } } } });
    expect(result.ok && result.settings.backends.up).not.toHaveProperty('lacks');
  });

  test('A backend named like a property of every object can lack a variable', () => {
    const { settings } = loaded({ backends: { constructor: { kind: 'openai', apiKey: 'env:A' } } });
    expect(settings.backends.constructor).toMatchObject({ lacks: ['A'] });
  });
});
