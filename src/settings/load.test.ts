import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { type Connecting, defaultLimits } from '../core/index.ts';
import { type LoadedSettings, type LoadRequest, loadSettings } from './load.ts';
import { renderProblems } from './problem.ts';
import { flagOptions } from './sources.ts';

const cwd = mkdtempSync(join(tmpdir(), 'toolpath-settings-'));
afterAll(() => rmSync(cwd, { recursive: true }));

interface Given {
  readonly file?: string | object;
  readonly args?: string[];
  readonly env?: LoadRequest['env'];
}

function load({ file, args = [], env = {} }: Given) {
  rmSync(join(cwd, 'toolpath.json'), { force: true });
  if (file !== undefined) {
    writeFileSync(join(cwd, 'toolpath.json'), typeof file === 'string' ? file : JSON.stringify(file));
  }
  const { values } = parseArgs({ args, options: flagOptions, allowNegative: true });
  return loadSettings({ flags: values, env, cwd });
}

function loaded(given: Given): LoadedSettings {
  const result = load(given);
  if (!result.ok) throw new Error(renderProblems(result.problems));
  return result;
}

describe('Default settings', () => {
  test('Without any settings, the defaults apply, with the default limits of core', () => {
    const { settings, source, secrets, warnings } = loaded({});
    expect(settings).toMatchObject({ port: 18_741, host: '127.0.0.1', keys: [], tools: [], log: { level: 'info' } });
    expect(settings.limits).toEqual(defaultLimits);
    expect(settings.filter).toEqual({});
    expect(settings.mcpToolsInPrompt).toEqual({ small: 2, medium: 5, large: 10 });
    expect(settings).not.toHaveProperty('prompt');
    expect(settings.mcp).toEqual({
      attempts: 3,
      baseDelayMs: 2_000,
      longestDelayMs: 300_000,
      connectMs: 30_000,
      firstConnectMs: 180_000,
      waitMs: 5_000,
      firstListMs: 30_000,
      pingMs: 30_000,
      elicitation: 'decline',
    } satisfies Connecting);
    expect(source).toEqual({ given: new Map(), filteredBy: {} });
    expect(secrets).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe('Precedence of sources', () => {
  test('Flags override the environment, which overrides the file, which overrides the defaults', () => {
    const file = { port: 1, host: 'a', mixed: true, limits: { steps: 1, toolMs: 1 } };
    const env = { TOOLPATH_PORT: '2', TOOLPATH_HOST: 'b', TOOLPATH_LIMITS_STEPS: '2' };
    expect(loaded({ file }).settings).toMatchObject({ port: 1, host: 'a', mixed: true });
    expect(loaded({ file, env }).settings).toMatchObject({ port: 2, host: 'b', mixed: true });
    const all = loaded({ file, env, args: ['--port', '3', '--no-mixed', '--limits-steps=3'] });
    expect(all.settings).toMatchObject({ port: 3, host: 'b', mixed: false, limits: { steps: 3, toolMs: 1 } });
    expect(all.settings.limits.slowToolMs).toBe(defaultLimits.slowToolMs);
    expect(all.source).toEqual({
      filteredBy: {},
      file: join(cwd, 'toolpath.json'),
      given: new Map([
        ['port', 'flag'],
        ['host', 'env'],
        ['mixed', 'flag'],
        ['limits', 'flag'],
      ]),
    });
  });

  test('Groups are merged field by field, and other settings are replaced', () => {
    const { settings } = loaded({
      file: {
        mcp: { attempts: 5 },
        filter: { servers: ['a'] },
        mcpToolsInPrompt: { small: 0, large: 12 },
        keys: ['file-key-1', 'file-key-2'],
        aliases: { a: 'x/y' },
      },
      env: {
        TOOLPATH_MCP_TOOLS_IN_PROMPT_LARGE: '20',
        TOOLPATH_KEYS: 'env-key-1, env-key-2,',
        TOOLPATH_ALIASES: '{"b": ["x/y", "x/z"]}',
      },
      args: ['--mcp-base-delay-ms', '7', '--mcp-wait-ms', '0', '--filter-tools', 'a::b', '--filter-tools', 'a::c'],
    });
    expect(settings.mcp).toMatchObject({ attempts: 5, baseDelayMs: 7, waitMs: 0, connectMs: 30_000 });
    expect(settings.filter).toEqual({ servers: ['a'], tools: ['a::b', 'a::c'] });
    expect(settings.mcpToolsInPrompt).toEqual({ small: 0, medium: 5, large: 20 });
    expect(settings.keys).toEqual(['env-key-1', 'env-key-2']);
    expect(settings.aliases).toEqual({ b: ['x/y', 'x/z'] });
  });

  test('An empty variable counts as unset, and a list in a variable may be JSON', () => {
    const { settings } = loaded({ file: { port: 1 }, env: { TOOLPATH_PORT: '', TOOLPATH_TOOLS: '["a,b.ts"]' } });
    expect(settings.port).toBe(1);
    expect(settings.tools).toEqual([join(cwd, 'a,b.ts')]);
  });

  test.each([
    ['true', true],
    ['1', true],
    ['FALSE', false],
    ['0', false],
  ])('TOOLPATH_MIXED=%s is read as %s', (text, mixed) => {
    expect(loaded({ env: { TOOLPATH_MIXED: text } }).settings.mixed).toBe(mixed);
  });
});

describe('Settings file', () => {
  test('The file may contain comments, trailing commas and a byte order mark', () => {
    expect(loaded({ file: '\ufeff// hello\n{ /* port */ "port": 5, }' }).settings.port).toBe(5);
  });

  test('The flag takes precedence over the variable, and modules are relative to the file', () => {
    mkdirSync(join(cwd, 'sub'), { recursive: true });
    writeFileSync(join(cwd, 'sub', 'one.json'), '{ "port": 1, "tools": ["./my-tools.ts"] }');
    writeFileSync(join(cwd, 'sub', 'two.json'), '{ "port": 2 }');
    const env = { TOOLPATH_CONFIG: 'sub/two.json' };
    expect(loaded({ file: { port: 3 }, env }).settings.port).toBe(2);
    const { settings, source } = loaded({ file: { port: 3 }, env, args: ['--config', 'sub/one.json'] });
    expect(settings).toMatchObject({ port: 1, tools: [join(cwd, 'sub', 'my-tools.ts')] });
    expect(source.file).toBe(join(cwd, 'sub', 'one.json'));
    expect(loaded({ args: ['--tools', './my-tools.ts'] }).settings.tools).toEqual([join(cwd, 'my-tools.ts')]);
  });

  test('The documented example file is valid', () => {
    const { settings } = loaded({
      env: { TOOLPATH_KEY: 'a-long-key', UP_KEY: 'up' },
      file: `{
        "$schema": "./toolpath.schema.json",
        "port": 18741, "host": "127.0.0.1", "keys": ["env:TOOLPATH_KEY"],
        "model": "up/mock", "aliases": { "fast": "up/mock" },
        "tools": ["./my-tools.ts"], "mixed": false,
        "backends": { "up": { "kind": "openai", "baseUrl": "http://127.0.0.1:8000/v1", "apiKey": "env:UP_KEY" } },
        "models": { "up/mock": { "nativeTools": true, "parameters": "8b", "contextTokens": 32768, "mcpToolsInPrompt": 0 } },
        "prompt": "Be brief.", "mcpToolsInPrompt": { "small": 3 },
        "mcpServers": { "files": { "command": "npx", "args": ["…"] }, "wiki": { "url": "https://example.com/mcp" } },
        "databases": { "shop": { "url": "sqlite:./shop.db" } },
        "builtins": ["python_execution", "tool_search", "search_schemas", "execute_sql"],
        "formats": { "enabled": ["native", "family", "code"], "primary": "native" },
        "filter": { "builtins": ["tool_search"], "servers": ["files"], "tools": ["files::read_file"] },
        "parameterNames": { "zwave::control_zwave_device": { "device_name": "deviceName", "command": "action" } },
        "mcp": { "attempts": 3, "baseDelayMs": 2000 },
        "store": "sqlite:x.db", "limits": { "steps": 20, "toolMs": 30000, "slowToolMs": 1000 },
        "permit": [{ "annotations": { "destructiveHint": true }, "verdict": "deny", "reason": "no" }],
      }`,
    });
    expect(settings.model).toEqual(['up/mock']);
    expect(settings.backends.up).toMatchObject({ kind: 'openai', apiKey: 'up' });
  });
});

test.each([
  ['localhost', 'localhost'],
  ['my-host.example', 'my-host.example'],
  ['::', '::'],
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['::ffff:127.0.0.1', '::ffff:127.0.0.1'],
])('The host %s is read as %s', (host, address) => {
  expect(loaded({ file: { host } }).settings.host).toBe(address);
});

describe('Untrusted names', () => {
  test('Names such as constructor and toString are ordinary names', () => {
    const { settings } = loaded({
      file: '{ "limits": { "tools": { "constructor": { "toolMs": 5 } } }, "parameterNames": { "toString": { "hasOwnProperty": "x" } } }',
    });
    expect(settings.limits.tools.constructor).toEqual({ toolMs: 5 });
    expect(settings.limits.tools.valueOf).toBeUndefined();
    expect(settings.parameterNames.toString).toEqual({ hasOwnProperty: 'x' });
    expect(settings.aliases.constructor).toBeUndefined();
  });

  test.each([
    ['in a record', '{ "limits": { "tools": { "__proto__": { "toolMs": 5 } } } }'],
    ['at the top', '{ "__proto__": { "port": 5 } }'],
    ['in a server that takes any name', '{ "mcpServers": { "a": { "command": "x", "__proto__": { "y": 1 } } } }'],
  ])('__proto__ is refused %s, and no prototype changes', (_, file) => {
    const result = load({ file });
    expect(result.ok ? '' : renderProblems(result.problems)).toContain('"__proto__" is not allowed as a name');
    const flag = load({ args: ['--limits-tools', '{"__proto__":{"toolMs":5}}'] });
    expect(flag.ok ? '' : renderProblems(flag.problems)).toContain('"__proto__" is not allowed as a name');
    expect(Object.hasOwn(Object.prototype, 'toolMs')).toBe(false);
  });
});

describe('Warnings', () => {
  test('An unknown TOOLPATH_ variable causes a warning with the nearest name, unless a secret refers to it', () => {
    const { warnings } = loaded({
      file: { keys: ['env:TOOLPATH_KEY'] },
      env: {
        TOOLPATH_KEY: 'a-long-key',
        TOOLPATH_PROT: '1',
        'TOOLPATH_\u001b[31m': 'x',
        TOOLPATH_CONFIG: '',
        TOOLPATH_LOG_LEVEL: 'warn',
        OTHER: '1',
      },
    });
    expect(warnings).toEqual([
      'The environment variable TOOLPATH_PROT is not a setting. Did you mean TOOLPATH_PORT?',
      'The environment variable TOOLPATH_\\u001b[31m is not a setting.',
    ]);
  });
});
