import OpenAI from 'openai';
import type { ChatCompletionMessage, ChatCompletionTool } from 'openai/resources/chat/completions';
import { describe, expect, test } from 'vitest';
import { callAnswer, textAnswer } from '../upstream.ts';
import { scriptedWires } from '../wires.ts';
import { countingTool, type GatewayOptions, openGateway, outline, toolNames } from './gateway.ts';

/** Tests `tool_choice: {"type": "allowed_tools"}` with the official SDK. */

async function setUp(options: GatewayOptions = {}) {
  const gateway = await openGateway(options);
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries: 0 });
  return { ...gateway, chat: openai.chat.completions };
}

const hello = { model: 'up/mock', messages: [{ role: 'user' as const, content: 'Hello?' }] };
const functionTool = (name: string): ChatCompletionTool => ({
  type: 'function',
  function: { name, description: `Does ${name}.`, parameters: { type: 'object', properties: {} } },
});
const tools = ['read', 'write', 'remove'].map(functionTool);

function allowed(names: readonly string[], mode: 'auto' | 'required' = 'auto') {
  const listed = names.map((name) => ({ type: 'function', function: { name } }));
  return { type: 'allowed_tools' as const, allowed_tools: { mode, tools: listed } };
}

const gatewayOnly = (mode: 'auto' | 'required') => ({
  type: 'allowed_tools' as const,
  allowed_tools: { mode, tools: [{ type: 'toolpath' }] },
});
const mixed = [...tools, { type: 'toolpath' } as never];

const namesIn = (message: ChatCompletionMessage | undefined) =>
  (message?.tool_calls ?? []).map((call) => call.type === 'function' && call.function.name);

describe('Allowed tools', () => {
  describe.each(scriptedWires)('over $kind', (wire) => {
    test.for([true, false])(
      `Over ${wire.kind}, a call of a tool that is not allowed reaches no client, and the model gets an error (streamed: %s)`,
      async (stream) => {
        const { chat, upstream, asked } = await setUp({ backend: { kind: wire.kind } });
        upstream.script(wire.calls([{ name: 'write' }]), wire.calls([{ name: 'read' }]));
        const request = { ...hello, tools, tool_choice: allowed(['read']) };
        const answer = stream
          ? await chat.stream(request).finalChatCompletion()
          : await chat.create({ ...request, stream: false });
        expect(namesIn(answer.choices[0]?.message)).toEqual(['read']);
        const [first, second] = asked().filter(({ path }) => !path.endsWith('/show'));
        const transcript = wire.transcriptIn(second?.body ?? {});
        expect(transcript.at(-1)).toContain('The tool "write" may not be called in this turn. Allowed: "read".');
        // Ollama has no tool choice, so tools that must not be called are left out there.
        const declared = wire.kind === 'ollama' ? ['read'] : ['read', 'write', 'remove'];
        expect(wire.toolsIn(first?.body ?? {})).toEqual(declared);
      },
    );
  });

  test('If a server is not known to support allowed tools, the last user message names them, and the mode stays', async () => {
    const { chat, upstream, asked } = await setUp();
    upstream.script(textAnswer('Hi.'), textAnswer('Hi.'));
    await chat.create({ ...hello, tools, tool_choice: allowed(['read', 'write']) });
    await chat.create({ ...hello, tools, tool_choice: allowed(['read', 'write'], 'required') });
    for (const request of asked()) {
      expect(toolNames(request)).toEqual(['read', 'write', 'remove']);
      expect(outline(request)).toEqual(['user: Hello?\n\nIn this turn, call no tools other than "read" and "write".']);
    }
    expect(asked().map(({ body }) => body.tool_choice)).toEqual([undefined, 'required']);
  });

  test('OpenAI receives allowed tools in its own form, and the messages stay unchanged', async () => {
    const { chat, upstream, asked } = await setUp({ backend: { server: 'openai' } });
    upstream.script(callAnswer([{ name: 'read' }]));
    const choice = allowed(['write', 'read'], 'required');
    const answer = await chat.create({ ...hello, tools, tool_choice: choice });
    expect(namesIn(answer.choices[0]?.message)).toEqual(['read']);
    expect(asked()[0]?.body).toMatchObject({
      tool_choice: allowed(['read', 'write'], 'required'),
      messages: hello.messages,
    });
    expect(asked().flatMap((each) => toolNames(each) ?? [])).toEqual(['read', 'write', 'remove']);
  });

  test('If one tool is allowed and required, servers receive the choice of that tool', async () => {
    const { chat, upstream, asked } = await setUp();
    upstream.script(callAnswer([{ name: 'read' }]));
    await chat.create({ ...hello, tools, tool_choice: allowed(['read'], 'required') });
    expect(asked()[0]?.body.tool_choice).toEqual({ type: 'function', function: { name: 'read' } });
  });

  test('A model with a text format keeps the instructions of all tools, and calls only the allowed one', async () => {
    const settings = { 'formats-enabled': ['hermes'], 'formats-primary': 'hermes' };
    const { chat, upstream, asked } = await setUp({ settings });
    upstream.script(
      textAnswer('<tool_call>{"name": "write", "arguments": {}}</tool_call>'),
      textAnswer('<tool_call>{"name": "read", "arguments": {}}</tool_call>'),
    );
    const answer = await chat.create({ ...hello, tools, tool_choice: allowed(['read']) });
    expect(namesIn(answer.choices[0]?.message)).toEqual(['read']);
    const [instructions = '', question] = outline(asked()[0]);
    for (const name of ['read', 'write', 'remove']) expect(instructions).toContain(`Does ${name}.`);
    expect(question).toBe('user: Hello?\n\nIn this turn, call no tools other than "read".');
    expect(outline(asked()[1]).at(-1)).toContain('The tool "write" may not be called in this turn.');
  });

  test('Gateway tools that are not listed stay declared but do not run; {"type": "toolpath"} allows all of them', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { chat, upstream, asked } = await setUp({ tools: [clock] });
    upstream.script(callAnswer([{ name: 'clock' }]), textAnswer('No clock.'));
    await chat.create({ ...hello, tools: mixed, tool_choice: allowed(['read']) });
    expect(clock.runs).toBe(0);
    expect(asked().flatMap((each) => toolNames(each) ?? [])).toContain('clock');

    upstream.script(callAnswer([{ name: 'clock' }]), textAnswer('Noon.'));
    await chat.create({ ...hello, tools: mixed, tool_choice: gatewayOnly('auto') });
    expect(clock.runs).toBe(1);

    upstream.script(callAnswer([{ name: 'clock' }]), textAnswer('Noon.'));
    await chat.create({ ...hello, tools: mixed, tool_choice: allowed(['clock']) });
    expect(clock.runs).toBe(2);
  });

  test('If only gateway tools are allowed, the mode "required" applies to the first step, so that the model can answer', async () => {
    const tools = ['clock', 'dice'].map((name) => countingTool(name, () => 'noon'));
    const { chat, upstream, asked } = await setUp({ tools });
    upstream.script(callAnswer([{ name: 'clock' }]), textAnswer('Noon.'));
    const mixed = [functionTool('read'), { type: 'toolpath' } as never];
    const answer = await chat.create({ ...hello, tools: mixed, tool_choice: allowed(['clock', 'dice'], 'required') });
    expect(answer.choices[0]?.message.content).toBe('Noon.');
    expect(asked().map(({ body }) => body.tool_choice)).toEqual(['required', undefined]);
  });

  test.each([
    [
      'the request lists only client tools',
      tools,
      'auto',
      'tool_choice allows only the gateway\'s tools, but "tools" does not ask for them. Add {"type":"toolpath"} to "tools", or allow one of your own tools.',
    ],
    [
      'the request lists only client tools',
      tools,
      'required',
      'tool_choice allows only the gateway\'s tools, but "tools" does not ask for them. Add {"type":"toolpath"} to "tools", or allow one of your own tools.',
    ],
    [
      'the gateway has no tools',
      mixed,
      'required',
      'tool_choice requires a call of the gateway\'s tools, but the gateway offers none in this turn. Allow one of your own tools, or set the mode to "auto".',
    ],
  ] as const)('If %s, a choice of only gateway tools is refused', async (_, listed, mode, message) => {
    const { post, asked } = await setUp();
    const response = await post({ ...hello, tools: listed, tool_choice: gatewayOnly(mode) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'tool_choice', message } });
    expect(asked()).toHaveLength(0);
  });

  test('If the gateway has no tools at the moment, a model that need not call one can still answer', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(textAnswer('Hi.'));
    const answer = await chat.create({ ...hello, tools: mixed, tool_choice: gatewayOnly('auto') });
    expect(answer.choices[0]?.message.content).toBe('Hi.');
  });

  test.each([
    ['auto', ' Call one of these, or answer without a tool.'],
    ['required', ' Call one of these.'],
  ] as const)(
    'With the mode "%s", the error for a call of another tool says what the model may do',
    async (mode, end) => {
      const { chat, upstream, asked } = await setUp();
      upstream.script(callAnswer([{ name: 'remove' }]), callAnswer([{ name: 'read' }]));
      await chat.create({ ...hello, tools, tool_choice: allowed(['read', 'write'], mode) });
      const refused = 'The tool "remove" may not be called in this turn. Allowed: "read", "write".';
      expect(
        outline(asked()[1])
          .at(-1)
          ?.endsWith(refused + end),
      ).toBe(true);
    },
  );

  test.each([
    [
      'an unknown name',
      allowed(['raed']),
      'tool_choice names "raed", but this turn has no tool of that name. Did you mean "read"?',
    ],
    ['an empty list', allowed([]), 'tool_choice.allowed_tools.tools is an empty list; expected a non-empty list of'],
    [
      'an unknown mode',
      allowed(['read'], 'some' as never),
      'tool_choice.allowed_tools.mode is "some"; expected "auto" or "required".',
    ],
    ['a missing list', { type: 'allowed_tools' }, 'tool_choice.allowed_tools is missing; expected an object'],
    [
      'an entry without a name',
      { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{}] } },
      'tool_choice.allowed_tools.tools[0] is an object',
    ],
  ])('A choice of allowed tools with %s is refused', async (_, choice, message) => {
    const { post, asked } = await setUp();
    const response = await post({ ...hello, tools, tool_choice: choice });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringContaining(message) },
    });
    expect(asked()).toHaveLength(0);
  });
});
