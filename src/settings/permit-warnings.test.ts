import { expect, test } from 'vitest';
import { settingsOf } from './index.ts';

const mcpServers = { files: { command: 'files-server' } };

const warningsOf = (permit: readonly object[]) => {
  const loaded = settingsOf({ mcpServers, permit }, {}, '/');
  return loaded.ok ? loaded.warnings : loaded.problems;
};

test('A permit rule for a server that is not configured causes a warning with a suggestion', () => {
  expect(warningsOf([{ server: 'filez', verdict: 'deny' }])).toEqual([
    'permit[0] names the server "filez", which is not in "mcpServers". Did you mean "files"?',
  ]);
  expect(warningsOf([{ tool: 'mail::send', verdict: 'deny' }])).toEqual([
    'permit[0] names the server "mail", which is not in "mcpServers".',
  ]);
  expect(warningsOf([{ tool: 'custom::greet', verdict: 'deny' }])).toEqual([
    'permit[0] names the server "custom", which is not in "mcpServers". Name a custom tool without a server.',
  ]);
});

test('A permit rule for call_tool causes a warning, because rules see the tools that are called through it', () => {
  expect(warningsOf([{ tool: 'call_tool', verdict: 'deny' }])).toEqual([
    'permit[0] names "call_tool", so it has no effect: permit rules see the tools that are called through it. Name those tools instead.',
  ]);
});

test('A permit rule for a configured server, for any server or for a custom tool causes no warning', () => {
  const rules = [
    { server: 'files' },
    { server: 'fi*' },
    { tool: 'files::*' },
    { tool: '*::delete_*' },
    { tool: 'greet' },
  ];
  expect(warningsOf(rules.map((rule) => ({ ...rule, verdict: 'deny' })))).toEqual([]);
});
