import { DynamicStructuredTool, StructuredTool, tool } from '@langchain/core/tools';
import { type ChatRequest, type ChatResponse, Ollama } from 'ollama';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Message, type ModelRequest, silentLog, type Tool, type VisibleTool } from '../../src/core/index.ts';
import { planTools } from '../../src/select/index.ts';
import { Listings, ToolManager } from '../../src/tools/index.ts';
import { readParameters } from '../../src/wires/chat/sampling.ts';
import { toQwenTools, writeOllamaRequest } from '../../src/wires/index.ts';
import { ndjson, ollamaCalls, ollamaLine, ollamaTells, ollamaText } from '../ollama.ts';
import { differences, ownProperties } from '../own-properties.ts';
import { recordingLog } from '../recording-log.ts';
import { proves } from '../requirements.ts';
import { reply, startUpstream } from '../upstream.ts';

/** Checks with the official client that the scripted server sends valid answers and that we write valid requests. */
async function setUp() {
  const tells = ollamaTells({ chosenTokens: 8_192, loadedTokens: 4_096 });
  const upstream = await startUpstream({ models: ['mock:latest', 'other:8b'], tells });
  return { upstream, ollama: new Ollama({ host: new URL(upstream.url).origin }) };
}

const hello = { model: 'mock', messages: [{ role: 'user', content: 'hi' }] };

describe('The scripted answers of Ollama', () => {
  test('The official Ollama client reads a complete answer', async () => {
    const { upstream, ollama } = await setUp();
    upstream.script(ollamaText('Hello, world', { thinking: 'hm' }));
    const answer = await ollama.chat(hello);
    expect(answer).toMatchObject({ done: true, done_reason: 'stop', prompt_eval_count: 11, eval_count: 7 });
    expect(answer.message).toEqual({ role: 'assistant', content: 'Hello, world', thinking: 'hm' });
  });

  test('The official Ollama client reads a streamed answer', async () => {
    const { upstream, ollama } = await setUp();
    upstream.script(ollamaText('Grüße 👩‍🔬', { thinking: 'hm, well' }));
    const lines = await gather(await ollama.chat({ ...hello, stream: true }));
    expect(lines.map(({ message }) => message.content).join('')).toBe('Grüße 👩‍🔬');
    expect(lines.map(({ message }) => message.thinking ?? '').join('')).toBe('hm, well');
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.at(-1)).toMatchObject({ done: true, done_reason: 'stop', eval_count: 7 });
  });

  test('The official Ollama client reads calls, streamed and in one piece', async () => {
    const { upstream, ollama } = await setUp();
    const play = ollamaCalls([{ name: 'search', args: { q: 'x', n: [1] } }, { name: 'look' }], { text: 'Well' });
    upstream.script(play, play);
    const calls = [
      { name: 'search', arguments: { q: 'x', n: [1] } },
      { name: 'look', arguments: {} },
    ];
    const streamed = await gather(await ollama.chat({ ...hello, stream: true }));
    const whole = await ollama.chat(hello);
    expect(streamed.flatMap(({ message }) => message.tool_calls ?? [])).toMatchObject(
      calls.map((call) => ({ function: call })),
    );
    expect(whole.message.tool_calls).toMatchObject(calls.map((call) => ({ function: call })));
  });

  test('The official Ollama client throws errors before an answer and inside it', async () => {
    const { upstream, ollama } = await setUp();
    upstream.script(
      reply(404, { error: 'model "mock" not found, try pulling it first' }),
      ndjson([ollamaLine({ content: 'Hel' }), { error: 'on fire' }]),
    );
    await expect(ollama.chat(hello)).rejects.toMatchObject({
      status_code: 404,
      error: expect.stringContaining('pulling'),
    });
    await expect(gather(await ollama.chat({ ...hello, stream: true }))).rejects.toThrow('on fire');
  });

  test('The official Ollama client reads the list of models, the facts of a model, and the loaded models', async () => {
    const { ollama } = await setUp();
    expect((await ollama.list()).models.map(({ name }) => name)).toEqual(['mock:latest', 'other:8b']);
    expect(await ollama.show({ model: 'mock' })).toMatchObject({
      capabilities: ['completion', 'tools'],
      model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
      parameters: expect.stringContaining('num_ctx                        8192'),
    });
    expect((await ollama.ps()).models).toMatchObject([{ name: 'mock:latest', context_length: 4_096 }]);
  });
});

describe('Our requests to Ollama', () => {
  const search: VisibleTool = {
    name: 'search',
    wireName: 'search',
    owner: 'client',
    description: 'd',
    parameters: { type: 'object', properties: { q: { type: 'string', enum: ['a', 'b'] } }, required: ['q'] },
  };
  const history: Message[] = [
    { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
      ],
    },
    {
      role: 'assistant',
      content: [{ type: 'reasoning', text: 'hm' }],
      calls: [{ id: 'a', name: 'search', arguments: '{"q":"a","n":1.5}' }],
    },
    { role: 'tool', callId: 'a', content: [{ type: 'text', text: 'nothing' }] },
  ];
  const bare: ModelRequest = {
    model: 'mock',
    messages: history,
    tools: [search],
    choice: { kind: 'auto' },
    isStreamed: false,
    sampling: {},
  };

  test.each<[string, Partial<ModelRequest>]>([
    ['a history with calls', {}],
    ['a stream', { isStreamed: true }],
    [
      'options',
      { contextTokens: 8_192, ...readParameters({ temperature: 0.5, stop: 'x', max_tokens: 9, keep_alive: '1h' }) },
    ],
    ['a reasoning effort', readParameters({ reasoning_effort: 'high' })],
    [
      'a response format',
      readParameters({ response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } } }),
    ],
    ['the tool choice "none"', { choice: { kind: 'none' } }],
  ])('The official Ollama client sends our request unchanged: %s', async (_, more) => {
    const { upstream, ollama } = await setUp();
    upstream.script(ollamaText('Hello'));
    const { body } = writeOllamaRequest({ ...bare, ...more });
    await chat(ollama, body);
    expect(upstream.requests[0]?.path).toBe('/api/chat');
    expect(upstream.requests[0]?.body).toEqual(body);
  });
});

describe('LangChain tools in the format of Qwen', () => {
  class Shout extends StructuredTool {
    name = 'shout';
    description = 'A tool as a class of its own';
    schema = z.object({ word: z.string() });

    protected async _call({ word }: { word: string }): Promise<string> {
      return word.toUpperCase();
    }
  }
  const trip = {
    type: 'object' as const,
    properties: { to: { type: 'string', description: 'Where' }, passengers: { type: 'integer' } },
    required: ['to'],
  };
  const made = (): Tool[] => [
    tool(() => 'x', {
      name: 'book_zod',
      description: 'By zod',
      schema: z.object({ to: z.string().describe('Where'), passengers: z.number().optional() }),
    }),
    new DynamicStructuredTool({
      name: 'book_json',
      description: 'By JSON Schema',
      schema: trip,
      func: async () => 'x',
    }),
    new Shout(),
    { name: 'inner', lc_name: 'outer', description: 'By its other name', schema: trip, invoke: () => 'x' },
  ];

  /** Returns the tools as a model sees them: added to a manager, listed and planned. */
  function visible(tools: readonly Tool[]): readonly VisibleTool[] {
    const manager = new ToolManager();
    manager.add(tools);
    const gateway = new Listings(manager, silentLog).all();
    const plan = { mixed: false, absent: 'gateway' as const, isFollowUp: false, gateway };
    return planTools({ requested: { kind: 'absent' }, ...plan }).visible;
  }

  proves(
    'S2.qwen.shape',
    'LangChain tools reach Ollama as {type, function: {name, description, parameters}} without other fields',
    async () => {
      const { upstream, ollama } = await setUp();
      upstream.script(ollamaText('Hello'));
      await chat(ollama, { ...hello, tools: toQwenTools(visible(made())) });
      const arrived = upstream.requests[0]?.body.tools;
      const parameters = { type: 'object', properties: { to: { type: 'string', description: 'Where' } } };
      expect(arrived).toMatchObject([
        { type: 'function', function: { name: 'book_zod', description: 'By zod', parameters } },
        { type: 'function', function: { name: 'book_json', description: 'By JSON Schema', parameters } },
        { function: { name: 'shout', parameters: { type: 'object', properties: { word: { type: 'string' } } } } },
        { type: 'function', function: { name: 'outer', description: 'By its other name', parameters } },
      ]);
      for (const one of arrived as { function: object }[]) {
        expect(Object.keys(one)).toEqual(['type', 'function']);
        expect(Object.keys(one.function)).toEqual(['name', 'description', 'parameters']);
      }
      expect(JSON.stringify(arrived)).not.toMatch(/invoke|lc_name|lc_kwargs|inner/);
    },
  );

  proves('S2.qwen.many', 'LangChain tools are converted in order and are not modified', () => {
    const tools = made();
    const before = tools.map(ownProperties);
    const names = toQwenTools(visible(tools)).map(({ function: { name } }) => name);
    expect(names).toEqual(['book_zod', 'book_json', 'shout', 'outer']);
    const touched = tools.map((one, place) => differences(before[place] ?? new Map(), ownProperties(one)));
    expect(touched).toEqual(tools.map(() => []));
  });

  proves('S2.qwen.log', 'The conversion of LangChain tools logs one debug line with their number', () => {
    const log = recordingLog();
    toQwenTools(visible(made()), log);
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['debug', 'Converted 4 tools from LangChain to Qwen format'],
    ]);
  });
});

async function gather(answer: AsyncIterable<ChatResponse>): Promise<ChatResponse[]> {
  const lines: ChatResponse[] = [];
  for await (const line of answer) lines.push(line);
  return lines;
}

/** Sends a copy of the body, because the client modifies its argument, and reads the answer to the end. */
async function chat(ollama: Ollama, body: object): Promise<void> {
  const request = structuredClone(body) as ChatRequest & { stream: true };
  if (request.stream) await gather(await ollama.chat(request));
  else await ollama.chat({ ...request, stream: false });
}
