import { describe, expect, test } from 'vitest';
import { FakeAgentSdk } from '../../../test/fake-agent-sdk.ts';
import type { Fields } from '../../core/index.ts';
import { createBridge, type RunCall } from './bridge.ts';
import type { AgentSdk } from './sdk.ts';

const schema = { type: 'object', properties: { node: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'string' } } };
const tools = [
  { name: 'search', description: 'Searches.', inputSchema: schema },
  { name: 'read', description: '', inputSchema: { type: 'object' } },
];

async function open(run: RunCall = async () => ({ content: [] })) {
  const loaded = await new FakeAgentSdk().load();
  if (!loaded.ok) throw new Error(loaded.message);
  const given: object[] = [];
  const sdk: AgentSdk = {
    ...loaded.sdk,
    createSdkMcpServer(options) {
      given.push(options);
      return loaded.sdk.createSdkMcpServer(options);
    },
  };
  const { instance } = createBridge(sdk, tools, run);
  const server = instance.server as unknown as { request(method: string, params?: Fields): Promise<Fields> };
  return { given, server };
}

describe('The MCP server of a run', () => {
  test('The server is created under the name of the bridge and is never deferred', async () => {
    expect((await open()).given).toEqual([{ name: 'bridge', version: '1.0.0', tools: [], alwaysLoad: true }]);
  });

  test('Each tool is listed with its schema unchanged, loaded at once and free to run beside others', async () => {
    const { server } = await open();
    const { tools: listed } = (await server.request('tools/list')) as { tools: readonly Fields[] };
    expect(listed.map(({ name }) => name)).toEqual(['search', 'read']);
    expect(listed[0]).toMatchObject({
      description: 'Searches.',
      inputSchema: schema,
      annotations: { readOnlyHint: true },
    });
    expect(listed[0]?._meta).toEqual({ 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': 500_000 });
  });

  test("A call is run under the id of the model's call, and its result is passed on", async () => {
    const ids: string[] = [];
    const { server } = await open(async (id) => {
      ids.push(id);
      return { content: [{ type: 'text', text: 'found' }], isError: true };
    });
    const params = { name: 'search', arguments: { q: 'x' }, _meta: { 'claudecode/toolUseId': 'toolu_1', other: 1 } };
    expect(await server.request('tools/call', params)).toEqual({
      content: [{ type: 'text', text: 'found' }],
      isError: true,
    });
    expect(ids).toEqual(['toolu_1']);
  });

  test('A call without a usable id has an empty one', async () => {
    const ids: string[] = [];
    const { server } = await open(async (id) => {
      ids.push(id);
      return { content: [] };
    });
    for (const _meta of [undefined, {}, null, 'x', { 'claudecode/toolUseId': 7 }]) {
      await server.request('tools/call', { name: 'search', ...(_meta !== undefined && { _meta }) });
    }
    expect(ids).toEqual(['', '', '', '', '']);
  });
});
