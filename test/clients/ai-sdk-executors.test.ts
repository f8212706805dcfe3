import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createToolpathProvider, type ToolExecutorFunction } from '../../src/ai-sdk/index.ts';
import { proves } from '../requirements.ts';
import { callAnswer, chunk, sse, textAnswer } from '../upstream.ts';
import { EVERYWHERE, functionsOf, MAJORS, openProvider, typesOf } from './ai-sdk-provider.ts';
import { countingTool, gather, outline } from './gateway.ts';

const declared = { description: 'Adds.', inputSchema: z.object({ a: z.number(), b: z.number() }) };
const tools = { add: declared };
const call = callAnswer([{ name: 'add', args: { a: 1, b: 2 } }], { text: 'Adding.' });

describe.for(EVERYWHERE)('ai $major with toolExecutors and the provider $place', ({ ai, version, place }) => {
  const { generateText, streamText, stopWhen } = functionsOf(ai);

  proves(
    ['S3.executors', 'S3.executors.stream'],
    'If every tool has an executor, the tools run in the gateway and the turn loops',
    async () => {
      const seen: unknown[] = [];
      const add = (
        { a, b }: { a: number; b: number },
        {
          toolCallId,
          abortSignal,
          messages,
        }: { toolCallId: string; abortSignal: AbortSignal; messages: readonly unknown[] },
      ) => {
        seen.push([typeof toolCallId, abortSignal.aborted, messages.length]);
        return { sum: a + b };
      };
      const { model, upstream, asked } = await openProvider({ version, place, toolExecutors: { add } });
      upstream.script(call, textAnswer('3.'), call, textAnswer('3.'));
      const { text, steps, content, response } = await generateText({ model, tools, prompt: '1 + 2?' });
      expect({ text, steps: steps.length, seen }).toEqual({
        text: 'Adding.\n\n3.',
        steps: 1,
        seen: [['string', false, 1]],
      });
      expect(outline(asked()[1])).toEqual(['user: 1 + 2?', 'assistant: Adding. add({"a":1,"b":2})', 'add → {"sum":3}']);
      expect(content).toMatchObject([
        { type: 'text' },
        { type: 'tool-call', toolName: 'add', input: { a: 1, b: 2 }, providerExecuted: true },
        { type: 'tool-result', toolName: 'add', output: { sum: 3 }, providerExecuted: true },
        { type: 'text' },
      ]);
      const streamed = streamText({ model, tools, prompt: '1 + 2?' });
      const types = typesOf(await gather(streamed.fullStream));
      expect(types).not.toContain('error');
      const parts = ['tool-input-start', 'tool-input-delta', 'tool-input-end', 'tool-call', 'tool-result'];
      expect(types).toEqual(expect.arrayContaining(parts));
      expect(await streamed.text).toBe('Adding.\n\n3.');
      upstream.script(textAnswer('Sure.'));
      const first = { role: 'user', content: '1 + 2?' };
      await generateText({ model, tools, messages: [first, ...response.messages, { role: 'user', content: 'Sure?' }] });
      expect(outline(asked().at(-1))).toEqual([
        'user: 1 + 2?',
        'assistant: Adding. add({"a":1,"b":2})',
        'add → {"sum":3}',
        'assistant: 3.',
        'user: Sure?',
      ]);
    },
  );

  proves(
    'S3.executors.partial',
    'If some tools have no executor, a warning names them, and no tool runs in the gateway',
    async () => {
      const ran: string[] = [];
      const { model, upstream } = await openProvider({ version, place, toolExecutors: { add: () => ran.push('add') } });
      upstream.script(call, call);
      const more = { ...tools, read: declared, write: declared };
      const { toolCalls, finishReason, warnings } = await generateText({ model, tools: more, prompt: 'Hi' });
      expect({ finishReason, ran }).toEqual({ finishReason: 'tool-calls', ran: [] });
      expect(toolCalls).toMatchObject([{ toolName: 'add', input: { a: 1, b: 2 } }]);
      expect(JSON.stringify(warnings)).toContain('toolExecutors.partial');
      expect(JSON.stringify(warnings)).toContain('\\"read\\", \\"write\\"');
      const streamed = streamText({ model, tools: more, prompt: 'Hi' });
      expect(await streamed.finishReason).toBe('tool-calls');
      expect(await streamed.warnings).toHaveLength(1);
    },
  );

  proves('S3.single-turn', 'If no tool has an executor, the calls go back without a warning', async () => {
    const { model, upstream, asked } = await openProvider({ version, place, toolExecutors: { other: () => 1 } });
    upstream.script(call);
    const { finishReason, warnings } = await generateText({ model, tools, prompt: 'Hi' });
    expect({ finishReason, warnings, asked: asked().length }).toEqual({
      finishReason: 'tool-calls',
      warnings: [],
      asked: 1,
    });
  });

  test('The caller’s own `execute` still runs the tools that have no executor', async () => {
    const { model, upstream } = await openProvider({ version, place, toolExecutors: { other: () => 1 } });
    upstream.script(call, textAnswer('3.'));
    const own = { add: { ...declared, execute: ({ a, b }: { a: number; b: number }) => a + b } };
    const { text } = await generateText({ model, tools: own, prompt: 'Hi', stopWhen });
    expect(text).toBe('3.');
  });
});

describe.for(['in this process', 'over HTTP'] as const)('toolExecutors with the provider %s', (place) => {
  const { generateText } = functionsOf(MAJORS[2]?.ai as never);
  const run = async (execute: ToolExecutorFunction, settings = {}) => {
    const { model, upstream, asked } = await openProvider({ place, toolExecutors: { add: execute }, settings });
    upstream.script(call, textAnswer('Done.'));
    const { text } = await generateText({ model, tools, prompt: 'Hi' });
    return { text, told: outline(asked()[1]).at(-1) };
  };

  test('The model sees a text unchanged, an object that looks like content as JSON, and nothing as an empty result', async () => {
    expect((await run(() => 'three')).told).toBe('add → three');
    expect((await run(() => ({ type: 'text', text: 'x' }))).told).toBe('add → {"type":"text","text":"x"}');
    expect((await run(() => [1, 2])).told).toBe('add → [1,2]');
    expect((await run(() => undefined)).told).toBe('add → The tool returned an empty result.');
    expect(
      (
        await run(async function* () {
          yield 'one';
          yield 'two';
        })
      ).told,
    ).toBe('add → two');
  });

  test('An executor that throws or returns a cycle gives the model an outcome, and the turn ends', async () => {
    const thrown = await run(() => {
      throw new Error('no numbers today');
    });
    expect(thrown).toMatchObject({ text: 'Adding.\n\nDone.', told: expect.stringContaining('no numbers today') });
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect((await run(() => cycle)).told).toContain('self');
  });

  test('Calls of executors can be hidden, and a result that is no text keeps its form', async () => {
    const { toolpath, upstream } = await openProvider({ place, toolExecutors: { add: () => [1, 2] } });
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
    const listed = [{ type: 'function' as const, name: 'add', inputSchema: { type: 'object' as const } }];
    const ask = async (gatewayCalls: string) => {
      upstream.script(call, textAnswer('Done.'));
      const providerOptions = { toolpath: { gatewayCalls } };
      return (await toolpath.v4('up/mock').doGenerate({ prompt, tools: listed, providerOptions })).content;
    };
    expect((await ask('hidden')).filter(({ type }) => type !== 'text')).toEqual([]);
    expect((await ask('shown')).find(({ type }) => type === 'tool-result')).toMatchObject({ result: [1, 2] });
  });

  test('A tool of the AI SDK is an executor, unless it needs the approval of a user', async () => {
    const ran: string[] = [];
    const add = { ...declared, execute: () => ran.push('add') };
    for (const [needsApproval, expected] of [
      [undefined, ['add']],
      [false, ['add']],
      [true, []],
      [() => true, []],
    ]) {
      ran.length = 0;
      const { model, upstream } = await openProvider({ place, toolExecutors: { add: { ...add, needsApproval } } });
      upstream.script(call, textAnswer('Done.'));
      await generateText({ model, tools, prompt: 'Hi' });
      expect(ran).toEqual(expected);
    }
  });

  proves('S3.executors.partial', 'A tool that takes one text also needs an executor', async () => {
    const { toolpath, upstream } = await openProvider({ place, toolExecutors: { add: () => 3 } });
    upstream.script(call);
    const { finishReason, warnings } = await toolpath.v4('up/mock').doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      tools: [
        { type: 'function', name: 'add', inputSchema: { type: 'object' } },
        { type: 'provider', id: 'openai.custom', name: 'patch', args: {} },
      ],
    });
    expect(finishReason.unified).toBe('tool-calls');
    expect(JSON.stringify(warnings)).toContain('no executor for \\"patch\\"');
  });

  proves('L7', 'Arguments are checked before an executor runs', async () => {
    const ran: unknown[] = [];
    const { model, upstream, asked } = await openProvider({
      place,
      toolExecutors: { add: (input) => ran.push(input) },
    });
    upstream.script(callAnswer([{ name: 'add', args: { a: 'x' } }]), textAnswer('Sorry.'));
    await generateText({ model, tools, prompt: 'Hi' });
    expect(ran).toEqual([]);
    expect(outline(asked()[1]).at(-1)).toContain('b');
  });

  test('Names of tools are looked up as own properties only', async () => {
    const { model, upstream } = await openProvider({ place, toolExecutors: {} });
    upstream.script(callAnswer([{ name: 'constructor' }]));
    const { finishReason } = await generateText({ model, tools: { constructor: declared }, prompt: 'Hi' });
    expect(finishReason).toBe('tool-calls');
  });

  proves('S3.executors', 'The last turn that `maxTurns` allows must answer without tools', async () => {
    const { model, upstream, asked } = await openProvider({ place, toolExecutors: { add: () => 3 }, maxTurns: 2 });
    upstream.script(call, textAnswer('Three.'));
    const { text } = await generateText({ model, tools, prompt: 'Hi' });
    expect(text).toBe('Adding.\n\nThree.');
    expect(asked().map(({ body }) => body.tool_choice)).toEqual([undefined, 'none']);
    const perCall = await openProvider({ place, toolExecutors: { add: () => 3 } });
    perCall.upstream.script(call, call, textAnswer('Three.'));
    await generateText({ model: perCall.model, tools, prompt: 'Hi', providerOptions: { toolpath: { maxTurns: 3 } } });
    expect(perCall.asked().map(({ body }) => body.tool_choice)).toEqual([undefined, undefined, 'none']);
  });

  test('Tools that a call runs in the gateway can be mixed with the gateway’s own', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { model, upstream, asked } = await openProvider({ place, tools: [clock], toolExecutors: { add: () => 3 } });
    upstream.script(callAnswer([{ name: 'add', args: { a: 1, b: 2 } }, { name: 'clock' }]), textAnswer('Done.'));
    await generateText({ model, tools, prompt: 'Hi', providerOptions: { toolpath: { mixed: true } } });
    expect(outline(asked()[1]).slice(-2)).toEqual(['add → 3', 'clock → noon']);
  });

  // Over HTTP, executors run beside the gateway, so its settings do not concern them.
  test.runIf(place === 'in this process')(
    'The limits and the permit of the settings hold for executors, the filter does not',
    async () => {
      const filtered = await run(() => 3, { filter: { tools: ['nowhere::*'] } });
      expect(filtered.told).toBe('add → 3');
      const denied = await run(() => 3, { permit: [{ tool: 'add', verdict: 'deny' }] } as never);
      expect(denied.told).toContain('not');
      const hung = await run(() => new Promise(() => {}), { limits: { toolMs: 50 } });
      expect(hung).toMatchObject({ text: 'Adding.\n\nDone.', told: expect.stringContaining('50') });
    },
  );

  test('A truncated call is not executed', async () => {
    const ran: unknown[] = [];
    const { model, upstream } = await openProvider({ place, toolExecutors: { add: () => ran.push(1) } });
    const calls = [{ index: 0, id: 'c', type: 'function', function: { name: 'add', arguments: '{"a":1' } }];
    upstream.script(sse([chunk({ tool_calls: calls }), chunk({}, 'length')]), textAnswer('x'));
    const { finishReason } = await generateText({ model, tools, prompt: 'Hi' });
    expect({ ran, finishReason }).toEqual({ ran: [], finishReason: 'length' });
  });

  test('An own gateway takes executors with its settings, and close ends it', async () => {
    const toolpath = createToolpathProvider({
      model: 'built-in/pocket',
      backends: { 'built-in': { kind: 'pocket' } },
      toolExecutors: { add: () => 3 },
    });
    await toolpath.close();
    const failed = await generateText({ model: toolpath('built-in/pocket'), prompt: 'Hi', maxRetries: 0 }).catch(
      (error: unknown) => error,
    );
    expect(failed === undefined).toBe(false);
  });
});
