import { test } from 'vitest';
import * as ai7 from 'ai';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import { z } from 'zod';
import { createToolpathProvider } from '../../src/ai-sdk/index.ts';
import { callAnswer, startUpstream, textAnswer } from '../upstream.ts';
import { countingTool, gather, outline } from './gateway.ts';

for (const [name, ai, version] of [['7', ai7, 'v4'], ['6', ai6, 'v3'], ['5', ai5, 'v2']] as const) {
 for (const helper of [false, true])
  test(`ui ${name} ${helper}`, async () => {
    const upstream = await startUpstream();
    const clock = countingTool('clock', () => ({ time: 'noon' }));
    const settings = { specificationVersion: version, model: 'up/mock', backends: { up: { kind: 'openai' as const, baseUrl: upstream.url } }, builtins: [], tools: [{ description: 'd', ...clock } as never] };
    const toolpath = createToolpathProvider(settings);
    const other = createToolpathProvider(settings);
    const { streamText, generateText, readUIMessageStream, convertToModelMessages } = ai as typeof ai7;
    upstream.script(callAnswer([{ name: 'clock', args: { q: 'x' } }], { text: 'A moment.' }), textAnswer('It is noon.', { tokens: [20, 4] }));
    const tools = helper ? { gateway: toolpath.gatewayTools(), read: { description: 'r', inputSchema: z.object({ path: z.string() }) } } : undefined;
    const s = streamText({ model: toolpath('up/mock') as never, prompt: 'time?', maxRetries: 0, tools: tools as never });
    let last: ai7.UIMessage | undefined;
    for await (const m of readUIMessageStream({ stream: s.toUIMessageStream() as never, onError: (e) => console.log('uierr', e) } as never)) last = m as never;
    console.log(name, JSON.stringify(last));
    const messages = await convertToModelMessages([{ id: '1', role: 'user', parts: [{ type: 'text', text: 'time?' }] }, last as never, { id: '3', role: 'user', parts: [{ type: 'text', text: 'sure?' }] }], { tools: tools as never });
    console.log(name, JSON.stringify(messages));
    upstream.script(textAnswer('yes'), textAnswer('yes'), textAnswer('yes'));
    for (const p of [toolpath, other]) await generateText({ model: p('up/mock') as never, messages, maxRetries: 0, tools: tools as never });
    const r = await s.response;
    await generateText({ model: other('up/mock') as never, messages: [{ role: 'user', content: 'time?' }, ...r.messages as never[], { role: 'user', content: 'sure?' }], maxRetries: 0, tools: tools as never });
    console.log(upstream.requests.filter((x) => x.method === 'POST').slice(2).map((q) => outline(q as never)));
  });
}
