import OpenAI from 'openai';
import type { ChatCompletionChunk, ChatCompletionTool } from 'openai/resources/chat/completions';
import { describe, expect, test } from 'vitest';
import { proves } from '../requirements.ts';
import { callAnswer, chunk, sse, textAnswer } from '../upstream.ts';
import { countingTool, type GatewayOptions, gather, openGateway, outline, toolNames } from './gateway.ts';

async function setUp(options: GatewayOptions = {}) {
  const gateway = await openGateway(options);
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries: 0 });
  return { ...gateway, chat: openai.chat.completions };
}

const hello = { model: 'up/mock', messages: [{ role: 'user' as const, content: 'Hello?' }] };

const say: ChatCompletionTool = {
  type: 'function',
  function: { name: 'say', parameters: { type: 'object', properties: { text: { type: 'string' } } } },
};

describe('Calls of client tools', () => {
  test('A client call is handed over with its own id, type and index, and no gateway tool runs', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { chat, upstream } = await setUp({ tools: [clock] });
    upstream.script(callAnswer([{ name: 'say', args: { text: 'hi' } }], { text: 'I say: ' }));
    const chunks = await gather(await chat.create({ ...hello, tools: [say], stream: true }));
    const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    expect(deltas[0]).toEqual({
      index: 0,
      id: expect.stringMatching(/^[A-Za-z0-9]{9}$/),
      type: 'function',
      function: { name: 'say', arguments: '' },
    });
    expect(deltas.slice(1).every(({ index, id, type }) => index === 0 && id === undefined && type === undefined)).toBe(
      true,
    );
    expect(deltas.map((delta) => delta.function?.arguments).join('')).toBe('{"text":"hi"}');
    expect(textOf(chunks)).toBe('I say: ');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
    expect(clock.runs).toBe(0);
  });

  test('Forty client calls in one step keep their order and arguments and get unique ids, also when streamed', async () => {
    const { chat, upstream } = await setUp();
    const calls = Array.from({ length: 40 }, (_, place) => ({ name: 'say', args: { text: `number ${place}` } }));
    upstream.script(callAnswer(calls), callAnswer(calls));
    const whole = await chat.create({ ...hello, tools: [say] });
    const streamed = await chat.stream({ ...hello, tools: [say] }).finalChatCompletion();
    for (const answer of [whole, streamed]) {
      const made = answer.choices[0]?.message.tool_calls ?? [];
      expect(made.map((call) => call.type === 'function' && JSON.parse(call.function.arguments))).toEqual(
        calls.map(({ args }) => args),
      );
      expect(new Set(made.map(({ id }) => id)).size).toBe(40);
      expect(answer.choices[0]?.finish_reason).toBe('tool_calls');
    }
  });

  proves('S4.always-tools', 'The OpenAI SDK runs client calls with runTools until the model answers', async () => {
    const { chat, upstream, asked } = await setUp();
    upstream.script(
      callAnswer(
        [
          { name: 'add', args: { a: 1, b: 2 } },
          { name: 'add', args: { a: 3, b: 4 } },
        ],
        { text: 'First: ' },
      ),
      callAnswer([{ name: 'add', args: { a: 3, b: 7 } }]),
      textAnswer('It is 10.'),
    );
    const runner = chat.runTools({ ...hello, tools: [add()], stream: true });
    expect(await runner.finalContent()).toBe('It is 10.');
    expect(outline(asked()[2])).toEqual([
      'user: Hello?',
      'assistant: First:  add({"a":1,"b":2}) add({"a":3,"b":4})',
      'add → 3',
      'add → 7',
      'assistant: add({"a":3,"b":7})',
      'add → 10',
    ]);
    expect(asked().map(toolNames)).toEqual([['add'], ['add'], ['add']]);
  });

  test.for([true, false])(
    'A client tool without parameters runs even if the model writes no arguments (streamed: %s)',
    async (stream) => {
      const { chat, upstream, asked } = await setUp();
      upstream.script(callAnswer([{ name: 'now', args: '' }]), textAnswer('It is noon.'));
      const now = {
        type: 'function',
        function: {
          name: 'now',
          description: 'Tells the time.',
          parameters: { type: 'object' },
          parse: JSON.parse,
          function: (_: object) => 'noon',
        },
      } as const;
      const given = { ...hello, tools: [now] };
      const runner = stream ? chat.runTools({ ...given, stream: true }) : chat.runTools(given);
      expect(await runner.finalContent()).toBe('It is noon.');
      expect(outline(asked()[1]).slice(1)).toEqual(['assistant: now({})', 'now → noon']);
    },
  );

  test('Calls that a server streams with missing or wrong fields reach the strict streaming helper in order', async () => {
    const { chat, upstream } = await setUp();
    const delta = (call: object) => chunk({ tool_calls: [call] });
    upstream.script(
      sse([
        delta({ id: 'a', function: { name: 'say', arguments: '{"text":' } }), // no index and no type
        delta({ function: { arguments: '"one"}' } }),
        delta({ id: 'b', function: { name: 'say', arguments: { text: 'two' } } }), // arguments as an object
        delta({ id: 'a', index: 7, type: 'function', function: { name: 'say', arguments: '{"text":"three"}' } }), // a repeated id
        chunk({}, 'stop'), // the wrong finish reason for calls
      ]),
    );
    const { message, finish_reason: reason } =
      (await chat.stream({ ...hello, tools: [say] }).finalChatCompletion()).choices[0] ?? {};
    const made = (message?.tool_calls ?? []).map((call) =>
      call.type === 'function' ? JSON.parse(call.function.arguments) : call,
    );
    expect(made).toEqual([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
    expect(reason).toBe('tool_calls');
  });
});

function add() {
  return {
    type: 'function',
    function: {
      name: 'add',
      description: 'Adds two numbers.',
      parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
      parse: JSON.parse,
      function: ({ a, b }: { a: number; b: number }) => String(a + b),
    },
  } as const;
}

describe('Gateway tools', () => {
  test('Gateway calls are hidden: the OpenAI SDK sees one answer, however many steps it takes', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { chat, upstream } = await setUp({ tools: [clock] });
    upstream.script(
      callAnswer([{ name: 'clock', args: { q: 'now' } }], { text: 'Let me look.' }),
      textAnswer('It is noon.'),
    );
    const runner = chat.runTools({ ...hello, tools: [{ type: 'toolpath' }] as never, stream: true });
    expect(await runner.finalContent()).toBe('Let me look.\n\nIt is noon.');
    const { choices } = await runner.finalChatCompletion();
    expect(choices[0]).toMatchObject({ finish_reason: 'stop' });
    expect(choices[0]?.message.tool_calls ?? []).toEqual([]);
    expect(runner.messages).toHaveLength(2);
    expect(clock.runs).toBe(1);
  });

  proves(
    'S0.mixed',
    'If one step calls a gateway tool and a client tool, each call goes to its owner, and the model sees both',
    async () => {
      const clock = countingTool('clock', () => 'noon');
      const { chat, upstream, asked } = await setUp({ tools: [clock] });
      upstream.script(
        callAnswer(
          [
            { name: 'clock', id: 'up_1' },
            { name: 'add', args: { a: 1, b: 2 }, id: 'up_2' },
          ],
          { text: 'Both.' },
        ),
        textAnswer('It is noon, and 3.'),
      );
      const tools = [add(), { type: 'toolpath' }] as unknown as [ReturnType<typeof add>];
      const runner = chat.runTools({ ...hello, tools, stream: true });
      expect(await runner.finalContent()).toBe('It is noon, and 3.');
      expect(clock.runs).toBe(1);
      expect(asked().map(toolNames)).toEqual([
        ['add', 'clock'],
        ['add', 'clock'],
      ]);
      expect(asked()[1]?.body.messages.slice(1)).toMatchObject([
        { role: 'assistant', content: 'Both.', tool_calls: [{ id: 'up_1' }, { id: 'up_2' }] },
        { role: 'tool', tool_call_id: 'up_1', content: 'noon' },
        { role: 'tool', tool_call_id: 'up_2', content: '3' },
      ]);
      // The SDK sees only its own call.
      const shown = runner.messages.flatMap((message) =>
        message.role === 'assistant' ? (message.tool_calls ?? []) : [],
      );
      expect(shown).toMatchObject([{ id: expect.stringMatching(/^[A-Za-z0-9]{9}$/), function: { name: 'add' } }]);
    },
  );
});

function textOf(chunks: readonly ChatCompletionChunk[]): string {
  return chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
}
