import { AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI, ChatOpenAICompletions } from '@langchain/openai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { proves } from '../requirements.ts';
import { callAnswer, chunk, reply, sse, textAnswer } from '../upstream.ts';
import { countingTool, type GatewayOptions, gather, openGateway, outline, toolNames } from './gateway.ts';

async function setUp(options: GatewayOptions = {}) {
  const gateway = await openGateway(options);
  const { baseUrl: baseURL } = gateway;
  const fields = { model: 'up/mock', apiKey: 'a-clients-key', configuration: { baseURL }, maxRetries: 0 };
  // ChatOpenAI uses the Responses API if a tool is not of the type "function"; ChatOpenAICompletions never does.
  return { ...gateway, chat: new ChatOpenAI(fields), completions: new ChatOpenAICompletions(fields) };
}

const read = tool(({ path }) => `contents of ${path}`, {
  name: 'read',
  description: 'Reads a file.',
  schema: z.object({ path: z.string() }),
});

const question = new HumanMessage('Read a.');

describe.for(['invoke', 'stream'] as const)("LangChain's ChatOpenAI.%s", (way) => {
  /** Asks with `invoke` or `stream`, and returns one message in both cases. */
  const ask = async (chat: Pick<ChatOpenAI, 'invoke' | 'stream'>, messages: BaseMessage[]) => {
    if (way === 'invoke') return chat.invoke(messages);
    const chunks = await gather(await chat.stream(messages));
    return chunks.reduce((before, next) => before.concat(next), new AIMessageChunk(''));
  };

  test('LangChain receives the text, the finish reason, the model and the usage', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(textAnswer('Hello, world.', { tokens: [5, 3] }));
    const answer = await ask(chat, [question]);
    expect(answer.text).toBe('Hello, world.');
    expect(answer.response_metadata).toMatchObject({ finish_reason: 'stop', model_name: 'up/mock' });
    expect(answer.usage_metadata).toMatchObject({ input_tokens: 5, output_tokens: 3, total_tokens: 8 });
  });

  proves('S4.always-tools', 'LangChain runs the tools of bindTools over several steps until the answer', async () => {
    const { chat, upstream, asked } = await setUp();
    upstream.script(
      callAnswer([{ name: 'read', args: { path: 'a' } }], { text: 'I read.' }),
      callAnswer([
        { name: 'read', args: { path: 'b' } },
        { name: 'read', args: { path: 'c' } },
      ]),
      textAnswer('All read.'),
    );
    const bound = chat.bindTools([read]);
    const messages: BaseMessage[] = [question];
    for (let step = 0; step < 3; step++) {
      const answer = await ask(bound, messages);
      expect(answer.invalid_tool_calls ?? []).toEqual([]);
      messages.push(answer);
      for (const call of answer.tool_calls ?? []) messages.push(await read.invoke({ ...call, type: 'tool_call' }));
    }
    expect(messages.at(-1)?.text).toBe('All read.');
    expect(messages.filter((message) => message instanceof ToolMessage)).toHaveLength(3);
    expect(outline(asked()[2])).toEqual([
      'user: Read a.',
      'assistant: I read. read({"path":"a"})',
      'read → contents of a',
      'assistant: read({"path":"b"}) read({"path":"c"})',
      'read → contents of b',
      'read → contents of c',
    ]);
    expect(asked()[0]?.body.tools).toMatchObject([
      {
        type: 'function',
        function: {
          name: 'read',
          description: 'Reads a file.',
          parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        },
      },
    ]);
  });

  proves(
    'S0.absent',
    'If LangChain sends no tools, gateway tools run, and LangChain does not see their calls',
    async () => {
      const clock = countingTool('clock', () => 'noon');
      const { chat, upstream } = await setUp({ tools: [clock] });
      upstream.script(callAnswer([{ name: 'clock' }]), textAnswer('It is noon.'));
      const answer = await ask(chat, [question]);
      expect({ text: answer.text, calls: answer.tool_calls ?? [] }).toEqual({ text: 'It is noon.', calls: [] });
      expect(clock.runs).toBe(1);
    },
  );

  for (const by of ['request', 'setting'] as const) {
    proves(
      'S0.mixed',
      `With tools mixed by the ${by}, one LangChain step calls both kinds, and the follow-up is rejoined`,
      async () => {
        const clock = countingTool('clock', () => 'noon');
        const settings = by === 'setting' ? { mixed: 'true' } : {};
        const { chat, completions, upstream, asked } = await setUp({ tools: [clock], settings });
        const calls = [
          { name: 'clock', id: 'up_1' },
          { name: 'read', args: { path: 'a' }, id: 'up_2' },
        ];
        upstream.script(callAnswer(calls, { text: 'Both.' }), textAnswer('Done.'));
        const bound = by === 'setting' ? chat.bindTools([read]) : completions.bindTools([read, { type: 'toolpath' }]);
        const answer = await ask(bound, [question]);
        expect(answer.tool_calls).toMatchObject([{ name: 'read', args: { path: 'a' } }]);
        const [call] = answer.tool_calls ?? [];
        if (call === undefined) throw new Error('The answer has no call.');
        await ask(bound, [question, answer, await read.invoke({ ...call, type: 'tool_call' })]);
        expect(asked().map(toolNames)).toEqual([
          ['read', 'clock'],
          ['read', 'clock'],
        ]);
        expect(asked()[1]?.body.messages.slice(1)).toMatchObject([
          { role: 'assistant', content: 'Both.', tool_calls: [{ id: 'up_1' }, { id: 'up_2' }] },
          { role: 'tool', tool_call_id: 'up_1', content: 'noon' },
          { role: 'tool', tool_call_id: 'up_2', content: 'contents of a' },
        ]);
      },
    );
  }

  test('LangChain throws a failure with its status and code', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(reply(401, { error: { message: 'bad key' } }));
    await expect(ask(chat, [question])).rejects.toMatchObject({ status: 502, code: 'upstream_credentials' });
  });
});

test('LangChain throws a failure in the middle of a stream and does not treat it as the end of the text', async () => {
  const { chat, upstream } = await setUp();
  upstream.script(sse([chunk({ content: 'Once upon ' })], { isDone: false }));
  let text = '';
  const reading = async () => {
    for await (const piece of await chat.stream([question])) text += piece.text;
  };
  await expect(reading()).rejects.toMatchObject({ code: 'upstream_invalid_answer' });
  expect(text).toBe('Once upon ');
});

proves(
  'S2.manager.langchain',
  'If a LangChain tool is a gateway tool, the model sees its schema, and the gateway runs it',
  async () => {
    const { chat, upstream, asked, gateway } = await setUp();
    gateway.tools.add([read]);
    upstream.script(callAnswer([{ name: 'read', args: { path: 'a' } }]), textAnswer('Read.'));
    expect((await chat.invoke([question])).text).toBe('Read.');
    expect(asked()[0]?.body.tools).toMatchObject([
      { function: { name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } } },
    ]);
    expect(outline(asked()[1]).at(-1)).toBe('read → contents of a');
  },
);
