import path from 'node:path';
import { expect, test } from 'vitest';
import { complaint, definitions, everything } from './servers/presenting.ts';
import { folderWith, mcpClient } from './toolpath.ts';

const program = path.join(import.meta.dirname, 'servers/presenting.ts');

/** Connects the official MCP client to `toolpath mcp` in front of the server in `servers/presenting.ts`. */
function connect(limits: object = {}, env: Record<string, string> = {}) {
  const logs = { command: process.execPath, args: [program], env };
  return mcpClient(folderWith({ 'toolpath.json': { mcpServers: { logs }, limits } }));
}

test('An MCP client receives the definitions of tools with title, icons, execution, _meta, annotations and output schema', async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  const [readLog, all] = definitions;
  expect(tools[0]).toEqual({ ...readLog, name: 'logs__read_log' });
  expect(tools[1]).toMatchObject({ title: all?.title });
  expect(tools[1]).not.toHaveProperty('icons');
});

test('A result of 500 kB with an output schema reaches an MCP client whole', async () => {
  const { client } = await connect();
  await client.listTools(); // from then on, the client checks structured results
  const answer = await client.callTool({ name: 'logs__read_log', arguments: { characters: 500_000 } });
  expect(answer.isError).not.toBe(true);
  const { result } = answer.structuredContent as { result: string };
  expect(result).toHaveLength(1 + 499_998);
  expect(answer.content).toEqual([{ type: 'text', text: result }]);
});

test('Every block of a result, its structured content and its _meta reach an MCP client unchanged', async () => {
  const { client } = await connect();
  expect(await client.callTool({ name: 'logs__everything', arguments: {} })).toEqual(everything);
});

test('An error result reaches an MCP client with its structured content and its _meta', async () => {
  const { client } = await connect();
  expect(await client.callTool({ name: 'logs__complain', arguments: {} })).toEqual(complaint);
});

test('A result that exceeds messageBytes reaches an MCP client as an error that names the limit', async () => {
  const { client } = await connect({ messageBytes: 100_000 });
  const answer = await client.callTool({ name: 'logs__read_log', arguments: { characters: 300_000 } });
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('messageBytes') }] });
  expect(await client.callTool({ name: 'logs__read_log', arguments: {} })).toMatchObject({
    structuredContent: { result: expect.any(String) },
  });
});

test('A result that is larger than MCP clients can read is an error, and the connection stays open', async () => {
  const { client } = await connect();
  const answer = await client.callTool({ name: 'logs__read_log', arguments: { characters: 3_000_000 } });
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('10 MiB') }] });
  const largest = await client.callTool({ name: 'logs__read_log', arguments: { characters: 2_500_000 } });
  expect(largest.isError).not.toBe(true);
});

test('A value of a custom tool counts as the text that an MCP client receives, whose quotes are escaped', async () => {
  const { client } = await mcpClient(
    folderWith({
      'toolpath.json': { tools: ['./tools.mjs'] },
      'tools.mjs': `export const tools = [{ name: 'quotes', description: 'd', schema: {}, invoke: ({ n }) => ({ quotes: '"'.repeat(n) }) }];`,
    }),
  );
  const answer = await client.callTool({ name: 'quotes', arguments: { n: 3_500_000 } });
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('10 MiB') }] });
  expect((await client.callTool({ name: 'quotes', arguments: { n: 10 } })).isError).not.toBe(true);
});

test('A result that is nested too deeply to be passed on whole reaches an MCP client as an error', async () => {
  const deep = (levels: number): unknown => (levels === 0 ? 'end' : [deep(levels - 1)]);
  const { client } = await mcpClient(
    folderWith({
      'toolpath.json': { tools: ['./tools.mjs'] },
      'tools.mjs': `export const tools = [{ name: 'deep', description: 'd', schema: {}, invoke: () => ({ content: [], structuredContent: { deep: ${JSON.stringify(deep(70))} } }) }];`,
    }),
  );
  const answer = await client.callTool({ name: 'deep', arguments: {} });
  const message = 'The result of the tool "deep" has values nested deeper than 64 levels, so it was not passed on.';
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(message) }] });
});

test('A custom tool whose result exceeds messageBytes reaches an MCP client as an error that names the limit', async () => {
  const { client } = await mcpClient(
    folderWith({
      'toolpath.json': { tools: ['./tools.mjs'], limits: { messageBytes: 100_000 } },
      'tools.mjs': `export const tools = [{ name: 'long', description: 'd', schema: {}, invoke: ({ n }) => 'x'.repeat(n) }];`,
    }),
  );
  const answer = await client.callTool({ name: 'long', arguments: { n: 200_000 } });
  const message = 'The result of the tool "long" is larger than 100000 bytes ("limits.messageBytes")';
  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(message) }] });
  expect(await client.callTool({ name: 'long', arguments: { n: 90_000 } })).toEqual({
    content: [{ type: 'text', text: 'x'.repeat(90_000) }],
  });
});

test('Secrets of the settings are removed from a result before it reaches an MCP client', async () => {
  const token = 'a-token-of-the-settings-1';
  const logs = { command: process.execPath, args: [program], env: { LOG_TOKEN: 'env:LOG_TOKEN' } };
  const { client } = await mcpClient(folderWith({ 'toolpath.json': { mcpServers: { logs } } }), { LOG_TOKEN: token });
  const answer = await client.callTool({ name: 'logs__read_log', arguments: { characters: 300_000 } });
  expect(JSON.stringify(answer)).not.toContain(token);
  expect(answer.structuredContent).toEqual({ result: expect.stringMatching(/^\[redacted\] é/) });
});

test('A tool with an output schema that clients cannot compile reaches an MCP client without it, with a warning, and can be called', async () => {
  const unusable = [
    { a: { type: 'str' } },
    { a: { $ref: '#/$defs/missing' } },
    { a: { type: 'string', pattern: '(?P<year>' } },
    { a: { nullable: true } },
    { a: { $ref: '#/properties/a' } },
  ];
  const outputs = [...unusable, { a: { type: 'string' } }].map((properties) => ({ type: 'object', properties }));
  const { client, stderr } = await mcpClient(
    folderWith({
      'toolpath.json': { tools: ['./tools.mjs'] },
      'tools.mjs': `export const tools = ${JSON.stringify(outputs)}.map((outputSchema, n) => ({ name: 'tool' + n, description: 'd', schema: {}, metadata: { outputSchema }, invoke: () => 'words' }));`,
    }),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ outputSchema }) => outputSchema)).toEqual([...unusable.map(() => undefined), outputs.at(-1)]);
  expect(stderr()).toMatch(/its outputSchema is not usable: .*has the type .*"str.* Its results are not checked/);
  expect(stderr().match(/The tool is listed without its output schema\./g)).toHaveLength(unusable.length);
  const answer = await client.callTool({ name: 'tool0', arguments: {} });
  expect(answer).toEqual({ content: [{ type: 'text', text: 'words' }] });
});
