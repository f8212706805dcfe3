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

/** The tool as the executor runs it, and what it was asked. */
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

describe('how models ask', () => {
  test.each([
    ['as it is declared', { query: 'send mail' }, ['send mail', 5]],
    ['with a number', { query: 'send mail', most: 2 }, ['send mail', 2]],
    ['with a number in quotes', { query: 'send mail', most: '3' }, ['send mail', 3]],
    ['with no number at all', { query: 'send mail', most: 'many' }, ['send mail', 5]],
    ['for more than there should be', { query: 'send mail', most: 1e9 }, ['send mail', 20]],
    ['for less than one', { query: 'send mail', most: -1 }, ['send mail', 1]],
    ['with a list', { query: ['send mail', ' read mail '] }, ['send mail\nread mail', 5]],
    ['as other search tools are asked', { queries: ['send mail', ''], top_k: 4 }, ['send mail', 4]],
    ['with one text for many', { queries: 'send mail', limit: 1 }, ['send mail', 1]],
    ['with more than it knows', { query: 'send mail', server: 'x', __proto__: null }, ['send mail', 5]],
    ['with what is no text among the others', { query: ['send', 7, null, { a: 1 }] }, ['send', 5]],
  ])('%s', async (_, args, expected) => {
    const { asked, search } = setUp();
    expect(await search(args)).toMatchObject({ status: 'ok' });
    expect(asked).toEqual([expected]);
  });

  test.each([[{}], [{ query: ' \n' }], [{ query: null }], [{ queries: [] }], [{ query: 7 }]])(
    'for nothing: %j is told what to write',
    async (args) => {
      const { asked, search } = setUp();
      const outcome = await search(args);
      expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'reported' } });
      expect(outcome.content).toEqual([{ type: 'text', text: expect.stringContaining('{"query": "send an email"}') }]);
      expect(asked).toEqual([]);
    },
  );

  test('in a megabyte', async () => {
    const { asked, search } = setUp();
    await search({ queries: Array.from({ length: 1_000 }, () => 'mail '.repeat(1_000)) });
    expect(asked[0]?.[0].length).toBe(4_096);
  });
});

test('the answer tells of what was found, or that nothing was', async () => {
  expect((await setUp().search({ query: 'mail' })).content).toEqual([{ type: 'text', text: writeFinds([found]) }]);
  const others: SearchFinds = { fresh: [], known: ['mail__read'] };
  expect((await setUp(others).search({ query: 'mail' })).content).toEqual([
    { type: 'text', text: writeSearch('mail', others) },
  ]);
});

test('a search that fails is an outcome like any other', async () => {
  const tool = toolSearch(() => {
    throw new Error('the index is gone');
  });
  const executor = new ToolExecutor(managerOf(tool));
  const outcome = await executor.execute({ id: 'a', name: 'tool_search', arguments: { query: 'mail' } });
  expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'tool-error', message: 'the index is gone' } });
});

test('it can be invoked without the executor', async () => {
  const { invoke } = setUp().tool as unknown as { invoke(args: unknown): Promise<string> };
  expect(await invoke({ query: 'mail' })).toBe(writeFinds([found]));
  expect(await invoke('mail')).toBe(writeFinds([found]));
});

test('it is listed as it is declared, and says that it only reads', () => {
  const { tool } = setUp();
  const [[, listing] = []] = listTools([tool], silentLog);
  expect(listing).toMatchObject({ ...TOOL_SEARCH, wireName: 'tool_search', builtin: true });
  expect(annotationsOf(tool as Tool)).toMatchObject({ readOnlyHint: true });
});

test('what a model is told of the two, letter for letter', async () => {
  await expect(`${JSON.stringify([TOOL_SEARCH, CALL_TOOL], undefined, 2)}\n`).toMatchFileSnapshot(
    './definitions.golden.txt',
  );
});
