import { tool } from '@langchain/core/tools';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { textMessage, thinkingMessage, toolUseMessage } from '../test/messages.ts';
import { ollamaCalls, ollamaTells, ollamaText } from '../test/ollama.ts';
import { recordingLog } from '../test/recording-log.ts';
import { proves } from '../test/requirements.ts';
import { startUpstream } from '../test/upstream.ts';
import { AnthropicClient, type ClientOptions, OllamaClient, ToolExecutor, ToolManager } from './index.ts';

/** Returns a manager with a LangChain tool, its executor, and the arguments and log lines that they receive. */
function given() {
  const log = recordingLog();
  const got: unknown[] = [];
  const dim = tool(
    async (args: { deviceName: string; level: number }) => {
      got.push(args);
      return `${args.deviceName} is at ${args.level} %`;
    },
    {
      name: 'dim_light',
      description: 'Dims a light.',
      schema: z.object({ deviceName: z.string(), level: z.int().describe('Percent') }),
    },
  );
  const tools = new ToolManager({ log });
  tools.add([dim]);
  const executor = new ToolExecutor(tools, { log });
  return { dim, tools, executor, got, log };
}

const args = { deviceName: 'Lamp 1', level: 30 };

test('A client with an unknown format throws in its constructor', () => {
  const options = { ...given(), model: 'x', baseUrl: 'http://127.0.0.1:1' };
  expect(() => new OllamaClient({ ...options, formats: { enabled: ['hermez'] } })).toThrow(
    'Unknown format "hermez". Did you mean "hermes"?',
  );
  expect(() => new OllamaClient({ ...options, formats: { primary: 'hermez' } })).toThrow('"hermez"');
});

describe('AnthropicClient', () => {
  const start = async (more: Partial<ClientOptions> = {}) => {
    const upstream = await startUpstream();
    const ground = given();
    const client = new AnthropicClient({ ...ground, model: 'claude-x', baseUrl: upstream.url, apiKey: 'k-1', ...more });
    onTestFinished(() => client.close());
    return { upstream, client, ...ground };
  };

  proves(
    'S2.client.anthropic',
    'AnthropicClient passes calls to the executor and converts LangChain tools only in the API request',
    async () => {
      const { upstream, client, got, tools, dim, log } = await start();
      upstream.script(toolUseMessage([{ name: 'dim_light', input: args }]), textMessage('The lamp is dimmed.'));
      expect(await client.ask('Dim lamp 1 to 30 percent.').message).toMatchObject({ content: 'The lamp is dimmed.' });
      expect(got).toEqual([args]);
      expect(tools.all()).toEqual([dim]);
      expect(tools.all()[0]).toBe(dim);
      const [first, second] = upstream.requests;
      expect(first?.path).toBe('/v1/messages');
      expect(first?.headers).toMatchObject({ 'x-api-key': 'k-1', 'anthropic-version': '2023-06-01' });
      expect(first?.body.tools).toMatchObject([
        { name: 'dim_light', input_schema: { type: 'object', properties: { level: { type: 'integer' } } } },
      ]);
      expect(second?.body.messages).toMatchObject([
        { role: 'user' },
        { role: 'assistant', content: [{ type: 'tool_use', name: 'dim_light', input: args }] },
        { role: 'user', content: [{ type: 'tool_result' }] },
      ]);
      expect(JSON.stringify(second?.body)).toContain('Lamp 1 is at 30 %');
      expect(log.lines.some(({ fields }) => fields.tool === 'dim_light')).toBe(true);
    },
  );

  test('AnthropicClient streams text and reasoning, and the model receives the error of a failed tool call', async () => {
    const { upstream, client, executor: _ } = await start();
    upstream.script(
      thinkingMessage('Which lamp?', { calls: [{ name: 'dim_light', input: { level: 'much' } }] }),
      textMessage('I cannot.'),
    );
    const kinds = new Set<string>();
    let text = '';
    const asking = client.ask({ messages: [{ role: 'user', content: 'Dim it.' }] });
    for await (const event of asking) {
      kinds.add(event.type);
      if (event.type === 'text') text += event.text;
    }
    expect(text).toBe('I cannot.');
    expect([...kinds]).toEqual(expect.arrayContaining(['reasoning', 'outcome', 'text', 'finish']));
    expect(upstream.requests[1]?.body.messages).toMatchObject([
      {},
      { content: [{ type: 'thinking', thinking: 'Which lamp?' }, { type: 'tool_use' }] },
      { content: [{ type: 'tool_result', is_error: true }] },
    ]);
  });

  test('AnthropicClient shows the model tools that are added later', async () => {
    const { upstream, client, tools } = await start();
    upstream.script(textMessage('a'), textMessage('b'));
    await client.ask('a').message;
    tools.add([{ name: 'late', description: 'd', schema: { type: 'object' }, invoke: () => 1 }]);
    await client.ask('b').message;
    expect(upstream.requests.map(({ body }) => (body.tools as unknown[]).length)).toEqual([1, 2]);
  });

  test('AnthropicClient reads its key from ANTHROPIC_API_KEY', async () => {
    const upstream = await startUpstream();
    process.env.ANTHROPIC_API_KEY = 'k-from-env';
    onTestFinished(() => void delete process.env.ANTHROPIC_API_KEY);
    const client = new AnthropicClient({ ...given(), model: 'claude-x', baseUrl: upstream.url });
    onTestFinished(() => client.close());
    upstream.script(textMessage('a'));
    await client.ask('a').message;
    expect(upstream.requests[0]?.headers['x-api-key']).toBe('k-from-env');
  });
});

describe('OllamaClient', () => {
  const start = async (more: Partial<ClientOptions> & { keepAlive?: string } = {}) => {
    const upstream = await startUpstream({ tells: ollamaTells() });
    const ground = given();
    const client = new OllamaClient({ ...ground, model: 'qwen3:8b', baseUrl: upstream.url, ...more });
    onTestFinished(() => client.close());
    const asked = () => upstream.requests.filter(({ path }) => path === '/api/chat');
    return { upstream, client, asked, ...ground };
  };

  proves(
    ['S2.client.ollama', 'S2.qwen.call'],
    'OllamaClient converts LangChain tools in the API request and passes calls to the executor with unchanged arguments',
    async () => {
      const { upstream, client, got, asked, log } = await start();
      upstream.script(ollamaCalls([{ name: 'dim_light', args }]), ollamaText('Done.'));
      expect(await client.ask('Dim lamp 1 to 30 percent.').message).toMatchObject({ content: 'Done.' });
      expect(got).toEqual([args]);
      expect(asked()[0]?.body.tools).toEqual([
        {
          type: 'function',
          function: {
            name: 'dim_light',
            description: 'Dims a light.',
            parameters: expect.objectContaining({ type: 'object', required: ['deviceName', 'level'] }),
          },
        },
      ]);
      expect(asked()[1]?.body.messages).toMatchObject([
        { role: 'user' },
        { role: 'assistant', tool_calls: [{ function: { name: 'dim_light', arguments: args } }] },
        { role: 'tool', tool_name: 'dim_light', content: 'Lamp 1 is at 30 %' },
      ]);
      expect(log.lines).toContainEqual(
        expect.objectContaining({ level: 'debug', message: 'Converted 1 tools from LangChain to Qwen format' }),
      );
    },
  );

  proves(
    'S2.qwen.isolated',
    'OllamaClient leaves the tools unchanged for the manager, the executor and other clients',
    async () => {
      const { upstream, client, tools, dim, executor } = await start();
      const before = Object.getOwnPropertyNames(dim);
      upstream.script(ollamaText('a'));
      await client.ask('a').message;
      expect(tools.all()[0]).toBe(dim);
      expect(Object.getOwnPropertyNames(dim)).toEqual(before);
      expect(await executor.execute({ id: 'x', name: 'dim_light', arguments: args })).toMatchObject({ status: 'ok' });
      const anthropic = await startUpstream();
      const other = new AnthropicClient({ tools, executor, model: 'm', baseUrl: anthropic.url, apiKey: 'k' });
      onTestFinished(() => other.close());
      anthropic.script(textMessage('b'));
      await other.ask('b').message;
      expect(anthropic.requests[0]?.body.tools).toMatchObject([{ name: 'dim_light', input_schema: {} }]);
    },
  );

  proves('S1.format.text', 'A model without native tool calls receives LangChain tools as text', async () => {
    const { upstream, client, got, asked } = await start({ nativeTools: false, formats: { enabled: ['qwen3_coder'] } });
    const call = Object.entries(args).map(([name, value]) => `<parameter=${name}>${value}</parameter>`);
    upstream.script(ollamaText(`<function=dim_light>${call.join('')}</function>`), ollamaText('Done.'));
    expect(await client.ask('Dim lamp 1 to 30 percent.').message).toMatchObject({ content: 'Done.' });
    expect(got).toEqual([args]);
    expect(asked().every(({ body }) => body.tools === undefined)).toBe(true);
    expect(JSON.stringify(asked()[1]?.body.messages)).toContain('Lamp 1 is at 30 %');
  });

  test('OllamaClient sends the configured context window and keep-alive time', async () => {
    const { upstream, client, asked } = await start({ contextTokens: 16_384, keepAlive: '30m' });
    upstream.script(ollamaText('a'));
    await client.ask('a').message;
    expect(asked()[0]?.body).toMatchObject({ options: { num_ctx: 16_384 }, keep_alive: '30m' });
  });

  test('OllamaClient requests a context window that holds a long prompt, and fails without truncation if none can', async () => {
    const { upstream, client, asked } = await start();
    upstream.script(ollamaText('a'), ollamaText('b'));
    await client.ask('word '.repeat(9_000)).message;
    expect(asked()[0]?.body).toMatchObject({ options: { num_ctx: 16_384 }, truncate: false });
    await expect(client.ask('word '.repeat(60_000)).message).rejects.toMatchObject({
      message: expect.stringContaining('maximum context length is'),
      hint: expect.stringContaining('"contextTokens"'),
    });
    expect(asked()).toHaveLength(1);
  });
});
