import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { BUILTINS, type GatewayTool } from '../core/index.ts';
import { CandidateLists } from './candidates.ts';
import type { Capabilities } from './capabilities.ts';
import { Filter, type FilterSettings } from './filter.ts';
import { GATEWAY, NO_TOOLS } from './rules.ts';

const tool = (name: string, more: Partial<GatewayTool> = {}): GatewayTool => ({
  name,
  wireName: name.replace('::', '__'),
  description: name,
  parameters: { type: 'object', properties: {} },
  ...more,
});

const ofServer = (name: string, more: Partial<GatewayTool> = {}) =>
  tool(name, { server: name.slice(0, name.indexOf('::')), ...more });

const builtin = (name: string) => tool(name, { builtin: true });

interface Given extends Partial<Omit<Capabilities, 'filter'>> {
  readonly tools?: readonly GatewayTool[];
  readonly filter?: FilterSettings;
  readonly hasMore?: boolean;
  readonly most?: number;
}

/** By default, every tool is enabled, allowed, useful and built. Three built-in tools are placeholders. */
function candidates({
  tools = [ofServer('mail::send')],
  filter = {},
  hasMore = false,
  most = 5,
  ...given
}: Given = {}) {
  const capabilities: Capabilities = {
    builtins: BUILTINS,
    filter: new Filter(filter),
    hasCode: true,
    hasSandbox: true,
    hasDatabase: true,
    hasServers: true,
    built: BUILTINS.map(builtin),
    dispatcher: { ...builtin('call_tool'), isDispatcher: true },
    ...given,
  };
  const lists = new CandidateLists(capabilities);
  const made = lists.of(tools, hasMore, most);
  const decisions = made.decide(GATEWAY, 'pinnable');
  const decided = (name: string) => {
    const { verdict, rule, flip } = decisions.find((each) => each.tool === name) ?? { verdict: 'nobody' };
    return verdict === 'out' ? [rule, flip] : verdict;
  };
  return { made, lists, decided, decisions, plain: made.plain.map(({ name }) => name) };
}

describe('Built-in tools', () => {
  proves('L5', 'tool_search is out if a permit rule denies it, and the gateway still searches for each message', () => {
    const some = candidates({ denied: new Map([['tool_search', 'permit[2]']]) });
    expect(some.decided('tool_search')).toEqual(['denied', 'change permit[2], which denies every call of it']);
    expect(some.plain).not.toContain('tool_search');
    expect(some.decided('call_tool')).toBe('in');
    expect(some.made.hasSearch).toBe(true);
    expect(some.decided('mail::send')).toEqual([
      'deferred',
      'describe what it does in the message, or add it to its server\'s "always"',
    ]);
  });

  proves('S1.builtin.list', 'The setting "builtins" selects the built-in tools, which keep a fixed order', () => {
    expect(candidates().plain).toEqual([
      'tool_search',
      'call_tool',
      'python_execution',
      'search_schemas',
      'execute_sql',
    ]);
    const some = candidates({ builtins: ['execute_sql', 'tool_search'] });
    expect(some.plain).toEqual(['tool_search', 'call_tool', 'execute_sql']);
    expect(some.decided('python_execution')).toEqual(['builtin-disabled', 'add "python_execution" to "builtins"']);
    expect(candidates({ builtins: [] }).plain).toEqual([]);
    expect(candidates({ builtins: ['constructor', 'no_such_tool'] }).plain).toEqual([]);
  });

  proves('S1.builtin.filter', 'Only filter.builtins applies to built-in tools', () => {
    expect(candidates({ filter: { servers: [], tools: [] }, hasMore: true }).plain).toContain('tool_search');
    const some = candidates({ filter: { builtins: ['python_*'] } });
    expect(some.plain).toEqual(['call_tool', 'python_execution']);
    expect(some.decided('execute_sql')).toEqual(['filter', 'add "execute_sql" to filter.builtins']);
    expect(some.made.searchable.map(({ name }) => name)).toEqual(['mail::send']);
    expect(candidates({ filter: { builtins: [] } }).plain).toEqual(['call_tool']);
  });

  proves(
    'S1.builtin.python',
    'python_execution is in only if it is enabled and allowed and the format code is enabled',
    () => {
      const all = { builtins: ['python_execution'], filter: { builtins: ['python_execution'] }, hasCode: true };
      expect(candidates(all).decided('python_execution')).toBe('in');
      expect(candidates({ ...all, builtins: [] }).decided('python_execution')).toMatchObject(['builtin-disabled', {}]);
      expect(candidates({ ...all, filter: { builtins: [] } }).decided('python_execution')).toMatchObject([
        'filter',
        {},
      ]);
      expect(candidates({ ...all, hasCode: false }).decided('python_execution')).toEqual([
        'no-code-format',
        'add "code" to formats.enabled',
      ]);
    },
  );

  proves(
    'S1.builtin.tool-search',
    'tool_search is in only if it is enabled and allowed and there are tools to search for',
    () => {
      const search = (given: Given) => candidates(given).decided('tool_search');
      expect(search({})).toBe('in');
      expect(search({ builtins: ['execute_sql'] })).toMatchObject(['builtin-disabled', {}]);
      expect(search({ filter: { builtins: ['execute_sql'] } })).toMatchObject(['filter', {}]);
      expect(search({ tools: [] })).toMatchObject(['nothing-deferred', {}]);
      expect(search({ tools: [tool('clock')] })).toMatchObject(['nothing-deferred', {}]);
      expect(search({ tools: [ofServer('mail::send', { always: true })] })).toMatchObject(['nothing-deferred', {}]);
      expect(search({ filter: { servers: ['files'] } })).toMatchObject(['nothing-deferred', {}]);
      expect(search({ tools: [], hasMore: true })).toBe('in');
    },
  );

  proves(
    ['S1.builtin.tool-search', 'S1.auto-search'],
    'If tool_search is enabled but filtered, the gateway still searches for each message and declares call_tool',
    () => {
      expect(candidates().decided('call_tool')).toBe('in');
      for (const given of [{ builtins: [] }, { tools: [] }]) {
        expect(candidates(given).decided('call_tool')).not.toBe('in');
        expect(candidates(given).plain).not.toContain('call_tool');
      }
      const kept = candidates({ filter: { builtins: [] } });
      expect([kept.made.hasSearch, kept.plain]).toEqual([true, ['call_tool']]);
      expect(kept.decided('tool_search')).toMatchObject(['filter', {}]);
    },
  );

  proves(
    ['S1.builtin.schemas', 'S1.builtin.sql'],
    'The database tools are in only if they are enabled and allowed and there is a database',
    () => {
      for (const name of ['search_schemas', 'execute_sql']) {
        const all = { builtins: [name], filter: { builtins: [name] }, hasDatabase: true };
        expect(candidates(all).plain).toEqual([name]);
        expect(candidates({ ...all, builtins: [] }).decided(name)).toMatchObject(['builtin-disabled', {}]);
        expect(candidates({ ...all, filter: { builtins: [] } }).decided(name)).toMatchObject(['filter', {}]);
        expect(candidates({ ...all, hasDatabase: false }).decided(name)).toEqual([
          'no-database',
          'add a database to "databases"',
        ]);
      }
    },
  );

  test('A built-in tool that this version lacks is out as not-built, unless another rule comes first', () => {
    const { decided, plain } = candidates({ built: [builtin('tool_search')], hasCode: false });
    expect(plain).toEqual(['tool_search', 'call_tool']);
    expect(decided('execute_sql')).toMatchObject(['not-built', {}]);
    expect(decided('python_execution')).toMatchObject(['no-code-format', {}]);
  });

  proves('S1.explain', 'A built-in tool that several rules keep out lists every change that is needed', () => {
    const { decided } = candidates({ builtins: [], filter: { builtins: [] }, hasCode: false });
    expect(decided('python_execution')).toEqual([
      'builtin-disabled',
      'add "python_execution" to "builtins", and add "python_execution" to filter.builtins, and add "code" to formats.enabled',
    ]);
  });
});

describe('MCP tools', () => {
  const tools = [ofServer('mail::send'), ofServer('mail::read'), ofServer('files::read')];
  const found = (filter: FilterSettings) => candidates({ tools, filter }).made.searchable.map(({ name }) => name);

  proves('S1.mcp.gates', 'An MCP tool is searchable if the filter allows its server and the tool', () => {
    expect(found({})).toEqual(['mail::send', 'mail::read', 'files::read']);
    expect(found({ servers: ['mail'] })).toEqual(['mail::send', 'mail::read']);
    expect(found({ tools: ['*::read'] })).toEqual(['mail::read', 'files::read']);
    expect(found({ servers: ['mail'], tools: ['*::read'] })).toEqual(['mail::read']);
    expect(found({ servers: ['no_such_server'], tools: ['no_such_server::read'] })).toEqual([]);
    expect(found({ servers: [] })).toEqual([]);
  });

  proves('S1.explain', 'A filtered MCP tool lists each missing filter entry, and then how to find it', () => {
    const { decided } = candidates({ tools, filter: { servers: ['files'], tools: ['mail::read'] } });
    expect(decided('mail::send')).toEqual([
      'filter',
      'add "mail" to filter.servers, and add "mail::send" to filter.tools, and describe what it does in the message, ' +
        'let the model search for it, or add it to its server\'s "always"',
    ]);
    expect(decided('mail::read')).toMatchObject([
      'filter',
      expect.stringMatching(/^add "mail" to filter\.servers, and describe/),
    ]);
  });

  proves('S1.mcp.deferred', 'All MCP tools are deferred, even if tool_search is disabled', () => {
    const all = candidates({ tools });
    expect(all.plain).not.toContain('mail::send');
    for (const { name } of tools)
      expect(all.decided(name)).toMatchObject(['deferred', expect.stringMatching(/^describe/)]);
    const searchless = candidates({ tools, builtins: [] });
    expect(searchless.plain).toEqual([]);
    expect(searchless.decided('mail::send')).toMatchObject([
      'deferred',
      expect.stringMatching(/^add "tool_search" to "builtins" and/),
    ]);
  });
});

describe('Custom tools', () => {
  proves(
    'S1.custom',
    'Custom tools need no search, and the filter treats them as tools of a server named custom',
    () => {
      const tools = [tool('clock'), tool('dice'), ofServer('mail::send')];
      const told = (filter: FilterSettings) => candidates({ tools, filter, builtins: [] }).plain;
      expect(told({})).toEqual(['clock', 'dice']);
      expect(told({ servers: ['custom'] })).toEqual(['clock', 'dice']);
      expect(told({ servers: ['mail'] })).toEqual([]);
      expect(told({ tools: ['custom::dice', 'mail::*'] })).toEqual(['dice']);
      expect(told({ builtins: [] })).toEqual(['clock', 'dice']);
      const { decided } = candidates({ tools, filter: { servers: ['mail'], tools: ['mail::*'] } });
      expect(decided('clock')).toEqual([
        'filter',
        'add "custom" to filter.servers, and add "custom::clock" to filter.tools',
      ]);
    },
  );

  test('A custom tool with the name of a built-in tool is left out while the built-in tool is in use', () => {
    const tools = [tool('call_tool'), tool('execute_sql'), ofServer('mail::send')];
    const both = candidates({ tools });
    expect(both.made.plain.filter((each) => tools.includes(each))).toEqual([]);
    expect(both.decisions.slice(-3)).toMatchObject([
      { rule: 'builtin-name', flip: 'rename it, or remove "tool_search" from "builtins"' },
      { rule: 'builtin-name', flip: 'rename it, or remove "execute_sql" from "builtins"' },
      { rule: 'deferred' },
    ]);
    const alone = candidates({ tools, builtins: [] });
    expect(alone.made.plain).toEqual(tools.slice(0, 2));
    expect(alone.made.byWireName('execute_sql')).toBe(tools[1]);
  });
});

test('If a request asks for no tools, each gateway tool gives that rule and every other change that it needs', () => {
  const { made } = candidates({ tools: [tool('clock'), ofServer('mail::send')], builtins: [] });
  const decisions = made.decide(NO_TOOLS, 'pinnable');
  const [search, clock, send] = ['tool_search', 'clock', 'mail::send'].map((name) =>
    decisions.find((each) => each.tool === name),
  );
  expect([search, clock, send].map((each) => each?.rule)).toEqual(['no-tools', 'no-tools', 'no-tools']);
  expect(clock?.flip).toBe(NO_TOOLS.flip);
  expect(search?.flip).toMatch(/^send .*, and add "tool_search" to "builtins"$/);
  expect(send?.flip).toMatch(/^send .*, and add "tool_search" to "builtins" and describe what it does/);
});

test('Candidates are cached by tool list, and "searchable" stays the same array while servers are still connecting', () => {
  const tools = [ofServer('mail::send')];
  const { made, lists } = candidates({ tools });
  expect(lists.of(tools, false, 5)).toBe(made);
  expect(made.decide(GATEWAY, 'pinnable')).toBe(made.decide(GATEWAY, 'pinnable'));
  expect(lists.of(tools, true, 0).searchable).toBe(made.searchable);
  expect(lists.of([...tools], false, 5)).not.toBe(made);
});

proves('S1.limit', 'With a limit of 0, tool_search and call_tool are out, and the flip names the limit', () => {
  const { made, decided, plain } = candidates({ most: 0 });
  expect(made.hasSearch).toBe(false);
  expect(plain).not.toContain('call_tool');
  const flip = 'set "mcpToolsInPrompt" to more than 0 for this model';
  expect([decided('tool_search'), decided('call_tool')]).toEqual([
    ['limit', flip],
    ['limit', flip],
  ]);
});

proves(
  'S1.builtin.tool-search',
  'If the limit is too small for all always tools, tool_search is declared so that the model can find the rest',
  () => {
    const tools = ['a', 'b', 'c'].map((name) => ofServer(`mail::${name}`, { always: true }));
    expect(candidates({ tools, most: 3 }).plain).not.toContain('tool_search');
    expect(candidates({ tools, most: 2 }).plain).toContain('tool_search');
  },
);
