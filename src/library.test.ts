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

describe('asking', () => {
  test('gives the events as they come, and the message at the end', async () => {
    const { upstream, toolpath } = await start({ tools: [add] });
    upstream.script(callAnswer([{ name: 'add', args: { a: 1, b: 2 } }]), textAnswer('It is 3.'));
    const asking = toolpath.ask('What is 1 + 2?');
    const { message, finish } = asking; // asked for before anything is read
    const types = new Set<string>();
    for await (const { type } of asking) types.add(type);
    expect([...types]).toEqual(['call-start', 'call-args', 'call', 'outcome', 'text', 'finish']);
    expect(await message).toMatchObject({ role: 'assistant', content: 'It is 3.' });
    expect(await finish).toMatchObject({ reason: 'stop' });
  });

  test('whoever only waits for the message gets it', async () => {
    const { upstream, toolpath } = await start();
    upstream.script(textAnswer('Hello.'));
    expect(await toolpath.ask('Hi').message).toMatchObject({ content: 'Hello.' });
  });

  test('messages can go on: what was hidden is there again', async () => {
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

  test('can be cancelled, by itself or by a signal', async () => {
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

  test('who stops reading has stopped the turn', async () => {
    const { upstream, toolpath } = await start();
    upstream.script(textAnswer('A long story.', { everyMs: 20 }));
    const asking = toolpath.ask('Hi');
    for await (const { type } of asking) if (type === 'text') break;
    expect((await asking.finish).failure).toMatchObject({ kind: 'turn-cancelled' });
    await upstream.requests[0]?.whenClosed;
  });

  test('a failure is an event; the message rejects with it', async () => {
    const { toolpath } = await start({ limits: { retries: 0 } });
    const asking = toolpath.ask('Hi'); // the upstream has no script
    const events = [];
    for await (const event of asking) events.push(event);
    expect(events).toMatchObject([{ type: 'finish', reason: 'failed', failure: { kind: 'upstream-failed' } }]);
    await expect(asking.message).rejects.toMatchObject({ name: 'TurnError', failure: { kind: 'upstream-failed' } });
  });
});

describe('the tri-state in the library', () => {
  async function seen(request: object, settings: ToolpathSettings = {}) {
    const { upstream, toolpath } = await start({ tools: [add], ...settings });
    upstream.script(textAnswer('ok'));
    const { failure } = await toolpath.ask({ messages: [{ role: 'user', content: 'hi' }], ...request }).finish;
    const body = upstream.requests[0]?.body as { tools?: { function: { name: string } }[] } | undefined;
    return { failure, body, names: body?.tools?.map((tool) => tool.function.name) };
  }

  proves(['S0.absent', 'S0.null'], "absent and null: the gateway's own", async () => {
    expect((await seen({})).names).toEqual(['add']);
    expect((await seen({ tools: undefined })).names).toEqual(['add']);
    expect((await seen({ tools: null })).names).toEqual(['add']);
  });

  proves('S0.empty', 'empty: none, and nothing about tools goes upstream', async () => {
    const { body } = await seen({ tools: [], tool_choice: 'required', parallel_tool_calls: false });
    expect(Object.keys(body ?? {}).filter((name) => /tool/.test(name))).toEqual([]);
  });

  proves(
    ['S0.listed', 'S0.shapes', 'S0.defaults'],
    'listed: exactly those, flat or nested, with what they lack',
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

  proves('S0.mixed', 'both kinds, by the request or by the settings', async () => {
    expect((await seen({ tools: [{ name: 'a' }, { type: 'toolpath' }] })).names).toEqual(['a', 'add']);
    expect((await seen({ tools: [{ name: 'a' }] }, { mixed: true })).names).toEqual(['a', 'add']);
  });

  proves('S0.invalid', 'anything else is refused, and nothing is sent', async () => {
    for (const tools of [0, '', false, {}, [{}], [{ name: 'a' }, { name: 'a' }]]) {
      const { failure, body } = await seen({ tools });
      expect(failure).toMatchObject({ kind: 'bad-request', param: expect.stringMatching(/^tools/) });
      expect(body).toBeUndefined();
    }
  });
});

describe('settings', () => {
  test('that are wrong are told at once', () => {
    expect(() => createToolpath({ port: 'x' as never })).toThrow(SettingsError);
    expect(() => createToolpath({ port: 'x' as never })).toThrow(/port: expected/);
  });

  test('a module of tools that cannot be loaded is told with the first answer', async () => {
    const { toolpath } = await start({ tools: ['./nowhere.ts', add] });
    expect((await toolpath.ask('Hi').finish).failure).toMatchObject({ kind: 'bad-request', param: 'tools' });
  });
});
