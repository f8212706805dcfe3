import { describe, expect, test } from 'vitest';
import { proves } from '../test/requirements.ts';
import type { Decision } from './core/index.ts';
import { absentBy } from './filtering.ts';
import type { Catalogue } from './mcp/index.ts';
import { Filter, type FilterSettings, filterHurdles } from './select/index.ts';
import { type Listings, type PermitRule, ToolManager } from './tools/index.ts';

const off: Decision = { tool: 'files::*', verdict: 'out', rule: 'server-disabled', flip: 'enable it' };

/** Returns the flips for a gateway with the server `files`, which is disabled, and the server `every`. */
function absent(settings: FilterSettings, givenBy: Record<string, string> = {}, permit: readonly PermitRule[] = []) {
  const servers = {
    servers: () => ['files', 'every'].map((name) => ({ name, state: 'ready' })),
    absent: () => [off],
  } as unknown as Catalogue;
  const listings = { all: () => [{ name: 'greet' }], leftOut: () => [] } as unknown as Listings;
  const decisions = absentBy({
    filter: new Filter(settings, givenBy),
    servers,
    listings,
    permit,
    tools: new ToolManager(),
  })();
  return new Map(decisions.map(({ tool, flip }) => [tool, flip]));
}

describe('The flip of an unavailable tool that the filter excludes as well', () => {
  proves(
    ['S1.explain', 'S1.builtin.filter'],
    'The flip of an unavailable tool names every list of the filter that excludes the tool as well',
    () => {
      expect(absent({}).get('files::*')).toBe('enable it');
      expect(absent({ tools: ['files::read'] }).get('files::*')).toBe('enable it'); // some of its tools pass the filter
      expect(absent({ tools: ['every::*'] }).get('files::*')).toBe('add "files::*" to filter.tools, and enable it');
      expect(absent({ servers: ['every'], tools: ['every::*'] }).get('files::*')).toBe(
        'add "files" to filter.servers, and add "files::*" to filter.tools, and enable it',
      );
    },
  );

  test('The flip names the flag or setting that set the list of the filter', () => {
    expect(absent({ servers: ['every'] }, { servers: '--tools' }).get('files::*')).toBe(
      'add "files::*" to --tools, and enable it',
    );
    const filter = new Filter({ builtins: ['tool_search'], servers: ['off'] }, { builtins: '--tools' });
    const flips = (tool: Parameters<typeof filterHurdles>[0]) => filterHurdles(tool, filter).map(({ flip }) => flip);
    expect(flips({ name: 'greet' })).toEqual(['add "custom" to filter.servers']);
    expect(flips({ name: 'execute_sql', builtin: true })).toEqual(['add "execute_sql" to --tools']);
  });
});

proves('S1.explain', 'The explanation reports names in the filter that match no server and no custom tool', () => {
  const decided = absent({ servers: ['fils', 'custom', 'every'], tools: ['custom::grete', 'evry::*', 'evry::echo'] });
  expect(decided.get('fils::*')).toMatch(/no such server\. Did you mean "files"\?$/);
  expect(decided.get('evry::*')).toMatch(/no such server\. Did you mean "every"\?$/);
  expect(decided.get('custom::grete')).toMatch(/no such tool\. Did you mean "greet"\?$/);
  expect(decided.has('every::*')).toBe(false);
});

test('A permit rule for a built-in tool or for call_tool is not reported as a name that no tool has', () => {
  const rules = ['tool_search', 'call_tool', 'every::eco'].map((tool) => ({ tool, verdict: 'deny' as const }));
  expect([...absent({}, {}, rules).keys()]).toEqual(['files::*', 'every::eco']);
});
