import { AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { z } from 'zod';
import { createToolpath, type ToolpathSettings, TurnError } from '../../src/index.ts';
import { message, textMessage, thinkingMessage, toolUseMessage } from '../messages.ts';
import { recordingLog } from '../recording-log.ts';
import { proves } from '../requirements.ts';
import { hang, startUpstream } from '../upstream.ts';
import { claudeAgentFolder, findClaudeAgent } from './claude-agent.ts';
import {
  clientTool,
  enterFolder,
  modelRequests,
  NOT_INSTALLED,
  openAgent,
  PREFIX,
  SONNET,
  watchChildren,
} from './claude-agent-gateway.ts';
import { countingTool, gather } from './gateway.ts';

/** The real agent behind the library, LangChain, streams of the chat door and the list of models. */

const hello = { model: SONNET, messages: [{ role: 'user' as const, content: 'Hello?' }] };

/** Creates a gateway inside this process whose backend `up` is the real agent. */
async function openLibrary({ skip }: Pick<TestContext, 'skip'>, settings: ToolpathSettings = {}) {
  if (findClaudeAgent() === undefined) skip(NOT_INSTALLED);
  enterFolder(claudeAgentFolder);
  const children = watchChildren();
  const upstream = await startUpstream();
  const log = recordingLog();
  const up = {
    kind: 'claude-agent' as const,
    baseUrl: upstream.url,
    apiKey: 'the-gateways-own-key',
    executable: children.executable,
  };
  const toolpath = createToolpath({ backends: { up }, model: SONNET, builtins: [], ...settings }, { log });
  onTestFinished(() => toolpath.close());
  return { toolpath, upstream, children, log, asked: () => modelRequests(upstream) };
}

describe('The library with the real agent', () => {
  proves(
    'S3.executors',
    'A question to the library runs its tools in one process, with all events in order',
    async (context) => {
      const clock = {
        name: 'clock',
        description: 'd',
        schema: { type: 'object', properties: {} },
        invoke: () => 'noon',
      };
      const { toolpath, upstream, children, asked } = await openLibrary(context, { tools: [clock] });
      upstream.script(
        thinkingMessage('Hm.', { text: 'I look. ', calls: [{ name: `${PREFIX}clock` }] }),
        textMessage('It is noon.'),
      );
      const asking = toolpath.ask('What time is it?');
      const events = await gather(asking);
      const kinds = events.map(({ type }) => type).filter((type, place, all) => type !== all[place - 1]);
      expect(kinds.filter((kind) => kind !== 'notice')).toEqual(
        expect.arrayContaining(['reasoning', 'text', 'call', 'outcome', 'finish']),
      );
      expect(kinds.indexOf('call')).toBeLessThan(kinds.indexOf('outcome'));
      expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
      expect((await asking.message).content).toBe('I look. It is noon.');
      expect(children.started()).toHaveLength(1);
      expect(asked()).toHaveLength(2);
    },
  );

  proves('S3.empty', 'Two empty answers reject with the failure "empty-answer"', async (context) => {
    const { toolpath, upstream } = await openLibrary(context, { limits: { retries: 0 } });
    upstream.script(...Array.from({ length: 6 }, () => message([])));
    const asking = toolpath.ask('Hello?');
    await expect(asking.message).rejects.toBeInstanceOf(TurnError);
    expect((await asking.finish).failure).toMatchObject({ kind: 'empty-answer' });
  });

  test('Closing the library ends turns that answer and turns that wait for a process', async (context) => {
    const { toolpath, upstream, children, asked } = await openLibrary(context, {
      limits: { agentProcesses: 1, retries: 0 },
    });
    upstream.script([hang], [hang]);
    const first = toolpath.ask('One?').finish;
    while (asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const second = toolpath.ask('Two?').finish;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await toolpath.close();
    expect((await first).reason).toBe('failed');
    expect((await second).reason).toBe('failed');
    await children.gone();
    expect(children.started()).toHaveLength(1);
  });
});

describe('Clients of the chat door with the real agent', () => {
  test.for(['invoke', 'stream'] as const)('LangChain runs its tools over several steps (%s)', async (way, context) => {
    const { baseUrl, upstream, asked } = await openAgent(context);
    const chat = new ChatOpenAI({ model: SONNET, apiKey: 'k', configuration: { baseURL: baseUrl }, maxRetries: 0 });
    const read = tool(({ path }) => `contents of ${path}`, {
      name: 'read',
      description: 'Reads.',
      schema: z.object({ path: z.string() }),
    });
    upstream.script(
      toolUseMessage([
        { name: `${PREFIX}read`, input: { path: 'a' } },
        { name: `${PREFIX}read`, input: { path: 'b' } },
      ]),
      textMessage('Both read.'),
    );
    const bound = chat.bindTools([read]);
    const ask = async (messages: BaseMessage[]) => {
      if (way === 'invoke') return bound.invoke(messages);
      return (await gather(await bound.stream(messages))).reduce(
        (before, next) => before.concat(next),
        new AIMessageChunk(''),
      );
    };
    const messages: BaseMessage[] = [new HumanMessage('Read a and b.')];
    const answer = await ask(messages);
    messages.push(answer);
    for (const call of answer.tool_calls ?? []) {
      messages.push(
        new ToolMessage({ content: await read.invoke(call.args as { path: string }), tool_call_id: call.id ?? '' }),
      );
    }
    expect((await ask(messages)).text).toBe('Both read.');
    expect(JSON.stringify(asked()[1]?.body.messages)).toContain('contents of b');
    expect(asked()).toHaveLength(2);
  });

  test('Text arrives in pieces while the model writes it, and the usage comes last', async (context) => {
    const { chat, upstream } = await openAgent(context);
    upstream.script(textMessage('One two three four five', { everyMs: 60, tokens: [21, 5] }));
    const times: number[] = [];
    let last: unknown;
    for await (const chunk of await chat.create({ ...hello, stream: true, stream_options: { include_usage: true } })) {
      if ((chunk.choices[0]?.delta.content ?? '') !== '') times.push(performance.now());
      last = chunk.usage;
    }
    expect(times.length).toBeGreaterThanOrEqual(4);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(120);
    expect(last).toMatchObject({ prompt_tokens: 21, completion_tokens: 5 });
  });

  test('The arguments of a call arrive in pieces, in front of its end', async (context) => {
    const { chat, upstream } = await openAgent(context);
    upstream.script(toolUseMessage([{ name: `${PREFIX}look`, input: { text: 'a long enough argument' } }]));
    const chunks = await gather(await chat.create({ ...hello, tools: [clientTool('look')], stream: true }));
    const pieces = chunks
      .flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
      .map((call) => call.function?.arguments ?? '');
    expect(pieces.filter((piece) => piece !== '').length).toBeGreaterThan(3);
    expect(JSON.parse(pieces.join(''))).toEqual({ text: 'a long enough argument' });
  });

  test('The list of models has the aliases of the newest models', async (context) => {
    const { openai } = await openAgent(context);
    const ids = (await gather(openai.models.list())).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['up/sonnet', 'up/opus', 'up/haiku']));
  });

  proves(
    'S3.recover.envelope',
    'An envelope that names a tool of the gateway runs it, and the answer follows',
    async (context) => {
      const echo = countingTool('echo', ({ q }) => `echo of ${q}`);
      const { chat, upstream, asked } = await openAgent(context, { tools: [echo] });
      upstream.script(
        textMessage('{"type":"tool-calls","calls":[{"toolName":"echo","input":{"q":"x"}}]}'),
        textMessage('Done.'),
      );
      const { choices } = await chat.create({ ...hello });
      expect(choices[0]?.message.content).toBe('Done.');
      expect(echo.runs).toBe(1);
      expect(JSON.stringify(asked()[1]?.body.messages)).toContain('echo of x');
    },
  );

  test('A model that is set to have no native tool calls gets its tools as text', async (context) => {
    const echo = countingTool('echo', ({ q }) => `echo of ${q}`);
    const settings = { models: JSON.stringify({ [SONNET]: { nativeTools: false } }) };
    const { chat, upstream, asked } = await openAgent(context, { tools: [echo], settings });
    upstream.script(
      textMessage('<tool_call>{"name": "echo", "arguments": {"q": "x"}}</tool_call>'),
      textMessage('Done.'),
    );
    const { choices } = await chat.create(hello);
    expect(asked()[0]?.body.tools).toEqual([]);
    expect(JSON.stringify(asked()[0]?.body.system)).toContain('echo');
    expect(choices[0]?.message.content).toBe('Done.');
    expect(echo.runs).toBe(1);
  });
});
