import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { Filter } from '../src/select/index.ts';
import { loadSettings } from '../src/settings/index.ts';
import { proves } from './requirements.ts';

const BUILTINS = ['python_execution', 'tool_search', 'search_schemas', 'execute_sql'];

/** Returns the filter that results from these names in the flag --tools. */
function filterOf(names: readonly string[]): Filter {
  const loaded = loadSettings({ flags: { tools: [JSON.stringify(names)] }, env: {}, cwd: '/nowhere' });
  if (!loaded.ok) throw new Error('The settings with these names cannot be loaded.');
  return new Filter(loaded.settings.filter);
}

const word = fc.constantFrom('files', 'wiki', 'shop', 'custom', 'read_file', 'search', 'a.b', 'constructor', 'x y');
const pair = fc.tuple(word, word);
const names = fc.record({
  builtins: fc.subarray(BUILTINS),
  servers: fc.array(word, { maxLength: 3 }),
  pairs: fc.array(pair, { maxLength: 3 }),
  modules: fc.subarray(['./a.ts', 'b.mjs']),
  seed: fc.nat(),
});

describe('The flag --tools', () => {
  proves(
    ['S1.builtin.filter', 'S1.mcp.gates', 'S1.custom'],
    'If --tools names tools of a kind, only those tools of that kind are allowed',
    () => {
      fc.assert(
        fc.property(names, pair, ({ builtins, servers, pairs, modules, seed }, [server, tool]) => {
          const written = [...builtins, ...servers, ...pairs.map((each) => each.join('::')), ...modules];
          const filter = filterOf(turned(written, seed));

          for (const name of BUILTINS)
            expect(filter.builtin(name)).toBe(builtins.length === 0 || builtins.includes(name));

          const isNamed = servers.includes(server) || pairs.some(([of, own]) => of === server && own === tool);
          const isOfModule =
            server === 'custom' && modules.length > 0 && ![...servers, ...pairs.map(([of]) => of)].includes('custom');
          const isRestricted = servers.length > 0 || pairs.length > 0;
          expect(filter.refusal({ server, tool }) === undefined).toBe(!isRestricted || isNamed || isOfModule);
        }),
        { numRuns: 500 },
      );
    },
  );

  proves('S1.builtin.filter', 'Names of one kind in --tools do not restrict tools of the other kind', () => {
    expect(filterOf(['./a.ts']).isOpen).toBe(true);
    const python = filterOf(['python_execution']);
    expect(python.refusal({ server: 'files', tool: 'read_file' })).toBeUndefined();
    expect(python.refusal({ builtin: 'tool_search' })).toBe('builtins');
    const wiki = filterOf(['wiki']);
    expect(wiki.refusal({ builtin: 'tool_search' })).toBeUndefined();
    expect(wiki.refusal({ server: 'files', tool: 'read_file' })).toBe('servers');
    expect(filterOf(['files::read_file']).refusal({ server: 'files', tool: 'write_file' })).toBe('tools');
  });
});

/** Rotates a list, because the order of the names must not matter. */
function turned(list: readonly string[], seed: number): readonly string[] {
  const at = list.length === 0 ? 0 : seed % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
