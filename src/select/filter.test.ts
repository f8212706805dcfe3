import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { Filter, type FilterSettings } from './filter.ts';

const BUILTIN = { builtin: 'tool_search' };
const READ = { server: 'files', tool: 'read_file' };
const OWN = { server: 'custom', tool: 'add' };
const refusals = (settings: FilterSettings) =>
  [BUILTIN, READ, OWN].map((candidate) => new Filter(settings).refusal(candidate));

proves('S1.builtin.filter', 'An omitted filter list allows everything, and an empty one allows nothing', () => {
  expect(refusals({})).toEqual([undefined, undefined, undefined]);
  expect(refusals({ builtins: undefined, servers: undefined, tools: undefined })).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(refusals({ builtins: [] })).toEqual(['builtins', undefined, undefined]);
  expect(refusals({ servers: [] })).toEqual([undefined, 'servers', 'servers']);
  expect(refusals({ tools: [] })).toEqual([undefined, 'tools', 'tools']);
});

proves('S1.builtin.filter', 'Only filter.builtins allows a built-in tool, not filter.servers or filter.tools', () => {
  const filter = new Filter({
    builtins: ['tool_search', 'python_*'],
    servers: ['execute_sql'],
    tools: ['custom::execute_sql'],
  });
  expect(filter.builtin('tool_search')).toBe(true);
  expect(filter.builtin('python_execution')).toBe(true);
  expect(filter.builtin('execute_sql')).toBe(false);
  expect(filter.refusal({ builtin: 'execute_sql' })).toBe('builtins');
});

proves(['S1.builtin.filter', 'S1.mcp.gates'], 'The three filter lists are independent of each other', () => {
  const dimension = fc.option(fc.constantFrom<readonly string[]>([], ['*'], ['none']), { nil: undefined });
  const pairs = fc.option(fc.constantFrom<readonly string[]>([], ['*'], ['*::*'], ['no::ne']), { nil: undefined });
  fc.assert(
    fc.property(dimension, dimension, pairs, (builtins, servers, tools) => {
      const filter = new Filter({ builtins, servers, tools });
      expect(filter.builtin('tool_search')).toBe(new Filter({ builtins }).builtin('tool_search'));
      expect(filter.server('files')).toBe(new Filter({ servers }).server('files'));
      expect(filter.tool('files', 'read_file')).toBe(new Filter({ tools }).tool('files', 'read_file'));
      const isAllowed = filter.server('files') && filter.tool('files', 'read_file');
      expect(filter.refusal(READ) === undefined).toBe(isAllowed);
      expect(filter.isOpen).toBe(builtins === undefined && servers === undefined && tools === undefined);
    }),
  );
});

describe('MCP tools', () => {
  proves(
    'S1.mcp.gates',
    'An MCP tool passes if its server and the tool are allowed; the server is checked first',
    () => {
      const both = { servers: ['files'], tools: ['files::read_*', 'wiki::search'] };
      const filter = new Filter(both);
      expect(filter.refusal(READ)).toBeUndefined();
      expect(filter.refusal({ server: 'files', tool: 'write_file' })).toBe('tools');
      expect(filter.refusal({ server: 'wiki', tool: 'search' })).toBe('servers');
      expect(filter.refusal({ server: 'wiki', tool: 'edit' })).toBe('servers');
      expect(filter.tool('wiki', 'search')).toBe(true);
    },
  );

  proves('S1.mcp.gates', 'Each half of a server::tool pattern is matched only against its half of the name', () => {
    const filter = new Filter({ tools: ['*::read', 'f*::list', 'files::x::y'] });
    expect(filter.tool('evil', 'read')).toBe(true);
    expect(filter.tool('evil', 'x::read')).toBe(false);
    expect(filter.tool('files', 'a::list')).toBe(false);
    expect(filter.tool('files', 'x::y')).toBe(true);
    expect(new Filter({ tools: ['read', '*read', 'files::'] }).tool('files', 'read')).toBe(false);
  });
});

proves('S1.custom', 'The filter treats custom tools as tools of a server named custom', () => {
  expect(refusals({ servers: ['files'] })[2]).toBe('servers');
  expect(refusals({ servers: ['files', 'custom'] })[2]).toBeUndefined();
  expect(refusals({ tools: ['custom::subtract'] })[2]).toBe('tools');
  expect(refusals({ servers: ['custom'], tools: ['custom::a*'] })[2]).toBeUndefined();
});

test('Names of object properties, such as __proto__, get no special treatment in the filter', () => {
  const filter = new Filter({ builtins: ['a'], servers: ['a'], tools: ['a::b'] });
  for (const name of ['constructor', '__proto__', 'toString', 'size', '']) {
    expect(filter.builtin(name), name).toBe(false);
    expect(filter.server(name), name).toBe(false);
    expect(filter.tool('a', name), name).toBe(false);
  }
  expect(new Filter({ servers: ['constructor'] }).server('constructor')).toBe(true);
});

test('A server::tool entry without * matches exactly that tool', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => !text.includes('*'));
  const server = name.filter((text) => !text.includes(':'));
  fc.assert(
    fc.property(server, name, server, name, (one, tool, other, second) => {
      const filter = new Filter({ tools: [`${one}::${tool}`] });
      expect(filter.tool(one, tool)).toBe(true);
      expect(filter.tool(other, second)).toBe(one === other && tool === second);
    }),
  );
});
