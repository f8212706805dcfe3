import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proves } from '../test/requirements.ts';
import { callAnswer, hang, startUpstream, textAnswer } from '../test/upstream.ts';
import { type ChatMessage, TurnError } from './asking.ts';
import { createToolpath, SettingsError, type ToolpathSettings } from './library.ts';

async function start(settings: ToolpathSettings = {}) {
  const upstream = await startUpstream();
  const toolpath = createToolpath({
    backends: { up: { kind: 'openai', baseUrl: upstream.url } },
    model: 'up/mock',
    store: 'memory',
    ...settings,
  });
  onTestFinished(() => toolpath.close());
  return { upstream, toolpath };
}

const add = {
  name: 'add',
  description: 'Adds.',
  schema: { type: 'object' },
  invoke: ({ a, b }: { a: number; b: number }) => a + b,
};

describe('ask in the library', () => {
  test('ask streams the events as they arrive and resolves to the message at the end', async () => {
    const { upstream, toolpath } = await start({ tools: [add] });
    upstream.script(callAnswer([{ name: 'add', args: { a: 1, b: 2 } }]), textAnswer('It is 3.'));
    const asking = toolpath.ask('What is 1 + 2?');
    const { message, finish } = asking; // accessed before any event is read
    const types = new Set<string>();
    for await (const { type } of asking) types.add(type);
    expect([...types]).toEqual(['call-start', 'call-args', 'call', 'outcome', 'text', 'finish']);
    expect(await message).toMatchObject({ role: 'assistant', content: 'It is 3.' });
    expect(await finish).toMatchObject({ reason: 'stop' });
  });

  test('ask resolves to the message even if the caller never reads the events', async () => {
    const { upstream, toolpath } = await start();
    upstream.script(textAnswer('Hello.'));
    expect(await toolpath.ask('Hi').message).toMatchObject({ content: 'Hello.' });
  });

  test("If the caller appends the answer and asks again, the model sees the gateway's hidden calls and outcomes", async () => {
    const { upstream, toolpath } = await start({ tools: [add], mixed: true });
    const tools = [{ name: 'look', description: 'Looks.' }];
    upstream.script(
      callAnswer([
        { name: 'add', args: { a: 1, b: 2 }, id: 'u1' },
        { name: 'look', id: 'u2' },
      ]),
      textAnswer('Done.'),
    );
    const messages: ChatMessage[] = [{ role: 'user', content: 'Go.' }];
    const first = await toolpath.ask({ messages, tools }).message;
    messages.push(first, { role: 'tool', tool_call_id: first.tool_calls?.[0]?.id, content: 'seen' });
    await toolpath.ask({ messages, tools }).message;
    expect(upstream.requests.at(-1)?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', tool_calls: [{ id: 'u1' }, { id: 'u2' }] },
      { role: 'tool', tool_call_id: 'u1', content: '3' },
      { role: 'tool', tool_call_id: 'u2', content: 'seen' },
    ]);
  });

  test('A turn can be cancelled by its cancel method or by a signal', async () => {
    const { upstream, toolpath } = await start();
    upstream.script([hang], [hang]);
    const asking = toolpath.ask('Hi');
    const finish = asking.finish;
    await sleep(50);
    asking.cancel('enough');
    expect((await finish).failure).toEqual({ kind: 'turn-cancelled', reason: 'enough' });
    const signal = AbortSignal.timeout(50);
    const timed = toolpath.ask({ messages: [{ role: 'user', content: 'Hi' }], signal });
    await expect(timed.message).rejects.toThrow(TurnError);
    for (const { whenClosed } of upstream.requests) await whenClosed;
  });

  test('A turn is cancelled if the caller stops reading its events', async () => {
    const { upstream, toolpath } = await start();
    upstream.script(textAnswer('A long story.', { everyMs: 20 }));
    const asking = toolpath.ask('Hi');
    for await (const { type } of asking) if (type === 'text') break;
    expect((await asking.finish).failure).toMatchObject({ kind: 'turn-cancelled' });
    await upstream.requests[0]?.whenClosed;
  });

  test('A failed turn ends with a finish event, and its message rejects with the same failure', async () => {
    const { toolpath } = await start({ limits: { retries: 0 } });
    const asking = toolpath.ask('Hi'); // the upstream has no script
    const events = [];
    for await (const event of asking) events.push(event);
    expect(events).toMatchObject([{ type: 'finish', reason: 'failed', failure: { kind: 'upstream-failed' } }]);
    await expect(asking.message).rejects.toMatchObject({ name: 'TurnError', failure: { kind: 'upstream-failed' } });
  });
});

describe('The tools field in the library', () => {
  async function seen(request: object, settings: ToolpathSettings = {}) {
    const { upstream, toolpath } = await start({ tools: [add], ...settings });
    upstream.script(textAnswer('ok'));
    const { failure } = await toolpath.ask({ messages: [{ role: 'user', content: 'hi' }], ...request }).finish;
    const body = upstream.requests[0]?.body as { tools?: { function: { name: string } }[] } | undefined;
    return { failure, body, names: body?.tools?.map((tool) => tool.function.name) };
  }

  proves(['S0.absent', 'S0.null'], 'If tools is omitted or null, the model sees the gateway tools', async () => {
    expect((await seen({})).names).toEqual(['python_execution', 'add']);
    expect((await seen({ tools: undefined })).names).toEqual(['python_execution', 'add']);
    expect((await seen({ tools: null })).names).toEqual(['python_execution', 'add']);
  });

  proves(
    'S0.empty',
    'If tools is empty, the model sees no tools and the upstream request has no tool fields',
    async () => {
      const { body } = await seen({ tools: [], tool_choice: 'required', parallel_tool_calls: false });
      expect(Object.keys(body ?? {}).filter((name) => /tool/.test(name))).toEqual([]);
    },
  );

  proves(
    ['S0.listed', 'S0.shapes', 'S0.defaults'],
    'If tools are listed, flat or nested, the model sees exactly those, with default descriptions and parameters',
    async () => {
      const { names, body } = await seen({ tools: [{ name: 'a' }, { type: 'function', function: { name: 'b' } }] });
      expect(names).toEqual(['a', 'b']);
      const parameters = { type: 'object', properties: {} };
      expect(body?.tools).toMatchObject([
        { type: 'function', function: { description: 'Tool: a', parameters } },
        { type: 'function', function: { description: 'Tool: b', parameters } },
      ]);
    },
  );

  proves(
    'S0.mixed',
    'The model sees both client and gateway tools if the request or the settings ask for mixed tools',
    async () => {
      expect((await seen({ tools: [{ name: 'a' }, { type: 'toolpath' }] })).names).toEqual([
        'a',
        'python_execution',
        'add',
      ]);
      expect((await seen({ tools: [{ name: 'a' }] }, { mixed: true })).names).toEqual(['a', 'python_execution', 'add']);
    },
  );

  proves('S0.invalid', 'Any other value of tools is refused, and nothing is sent upstream', async () => {
    for (const tools of [0, '', false, {}, [{}], [{ name: 'a' }, { name: 'a' }]]) {
      const { failure, body } = await seen({ tools });
      expect(failure).toMatchObject({ kind: 'bad-request', param: expect.stringMatching(/^tools/) });
      expect(body).toBeUndefined();
    }
  });
});

describe('Settings of the library', () => {
  test('createToolpath throws a SettingsError for invalid settings', () => {
    expect(() => createToolpath({ port: 'x' as never })).toThrow(SettingsError);
    expect(() => createToolpath({ port: 'x' as never })).toThrow(/port: expected/);
  });

  test('If a tool module cannot be loaded, the first turn fails with a bad-request', async () => {
    const { toolpath } = await start({ tools: ['./nowhere.ts', add] });
    expect((await toolpath.ask('Hi').finish).failure).toMatchObject({ kind: 'bad-request', param: 'tools' });
  });
});
