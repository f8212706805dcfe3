import OpenAI from 'openai';
import type {
  ChatCompletionChunk,
  ChatCompletionCustomTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { describe, expect, test } from 'vitest';
import { callAnswer, chunk, reply, sse, textAnswer } from '../upstream.ts';
import { scriptedWires } from '../wires.ts';
import { countingTool, type GatewayOptions, gather, openGateway, outline } from './gateway.ts';

/** Tests tools of the type "custom", whose only argument is a text, with the official SDK. */

async function setUp(options: GatewayOptions = {}) {
  const gateway = await openGateway(options);
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries: 0 });
  return { ...gateway, chat: openai.chat.completions };
}

const said: ChatCompletionMessageParam[] = [{ role: 'user', content: 'Fix it.' }];
const hello = { model: 'up/mock', messages: said };
const patch: ChatCompletionCustomTool = {
  type: 'custom',
  custom: {
    name: 'patch',
    description: 'Applies a patch.',
    format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: LINE+' } },
  },
};
const input = '*** Begin "patch"\n+é😀\\n\tend';

/** Joins the deltas of the only call of a stream. */
function joined(chunks: readonly ChatCompletionChunk[]) {
  const deltas = chunks.flatMap(({ choices }) => (choices[0]?.delta.tool_calls ?? []) as unknown as CustomDelta[]);
  return { first: deltas[0], input: deltas.map(({ custom }) => custom?.input ?? '').join('') };
}

interface CustomDelta {
  readonly index: number;
  readonly id?: string;
  readonly type?: string;
  readonly custom?: { readonly name?: string; readonly input?: string };
}

describe.each(scriptedWires)('Tools of the type custom over $kind', (wire) => {
  test(`Over ${wire.kind}, a tool of the type custom is a function with one text, and its call reaches the client as a custom call`, async () => {
    const { chat, upstream, asked } = await setUp({ backend: { kind: wire.kind } });
    upstream.script(wire.calls([{ name: 'patch', args: { input } }]), wire.text('Done.'));
    const answer = await chat.create({ ...hello, tools: [patch] });
    const [choice] = answer.choices;
    expect(choice?.finish_reason).toBe('tool_calls');
    const id = choice?.message.tool_calls?.[0]?.id ?? '';
    expect(choice?.message.tool_calls).toEqual([
      { id: expect.stringMatching(/^[A-Za-z0-9]{9}$/), type: 'custom', custom: { name: 'patch', input } },
    ]);
    const declared = JSON.stringify(asked().find(({ path }) => !path.endsWith('/show'))?.body.tools);
    expect(declared).toContain('Applies a patch.');
    expect(declared).toContain('"required":["input"]');
    expect(declared).toContain('start: LINE+');

    const messages = [
      ...said,
      ...(choice === undefined ? [] : [choice.message]),
      { role: 'tool' as const, tool_call_id: id, content: 'ok' },
    ];
    await chat.create({ ...hello, messages, tools: [patch] });
    expect(wire.transcriptIn(asked().at(-1)?.body ?? {})).toEqual([
      'user: Fix it.',
      `call: patch ${JSON.stringify({ input })}`,
      'tool: ok',
    ]);
  });
});

describe('Tools of the type custom', () => {
  test('The text of a streamed custom call arrives in decoded pieces, after its id, type and name', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(callAnswer([{ name: 'patch', args: { input } }]));
    const chunks = await gather(await chat.create({ ...hello, tools: [patch], stream: true }));
    expect(joined(chunks).first).toEqual({
      index: 0,
      id: expect.stringMatching(/^[A-Za-z0-9]{9}$/),
      type: 'custom',
      custom: { name: 'patch', input: '' },
    });
    expect(joined(chunks).input).toBe(input);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  test('A custom call that a model writes as text becomes a custom call', async () => {
    const settings = { 'formats-enabled': ['hermes'], 'formats-primary': 'hermes' };
    const { chat, upstream } = await setUp({ settings });
    const written = JSON.stringify({ name: 'patch', arguments: { input } });
    upstream.script(textAnswer(`<tool_call>${written}</tool_call>`), textAnswer(`<tool_call>${written}</tool_call>`));
    const whole = await chat.create({ ...hello, tools: [patch] });
    expect(whole.choices[0]?.message.tool_calls).toMatchObject([{ type: 'custom', custom: { name: 'patch', input } }]);
    const chunks = await gather(await chat.create({ ...hello, tools: [patch], stream: true }));
    expect(joined(chunks).input).toBe(input);
  });

  test('A tool choice may name a tool of the type custom, and function tools keep their form beside it', async () => {
    const { chat, upstream, asked } = await setUp();
    const say = { type: 'function' as const, function: { name: 'say', parameters: { type: 'object' } } };
    upstream.script(
      callAnswer([
        { name: 'say', args: { a: 1 } },
        { name: 'patch', args: { input } },
      ]),
    );
    const choice = { type: 'custom' as const, custom: { name: 'patch' } };
    const answer = await chat.create({ ...hello, tools: [say, patch], tool_choice: choice });
    expect(answer.choices[0]?.message.tool_calls).toMatchObject([
      { type: 'function', function: { name: 'say', arguments: '{"a":1}' } },
      { type: 'custom', custom: { name: 'patch', input } },
    ]);
    expect(asked()[0]?.body.tool_choice).toEqual({ type: 'function', function: { name: 'patch' } });
  });

  test('A custom call beside a gateway call is handed over, and the follow-up is rejoined', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { chat, upstream, asked } = await setUp({ tools: [clock] });
    const tools = [patch, { type: 'toolpath' } as never];
    upstream.script(callAnswer([{ name: 'clock' }, { name: 'patch', args: { input } }]), textAnswer('Done.'));
    const { message } = (await chat.create({ ...hello, tools })).choices[0] ?? {};
    const id = message?.tool_calls?.[0]?.id ?? '';
    const messages = [
      ...said,
      ...(message === undefined ? [] : [message]),
      { role: 'tool' as const, tool_call_id: id, content: 'ok' },
    ];
    await chat.create({ ...hello, messages, tools });
    expect(clock.runs).toBe(1);
    expect(outline(asked()[1])).toEqual([
      'user: Fix it.',
      `assistant: clock({}) patch(${JSON.stringify({ input })})`,
      'clock → noon',
      'patch → ok',
    ]);
  });

  test.each([
    ['a custom tool without a name', { type: 'custom', custom: {} }, 'tools[0] has no name'],
    [
      'an unknown format',
      { type: 'custom', custom: { name: 'x', format: { type: 'json' } } },
      'tools[0].custom.format is an object; expected',
    ],
    [
      'a tool of an unknown type',
      { type: 'web_search' },
      'tools[0] is of type "web_search"; expected "function", "custom"',
    ],
  ])('%s is refused', async (_, tool, message) => {
    const { post } = await setUp();
    const response = await post({ ...hello, tools: [tool] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });
});

describe('Tools of the type custom at OpenAI itself', () => {
  const native = { backend: { server: 'openai' } };
  const call = { id: 'call_1', type: 'custom', custom: { name: 'patch', input } };

  test('OpenAI receives tools, choices and calls of the type custom in its own form, and its custom calls are read', async () => {
    const { chat, upstream, asked } = await setUp(native);
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    upstream.script(reply(200, { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }), textAnswer('Done.'));
    const choice = { type: 'custom' as const, custom: { name: 'patch' } };
    const answer = await chat.create({ ...hello, tools: [patch], tool_choice: choice });
    expect(asked()[0]?.body).toMatchObject({ tools: [patch], tool_choice: choice });
    expect(answer.choices[0]?.message.tool_calls).toMatchObject([{ type: 'custom', custom: { name: 'patch', input } }]);

    const id = answer.choices[0]?.message.tool_calls?.[0]?.id ?? '';
    const made = answer.choices.map(({ message }) => message);
    const messages = [...said, ...made, { role: 'tool' as const, tool_call_id: id, content: 'ok' }];
    await chat.create({ ...hello, messages, tools: [patch] });
    expect(asked()[1]?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', tool_calls: [{ type: 'custom', custom: { name: 'patch', input } }] },
      { role: 'tool', content: 'ok' },
    ]);
  });

  test('The deltas of a custom call that OpenAI streams reach the client as custom deltas', async () => {
    const { chat, upstream } = await setUp(native);
    const delta = (piece: object) => chunk({ tool_calls: [{ index: 0, ...piece }] });
    const pieces = Array.from({ length: Math.ceil(input.length / 3) }, (_, at) => input.slice(at * 3, at * 3 + 3));
    upstream.script(
      sse([
        delta({ ...call, custom: { name: 'patch', input: '' } }),
        ...pieces.map((piece) => delta({ id: null, type: null, function: null, custom: { input: piece } })),
        chunk({}, 'tool_calls'),
      ]),
    );
    const chunks = await gather(await chat.create({ ...hello, tools: [patch], stream: true }));
    expect(joined(chunks).input).toBe(input);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  test('A custom call that the token limit truncated is not complete: the finish reason is length', async () => {
    const { chat, upstream } = await setUp(native);
    upstream.script(
      sse([
        chunk({ tool_calls: [{ index: 0, ...call, custom: { name: 'patch', input: 'half' } }] }),
        chunk({}, 'length'),
      ]),
    );
    const chunks = await gather(await chat.create({ ...hello, tools: [patch], stream: true }));
    expect(joined(chunks).input).toBe('half');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('length');
  });
});
