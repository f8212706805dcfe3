import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, type ModelMessage, streamText, tool } from 'ai';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { proves } from '../requirements.ts';
import { callAnswer, chunk, hang, reply, sse, textAnswer } from '../upstream.ts';
import { countingTool, type GatewayOptions, gather, openGateway, outline, toolNames } from './gateway.ts';

/** With `mixed`, the provider adds `{ type: 'toolpath' }` to the tools of each request. */
async function setUp({ mixed = false, ...options }: GatewayOptions & { readonly mixed?: boolean } = {}) {
  const gateway = await openGateway(options);
  const provider = createOpenAICompatible({
    name: 'toolpath',
    baseURL: gateway.baseUrl,
    includeUsage: true,
    ...(mixed && {
      transformRequestBody: (body) => ({ ...body, tools: [...(body.tools ?? []), { type: 'toolpath' }] }),
    }),
  });
  return { ...gateway, model: provider('up/mock') };
}

const read = () => {
  const paths: string[] = [];
  return {
    paths,
    tools: {
      read: tool({
        description: 'Reads a file.',
        inputSchema: z.object({ path: z.string() }),
        execute: ({ path }) => {
          paths.push(path);
          return `contents of ${path}`;
        },
      }),
    },
  };
};

const stopWhen = isStepCount(5);

describe('The AI SDK with generateText', () => {
  proves('S4.always-tools', 'The AI SDK runs its own tools over several steps', async () => {
    const { model, upstream, asked } = await setUp();
    const { tools, paths } = read();
    upstream.script(
      callAnswer([{ name: 'read', args: { path: 'a' } }], { text: 'First a.' }),
      callAnswer([
        { name: 'read', args: { path: 'b' } },
        { name: 'read', args: { path: 'c' } },
      ]),
      textAnswer('All read.', { tokens: [20, 4] }),
    );
    const { text, steps, finishReason, usage } = await generateText({ model, tools, stopWhen, prompt: 'Read all.' });
    expect({ text, finishReason, paths }).toEqual({ text: 'All read.', finishReason: 'stop', paths: ['a', 'b', 'c'] });
    expect(steps.map((step) => step.finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop']);
    expect(usage).toMatchObject({ inputTokens: 42, outputTokens: 18 });
    expect(asked().map(toolNames)).toEqual([['read'], ['read'], ['read']]);
    expect(outline(asked()[2])).toEqual([
      'user: Read all.',
      'assistant: First a. read({"path":"a"})',
      'read → contents of a',
      'assistant: read({"path":"b"}) read({"path":"c"})',
      'read → contents of b',
      'read → contents of c',
    ]);
  });

  proves(
    'S0.absent',
    'If the AI SDK sends no tools, gateway tools run, and the SDK does not see their calls',
    async () => {
      const clock = countingTool('clock', () => 'noon');
      const { model, upstream, asked } = await setUp({ tools: [clock] });
      upstream.script(callAnswer([{ name: 'clock' }], { text: 'A moment.' }), textAnswer('It is noon.'));
      const { text, steps, toolCalls } = await generateText({ model, prompt: 'What time is it?' });
      expect({ text, steps: steps.length, toolCalls }).toEqual({
        text: 'A moment.\n\nIt is noon.',
        steps: 1,
        toolCalls: [],
      });
      expect(clock.runs).toBe(1);
      expect(asked().map(toolNames)).toEqual([['clock'], ['clock']]);
    },
  );

  test('The next request of the AI SDK gets the hidden steps back at their position in the history', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { model, upstream, asked } = await setUp({ tools: [clock] });
    upstream.script(callAnswer([{ name: 'clock' }], { text: 'A moment.' }), textAnswer('Noon.'), textAnswer('Yes.'));
    const question: ModelMessage = { role: 'user', content: 'What time is it?' };
    const { responseMessages } = await generateText({ model, messages: [question] });
    const again: ModelMessage = { role: 'user', content: 'Really?' };
    await generateText({ model, messages: [question, ...responseMessages, again] });
    expect(outline(asked()[2])).toEqual([
      'user: What time is it?',
      'assistant: A moment. clock({})',
      'clock → noon',
      'assistant: Noon.',
      'user: Really?',
    ]);
    expect(clock.runs).toBe(1);
  });
});

describe.for(['provider', 'setting'] as const)('Mixed tools, enabled by the %s', (by) => {
  const mixed = (tools: readonly object[]): GatewayOptions & { mixed: boolean } => ({
    tools,
    mixed: by === 'provider',
    settings: by === 'setting' ? { mixed: 'true' } : {},
  });

  proves(
    'S0.mixed',
    'If one step calls both kinds of tools, each call goes to its owner, and the second request is rejoined',
    async () => {
      const clock = countingTool('clock', () => 'noon');
      const { model, upstream, asked } = await setUp(mixed([clock]));
      const { tools, paths } = read();
      upstream.script(
        callAnswer(
          [
            { name: 'read', args: { path: 'a' }, id: 'up_1' },
            { name: 'clock', id: 'up_2' },
            { name: 'read', args: { path: 'b' }, id: 'up_3' },
          ],
          { text: 'Both.' },
        ),
        textAnswer('At noon: a and b.'),
      );
      const result = streamText({ model, tools, stopWhen, prompt: 'Read them, and tell the time.' });
      const parts = await gather(result.stream);
      expect(parts.filter(({ type }) => type === 'error')).toEqual([]);
      expect(await result.text).toBe('At noon: a and b.');
      const called = parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : []));
      expect({ called, paths, clocks: clock.runs }).toEqual({ called: ['read', 'read'], paths: ['a', 'b'], clocks: 1 });
      expect(asked().map(toolNames)).toEqual([
        ['read', 'clock'],
        ['read', 'clock'],
      ]);
      expect(asked()[1]?.body.messages.slice(1)).toMatchObject([
        { role: 'assistant', content: 'Both.', tool_calls: [{ id: 'up_1' }, { id: 'up_2' }, { id: 'up_3' }] },
        { role: 'tool', tool_call_id: 'up_1', content: 'contents of a' },
        { role: 'tool', tool_call_id: 'up_2', content: 'noon' },
        { role: 'tool', tool_call_id: 'up_3', content: 'contents of b' },
      ]);
    },
  );

  test('Gateway steps before and after a client step stay in the history in their order', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { model, upstream, asked } = await setUp(mixed([clock]));
    upstream.script(
      callAnswer([{ name: 'clock' }], { text: 'First the time.' }),
      callAnswer([{ name: 'read', args: { path: 'a' } }], { text: 'Now the file.' }),
      callAnswer([{ name: 'clock' }], { text: 'The time once more.' }),
      textAnswer('Still noon.'),
    );
    const { text } = await generateText({ model, tools: read().tools, stopWhen, prompt: 'Go.' });
    expect(text).toBe('The time once more.\n\nStill noon.');
    expect(clock.runs).toBe(2);
    expect(outline(asked()[3])).toEqual([
      'user: Go.',
      'assistant: First the time. clock({})',
      'clock → noon',
      'assistant: Now the file. read({"path":"a"})',
      'read → contents of a',
      'assistant: The time once more. clock({})',
      expect.stringMatching(/^clock → noon\n\nNote: exactly this call was made before/),
    ]);
  });
});

describe('The AI SDK with streamText', () => {
  test('The AI SDK receives text, reasoning and calls as separate parts in order', async () => {
    const { model, upstream } = await setUp();
    upstream.script(
      sse([
        chunk({ reasoning_content: 'I should ' }),
        chunk({ reasoning_content: 'read.' }),
        chunk({ content: 'I read ' }),
        chunk({ content: 'it.' }),
        chunk({ tool_calls: [{ index: 0, id: 'x', type: 'function', function: { name: 'read', arguments: '' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: '{"path":' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: '"a"}' } }] }),
        chunk({}, 'tool_calls'),
      ]),
      textAnswer('Read.'),
    );
    const result = streamText({ model, tools: read().tools, stopWhen, prompt: 'Read a.' });
    const told = (await gather(result.stream))
      .map(({ type }) => type)
      .filter((type) => !/(?:text|reasoning|input)-(?:start|end)$/.test(type));
    expect(told.filter((type, place) => type !== told[place - 1])).toEqual([
      'start',
      'start-step',
      'reasoning-delta',
      'text-delta',
      'tool-input-delta',
      'tool-call',
      'tool-result',
      'finish-step',
      'start-step',
      'text-delta',
      'finish-step',
      'finish',
    ]);
    expect((await result.steps)[0]?.reasoningText).toBe('I should read.');
    expect(await result.text).toBe('Read.');
  });

  test('The AI SDK receives the progress of gateway tools as reasoning if the setting progress is on', async () => {
    const { model, upstream } = await setUp({
      tools: [countingTool('clock', () => 'noon')],
      settings: { progress: 'true' },
    });
    upstream.script(callAnswer([{ name: 'clock' }]), textAnswer('It is noon.'));
    const result = streamText({ model, prompt: 'What time is it?' });
    expect(await result.text).toBe('It is noon.');
    expect(await result.reasoningText).toContain('Running clock');
  });

  test('The progress of gateway tools is not sent back to the model as its own reasoning', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { model, upstream, asked } = await setUp({ tools: [clock], settings: { progress: 'true' } });
    upstream.script(callAnswer([{ name: 'clock' }]), textAnswer('Noon.'), textAnswer('Yes.'));
    const question: ModelMessage = { role: 'user', content: 'What time is it?' };
    const { responseMessages } = await generateText({ model, messages: [question] });
    await generateText({ model, messages: [question, ...responseMessages, { role: 'user', content: 'Really?' }] });
    expect(JSON.stringify(asked()[2]?.body.messages)).not.toContain('Running clock');
  });

  test('The AI SDK receives an error after the first byte as an error part with our code, then the finish', async () => {
    const { model, upstream } = await setUp();
    upstream.script(sse([chunk({ content: 'Once upon ' }), { error: { message: 'out of memory', code: 500 } }]));
    const errors: unknown[] = [];
    const result = streamText({ model, prompt: 'Tell me.', onError: ({ error }) => void errors.push(error) });
    const parts = await gather(result.stream);
    expect(parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : [])).join('')).toBe('Once upon ');
    expect(parts.filter(({ type }) => type === 'error')).toMatchObject([{ error: { code: 'upstream_error' } }]);
    expect(errors).toMatchObject([{ code: 'upstream_error', message: expect.stringContaining('out of memory') }]);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'error' });
    expect(upstream.requests).toHaveLength(1);
  });

  test('The AI SDK receives an error before the first byte as an error part with status and code', async () => {
    const { model, upstream } = await setUp();
    upstream.script(reply(404, { error: { message: 'no such model', code: 'model_not_found' } }));
    const parts = await gather(streamText({ model, prompt: 'Tell me.', onError: () => {} }).stream);
    expect(parts.filter(({ type }) => type === 'error')).toMatchObject([
      { error: { statusCode: 404, data: { error: { code: 'model_not_found' } } } },
    ]);
  });

  test('If the AI SDK aborts, the connection to the backend is closed', async () => {
    const { model, upstream } = await setUp();
    upstream.script([...sse([chunk({ content: 'Once' })], { isDone: false }), hang]);
    const leaving = new AbortController();
    const result = streamText({ model, prompt: 'Tell me.', abortSignal: leaving.signal });
    let leftAt = Number.POSITIVE_INFINITY;
    for await (const part of result.stream) {
      if (part.type !== 'text-delta') continue;
      leftAt = performance.now();
      leaving.abort();
    }
    expect(((await upstream.requests[0]?.whenClosed) ?? Number.NaN) - leftAt).toBeLessThan(1_000);
  });
});
