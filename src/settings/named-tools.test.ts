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
])('%s looks like a %s', (name, kind) => {
  expect(kindOfName(name)).toBe(kind);
});

describe('--tools means what its writer means', () => {
  proves(
    ['S1.builtin.filter', 'S1.mcp.gates'],
    'built-ins, whole servers and single tools, with commas or repeated',
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
  ])('%s', (names, filter) => {
    expect(meant(['--tools', names])).toEqual({ tools: [], filter });
  });

  proves('S1.custom', 'a module is loaded as ever; named among servers it is to be used, too', () => {
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

describe('beside the file and the variables', () => {
  const filter = { builtins: ['tool_search'], servers: ['files'], tools: ['files::read_file'] };
  const file = { mcpServers: SERVERS, filter, tools: ['./a.ts'] };
  const tools = [join(cwd, 'a.ts')];

  test('what is named replaces what they say of the same, and leaves the rest', () => {
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

  test('--filter- flags say more of what is left open; of the same it is one too many', () => {
    expect(meant(['--tools', 'wiki', '--filter-tools', 'wiki::search'], { file }).filter).toEqual({
      builtins: ['tool_search'],
      servers: ['wiki'],
      tools: ['wiki::search'],
    });
    expect(meant(['--tools', 'wiki', '--filter-builtins', '*']).filter).toEqual({ servers: ['wiki'], builtins: ['*'] });
    const both = ['--tools', 'files::read_file,execute_sql', '--filter-servers', 'files', '--filter-builtins', '*'];
    expect(told([...both, '--filter-tools', 'files::*'])).toMatchInlineSnapshot(`
      "The command line is not usable (3 problems):
        --tools  says which builtins may be used, and so does --filter-builtins.  Fix: keep one of the two
        --tools  says which servers may be used, and so does --filter-servers.  Fix: keep one of the two
        --tools  says which tools may be used, and so does --filter-tools.  Fix: keep one of the two"
    `);
    expect(told([], { env: { TOOLPATH_TOOLS: 'wiki', TOOLPATH_FILTER_SERVERS: 'wiki' } })).toMatchInlineSnapshot(`
      "The environment is not usable (1 problem):
        TOOLPATH_TOOLS  says which servers may be used, and so does TOOLPATH_FILTER_SERVERS.  Fix: keep one of the two"
    `);
  });
});

describe('what does not fit', () => {
  test('on the command line', () => {
    for (const nothing of ['', ',', ' , ']) expect(told(['--tools', nothing]), nothing).toContain('must not be empty');
    const problems = [['files::'], ['::read_file'], ['[1]'], ['["x"']].map((names) => told(['--tools', ...names]));
    expect(problems.join('\n')).toMatchInlineSnapshot(`
      "The command line is not usable (1 problem):
        --tools  filter.tools[0]: "files::" is no \`server::tool\`.  Fix: write the server and the tool, such as "files::read_file" or "files::*"
      The command line is not usable (1 problem):
        --tools  filter.tools[0]: "::read_file" is no \`server::tool\`.  Fix: write the server and the tool, such as "files::read_file" or "files::*"
      The command line is not usable (1 problem):
        --tools  tools[0]: expected text, got 1.  Fix: --tools ./my-tools.ts
      The command line is not usable (1 problem):
        --tools  is not usable JSON, at character 5: expected a closing ].  Fix: close the [ that is still open"
    `);
  });

  test('in the file the names of tools have a place of their own', () => {
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
      "toolpath.json is not usable (11 problems):
        line 1, column 20   tools[1]: "files::read_file" names a tool of a server, not a module.  Fix: write it under "filter": { "tools": ["files::read_file"] }
        line 1, column 39   tools[2]: "python_execution" names a built-in tool, not a module.  Fix: write it under "filter": { "builtins": ["python_execution"] }
        line 1, column 88   filter.builtins[0]: "tool_serch" is no built-in tool.  Fix: did you mean "tool_search"?
        line 1, column 101  filter.builtins[1]: "nothing_like_it" is no built-in tool.  Fix: known are python_execution, tool_search, search_schemas, execute_sql
        line 1, column 142  filter.servers[0]: must not be empty.  Fix: "servers": ["files"]
        line 1, column 155  filter.tools[0]: "read_file" is no \`server::tool\`.  Fix: write the server and the tool, such as "files::read_file" or "files::*"
        line 1, column 167  filter.tools[1]: "a::" is no \`server::tool\`.  Fix: write the server and the tool, such as "files::read_file" or "files::*"
        line 1, column 207  mcpToolsInPrompt.small: expected a whole number from 0 to 1000, got -1.  Fix: "small": 2
        line 1, column 210  mcpToolsInPrompt: "tiny" is not a setting here.  Fix: remove it; known are small, medium, large
        line 1, column 260  models["up/mock"].mcpToolsInPrompt: expected a whole number from 0 to 1000, got 1001.  Fix: "mcpToolsInPrompt": 8
        line 1, column 276  prompt: must not be empty.  Fix: "prompt": "You are the assistant of a small library.""
    `);
  });

  test('a server that is nowhere is named, with what was likely meant', () => {
    const names =
      'greet,files__read_file,files.read_file,wikki,python_executon,fil*,custom,nowhere*,files::x,\u001b[2J';
    expect(told(['--tools', names])).toMatchInlineSnapshot(`
      "--tools names the server "greet", which is not in "mcpServers". If it is a tool of your own, write "custom::greet".
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
