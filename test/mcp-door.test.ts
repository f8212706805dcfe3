import { expect, test } from 'vitest';
import { proves } from './requirements.ts';
import { finished, folderWith, mcpClient, startToolpath } from './toolpath.ts';

const tools = `console.log('noise at import');
export const tools = [
  { name: 'noisy', description: 'Prints.', schema: { type: 'object' }, invoke() { console.log('noise'); console.info('noise'); process.stdout.write('noise\\n'); return 'answer'; } },
  { name: 'weather in', description: 'Needs a clean name.', schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }, metadata: { annotations: { readOnlyHint: true } }, invoke: ({ city }) => ({ city, degrees: 21 }) },
  { name: 'draw', description: 'Draws.', schema: {}, invoke: () => ({ content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }], structuredContent: { a: 1 } }) },
  { name: 'stall', description: 'Never answers.', schema: {}, invoke: (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => console.log('stall was cancelled'))) },
];`;

const folder = () =>
  folderWith({ 'toolpath.json': { tools: ['./tools.mjs'], log: { level: 'debug' } }, 'tools.mjs': tools });

const connect = () => mcpClient(folder());

test('an MCP client lists and calls the tools', async () => {
  const { client } = await connect();
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual([
    'noisy',
    expect.stringMatching(/^weather_in_[0-9a-f]{10}$/),
    'draw',
    'stall',
  ]);
  const [, weather] = listed.tools;
  expect(weather).toMatchObject({
    annotations: { readOnlyHint: true },
    inputSchema: { type: 'object', required: ['city'] },
  });
  const answer = await client.callTool({ name: weather?.name ?? '', arguments: { city: 'Vienna' } });
  expect(answer.content).toEqual([{ type: 'text', text: '{"city":"Vienna","degrees":21}' }]);
  expect(await client.callTool({ name: 'draw', arguments: {} })).toMatchObject({
    content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }],
    structuredContent: { a: 1 },
  });
  expect(await client.callTool({ name: weather?.name ?? '', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('city: missing') }],
  });
  expect(await client.callTool({ name: 'absent', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Unknown tool "absent"') }],
  });
});

test('a client that cancels cancels the tool', async () => {
  const { client, stderr } = await connect();
  await expect(
    client.callTool({ name: 'stall', arguments: {} }, { signal: AbortSignal.timeout(200) }),
  ).rejects.toThrow();
  await expect.poll(stderr, { timeout: 5_000 }).toContain('stall was cancelled');
});

proves(
  'S2.log.stderr',
  'speaking MCP over stdio, every line on standard output is JSON-RPC, whatever tools print',
  async () => {
    const child = startToolpath(['mcp'], folder());
    const end = finished(child);
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    send({ method: 'notifications/initialized' });
    child.stdin.write('this is not JSON\n');
    send({ id: 2, method: 'tools/call', params: { name: 'noisy', arguments: {} } });
    send({ id: 3, method: 'tools/call', params: { name: 'absent', arguments: {} } });
    let seen = '';
    child.stdout.on('data', (chunk) => {
      seen += chunk;
    });
    await expect.poll(() => seen.match(/"id":[23]/g), { timeout: 15_000 }).toHaveLength(2);
    child.stdin.end();
    const { code, stdout, stderr } = await end;
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .sort((a, b) => a.id - b.id);
    expect(lines.map(({ jsonrpc }) => jsonrpc)).toEqual(['2.0', '2.0', '2.0']);
    expect(lines.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(lines[1].result.content).toEqual([{ type: 'text', text: 'answer' }]);
    expect(stderr.match(/noise/g)).toHaveLength(4);
    expect(stderr).toContain('tool executed');
  },
);
