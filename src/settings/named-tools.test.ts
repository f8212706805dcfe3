import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { loadSettings } from './load.ts';
import { kindOfName } from './names.ts';
import { renderProblems } from './problem.ts';
import { flagOptions } from './sources.ts';

const cwd = mkdtempSync(join(tmpdir(), 'toolpath-named-'));
afterAll(() => rmSync(cwd, { recursive: true }));

interface Given {
  readonly file?: object;
  readonly env?: Readonly<Record<string, string>>;
}

const SERVERS = { files: { command: 'x' }, wiki: { command: 'x' } };

function load(args: string[], { file = { mcpServers: SERVERS }, env = {} }: Given = {}) {
  writeFileSync(join(cwd, 'toolpath.json'), JSON.stringify(file));
  const { values } = parseArgs({ args, options: flagOptions, allowNegative: true });
  return loadSettings({ flags: values, env, cwd });
}

function meant(args: string[], given?: Given) {
  const result = load(args, given);
  if (!result.ok) throw new Error(renderProblems(result.problems));
  return { tools: result.settings.tools, filter: result.settings.filter };
}

const told = (args: string[], given?: Given) => {
  const result = load(args, given);
  return result.ok ? result.warnings.join('\n') : renderProblems(result.problems);
};

test.each([
  ['./my-tools.ts', 'module'],
  ['my-tools.mts', 'module'],
  ['my-tools.cts', 'module'],
  ['my-tools.js', 'module'],
  ['my-tools.mjs', 'module'],
  ['my-tools.cjs', 'module'],
  ['tools/index', 'module'],
  ['C:\\tools\\index', 'module'],
  ['a::b.ts', 'module'],
  ['', 'module'],
  ['files::read_file', 'pair'],
  ['io.github.me/files::*', 'pair'],
  ['files::a/b', 'pair'],
  ['python_execution', 'builtin'],
  ['execute_sql', 'builtin'],
  ['wiki', 'server'],
  ['custom', 'server'],
  ['Python_execution', 'server'],
  ['my.json', 'server'],
  ['constructor', 'server'],
])('The name "%s" is taken for a %s', (name, kind) => {
  expect(kindOfName(name)).toBe(kind);
});

describe('names in --tools', () => {
  proves(
    ['S1.builtin.filter', 'S1.mcp.gates'],
    '--tools accepts built-in tools, servers and single tools, with commas or repeated',
    () => {
      const expected = {
        tools: [],
        filter: {
          builtins: ['python_execution'],
          servers: ['files', 'wiki'],
          tools: ['files::read_file', 'wiki::*'],
        },
      };
      expect(meant(['--tools', 'files::read_file,python_execution,wiki'])).toEqual(expected);
      expect(meant(['--tools', 'files::read_file', '--tools=python_execution, wiki'])).toEqual(expected);
      expect(meant(['--tools', '["files::read_file","python_execution","wiki"]'])).toEqual(expected);
      expect(meant([], { env: { TOOLPATH_TOOLS: 'files::read_file,python_execution,wiki' } })).toMatchObject(expected);
    },
  );

  test.each<[string, object]>([
    ['wiki', { servers: ['wiki'] }],
    ['files::read_file', { servers: ['files'], tools: ['files::read_file'] }],
    ['python_execution', { builtins: ['python_execution'] }],
    ['files,files::read_file', { servers: ['files'], tools: ['files::read_file', 'files::*'] }],
    ['*::read_*', { servers: ['*'], tools: ['*::read_*'] }],
    ['wiki,wiki', { servers: ['wiki'] }],
    ['custom', { servers: ['custom'] }],
  ])('--tools %s sets the filter %j', (names, filter) => {
    expect(meant(['--tools', names])).toEqual({ tools: [], filter });
  });

  proves('S1.custom', '--tools loads modules, and allows their tools if servers are named as well', () => {
    const tools = [join(cwd, 'my.ts')];
    expect(meant(['--tools', './my.ts'])).toEqual({ tools, filter: {} });
    expect(meant(['--tools', 'my.ts,python_execution'])).toEqual({ tools, filter: { builtins: ['python_execution'] } });
    expect(meant(['--tools', 'my.ts,wiki'])).toEqual({ tools, filter: { servers: ['wiki', 'custom'] } });
    expect(meant(['--tools', 'my.ts,files::read_file'])).toEqual({
      tools,
      filter: { servers: ['files', 'custom'], tools: ['files::read_file', 'custom::*'] },
    });
    expect(meant(['--tools', 'my.ts,custom::add'])).toEqual({
      tools,
      filter: { servers: ['custom'], tools: ['custom::add'] },
    });
  });
});

describe('--tools together with the file and variables', () => {
  const filter = { builtins: ['tool_search'], servers: ['files'], tools: ['files::read_file'] };
  const file = { mcpServers: SERVERS, filter, tools: ['./a.ts'] };
  const tools = [join(cwd, 'a.ts')];

  test('--tools replaces the same dimensions of the filter and leaves the others unchanged', () => {
    expect(meant(['--tools', 'wiki'], { file })).toEqual({
      tools,
      filter: { builtins: ['tool_search'], servers: ['wiki'] },
    });
    expect(meant(['--tools', 'wiki::search'], { file })).toEqual({
      tools,
      filter: { builtins: ['tool_search'], servers: ['wiki'], tools: ['wiki::search'] },
    });
    expect(meant(['--tools', 'execute_sql'], { file })).toEqual({
      tools,
      filter: { ...filter, builtins: ['execute_sql'] },
    });
    expect(meant(['--tools', 'b.ts'], { file })).toEqual({ tools: [join(cwd, 'b.ts')], filter });
    expect(meant(['--tools', '[]'], { file })).toEqual({ tools: [], filter });
    expect(meant(['--tools', 'files'], { env: { TOOLPATH_TOOLS: 'wiki::search,b.ts' } })).toEqual({
      tools: [join(cwd, 'b.ts')],
      filter: { servers: ['files'] },
    });
  });

  test('--filter- flags can set other dimensions than --tools; setting the same one twice is a problem', () => {
    expect(meant(['--tools', 'wiki', '--filter-tools', 'wiki::search'], { file }).filter).toEqual({
      builtins: ['tool_search'],
      servers: ['wiki'],
      tools: ['wiki::search'],
    });
    expect(meant(['--tools', 'wiki', '--filter-builtins', '*']).filter).toEqual({ servers: ['wiki'], builtins: ['*'] });
    const both = ['--tools', 'files::read_file,execute_sql', '--filter-servers', 'files', '--filter-builtins', '*'];
    expect(told([...both, '--filter-tools', 'files::*'])).toMatchInlineSnapshot(`
      "The command line is invalid (3 problems):
        --tools  sets which builtins may be used, but --filter-builtins sets it as well.  Fix: remove one of them
        --tools  sets which servers may be used, but --filter-servers sets it as well.  Fix: remove one of them
        --tools  sets which tools may be used, but --filter-tools sets it as well.  Fix: remove one of them"
    `);
    expect(told([], { env: { TOOLPATH_TOOLS: 'wiki', TOOLPATH_FILTER_SERVERS: 'wiki' } })).toMatchInlineSnapshot(`
      "The environment is invalid (1 problem):
        TOOLPATH_TOOLS  sets which servers may be used, but TOOLPATH_FILTER_SERVERS sets it as well.  Fix: remove one of them"
    `);
  });
});

describe('problems with names of tools', () => {
  test('Invalid names in --tools are reported with a fix', () => {
    for (const nothing of ['', ',', ' , ']) expect(told(['--tools', nothing]), nothing).toContain('must not be empty');
    const problems = [['files::'], ['::read_file'], ['[1]'], ['["x"']].map((names) => told(['--tools', ...names]));
    expect(problems.join('\n')).toMatchInlineSnapshot(`
      "The command line is invalid (1 problem):
        --tools  filter.tools[0]: "files::" does not have the form \`server::tool\`.  Fix: write the server and the tool, for example "files::read_file" or "files::*"
      The command line is invalid (1 problem):
        --tools  filter.tools[0]: "::read_file" does not have the form \`server::tool\`.  Fix: write the server and the tool, for example "files::read_file" or "files::*"
      The command line is invalid (1 problem):
        --tools  tools[0]: expected a string, got 1.  Fix: --tools ./my-tools.ts
      The command line is invalid (1 problem):
        --tools  is not valid JSON at character 5: expected a closing ].  Fix: close the [ that is still open"
    `);
  });

  test('Names of tools in the file are refused in "tools" and checked in "filter"', () => {
    const file = {
      tools: ['./a.ts', 'files::read_file', 'python_execution', 'wiki'],
      filter: {
        builtins: ['tool_serch', 'nothing_like_it', 'python_*'],
        servers: [''],
        tools: ['read_file', 'a::', '*'],
      },
      mcpToolsInPrompt: { small: -1, tiny: 1 },
      models: { 'up/mock': { mcpToolsInPrompt: 1001 } },
      prompt: '',
    };
    expect(told([], { file })).toMatchInlineSnapshot(`
      "toolpath.json is invalid (11 problems):
        line 1, column 20   tools[1]: "files::read_file" is an MCP tool, not a module.  Fix: write "filter": { "tools": ["files::read_file"] }
        line 1, column 39   tools[2]: "python_execution" is a built-in tool, not a module.  Fix: write "filter": { "builtins": ["python_execution"] }
        line 1, column 88   filter.builtins[0]: "tool_serch" is not a built-in tool.  Fix: did you mean "tool_search"?
        line 1, column 101  filter.builtins[1]: "nothing_like_it" is not a built-in tool.  Fix: use one of python_execution, tool_search, search_schemas, execute_sql
        line 1, column 142  filter.servers[0]: must not be empty.  Fix: "servers": ["files"]
        line 1, column 155  filter.tools[0]: "read_file" does not have the form \`server::tool\`.  Fix: write the server and the tool, for example "files::read_file" or "files::*"
        line 1, column 167  filter.tools[1]: "a::" does not have the form \`server::tool\`.  Fix: write the server and the tool, for example "files::read_file" or "files::*"
        line 1, column 207  mcpToolsInPrompt.small: expected a whole number from 0 to 1000, got -1.  Fix: "small": 2
        line 1, column 210  mcpToolsInPrompt: "tiny" is not a setting here.  Fix: remove it, or use one of small, medium, large
        line 1, column 260  models["up/mock"].mcpToolsInPrompt: expected a whole number from 0 to 1000, got 1001.  Fix: "mcpToolsInPrompt": 8
        line 1, column 276  prompt: must not be empty.  Fix: "prompt": "You are the assistant of a small library.""
    `);
  });

  test('A server that is not configured causes a warning with a suggestion', () => {
    const names =
      'greet,files__read_file,files.read_file,wikki,python_executon,fil*,custom,nowhere*,files::x,\u001b[2J';
    expect(told(['--tools', names])).toMatchInlineSnapshot(`
      "--tools names the server "greet", which is not in "mcpServers". If it is a custom tool, write "custom::greet".
      --tools names the server "files__read_file", which is not in "mcpServers". Did you mean "files::read_file"?
      --tools names the server "files.read_file", which is not in "mcpServers". Did you mean "files::read_file"?
      --tools names the server "wikki", which is not in "mcpServers". Did you mean "wiki"?
      --tools names the server "python_executon", which is not in "mcpServers". Did you mean "python_execution"?
      --tools names the server "nowhere*", which is not in "mcpServers".
      --tools names the server "\\u001b[2J", which is not in "mcpServers"."
    `);
    expect(told(['--tools', 'wiki'])).toBe('');
    expect(told(['--filter-tools', '*'])).toBe('');
    expect(told(['--tools', Array.from({ length: 1_000 }, (_, at) => `x${at}`).join(',')]).split('\n')).toHaveLength(
      50,
    );
  });
});
