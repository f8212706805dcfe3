import { describe, expect, test } from 'vitest';
import { serverOf } from '../../test/mcp/scripted-session.ts';
import type { Decision } from '../core/index.ts';
import type { ServerReport, State } from '../mcp/index.ts';
import type { ListedTool } from '../tools/index.ts';
import { named } from './named.ts';

const tool = (name: string, wireName: string, server?: string): ListedTool => ({
  name,
  wireName,
  description: 'd',
  parameters: {},
  tool: { name, description: 'd', schema: {}, invoke: () => '' },
  ...(server === undefined ? {} : { server }),
});

const report = (name: string, state: State, lastError?: string): ServerReport => ({
  name,
  state,
  transport: 'stdio',
  tools: 1,
  findings: [],
  attempt: 1,
  stderr: '',
  junkLines: 0,
  ...(lastError === undefined ? {} : { lastError }),
});

const servers = [report('files', 'ready'), report('more', 'ready'), report('lost', 'gone', 'it crashed')];
const listings = [
  tool('greet', 'greet'),
  tool('files::read', 'files__read', 'files'),
  tool('files::echo', 'files__echo', 'files'),
  tool('more::echo', 'more__echo', 'more'),
  tool('more::files', 'more__files', 'more'),
];
const settings = {
  more: serverOf({ command: 'x', rename: { echo_all: 'echo' }, excludeTools: ['delete_*'] }),
  files: serverOf({ command: 'x', includeTools: ['read', 'echo'] }),
};
const absent: readonly Decision[] = [
  { tool: 'wipe', verdict: 'out', rule: 'denied', flip: 'change permit[0], which denies every call of it' },
];
const find = (asked: string) => named(asked, servers, listings, settings, absent);

describe('named', () => {
  test.each([
    ['greet', 'greet'],
    ['files::read', 'files::read'],
    ['files__read', 'files::read'],
    ['read', 'files::read'],
    ['more::echo', 'more::echo'],
  ])('The name %s refers to the tool %s', (asked, name) => {
    expect(find(asked)).toMatchObject({ kind: 'tool', tool: { name } });
  });

  test("A server's name takes precedence over a server's own name for a tool", () => {
    expect(find('files')).toMatchObject({ kind: 'server', server: { name: 'files' } });
    expect(find('lost')).toMatchObject({ kind: 'server' });
  });

  test.each([
    ['echo', '2 MCP servers have their own "echo", so use the full name: files::echo, more::echo.'],
    ['lost::anything', 'Its MCP server "lost" is gone (it crashed)'],
    ['gret', 'Did you mean "greet"?'],
    ['raed', 'Did you mean "read"?'],
    ['constructor', 'There is no tool "constructor". Run "toolpath tools" to list all tools.'],
    ['nosuch::read', 'There is no MCP server "nosuch" either. Run "toolpath tools" to list all tools.'],
    ['fiels::read', 'There is no MCP server "fiels" either. Did you mean "files::read"?'],
    ['moer::unheard_of', 'There is no MCP server "moer" either. Did you mean "more"?'],
    ['more::echo_all', 'The server setting "rename" renames it to "echo".'],
    ['more::delete_all', 'The server setting "excludeTools" excludes it.'],
    ['files::raed', 'The server has it, but "includeTools" in the settings excludes it. Did you mean "files::read"?'],
    ['wipe', 'The tool "wipe" is left out (denied). To make it available, change permit[0], which denies'],
    ['more::constructor', 'There is no tool "more::constructor". Run "toolpath tools" to list all tools.'],
  ])('The name %s refers to nothing: %s', (asked, message) => {
    expect(find(asked)).toEqual({ kind: 'none', message: expect.stringContaining(message) });
  });
});
