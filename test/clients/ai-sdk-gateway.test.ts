import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createToolpathProvider } from '../../src/ai-sdk/index.ts';
import { proves } from '../requirements.ts';
import { callAnswer, chunk, hang, sse, textAnswer, wait } from '../upstream.ts';
import { functionsOf, MAJORS, openProvider, typesOf } from './ai-sdk-provider.ts';
import { countingTool, gather, openGateway, outline, toolNames } from './gateway.ts';

describe.for(MAJORS)('createGateway of ai $major', ({ ai, version }) => {
  const { generateText, streamText, stopWhen } = functionsOf(ai);
  const open = async (options: Parameters<typeof openProvider>[0] = {}) => {
    const opened = await openProvider(options);
    const gateway = ai.createGateway({ baseURL: `${opened.url}/v1/ai`, apiKey: 'any' });
    return { ...opened, gateway, model: gateway('up/mock' as never) };
  };

  proves(['S3.versions', 'S0.absent'], 'It generates and streams with the gateway’s tools', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { model, upstream, asked } = await open({ tools: [clock] });
    const script = () => [callAnswer([{ name: 'clock' }], { text: 'A moment.' }), textAnswer('It is noon.')];
    upstream.script(...script(), ...script());
    const { text, finishReason, content } = await generateText({ model, prompt: 'Time?' });
    expect({ text, finishReason }).toEqual({ text: 'A moment.\n\nIt is noon.', finishReason: 'stop' });
    expect(content.filter(({ type }) => type === 'tool-result')).toHaveLength(version === 'v2' ? 0 : 1);
    const streamed = streamText({ model, prompt: 'Time?' });
    expect(typesOf(await gather(streamed.fullStream))).not.toContain('error');
    expect(await streamed.text).toBe('A moment.\n\nIt is noon.');
    expect((await streamed.usage).inputTokens).toBe(22);
    expect(asked().map(toolNames)).toEqual(Array.from({ length: 4 }, () => ['clock']));
  });

  proves('S0.listed', 'It runs the caller’s tools, and calls stream', async () => {
    const { model, upstream, asked } = await open({ tools: [countingTool('clock', () => 'noon')] });
    const read = { description: 'r', inputSchema: z.object({ path: z.string() }), execute: () => 'text' };
    upstream.script(callAnswer([{ name: 'read', args: { path: 'a' } }]), textAnswer('Done.'));
    const streamed = streamText({ model, tools: { read }, stopWhen, prompt: 'Read.' });
    expect(typesOf(await gather(streamed.fullStream))).toEqual(
      expect.arrayContaining(['tool-input-start', 'tool-call', 'tool-result']),
    );
    expect(await streamed.text).toBe('Done.');
    expect(asked().map(toolNames)).toEqual([['read'], ['read']]);
  });

  proves(['S0.empty', 'S0.invalid'], '`tools: none` and wrong options have their effect', async () => {
    const { model, upstream, asked } = await open({ tools: [countingTool('clock', () => 'noon')] });
    upstream.script(textAnswer('Hi'));
    await generateText({ model, prompt: 'Hi', providerOptions: { toolpath: { tools: 'none' } } });
    expect(asked().map(toolNames)).toEqual([undefined]);
    const failed = await generateText({
      model,
      prompt: 'Hi',
      providerOptions: { toolpath: { tools: 3 } },
      maxRetries: 0,
    }).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      name: 'GatewayInvalidRequestError',
      statusCode: 400,
      message: expect.stringContaining('providerOptions.toolpath.tools'),
    });
  });

  test('It lists the models', async () => {
    const { gateway } = await open();
    const { models } = await gateway.getAvailableModels();
    expect(models).toMatchObject([{ id: 'up/mock', specification: { specificationVersion: version } }]);
  });

  test('A heartbeat does not disturb a silent stream', async () => {
    const { model, upstream } = await open({ settings: { limits: { heartbeatMs: 20 } } });
    upstream.script([
      ...sse([chunk({ content: 'a' })], { isDone: false }),
      wait(90),
      ...sse([chunk({ content: 'b' }), chunk({}, 'stop')]).slice(1),
    ]);
    expect(await streamText({ model, prompt: 'Hi' }).text).toBe('ab');
  });
});

describe('POST /v1/ai/language-model', () => {
  const path = '/v1/ai/language-model';
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }];
  const headers = (more: Record<string, string> = {}) => ({ 'ai-language-model-id': 'up/mock', ...more });

  test('It needs a key if keys are configured, and tells others in the protocol’s form', async () => {
    const { url, upstream, post } = await openGateway({ settings: { keys: 'the-only-key' } });
    const refused = await post({ prompt }, { path, headers: headers() });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { type: 'authentication_error' } });
    const failed = await createToolpathProvider({ baseURL: url, apiKey: 'wrong' })
      .v4('up/mock')
      .doGenerate({ prompt } as never)
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(failed).toMatchObject({ statusCode: 401, isRetryable: false });
    upstream.script(textAnswer('Hi'));
    const { content } = await createToolpathProvider({ baseURL: `${url}/v1/`, apiKey: 'the-only-key' })
      .v4('up/mock')
      .doGenerate({ prompt } as never);
    expect(content).toEqual([{ type: 'text', text: 'Hi' }]);
  });

  proves('L2', 'A continuation is found with the key of its turn only', async () => {
    const clock = countingTool('clock', () => 'noon');
    const keys = ['the-first-key-0000', 'the-second-key-000'];
    const { asked, upstream, post } = await openGateway({ tools: [clock], settings: { mixed: 'true', keys } });
    const tools = [{ type: 'function', name: 'read', inputSchema: { type: 'object' } }];
    const askAs = async (key: string | undefined, body: object) => {
      const response = await post(body, { path, headers: headers({ authorization: `Bearer ${key}` }) });
      return (await response.json()) as { content: { toolName?: string; toolCallId?: string }[] };
    };
    upstream.script(callAnswer([{ name: 'clock' }, { name: 'read' }]), textAnswer('Hm.'), textAnswer('Yes.'));
    const hidden = { toolpath: { gatewayCalls: 'hidden' } };
    const { content } = await askAs(keys[0], { prompt, tools, providerOptions: hidden });
    const call = { toolName: 'read', toolCallId: content.find(({ toolName }) => toolName === 'read')?.toolCallId };
    const said = { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] };
    const result = { type: 'tool-result', ...call, output: { type: 'text', value: 'x' } };
    const next = { prompt: [...prompt, said, { role: 'tool', content: [result] }], tools };
    await askAs(keys[1], next);
    await askAs(keys[0], next);
    expect(outline(asked()[1])).toEqual(['user: Hi', 'assistant: read({})', 'read → x']);
    expect(outline(asked()[2])).toEqual(['user: Hi', 'assistant: clock({}) read({})', 'clock → noon', 'read → x']);
  });

  test('A model may have any name, also one that no header can have as it is', async () => {
    const { url, upstream, asked } = await openGateway({ models: ['模型'] });
    upstream.script(textAnswer('Hi'));
    const toolpath = createToolpathProvider({ baseURL: `${url}/v1/ai` });
    const { content } = await toolpath.v4('up/模型').doGenerate({ prompt } as never);
    expect(content).toEqual([{ type: 'text', text: 'Hi' }]);
    expect(asked()[0]?.body.model).toBe('模型');
    await toolpath.close();
    const closed = toolpath.v4('up/mock').doGenerate({ prompt } as never);
    await expect(closed).rejects.toThrow('The provider is closed.');
  });

  test('It refuses an unknown version, bodies that are no call, and unknown roles', async () => {
    const { post } = await openGateway();
    for (const [body, more, param] of [
      [{ prompt }, { 'ai-language-model-specification-version': '9' }, 'ai-language-model-specification-version'],
      [[], {}, ''],
      [{ prompt: [] }, {}, 'prompt'],
      [{ prompt: [{ role: 'asistant', content: [] }] }, {}, 'prompt[0].role'],
      [{ prompt, tools: {} }, {}, 'tools'],
      [{ prompt, temperature: 'hot' }, {}, 'temperature'],
    ] as const) {
      const answer = await post(body, { path, headers: headers(more) });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { type: 'invalid_request_error', param, isRetryable: false },
      });
    }
  });

  test('If the client disconnects, the connection to the backend closes', async () => {
    const { url, upstream } = await openGateway();
    upstream.script([...sse([chunk({ content: 'a' })], { isDone: false }), hang]);
    const { stream } = await createToolpathProvider({ baseURL: url })
      .v4('up/mock')
      .doStream({ prompt } as never);
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    await upstream.requests.find(({ method }) => method === 'POST')?.whenClosed;
  });

  test('A gateway that cannot be reached is a retryable error that names the address', async () => {
    const { doGenerate } = createToolpathProvider({ baseURL: 'http://127.0.0.1:9' }).v4('x');
    const failed = await Promise.resolve(doGenerate({ prompt } as never)).catch((error: unknown) => error);
    expect(failed).toMatchObject({ isRetryable: true, message: expect.stringContaining('http://127.0.0.1:9') });
  });

  test.each([
    ['nothing', ''],
    ['no JSON', 'data: {oops\n\n'],
    ['half a stream', 'data: {"type":"stream-start","warnings":[]}\n\ndata: {"type":"text-start","id":"1"}\n\n'],
  ])('A server that sends %s ends the stream with an error and the finish "interrupted"', async (_, text) => {
    const fetch = async () => new Response(text, { status: 200 });
    const { stream } = await createToolpathProvider({ baseURL: 'http://gateway', fetch })
      .v4('x')
      .doStream({ prompt } as never);
    const parts = await gather(stream as unknown as AsyncIterable<{ type: string }>);
    expect(parts.slice(-2)).toMatchObject([
      { type: 'error' },
      { type: 'finish', finishReason: { unified: 'interrupted' } },
    ]);
  });

  test('Chunks of any size give the same parts', async () => {
    const { url, upstream } = await openGateway();
    upstream.script(textAnswer('äöü 漢字 🙂 and more'), textAnswer('äöü 漢字 🙂 and more'));
    const whole = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers({ 'ai-language-model-streaming': 'true' }), 'content-type': 'application/json' },
      body: JSON.stringify({ prompt }),
    });
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const partsBy = async (size: number) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
          controller.close();
        },
      });
      const provider = createToolpathProvider({ baseURL: 'http://gateway', fetch: async () => new Response(body) });
      const { stream } = await provider.v4('x').doStream({ prompt } as never);
      return gather(stream as unknown as AsyncIterable<object>);
    };
    const expected = await partsBy(bytes.length);
    for (const size of [1, 2, 3, 7, 64]) expect(await partsBy(size)).toEqual(expected);
    expect(JSON.stringify(expected)).toContain('漢字');
  });
});
