import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readDocument } from './file.ts';
import { readEnvironment, readFlags } from './given.ts';
import type { Reading } from './layer.ts';
import { loadSettings, settingsFrom } from './load.ts';
import { renderProblems } from './problem.ts';

const told = (reading: Reading) => {
  const result = settingsFrom([reading], {});
  return result.ok ? 'no problem' : renderProblems(result.problems);
};
const toldOfFile = (text: string) => told(readDocument(text, 'toolpath.json', '/toolpath.json'));

describe('Problems with settings', () => {
  test('Unknown names, wrong types and values out of range are reported with line, column and fix', () => {
    expect(
      toldOfFile(`{
  "port": 70000,
  "prot": 1,
  "limits": { "toolMs": "30s", "steps": 1.5, "tols": {}, "tools": { "files::search": { "toolMs": 0 } } },
  "mixed": "yes", "model": 7, "aliases": { "fast": ["up/mock", 1] },
  "tools": "./my-tools.ts", "log": { "level": "inf" }, "mcp": 3,
  "somethingElseEntirely": {}
}`),
    ).toMatchInlineSnapshot(`
      "toolpath.json is invalid (13 problems):
        line 2, column 11  port: expected a whole number from 0 to 65535, got 70000.  Fix: "port": 18741
        line 3, column 3   "prot" is not a setting.  Fix: did you mean "port"?
        line 4, column 25  limits.toolMs: expected a whole number, got "30s".  Fix: "toolMs": 30000
        line 4, column 41  limits.steps: expected a whole number, got 1.5.  Fix: "steps": 20
        line 4, column 46  limits: "tols" is not a setting here.  Fix: did you mean "tools"?
        line 4, column 98  limits.tools["files::search"].toolMs: expected a whole number from 1 to 2147483647, got 0.  Fix: "toolMs": 120000
        line 5, column 12  mixed: expected true or false, got "yes".  Fix: "mixed": true
        line 5, column 28  model: expected a string or a list, got 7.  Fix: "model": "local/qwen3:8b"
        line 5, column 64  aliases.fast[1]: expected a string, got 1.  Fix: "aliases": { "fast": "local/qwen3:8b" }
        line 6, column 12  tools: expected a list, got "./my-tools.ts".  Fix: "tools": ["./my-tools.ts"]
        line 6, column 47  log.level: expected "debug", "info", "warn", "error" or "silent", got "inf".  Fix: did you mean "info"?
        line 6, column 63  mcp: expected an object, got 3.  Fix: "mcp": { "attempts": 5 }
        line 7, column 3   "somethingElseEntirely" is not a setting.  Fix: remove it, or use one of port, host, keys, model, aliases, discover, tools, mixed, absent, mixedKeys, progress, shedTools, prompt, backends, models, mcpServers, databases, builtins, python, formats, filter, mcpToolsInPrompt, parameterNames, permit, mcp, store, limits, log"
    `);
  });

  test('Problems in records and rules are reported with line, column and fix', () => {
    expect(
      toldOfFile(`{
  "backends": { "a/b": { "kind": "openai" }, "up": { "kind": "opnai", "baseUrl": "ftp://x", "apikey": "x" }, "y": {} },
  "mcpServers": { "my server": {}, "y": { "command": "a", "url": "http://a" }, "z": { "command": "x", "env": { "A": [5] } } },
  "databases": { "shop": { "url": "" } },
  "models": { "up/mock": { "parameters": "big" } },
  "permit": [{ "verdict": "alow", "tool": "" }, { "verdict": "deny" }, { "annotations": {}, "verdict": "deny" }],
  "host": "http://x", "store": "redis:", "builtins": ["tool_serch"]
}`),
    ).toMatchInlineSnapshot(`
      "toolpath.json is invalid (17 problems):
        line 2, column 17   backends["a/b"]: the name of a backend must not contain "/".  Fix: choose another name
        line 2, column 62   backends.up.kind: expected "openai", "anthropic", "ollama", "claude-agent", "cursor", "acp" or "pocket", got "opnai".  Fix: did you mean "openai"?
        line 2, column 82   backends.up.baseUrl: expected an http or https address.  Fix: "baseUrl": "http://127.0.0.1:8000/v1"
        line 2, column 93   backends.up: "apikey" is not a setting here.  Fix: did you mean "apiKey"?
        line 2, column 115  backends.y.kind: is missing.  Fix: "kind": "openai"
        line 3, column 32   mcpServers["my server"]: needs a "command" or a "url".  Fix: "my server": { "command": "npx", "args": ["-y", "some-mcp-server"] }
        line 3, column 41   mcpServers.y: has both a "command" and a "url".  Fix: remove one of them
        line 3, column 117  mcpServers.z.env.A: expected a string, got a list.  Fix: "env": { "API_KEY": "env:API_KEY" }
        line 4, column 35   databases.shop.url: expected an address such as "sqlite:./shop.db", "postgres://…", "mysql://…" or "duckdb:./data".  Fix: "url": "sqlite:./shop.db"
        line 5, column 42   models["up/mock"].parameters: expected a size like "8b" or "350m".  Fix: "parameters": "8b"
        line 6, column 27   permit[0].verdict: expected "allow" or "deny", got "alow".  Fix: did you mean "allow"?
        line 6, column 43   permit[0].tool: must not be empty.  Fix: "tool": "files::write_*"
        line 6, column 49   permit[1]: matches nothing, because it has no "tool", "server" or "annotations".  Fix: { "server": "files", "verdict": "deny" }
        line 6, column 89   permit[2].annotations: contains no hint.  Fix: "annotations": { "destructiveHint": true }
        line 7, column 11   host: expected a host name or an IP address.  Fix: "host": "127.0.0.1"
        line 7, column 32   store: expected "memory" or "sqlite:FILE".  Fix: "store": "memory"
        line 7, column 55   builtins[0]: expected "python_execution", "tool_search", "search_schemas" or "execute_sql", got "tool_serch".  Fix: did you mean "tool_search"?"
    `);
  });

  test('Problems with secrets are reported without their values', () => {
    expect(
      toldOfFile(`{
  "keys": ["env:NOT_SET", "short", 12345678, "env:sk-1234-5678"],
  "backends": { "up": { "kind": "openai", "apiKey": "env:NOT_SET", "baseUrl": "http://me:pw@127.0.0.1" } }
}`),
    ).toMatchInlineSnapshot(`
      "toolpath.json is invalid (5 problems):
        line 2, column 12  keys[0]: the environment variable NOT_SET is not set.  Fix: run "export NOT_SET=…" before you start Toolpath
        line 2, column 27  keys[1]: must have at least 8 characters.  Fix: "keys": ["env:TOOLPATH_KEY"]
        line 2, column 36  keys[2]: expected a string, got a number.  Fix: "keys": ["env:TOOLPATH_KEY"]
        line 2, column 46  keys[3]: the text after "env:" is not the name of a variable.  Fix: put the secret in an environment variable NAME and write "env:NAME"
        line 3, column 79  backends.up.baseUrl: must not contain a user name or password; use "headers" instead.  Fix: "baseUrl": "http://127.0.0.1:8000/v1""
    `);
  });

  test('Problems in flags name the flag and show the fix as a flag', () => {
    const flags = {
      port: 'x',
      'limits-tool-ms': '30s',
      backends: '{"up":{"kind":"nothing like it"}}',
      permit: '[',
      keys: ['short'],
      mixed: 'x',
      'mcp-servers': '[]',
    };
    expect(told(readFlags(flags, '/'))).toMatchInlineSnapshot(`
      "The command line is invalid (7 problems):
        --permit          is not valid JSON at character 2: expected a closing ].  Fix: close the [ that is still open
        --port            port: expected a whole number, got "x".  Fix: --port 18741
        --keys            keys[0]: must have at least 8 characters.  Fix: --keys env:TOOLPATH_KEY
        --mixed           mixed: expected true or false, got "x".  Fix: --mixed
        --backends        backends.up.kind: expected "openai", "anthropic", "ollama", "claude-agent", "cursor", "acp" or "pocket", got a string.  Fix: "kind": "openai"
        --mcp-servers     mcpServers: expected an object, got an empty list.  Fix: --mcp-servers '{"files":{"command":"npx","args":["-y","some-mcp-server"]}}'
        --limits-tool-ms  limits.toolMs: expected a whole number, got "30s".  Fix: --limits-tool-ms 30000"
    `);
  });

  test('Problems in environment variables name the variable and show the fix as a variable', () => {
    const env = {
      TOOLPATH_PORT: '99999',
      TOOLPATH_MIXED: 'maybe',
      TOOLPATH_KEYS: 'short,long-enough',
      TOOLPATH_MCP_SERVERS: '{,}',
      TOOLPATH_LOG_LEVEL: 'verbose',
      TOOLPATH_BACKENDS: '7',
    };
    expect(told(readEnvironment(env, '/'))).toMatchInlineSnapshot(`
      "The environment is invalid (6 problems):
        TOOLPATH_MCP_SERVERS  is not valid JSON at character 2: expected a value.  Fix: write a value, or remove the name or comma before it
        TOOLPATH_PORT         port: expected a whole number from 0 to 65535, got 99999.  Fix: TOOLPATH_PORT=18741
        TOOLPATH_KEYS         keys[0]: must have at least 8 characters.  Fix: TOOLPATH_KEYS=env:TOOLPATH_KEY
        TOOLPATH_MIXED        mixed: expected true or false, got "maybe".  Fix: TOOLPATH_MIXED=true
        TOOLPATH_BACKENDS     backends: expected an object, got a number.  Fix: TOOLPATH_BACKENDS='{"up":{"kind":"openai","baseUrl":"http://127.0.0.1:8000/v1"}}'
        TOOLPATH_LOG_LEVEL    log.level: expected "debug", "info", "warn", "error" or "silent", got "verbose".  Fix: TOOLPATH_LOG_LEVEL=debug"
    `);
  });
});

describe('Fixes', () => {
  const fixes = (reading: Reading) => {
    const result = settingsFrom([reading], {});
    return result.ok ? [] : result.problems.map(({ fix }) => fix);
  };
  const fixesOf = (settings: object) =>
    fixes(readDocument(JSON.stringify(settings), 'toolpath.json', '/toolpath.json'));

  test.each<[string, object, string]>([
    ['a number as a string', { port: '18742' }, '"port": 18742'],
    ['a number as a string inside a group', { limits: { toolMs: '5000' } }, '"toolMs": 5000'],
    ['a number out of range', { port: '99999' }, '"port": 18741'],
    ['a string that is not a number', { port: '0x10' }, '"port": 18741'],
    ['false as a string', { mixed: 'false' }, '"mixed": false'],
    [
      'false as a string beside secrets',
      { mcpServers: { a: { command: 'x', disabled: 'False' } } },
      '"disabled": false',
    ],
    ['one string for a list', { tools: './a.ts' }, '"tools": ["./a.ts"]'],
    ['a string with commas for a list', { filter: { servers: 'a, b' } }, '"servers": ["a", "b"]'],
    ['a string that is not an allowed value', { builtins: 'all' }, '"builtins": ["tool_search"]'],
    [
      'JSON as a string',
      { permit: '[{"tool":"x","verdict":"deny"}]' },
      '"permit": [{ "tool": "x", "verdict": "deny" }]',
    ],
    [
      'one object for a list',
      { permit: { tool: 'delete_*', verdict: 'deny' } },
      '"permit": [{ "tool": "delete_*", "verdict": "deny" }]',
    ],
    ['one invalid object for a list', { permit: { tools: 'x', verdict: 'deny' } }, 'put it in a list: [{ … }]'],
    ['one long object for a list', { permit: { tool: 'x'.repeat(200), verdict: 'deny' } }, 'put it in a list: [{ … }]'],
    ['a list for an object', { aliases: [{ fast: 'up/mock' }] }, '"aliases": { "fast": "local/qwen3:8b" }'],
    ['an item of the wrong type', { permit: [5] }, '{ "server": "files", "verdict": "deny" }'],
  ])('The fix for %s reuses the value if it can: %j', (_, settings, fix) => {
    expect(fixesOf(settings)).toEqual([fix]);
  });

  test('A rule that is not an object is reported as such', () => {
    expect(toldOfFile('{ "permit": [5] }')).toContain('permit[0]: expected an object, got 5.');
  });

  test('A fix is written as a flag or a variable if the value was one', () => {
    const rule = `{"tool":"it's","verdict":"deny"}`;
    expect(fixes(readFlags({ permit: rule, 'limits-tools': '{"a":{"toolMs":"5"}}' }, '/'))).toEqual([
      `--permit '[{"tool":"it'\\''s","verdict":"deny"}]'`,
      '"toolMs": 5',
    ]);
    expect(fixes(readEnvironment({ TOOLPATH_PERMIT: '{"tool":"x","verdict":"deny"}' }, '/'))).toEqual([
      `TOOLPATH_PERMIT='[{"tool":"x","verdict":"deny"}]'`,
    ]);
  });

  test.each([
    ['localhost:8080', '"host": "localhost", "port": 8080'],
    ['127.0.0.1:80', '"host": "127.0.0.1", "port": 80'],
    ['[::1]:8080', '"host": "::1", "port": 8080'],
    ['localhost:', '"host": "localhost"'],
    ['localhost:65536', '"host": "localhost"'],
    ['localhost:http', '"host": "127.0.0.1"'],
    ['[localhost]', '"host": "127.0.0.1"'],
  ])('The fix for the host %s is %s', (host, fix) => {
    expect(fixesOf({ host })).toEqual([fix]);
  });

  test('The fix for a port inside a host sets both settings, in the form of their source', () => {
    expect(told(readFlags({ host: 'localhost:8080' }, '/'))).toMatchInlineSnapshot(`
      "The command line is invalid (1 problem):
        --host  host: must not contain a port.  Fix: --host localhost --port 8080"
    `);
    expect(fixes(readEnvironment({ TOOLPATH_HOST: 'localhost:8080' }, '/'))).toEqual([
      'TOOLPATH_HOST=localhost TOOLPATH_PORT=8080',
    ]);
  });

  test('A part of a name is enough to suggest the name', () => {
    expect(fixesOf({ backends: { local: { kind: 'ollama', url: 'http://127.0.0.1', key: 'x', token: 'x' } } })).toEqual(
      [
        'did you mean "baseUrl"?',
        'did you mean "apiKey"?',
        'remove it, or use one of kind, server, baseUrl, apiKey, headers, executable, keepAlive',
      ],
    );
    expect(fixesOf({ logLevel: 'debug', log: { level: 'warning' } })).toEqual([
      'did you mean "log"?',
      'did you mean "warn"?',
    ]);
  });
});

describe('Mistyped names', () => {
  const pathsAndFixes = (settings: object) => {
    const result = settingsFrom([readDocument(JSON.stringify(settings), 'toolpath.json', '/toolpath.json')], {});
    return result.ok ? [] : result.problems.map(({ path, fix }) => `${path}: ${fix}`);
  };

  test('A mistyped name is one problem, even if a required field is missing because of it', () => {
    expect(pathsAndFixes({ permit: [{ tools: 'delete_*', verdict: 'deny' }] })).toEqual([
      'permit[0]: did you mean "tool"?',
    ]);
    expect(
      pathsAndFixes({
        permit: [
          { server: 'x', verdict: 'deny' },
          { tol: 'x', verdct: 'deny' },
        ],
      }),
    ).toEqual(['permit[1]: did you mean "tool"?', 'permit[1]: did you mean "verdict"?']);
    expect(pathsAndFixes({ backends: { up: { knid: 'openai' } } })).toEqual(['backends.up: did you mean "kind"?']);
  });

  test('A mistyped name hides no other problem', () => {
    expect(pathsAndFixes({ permit: [{ raeson: 'no', verdict: 'deny' }, { verdict: 'deny' }] })).toEqual([
      'permit[0]: { "server": "files", "verdict": "deny" }',
      'permit[0]: did you mean "reason"?',
      'permit[1]: { "server": "files", "verdict": "deny" }',
    ]);
    expect(pathsAndFixes({ prot: 1, limits: { steps: 0 }, backends: { up: { nothingLikeIt: 1 } } })).toEqual([
      ': did you mean "port"?',
      'limits.steps: "steps": 20',
      'backends.up.kind: "kind": "openai"',
      'backends.up: remove it, or use one of kind, server, baseUrl, apiKey, headers, executable, keepAlive',
    ]);
  });
});

test('Files that are not JSON are reported with the position and the likely cause', () => {
  const files = [
    ['no content', ' // only a comment\n'],
    ['no object', '[1]'],
    ['a missing comma', '{\n  "port": 1\n  "host": "x"\n}'],
    ['a missing colon', '{ "port" 1 }'],
    ['a missing value', '{ "port": }'],
    ['a missing brace', '{ "port": 1'],
    ['a missing bracket', '{ "keys": ["a"'],
    ['an extra brace', '{ "port": 1 }\n}'],
    ['single quotes', "{ 'port': 1 }"],
    ['a bare name', '{ port: 1 }'],
    ['an open string', '{ "host": "x\n}'],
    ['a Windows path', '{ "tools": ["C:\\tools\\x.ts"] }'],
    ['a tab in a string', '{ "host": "a\tb" }'],
    ['an open comment', '{ "port": 1 } /* x'],
    ['a broken number', '{ "port": 1. }'],
    ['a duplicate name', '{\n  "port": 1,\n  "port": 2\n}'],
    ['a prototype', '{ "limits": { "tools": { "__proto__": {} } } }'],
    ['too deep', '['.repeat(40)],
  ] as const;
  const shown = files.map(([name, text]) => `${name}: ${toldOfFile(text).split('\n')[1]?.trim()}`);
  expect(shown.join('\n')).toMatchInlineSnapshot(`
    "no content: line 1, column 1  the text is empty.  Fix: write {}
    no object: line 1, column 1  expected an object.  Fix: write an object, for example { "port": 18741 }
    a missing comma: line 3, column 3  expected a comma.  Fix: write a comma after the previous value
    a missing colon: line 1, column 10  expected a colon.  Fix: write "name": value
    a missing value: line 1, column 11  expected a value.  Fix: write a value, or remove the name or comma before it
    a missing brace: line 1, column 12  expected a closing }.  Fix: close the { that is still open
    a missing bracket: line 1, column 15  expected a closing ].  Fix: close the [ that is still open
    an extra brace: line 2, column 1  there is more text after the end.  Fix: remove it; often there is one } too many
    single quotes: line 1, column 3  single quotes are not JSON.  Fix: write "double quotes"
    a bare name: line 1, column 3  this is not JSON.  Fix: write names and strings in double quotes; only true, false, null and numbers have none
    an open string: line 1, column 11  the string is not closed.  Fix: close it with " on the same line
    a Windows path: line 1, column 13  the string contains an unknown escape.  Fix: write a backslash as \\\\
    a tab in a string: line 1, column 11  the string contains a control character.  Fix: write a line break as \\n, a tab as \\t
    an open comment: line 1, column 15  the comment is not closed.  Fix: close it with */
    a broken number: line 1, column 11  the number is incomplete.  Fix: write the number in decimal digits
    a duplicate name: line 3, column 3  "port" is written twice.  Fix: keep one of them
    a prototype: line 1, column 26  "__proto__" is not allowed as a name.  Fix: choose another name
    too deep: line 1, column 33  the nesting is deeper than 32 levels.  Fix: check for brackets that are not closed"
  `);
});

describe('Files that cannot be read', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'toolpath-problems-'));
  afterAll(() => rmSync(cwd, { recursive: true }));
  const announcedTool = (flags: { config?: string }, env = {}) => {
    const result = loadSettings({ flags, env, cwd });
    return result.ok ? 'no problem' : renderProblems(result.problems);
  };

  test('A file that is missing, a directory, too large or not UTF-8 is reported with a fix', () => {
    writeFileSync(join(cwd, 'large.json'), ' '.repeat(1024 * 1024 + 1));
    writeFileSync(join(cwd, 'utf16.json'), Buffer.from('\ufeff{}', 'utf16le'));
    expect(announcedTool({})).toBe('no problem');
    const problems = ['nowhere.json', '.', 'large.json', 'utf16.json', 'a\u0000b'].map((config) =>
      announcedTool({ config }),
    );
    expect([...problems, announcedTool({}, { TOOLPATH_CONFIG: 'nowhere.json' })].join('\n')).toMatchInlineSnapshot(`
      "The command line is invalid (1 problem):
        --config  "nowhere.json" does not exist.  Fix: name an existing file, or omit this to use ./toolpath.json
      The command line is invalid (1 problem):
        --config  "." is a directory.  Fix: name a file in it
      The command line is invalid (1 problem):
        --config  "large.json" is larger than 1 MiB, so it is not a settings file.  Fix: name another file
      The command line is invalid (1 problem):
        --config  "utf16.json" is not UTF-8 text.  Fix: save it as UTF-8
      The command line is invalid (1 problem):
        --config  "a\\u0000b" cannot be read (ERR_INVALID_ARG_VALUE).  Fix: check the file and its permissions
      The environment is invalid (1 problem):
        TOOLPATH_CONFIG  "nowhere.json" does not exist.  Fix: name an existing file, or omit this to use ./toolpath.json"
    `);
    writeFileSync(join(cwd, 'full.json'), '{}'.padEnd(1024 * 1024));
    expect(announcedTool({ config: 'full.json' })).toBe('no problem');
  });

  test('A problem with the default file names toolpath.json', () => {
    writeFileSync(join(cwd, 'toolpath.json'), Buffer.from([0xff]));
    expect(announcedTool({})).toMatchInlineSnapshot(`
      "toolpath.json is invalid (1 problem):
        is not UTF-8 text.  Fix: save it as UTF-8"
    `);
  });
});

describe('renderProblems', () => {
  const place = { kind: 'file', file: 'toolpath.json', line: 1, column: 1 } as const;

  test('Only the first twenty problems are listed, and all are counted', () => {
    const many = Array.from({ length: 25 }, (_, i) => ({ place, path: `a${i}`, wrong: 'wrong', fix: 'right' }));
    expect(renderProblems(many).split('\n')).toHaveLength(22);
    expect(renderProblems(many)).toContain('(25 problems)');
    expect(renderProblems(many)).toContain('… and 5 more');
  });

  test('Control characters in untrusted text are escaped', () => {
    const file = '{ "\\u001b[2J\\u202e": 1, "log": { "level": "\\u001b]0;x\\u0007\\u200b" } }';
    expect(toldOfFile(file)).toMatchInlineSnapshot(`
      "toolpath.json is invalid (2 problems):
        line 1, column 3   "\\u001b[2J\\u202e" is not a setting.  Fix: remove it, or use one of port, host, keys, model, aliases, discover, tools, mixed, absent, mixedKeys, progress, shedTools, prompt, backends, models, mcpServers, databases, builtins, python, formats, filter, mcpToolsInPrompt, parameterNames, permit, mcp, store, limits, log
        line 1, column 43  log.level: expected "debug", "info", "warn", "error" or "silent", got "\\u001b]0;x\\u0007\\u200b".  Fix: "level": "debug""
    `);
  });

  test('Long untrusted text is truncated to one readable line', () => {
    const long = 'x'.repeat(100_000);
    const shown = toldOfFile(
      JSON.stringify({
        [long]: 1,
        host: `/${long}`,
        parameterNames: { [long]: 5 },
        mixed: long,
        mcpServers: { [long]: {} },
      }),
    );
    for (const line of shown.split('\n')) expect(line.length).toBeLessThan(400);
  });
});
