import { describe, expect, test } from 'vitest';
import { serverOf } from '../../test/mcp/scripted-session.ts';
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
const find = (asked: string) => named(asked, servers, listings, settings);

describe('a name', () => {
  test.each([
    ['greet', 'greet'],
    ['files::read', 'files::read'],
    ['files__read', 'files::read'],
    ['read', 'files::read'],
    ['more::echo', 'more::echo'],
  ])('%s is the tool %s', (asked, name) => {
    expect(find(asked)).toMatchObject({ kind: 'tool', tool: { name } });
  });

  test('of a server comes before what some server calls a tool', () => {
    expect(find('files')).toMatchObject({ kind: 'server', server: { name: 'files' } });
    expect(find('lost')).toMatchObject({ kind: 'server' });
  });

  test.each([
    ['echo', '2 servers have one: files::echo, more::echo'],
    ['lost::anything', 'Its server "lost" is gone (it crashed)'],
    ['gret', 'Did you mean "greet"?'],
    ['raed', 'Did you mean "read"?'],
    ['constructor', 'There is no tool "constructor". "toolpath tools" lists them.'],
    ['nosuch::read', 'Nor is there a server "nosuch". "toolpath tools" lists them.'],
    ['fiels::read', 'Nor is there a server "fiels". Did you mean "files::read"?'],
    ['moer::unheard_of', 'Nor is there a server "moer". Did you mean "more"?'],
    ['more::echo_all', '"rename" of its server calls it "echo".'],
    ['more::delete_all', '"excludeTools" of its server names it.'],
    ['files::raed', '"includeTools" of its server does not name it. Did you mean "files::read"?'],
    ['more::constructor', 'There is no tool "more::constructor". "toolpath tools" lists them.'],
  ])('%s is none: %s', (asked, message) => {
    expect(find(asked)).toEqual({ kind: 'none', message: expect.stringContaining(message) });
  });
});
