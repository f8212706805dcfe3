import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { describe, expect, test } from 'vitest';
import { message, textMessage, thinkingMessage, toolUseMessage } from '../messages.ts';
import { proves } from '../requirements.ts';
import {
  type AskedModel,
  type Block,
  brokenCall,
  clientTool,
  isOurs,
  messagesIn,
  openAgent,
  PREFIX,
  SONNET,
  scriptAround,
} from './claude-agent-gateway.ts';
import { countingTool, gather } from './gateway.ts';

/** Calls of the client's tools, handed over by the real agent and answered in further requests. */

const question = { role: 'user' as const, content: 'What is the weather?' };
const weather = clientTool('weather', {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
});
const hello = { model: SONNET, messages: [question], tools: [weather] };
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.for([false, true])('Calls of client tools (streamed: %s)', (stream) => {
  type Agent = Awaited<ReturnType<typeof openAgent>>;
  /** Asks in one of the two ways, and returns the first choice. */
  const ask = async ({ chat }: Agent, request: object) => {
    const body = { ...hello, ...request };
    const answer = stream ? await chat.stream(body).finalChatCompletion() : await chat.create(body);
    const [choice] = answer.choices;
    const calls = (choice?.message.tool_calls ?? []).map((call) => (call.type === 'function' ? call : undefined));
    const said = calls.map((call) => [call?.function.name, call?.function.arguments]);
    return { reason: choice?.finish_reason, message: choice?.message, calls, said };
  };

  proves(
    ['S3.single-turn', 'S3.recover.native'],
    `A call goes back to the client after one request to the model (streamed: ${stream})`,
    async (context) => {
      const agent = await openAgent(context);
      agent.upstream.script(
        toolUseMessage([{ name: `${PREFIX}weather`, input: { city: 'Köln' } }], { text: 'I look.' }),
      );
      const answer = await ask(agent, {});
      expect(answer.said).toEqual([['weather', '{"city":"Köln"}']]);
      expect(answer.message?.content).toBe('I look.');
      expect(answer.reason).toBe('tool_calls');
      await agent.children.gone();
      expect(agent.asked()).toHaveLength(1);
      expect(agent.children.started()).toHaveLength(1);
    },
  );

  proves(
    ['S3.single-turn', 'S3.recover.native'],
    `Parallel calls go back to the client in order and with different ids (streamed: ${stream})`,
    async (context) => {
      const agent = await openAgent(context);
      const cities = ['Köln', 'Oslo', 'Rom', 'Paris', 'Bern', 'Wien'];
      agent.upstream.script(toolUseMessage(cities.map((city) => ({ name: `${PREFIX}weather`, input: { city } }))));
      const answer = await ask(agent, {});
      expect(answer.said).toEqual(cities.map((city) => ['weather', JSON.stringify({ city })]));
      expect(new Set(answer.calls.map((call) => call?.id)).size).toBe(cities.length);
      expect(answer.reason).toBe('tool_calls');
      await agent.children.gone();
      expect(agent.asked()).toHaveLength(1);
    },
  );

  proves(
    'S3.recover.native',
    `Calls of tools that do not exist end the run, and the model is asked once more with their errors (streamed: ${stream})`,
    async (context) => {
      const agent = await openAgent(context);
      const unknown = [{ name: `${PREFIX}time` }, { name: 'Bash', input: { command: 'ls' } }];
      agent.upstream.script(toolUseMessage(unknown), textMessage('I cannot.'));
      const answer = await ask(agent, {});
      expect(answer.said).toEqual([]);
      expect(answer.message?.content).toBe('I cannot.');
      await agent.children.gone();
      expect(agent.asked()).toHaveLength(2);
      const results = historyOf(agent.asked()[1]).at(-1)?.slice(1) ?? [];
      expect(results.map((block) => JSON.stringify(block))).toEqual([
        expect.stringContaining('time'),
        expect.stringContaining('Bash'),
      ]);
    },
  );

  proves(
    'S3.recover.native',
    `A call with broken arguments goes back to the client as the model wrote it (streamed: ${stream})`,
    async (context) => {
      const agent = await openAgent(context);
      agent.upstream.script(brokenCall({ name: `${PREFIX}weather` }, '{"city": "Köln", }'));
      const answer = await ask(agent, {});
      expect(answer.said).toEqual([['weather', '{"city": "Köln", }']]);
      await agent.children.gone();
      expect(agent.asked()).toHaveLength(1);
    },
  );

  proves(
    'S3.single-turn',
    `The client's tools run over several requests until the model answers, and each request has the exact history (streamed: ${stream})`,
    async (context) => {
      const agent = await openAgent(context);
      agent.upstream.script(
        thinkingMessage('Where?', {
          text: 'First Köln.',
          signature: 'sig-1',
          calls: [{ id: 'toolu_a', name: `${PREFIX}weather`, input: { city: 'Köln' } }],
        }),
        toolUseMessage([
          { id: 'toolu_b', name: `${PREFIX}weather`, input: { city: 'Oslo' } },
          { id: 'toolu_c', name: `${PREFIX}weather`, input: { city: 'Rom' } },
        ]),
        textMessage('Warm everywhere.', { tokens: [90, 4] }),
      );
      const messages: ChatCompletionMessageParam[] = [{ role: 'system', content: 'Be brief.' }, question];
      for (const results of [['sun'], ['rain', 'fog']]) {
        const { message: said, calls } = await ask(agent, { messages });
        if (said === undefined) throw new Error('no answer');
        messages.push(said);
        for (const [place, call] of calls.entries()) {
          messages.push({ role: 'tool', tool_call_id: call?.id ?? '', content: results[place] ?? '' });
        }
      }
      const answer = await ask(agent, { messages });
      expect(answer.message?.content).toBe('Warm everywhere.');
      expect(answer.reason).toBe('stop');
      const history = historyOf(agent.asked()[2]);
      expect(history).toEqual([
        ['user', { type: 'text', text: 'What is the weather?' }],
        [
          'assistant',
          { type: 'thinking', thinking: 'Where?', signature: 'sig-1' },
          { type: 'text', text: 'First Köln.' },
          { type: 'tool_use', id: 'toolu_a', name: `${PREFIX}weather`, input: { city: 'Köln' } },
        ],
        ['user', { type: 'tool_result', tool_use_id: 'toolu_a', content: 'sun' }],
        [
          'assistant',
          { type: 'tool_use', id: 'toolu_b', name: `${PREFIX}weather`, input: { city: 'Oslo' } },
          { type: 'tool_use', id: 'toolu_c', name: `${PREFIX}weather`, input: { city: 'Rom' } },
        ],
        [
          'user',
          { type: 'tool_result', tool_use_id: 'toolu_b', content: 'rain' },
          { type: 'tool_result', tool_use_id: 'toolu_c', content: 'fog' },
        ],
      ]);
      expect(JSON.stringify(agent.asked()[2]?.body.system)).toContain('Be brief.');
      await agent.children.gone();
      expect(agent.asked()).toHaveLength(3);
    },
  );
});

describe('The history that the real agent sends', () => {
  proves(
    'S3.single-turn',
    'Images, long conversations and results with errors or without text arrive as they are',
    async (context) => {
      const { chat, upstream, asked } = await openAgent(context);
      upstream.script(textMessage('Done.'));
      const picture = { type: 'image_url' as const, image_url: { url: `data:image/png;base64,${PNG}` } };
      const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
      const long = Array.from({ length: 20 }, (_, place): ChatCompletionMessageParam[] => [
        { role: 'user', content: `Question ${place}` },
        { role: 'assistant', content: `Answer ${place}` },
      ]).flat();
      const called = (id: string) => ({
        id,
        type: 'function' as const,
        function: { name: 'weather', arguments: '{"city":"x"}' },
      });
      await chat.create({
        ...hello,
        messages: [
          ...long,
          { role: 'user', content: [{ type: 'text', text: 'Look:' }, picture] },
          { role: 'assistant', content: 'I do.', tool_calls: [called('toolu_1'), called('toolu_2')] },
          { role: 'tool', tool_call_id: 'toolu_1', content: '' },
          {
            role: 'tool',
            tool_call_id: 'toolu_2',
            content: `odd … ½ 👨\u200d👩\u200d👧 /help @file ${'x'.repeat(60_000)}`,
          },
          { role: 'assistant', content: 'So it is.' },
          { role: 'user', content: 'Why?' },
        ],
      });
      expect(asked()).toHaveLength(1);
      const history = historyOf(asked()[0]);
      expect(history.slice(0, 40)).toEqual(long.map(({ role, content }) => [role, { type: 'text', text: content }]));
      const use = (id: string) => ({ type: 'tool_use', id, name: `${PREFIX}weather`, input: { city: 'x' } });
      expect(history.slice(40)).toEqual([
        ['user', { type: 'text', text: 'Look:' }, image],
        ['assistant', { type: 'text', text: 'I do.' }, use('toolu_1'), use('toolu_2')],
        [
          'user',
          expect.objectContaining({ type: 'tool_result', tool_use_id: 'toolu_1' }),
          {
            type: 'tool_result',
            tool_use_id: 'toolu_2',
            content: `odd … ½ 👨\u200d👩\u200d👧 /help @file ${'x'.repeat(60_000)}`,
          },
        ],
        ['assistant', { type: 'text', text: 'So it is.' }],
        ['user', { type: 'text', text: 'Why?' }],
      ]);
    },
  );
});

describe('Calls of both owners through the real agent', () => {
  proves(
    'S3.single-turn',
    "In one turn the gateway's tools run here, and the client's calls of the same answer are handed over",
    async (context) => {
      const clock = countingTool('clock', () => 'noon');
      const { chat, upstream, asked, children } = await openAgent(context, {
        tools: [clock],
        settings: { mixed: 'true' },
      });
      upstream.script(
        toolUseMessage([{ name: `${PREFIX}clock` }]),
        toolUseMessage([
          { name: `${PREFIX}clock`, input: { q: '2' } },
          { name: `${PREFIX}weather`, input: { city: 'Rom' } },
        ]),
        textMessage('At noon, sun.'),
      );
      const first = await chat.create(hello);
      const [choice] = first.choices;
      const [call, ...others] = choice?.message.tool_calls ?? [];
      expect(others).toEqual([]);
      expect(call).toMatchObject({ function: { name: 'weather', arguments: '{"city":"Rom"}' } });
      expect(clock.runs).toBe(2);
      if (choice === undefined || call === undefined) return;
      const messages = [question, choice.message, { role: 'tool' as const, tool_call_id: call.id, content: 'sun' }];
      const second = await chat.create({ ...hello, messages });
      expect(second.choices[0]?.message.content).toBe('At noon, sun.');
      await children.gone();
      expect(asked()).toHaveLength(3);
      const results = historyOf(asked()[2]).flatMap(([, ...blocks]) =>
        blocks.filter(({ type }) => type === 'tool_result'),
      );
      expect(results.map(({ content }) => JSON.stringify(content))).toEqual([
        expect.stringContaining('noon'),
        expect.stringContaining('noon'),
        expect.stringContaining('sun'),
      ]);
    },
  );
});

describe('Answers of the real agent that are no native calls', () => {
  const envelopes: [string, string][] = [
    ['a list', '{"type":"tool-calls","calls":[{"toolName":"weather","input":{"city":"Rom"}}]}'],
    ['tool_calls', '{"tool_calls":[{"function":{"name":"weather","arguments":"{\\"city\\":\\"Rom\\"}"}}]}'],
    ['tool and input', '{"tool":"weather","input":{"city":"Rom"}}'],
    ['toolName and arguments', '{"toolName":"weather","arguments":{"city":"Rom"}}'],
  ];

  proves('S3.recover.envelope', 'A text that is an envelope of calls becomes these calls', async (context) => {
    const { chat, upstream, asked } = await openAgent(context);
    for (const [form, text] of envelopes) {
      upstream.script(textMessage(text));
      const { choices } = await chat.create(hello);
      const calls = choices[0]?.message.tool_calls?.map((call) => call.type === 'function' && call.function);
      expect([form, calls]).toEqual([form, [{ name: 'weather', arguments: '{"city":"Rom"}' }]]);
      expect(choices[0]?.finish_reason).toBe('tool_calls');
      expect(choices[0]?.message.content ?? '').toBe('');
    }
    expect(asked()).toHaveLength(envelopes.length);
  });

  test('JSON that is no envelope of declared tools stays text', async (context) => {
    const { chat, upstream } = await openAgent(context);
    for (const text of ['{"tool":"other","input":{}}', '{"city":"Rom"}', '{"tool":"weather"']) {
      upstream.script(textMessage(text));
      const { choices } = await chat.create(hello);
      expect(choices[0]?.message.content).toBe(text);
    }
  });

  proves('S3.empty', 'An empty answer is asked for once more, and a second one is an error', async (context) => {
    const agent = await openAgent(context, { settings: { 'limits-retries': '0' } });
    const { chat } = agent;
    scriptAround(agent.upstream, message([]), textMessage('Now.'));
    const { choices } = await chat.create(hello);
    expect(choices[0]?.message.content).toBe('Now.');
    expect(agent.asked().filter(isOurs)).toHaveLength(2);
    scriptAround(agent.upstream, message([]), message([]));
    await expect(chat.create(hello)).rejects.toMatchObject({ status: 502, code: 'empty_answer' });
    expect(agent.asked().filter(isOurs)).toHaveLength(4);
    scriptAround(agent.upstream, message([]), message([]));
    const streaming = async () => gather(await chat.create({ ...hello, stream: true }));
    await expect(streaming()).rejects.toThrow(/answered twice with neither text nor a tool call/);
    await agent.children.gone();
    expect(agent.asked().filter(isOurs)).toHaveLength(6);
  });
});

/** Returns the messages of a request as lists of their role and blocks, without what the agent adds. */
function historyOf(asked: AskedModel | undefined): readonly (readonly [string, ...Block[]])[] {
  if (asked === undefined) return [];
  return messagesIn(asked).map(({ role, content }) => [
    role,
    ...content.filter((block) => !isReminder(block)).map(bare),
  ]);
}

const REMINDER = /\s*<system-reminder>[\s\S]*?<\/system-reminder>\s*/g;

function isReminder({ type, text }: Block): boolean {
  return type === 'text' && String(text).replace(REMINDER, '') === '';
}

function bare(block: Block): Block {
  return typeof block.content === 'string' ? { ...block, content: block.content.replace(REMINDER, '') } : block;
}
