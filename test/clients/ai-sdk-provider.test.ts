import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { textMessage } from '../messages.ts';
import { proves } from '../requirements.ts';
import { callAnswer, chunk, hang, reply, reset, sse, textAnswer, wait } from '../upstream.ts';
import { EVERYWHERE, functionsOf, openProvider, typesOf } from './ai-sdk-provider.ts';
import { countingTool, gather, outline, slowTool, toolNames } from './gateway.ts';

const clockTool = () => countingTool('clock', () => ({ time: 'noon' }));

const readTool = () => {
  const paths: string[] = [];
  const execute = ({ path }: { path: string }): string => {
    paths.push(path);
    return `contents of ${path}`;
  };
  const declared = { description: 'Reads a file.', inputSchema: z.object({ path: z.string() }) };
  return { paths, tools: { read: { ...declared, execute } } as never, declared: { read: declared } as never };
};

describe.for(EVERYWHERE)('ai $major with the provider $place', ({ ai, version, place }) => {
  const { generateText, streamText, stopWhen } = functionsOf(ai);
  const isV2 = version === 'v2';

  proves('S3.versions', 'generateText returns the text, the finish reason and the usage', async () => {
    const { model, upstream } = await openProvider({ place, version });
    upstream.script(textAnswer('Hello there.', { tokens: [20, 4] }));
    const { text, finishReason, usage, warnings, response } = await generateText({ model, prompt: 'Hi' });
    expect({ text, finishReason, warnings }).toEqual({ text: 'Hello there.', finishReason: 'stop', warnings: [] });
    expect(usage).toMatchObject({ inputTokens: 20, outputTokens: 4, totalTokens: 24 });
    expect(response.modelId).toBe('up/mock');
    expect(response.headers).toMatchObject({ 'x-toolpath-model': 'up/mock' });
  });

  test('streamText streams the text as it arrives', async () => {
    const { model, upstream } = await openProvider({ place, version });
    upstream.script(textAnswer('Hello there, you.'));
    const { textStream, finishReason, usage } = streamText({ model, prompt: 'Hi' });
    const pieces = await gather(textStream);
    expect(pieces.join('')).toBe('Hello there, you.');
    expect(pieces.length).toBeGreaterThan(2);
    expect(await finishReason).toBe('stop');
    expect((await usage).outputTokens).toBeGreaterThan(0);
  });

  proves('S4.always-tools', 'The caller’s tools run over several steps', async () => {
    const { model, upstream, asked } = await openProvider({ place, version });
    const { tools, paths } = readTool();
    upstream.script(
      callAnswer([{ name: 'read', args: { path: 'a' } }], { text: 'First a.' }),
      callAnswer([
        { name: 'read', args: { path: 'b' } },
        { name: 'read', args: { path: 'c' } },
      ]),
      textAnswer('All read.'),
    );
    const { text, steps } = await generateText({ model, tools, stopWhen, prompt: 'Read all.' });
    expect({ text, paths }).toEqual({ text: 'All read.', paths: ['a', 'b', 'c'] });
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop']);
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

  proves('S3.single-turn', 'Calls of tools without `execute` and without executors go back to the caller', async () => {
    const { model, upstream } = await openProvider({ place, version });
    upstream.script(callAnswer([{ name: 'read', args: { path: 'a' } }]));
    const { declared } = readTool();
    const { toolCalls, finishReason } = await generateText({ model, tools: declared, prompt: 'Read a.' });
    expect(finishReason).toBe('tool-calls');
    expect(toolCalls).toMatchObject([{ toolName: 'read', input: { path: 'a' } }]);
    expect(toolCalls[0]).not.toHaveProperty('providerExecuted', true);
  });

  test('A call streams with its input, and streamText continues with the result', async () => {
    const { model, upstream } = await openProvider({ place, version });
    const { tools } = readTool();
    upstream.script(callAnswer([{ name: 'read', args: { path: 'a' } }]), textAnswer('Done.'));
    const { fullStream, text } = streamText({ model, tools, stopWhen, prompt: 'Read a.' });
    const types = typesOf(await gather(fullStream));
    expect(types).toEqual(
      expect.arrayContaining(['tool-input-start', 'tool-input-delta', 'tool-input-end', 'tool-call', 'tool-result']),
    );
    expect(types).not.toContain('error');
    expect(await text).toBe('Done.');
  });

  proves(
    ['S0.absent', 'S3.executors.stream'],
    'Without tools, the gateway’s tools run in one step of the AI SDK',
    async () => {
      const clock = clockTool();
      const { model, upstream, asked } = await openProvider({ place, version, tools: [clock] });
      upstream.script(
        callAnswer([{ name: 'clock', args: { q: 'x' } }], { text: 'A moment.' }),
        textAnswer('It is noon.'),
      );
      const { text, steps, content, usage, providerMetadata } = await generateText({
        model,
        prompt: 'What time is it?',
      });
      expect({ text, steps: steps.length, runs: clock.runs }).toEqual({
        text: 'A moment.\n\nIt is noon.',
        steps: 1,
        runs: 1,
      });
      expect(asked().map(toolNames)).toEqual([['clock'], ['clock']]);
      expect(usage.inputTokens).toBe(22); // of both steps
      if (isV2) {
        expect(content.map(({ type }) => type)).toEqual(['text', 'text']);
        expect(providerMetadata?.toolpath).toMatchObject({
          calls: [{ tool: 'clock', input: { q: 'x' }, result: { time: 'noon' } }],
        });
      } else {
        expect(content).toMatchObject([
          { type: 'text' },
          { type: 'tool-call', toolName: 'clock', input: { q: 'x' }, providerExecuted: true, dynamic: true },
          { type: 'tool-result', toolName: 'clock', output: { time: 'noon' }, providerExecuted: true, dynamic: true },
          { type: 'text' },
        ]);
      }
    },
  );

  test('streamText shows the gateway’s calls and their results in order', async () => {
    const { model, upstream } = await openProvider({ place, version, tools: [clockTool()] });
    upstream.script(callAnswer([{ name: 'clock' }], { text: 'A moment.' }), textAnswer('It is noon.'));
    const { fullStream } = streamText({ model, prompt: 'What time is it?' });
    const types = typesOf(await gather(fullStream)).filter((type) => !/^(start|finish)/.test(type));
    const text = ['text-start', 'text-delta', 'text-end'];
    const call = ['tool-input-start', 'tool-input-delta', 'tool-input-end', 'tool-call', 'tool-result'];
    expect(types).toEqual([...text, ...(isV2 ? [] : call), ...text]);
  });

  proves(
    ['S0.mixed', 'L1'],
    'With the helper tool among its tools, the model sees both kinds, and every version shows the gateway’s calls',
    async () => {
      const clock = clockTool();
      const { toolpath, model, upstream, asked } = await openProvider({ place, version, tools: [clock] });
      const { tools, paths } = readTool();
      upstream.script(
        callAnswer([{ name: 'clock' }, { name: 'read', args: { path: 'a' } }], { text: 'Both.' }),
        textAnswer('Done.'),
      );
      const both = { ...(tools as object), gateway: toolpath.gatewayTools() } as never;
      const { text, steps } = await generateText({ model, tools: both, stopWhen, prompt: 'Time and a.' });
      expect({ text, runs: clock.runs, paths }).toEqual({ text: 'Done.', runs: 1, paths: ['a'] });
      expect(asked().map(toolNames)).toEqual([
        ['read', 'clock'],
        ['read', 'clock'],
      ]);
      expect(outline(asked()[1])).toEqual([
        'user: Time and a.',
        'assistant: Both. clock({}) read({"path":"a"})',
        'clock → {"time":"noon"}',
        'read → contents of a',
      ]);
      const shown = steps[0]?.content.filter((part) => part.type === 'tool-call' && part.providerExecuted) ?? [];
      expect(shown).toMatchObject([isV2 ? { toolName: 'gateway', input: { tool: 'clock' } } : { toolName: 'clock' }]);
    },
  );

  proves('S0.mixed', 'providerOptions and settings can ask for both kinds of tools', async () => {
    const clock = clockTool();
    const byCall = await openProvider({ place, version, tools: [clock] });
    const bySetting = await openProvider({ place, version, tools: [clock], settings: { mixed: true } });
    const { declared: tools } = readTool();
    byCall.upstream.script(textAnswer('Hi'), textAnswer('Hi'));
    bySetting.upstream.script(textAnswer('Hi'));
    const providerOptions = { toolpath: { mixed: true } };
    await generateText({ model: byCall.model, tools, prompt: 'Hi', providerOptions });
    await generateText({ model: byCall.model, tools, prompt: 'Hi' });
    await generateText({ model: bySetting.model, tools, prompt: 'Hi' });
    expect(byCall.asked().map(toolNames)).toEqual([['read', 'clock'], ['read']]);
    expect(bySetting.asked().map(toolNames)).toEqual([['read', 'clock']]);
  });

  proves(['S0.empty', 'S0.listed', 'S0.null'], 'A list is exact, and `tools: none` means no tools', async () => {
    const { model, upstream, asked } = await openProvider({ place, version, tools: [clockTool()] });
    const { declared: tools } = readTool();
    upstream.script(textAnswer('Hi'), textAnswer('Hi'), textAnswer('Hi'));
    await generateText({ model, prompt: 'Hi', providerOptions: { toolpath: { tools: 'none' } } });
    await generateText({ model, prompt: 'Hi', tools });
    const { doGenerate } = model as unknown as { doGenerate(options: object): Promise<unknown> };
    await doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }], tools: [] });
    expect(asked().map(toolNames)).toEqual([undefined, ['read'], undefined]);
  });

  proves('S0.context', 'The context of a call reaches the model', async () => {
    const { model, upstream, asked } = await openProvider({ place, version });
    upstream.script(textAnswer('Hi'));
    const context = ['The user is in Rome.', { description: 'unit', value: { temperature: 'C' } }];
    await generateText({ model, prompt: 'Hi', providerOptions: { toolpath: { context } } });
    expect(JSON.stringify(asked()[0]?.body.messages)).toContain('The user is in Rome.');
  });

  test('Hidden calls are not shown, and the turn’s facts are in the metadata', async () => {
    const { model, upstream } = await openProvider({ place, version, tools: [clockTool()], gatewayCalls: 'hidden' });
    upstream.script(callAnswer([{ name: 'clock' }]), textAnswer('Noon.'));
    const { content, providerMetadata } = await generateText({ model, prompt: 'Time?' });
    expect(content.map(({ type }) => type)).toEqual(['text']);
    expect(providerMetadata?.toolpath).toMatchObject({ model: 'up/mock', tools: 'gateway;1', steps: 2 });
  });

  test('With `explain`, the metadata has the decisions of the turn', async () => {
    const { model, upstream } = await openProvider({ place, version, tools: [clockTool()] });
    upstream.script(textAnswer('Hi'));
    const { providerMetadata } = await generateText({
      model,
      prompt: 'Hi',
      providerOptions: { toolpath: { explain: true } },
    });
    expect(providerMetadata?.toolpath).toMatchObject({
      explanation: {
        visible: ['clock'],
        decisions: expect.arrayContaining([expect.objectContaining({ tool: 'clock', verdict: 'in' })]),
      },
    });
  });

  test('Structured output is parsed, with and without the gateway’s tools', async () => {
    const { model, upstream, asked } = await openProvider({ place, version, tools: [clockTool()] });
    upstream.script(
      textAnswer('{"city":"Rome"}'),
      callAnswer([{ name: 'clock' }], { text: 'Wait' }),
      textAnswer('{"city":"Oslo"}'),
    );
    const schema = z.object({ city: z.string() });
    const { object } = await ai.generateObject({ model, schema, prompt: 'Where?' } as never);
    expect(object).toEqual({ city: 'Rome' });
    expect(asked()[0]?.body.response_format).toMatchObject({ type: 'json_schema' });
    const made = ai.Output.object({ schema });
    const result = await generateText({ model, prompt: 'Where?', output: made, experimental_output: made } as never);
    const told = result as unknown as { output?: unknown; experimental_output?: unknown };
    expect(version === 'v2' ? told.experimental_output : told.output).toEqual({ city: 'Oslo' });
  });

  test('Options that the backend does not support become warnings', async () => {
    const { model, upstream } = await openProvider({ place, version, backend: { kind: 'anthropic', apiKey: 'k' } });
    upstream.script(textMessage('Hi'), textMessage('Hi'));
    const { warnings } = await generateText({ model, prompt: 'Hi', seed: 3, frequencyPenalty: 0.5 });
    const streamed = streamText({ model, prompt: 'Hi', seed: 3 });
    expect(await streamed.text).toBe('Hi');
    const named = (all: readonly object[] = []) =>
      all.map((each) => ('feature' in each ? each.feature : 'setting' in each && each.setting));
    expect(named(warnings)).toEqual(['seed', 'frequencyPenalty']);
    expect(named(await streamed.warnings)).toEqual(['seed']);
  });

  test('Reasoning is streamed as a separate part', async () => {
    const { model, upstream } = await openProvider({ place, version });
    const deltas = [
      chunk({ reasoning_content: 'Hm' }),
      chunk({ reasoning_content: 'm.' }),
      chunk({ content: 'Yes.' }),
      chunk({}, 'stop'),
    ];
    upstream.script(sse(deltas), sse(deltas), textAnswer('No.'));
    const { fullStream, reasoningText, text } = streamText({ model, prompt: 'Hi' });
    const types = typesOf(await gather(fullStream)).filter((type) => !/^(start|finish)/.test(type));
    expect(types).toEqual([
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-end',
    ]);
    expect(await reasoningText).toBe('Hmm.');
    expect(await text).toBe('Yes.');
    const { content } = await generateText({ model, prompt: 'Hi' });
    expect(content).toMatchObject([
      { type: 'reasoning', text: 'Hmm.' },
      { type: 'text', text: 'Yes.' },
    ]);
  });

  proves(
    'S3.empty',
    'An answer without text and calls is an explicit error finish, never an empty success',
    async () => {
      const { model, upstream } = await openProvider({ place, version, tools: [clockTool()] });
      upstream.script(...Array.from({ length: 6 }, () => sse([chunk({}, 'stop')])));
      const { finishReason, providerMetadata, text } = await generateText({ model, prompt: 'Hi', maxRetries: 0 });
      expect({ text, finishReason }).toEqual({ text: '', finishReason: 'error' });
      expect(providerMetadata?.toolpath).toMatchObject({ failure: { kind: 'empty-answer' } });
      const errors: unknown[] = [];
      const streamed = streamText({
        model,
        prompt: 'Hi',
        maxRetries: 0,
        onError: ({ error }: { error: unknown }) => void errors.push(error),
      });
      const types = typesOf(await gather(streamed.fullStream));
      expect(types).toContain('error');
      expect(errors).toHaveLength(1);
      expect(await streamed.finishReason).toBe('error');
      const { doGenerate } = model as unknown as { doGenerate(options: object): Promise<Record<string, unknown>> };
      const result = await doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] });
      const raw = 'empty-tool-routing-output';
      if (isV2) {
        expect(result).toMatchObject({ finishReason: 'error', rawFinishReason: raw, finish: 'error', reason: raw });
      } else expect(result.finishReason).toEqual({ unified: 'error', raw });
    },
  );

  test('A failure before any content rejects with an APICallError that says whether to retry', async () => {
    const { model, upstream } = await openProvider({ place, version });
    upstream.script(
      ...Array.from({ length: 3 }, () => reply(429, { error: { message: 'slow down' } }, { 'retry-after': '1' })),
    );
    const failed = await generateText({ model, prompt: 'Hi', maxRetries: 0 }).catch((error: unknown) => error);
    expect(ai.APICallError.isInstance(failed)).toBe(true);
    expect(failed).toMatchObject({
      statusCode: 429,
      isRetryable: true,
      message: 'slow down',
      responseHeaders: { 'retry-after': '1' },
    });
  });

  test('The AI SDK repeats a retryable call and gets the answer', async () => {
    const { model, upstream } = await openProvider({ place, version, settings: { limits: { retries: 0 } } });
    upstream.script(reply(500, 'broken'), textAnswer('Here.'));
    const { text } = await generateText({ model, prompt: 'Hi', maxRetries: 1 });
    expect(text).toBe('Here.');
  }, 15_000);

  test('An unknown model is NoSuchModelError, and a bad option an error that names the field', async () => {
    const { toolpath, upstream } = await openProvider({ place, version });
    upstream.script(reply(404, { error: { message: 'no such model', code: 'model_not_found' } }));
    const unknown = await generateText({ model: toolpath('up/other') as never, prompt: 'Hi', maxRetries: 0 }).catch(
      (error: unknown) => error,
    );
    expect(ai.NoSuchModelError.isInstance(unknown)).toBe(true);
    const model = toolpath('up/mock') as never;
    const bad = await generateText({
      model,
      prompt: 'Hi',
      providerOptions: { toolpath: { tools: 'all' } },
      maxRetries: 0,
    }).catch((error: unknown) => error);
    expect(bad).toMatchObject({
      statusCode: 400,
      isRetryable: false,
      message: expect.stringContaining('providerOptions.toolpath.tools'),
    });
  });

  test('If the backend’s answer ends too early, the stream has an error and an explicit finish', async () => {
    const { model, upstream } = await openProvider({ place, version });
    upstream.script([...sse([chunk({ content: 'Hel' })], { isDone: false }), wait(30), reset]);
    const { doStream } = model as unknown as { doStream(options: object): Promise<{ stream: ReadableStream }> };
    const { stream } = await doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] });
    const parts = (await gather(stream as never)) as { type: string; finishReason: unknown; error: unknown }[];
    expect(typesOf(parts).slice(-4)).toEqual(['text-delta', 'text-end', 'error', 'finish']);
    const { finishReason } = parts.at(-1) ?? {};
    if (isV2) expect(finishReason).toBe('error');
    else expect(finishReason).toMatchObject({ unified: version === 'v4' ? 'interrupted' : 'error' });
    expect(ai.APICallError.isInstance(parts.at(-2)?.error)).toBe(true);
  });

  test('An abort before the answer rejects with the reason, and closes the connection to the backend', async () => {
    const { model, upstream, asked } = await openProvider({ place, version });
    upstream.script([hang]);
    const abort = new AbortController();
    const failed = generateText({ model, prompt: 'Hi', abortSignal: abort.signal, maxRetries: 2 }).catch(
      (error: unknown) => error,
    );
    while (asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    expect(await failed).toMatchObject({ name: 'AbortError' });
    await asked()[0]?.whenClosed;
    expect(asked()).toHaveLength(1);
  });

  test('An abort in the middle of a stream ends it, and closes the connection to the backend', async () => {
    const { model, upstream, asked } = await openProvider({ place, version });
    upstream.script([...sse([chunk({ content: 'Hel' })], { isDone: false }), hang]);
    const abort = new AbortController();
    const { fullStream } = streamText({ model, prompt: 'Hi', abortSignal: abort.signal });
    const types: string[] = [];
    for await (const { type } of fullStream) {
      types.push(type);
      if (type === 'text-delta') abort.abort();
    }
    expect(types).toContain('abort');
    expect(types).not.toContain('error');
    await asked()[0]?.whenClosed;
  });

  test('An abort while a tool of the gateway runs cancels the tool', async () => {
    const slow = slowTool();
    slow.hangs = true;
    const { model, upstream } = await openProvider({ place, version, tools: [slow] });
    upstream.script(callAnswer([{ name: 'slow' }], { text: 'Wait.' }));
    const abort = new AbortController();
    const begun = slow.begun();
    const { fullStream } = streamText({ model, prompt: 'Hi', abortSignal: abort.signal });
    const types = gather(fullStream).then(typesOf);
    await begun;
    abort.abort();
    expect(await types).toContain('abort');
    while (slow.cancelled === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test('A call of the gateway gets its result before an aborted stream ends', async () => {
    const slow = slowTool();
    slow.hangs = true;
    const { toolpath, upstream } = await openProvider({ place, version, tools: [slow] });
    upstream.script(callAnswer([{ name: 'slow' }], { text: 'Wait.' }));
    const abort = new AbortController();
    const begun = slow.begun();
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
    const { stream } = await toolpath.v4('up/mock').doStream({ prompt, abortSignal: abort.signal });
    const types: string[] = [];
    const read = (async () => {
      for await (const { type } of stream) types.push(type);
    })().catch((error: unknown) => error);
    await begun;
    while (!types.includes('tool-call')) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    expect(await read).toMatchObject({ name: 'AbortError' });
    expect(types.filter((type) => /^tool-(call|result)/.test(type))).toEqual(['tool-call', 'tool-result']);
    expect(types).not.toContain('finish');
  });

  test('A reader that cancels the stream ends the turn', async () => {
    const { model, upstream, asked } = await openProvider({ place, version });
    upstream.script([...sse([chunk({ content: 'Hel' })], { isDone: false }), hang]);
    const { doStream } = model as unknown as { doStream(options: object): Promise<{ stream: ReadableStream }> };
    const { stream } = await doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] });
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    await asked()[0]?.whenClosed;
  });

  test('Unicode and large outputs arrive unchanged', async () => {
    const large = 'äöü 漢字 🙂 '.repeat(20_000);
    const tool = countingTool('large', () => '🙂'.repeat(5_000));
    const { model, upstream } = await openProvider({ place, version, tools: [tool] });
    upstream.script(callAnswer([{ name: 'large', args: { q: '漢字 🙂' } }]), textAnswer(large));
    const { text } = await generateText({ model, prompt: '🙂 漢字' });
    expect(text.trim()).toBe(large.trim());
  });

  test('Files, images and results with media reach the backend', async () => {
    const { model, upstream, asked } = await openProvider({ place, version });
    upstream.script(textAnswer('Seen.'));
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await generateText({
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look.' },
            { type: 'image', image: new Uint8Array(png) },
            { type: 'image', image: new URL('https://example.com/a.png') },
            { type: 'file', data: Buffer.from('a;b').toString('base64'), mediaType: 'text/csv', filename: 'a.csv' },
          ],
        },
      ] as never,
    });
    const [message] = asked()[0]?.body.messages ?? [];
    expect(message?.content).toMatchObject([
      { type: 'text', text: 'Look.' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'text', text: '[file: a.csv]\na;b' },
    ]);
  });

  test('A model with a text format streams real calls', async () => {
    const settings = { formats: { primary: 'hermes', enabled: ['hermes'] } } as never;
    const { model, upstream, asked } = await openProvider({ place, version, settings });
    const { tools, paths } = readTool();
    upstream.script(
      textAnswer('Sure. <tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>'),
      textAnswer('Done.'),
    );
    const { fullStream, text } = streamText({ model, tools, stopWhen, prompt: 'Read a.' });
    const parts = await gather(fullStream);
    expect(typesOf(parts)).toEqual(expect.arrayContaining(['tool-input-start', 'tool-call', 'tool-result']));
    expect(await text).toBe('Done.');
    expect(paths).toEqual(['a']);
    expect(asked()[0]?.body.tools).toBeUndefined();
  });

  test('A follow-up gets the hidden steps of the gateway back', async () => {
    const clock = clockTool();
    const { model, upstream, asked } = await openProvider({ place, version, tools: [clock], gatewayCalls: 'hidden' });
    upstream.script(callAnswer([{ name: 'clock' }], { text: 'A moment.' }), textAnswer('Noon.'), textAnswer('Yes.'));
    const question = { role: 'user', content: 'What time is it?' } as const;
    const { response } = await generateText({ model, messages: [question] });
    const again = { role: 'user', content: 'Really?' } as const;
    await generateText({ model, messages: [question, ...response.messages, again] });
    expect(outline(asked()[2])).toEqual([
      'user: What time is it?',
      'assistant: A moment. clock({})',
      'clock → {"time":"noon"}',
      'assistant: Noon.',
      'user: Really?',
    ]);
  });
});
