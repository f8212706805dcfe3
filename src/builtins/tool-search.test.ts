import { describe, expect, test } from 'vitest';
import type { AnnouncedTool, Tool } from '../core/index.ts';
import { silentLog } from '../core/index.ts';
import { annotationsOf, listTools, ToolExecutor, ToolManager } from '../tools/index.ts';
import { CALL_TOOL, type SearchFinds, TOOL_SEARCH, toolSearch, writeFinds, writeSearch } from './index.ts';

const found: AnnouncedTool = {
  name: 'mail::send',
  wireName: 'mail__send',
  description: 'Sends a mail.',
  parameters: { type: 'object', properties: { to: { type: 'string' } } },
};

/** Returns the tool, a function that runs it through the executor, and the searches that it made. */
function setUp(finds: SearchFinds = { fresh: [found], known: [] }) {
  const asked: [query: string, most: number][] = [];
  const tool = toolSearch(async (query, most) => {
    asked.push([query, most]);
    return finds;
  });
  const executor = new ToolExecutor(managerOf(tool));
  const search = (args: unknown) => executor.execute({ id: 'a', name: 'tool_search', arguments: args as never });
  return { tool, asked, search };
}

function managerOf(tool: Tool): ToolManager {
  const manager = new ToolManager();
  manager.add(tool);
  return manager;
}

describe('Arguments of tool_search', () => {
  test.each([
    ['a query as declared', { query: 'send mail' }, ['send mail', 5]],
    ['a number of tools', { query: 'send mail', most: 2 }, ['send mail', 2]],
    ['a number in quotes', { query: 'send mail', most: '3' }, ['send mail', 3]],
    ['a word instead of a number', { query: 'send mail', most: 'many' }, ['send mail', 5]],
    ['a number above the maximum', { query: 'send mail', most: 1e9 }, ['send mail', 20]],
    ['a number below one', { query: 'send mail', most: -1 }, ['send mail', 1]],
    ['a list of queries', { query: ['send mail', ' read mail '] }, ['send mail\nread mail', 5]],
    ['the argument names of other search tools', { queries: ['send mail', ''], top_k: 4 }, ['send mail', 4]],
    ['one text instead of a list', { queries: 'send mail', limit: 1 }, ['send mail', 1]],
    ['unknown arguments', { query: 'send mail', server: 'x', __proto__: null }, ['send mail', 5]],
    ['a list with values that are not texts', { query: ['send', 7, null, { a: 1 }] }, ['send', 5]],
  ])('tool_search accepts %s', async (_, args, expected) => {
    const { asked, search } = setUp();
    expect(await search(args)).toMatchObject({ status: 'ok' });
    expect(asked).toEqual([expected]);
  });

  test.each([[{}], [{ query: ' \n' }], [{ query: null }], [{ queries: [] }], [{ query: 7 }]])(
    'tool_search answers the empty query %j with an example of what to write',
    async (args) => {
      const { asked, search } = setUp();
      const outcome = await search(args);
      expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'reported' } });
      expect(outcome.content).toEqual([{ type: 'text', text: expect.stringContaining('{"query": "send an email"}') }]);
      expect(asked).toEqual([]);
    },
  );

  test('tool_search truncates a very long query to 4,096 characters', async () => {
    const { asked, search } = setUp();
    await search({ queries: Array.from({ length: 1_000 }, () => 'mail '.repeat(1_000)) });
    expect(asked[0]?.[0].length).toBe(4_096);
  });
});

test('The outcome of tool_search describes the new tools, or names the known ones if there are no new tools', async () => {
  expect((await setUp().search({ query: 'mail' })).content).toEqual([{ type: 'text', text: writeFinds([found]) }]);
  const others: SearchFinds = { fresh: [], known: ['mail__read'] };
  expect((await setUp(others).search({ query: 'mail' })).content).toEqual([
    { type: 'text', text: writeSearch('mail', others) },
  ]);
});

test('A search that throws ends in an error outcome', async () => {
  const tool = toolSearch(() => {
    throw new Error('the index is gone');
  });
  const executor = new ToolExecutor(managerOf(tool));
  const outcome = await executor.execute({ id: 'a', name: 'tool_search', arguments: { query: 'mail' } });
  expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'tool-error', message: 'the index is gone' } });
});

test('tool_search can be invoked without the executor, also with a plain text', async () => {
  const { invoke } = setUp().tool as unknown as { invoke(args: unknown): Promise<string> };
  expect(await invoke({ query: 'mail' })).toBe(writeFinds([found]));
  expect(await invoke('mail')).toBe(writeFinds([found]));
});

test('tool_search is listed with its declared definition and marked as read-only', () => {
  const { tool } = setUp();
  const [[, listing] = []] = listTools([tool], silentLog);
  expect(listing).toMatchObject({ ...TOOL_SEARCH, wireName: 'tool_search', builtin: true });
  expect(annotationsOf(tool as Tool)).toMatchObject({ readOnlyHint: true });
});

test('The definitions of tool_search and call_tool match the golden file', async () => {
  await expect(`${JSON.stringify([TOOL_SEARCH, CALL_TOOL], undefined, 2)}\n`).toMatchFileSnapshot(
    './definitions.golden.txt',
  );
});
