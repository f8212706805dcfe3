import { describe, expect, onTestFinished, test } from 'vitest';
import { proves } from '../test/requirements.ts';
import { startUpstream } from '../test/upstream.ts';
import { TurnError } from './asking.ts';
import { createToolpath, type ToolpathSettings } from './library.ts';

async function start(settings: ToolpathSettings = {}) {
  const upstream = await startUpstream();
  const backends = { up: { kind: 'openai' as const, baseUrl: upstream.url } };
  const toolpath = createToolpath({ backends, model: 'up/mock-8b', ...settings });
  onTestFinished(() => toolpath.close());
  return { upstream, toolpath };
}

const add = { name: 'add', description: 'Adds.', schema: { type: 'object' }, invoke: () => 3 };
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof TurnError ? error.failure : error),
  );

describe('explain, in a program', () => {
  proves(['S1.explain', 'L5'], 'takes a question or a whole request, and asks no model', async () => {
    const { upstream, toolpath } = await start({ tools: [add] });
    const byQuestion = await toolpath.explain('What is 1 + 2?');
    expect(byQuestion).toMatchObject({
      model: 'up/mock-8b',
      limit: { most: 5, rule: 'size' },
      prompt: { messages: [{ role: 'user', content: 'What is 1 + 2?' }], tools: [{ function: { name: 'add' } }] },
    });
    expect(byQuestion.decisions[0]).toEqual({
      tool: 'add',
      verdict: 'in',
      rule: 'gateway',
      flip: expect.stringContaining('"tools": []'),
      tokens: expect.any(Number),
    });
    const byRequest = await toolpath.explain({ messages: [{ role: 'user', content: 'hi' }], tools: [] });
    expect(byRequest).toMatchObject({ limit: null, prompt: { tools: [] }, tokens: { tools: 0 } });
    expect(byRequest.decisions.find(({ tool }) => tool === 'add')).toMatchObject({ verdict: 'out', rule: 'no-tools' });
    expect(upstream.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('is plain JSON', async () => {
    const { toolpath } = await start({ tools: [add] });
    const explanation = await toolpath.explain('hi');
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
  });

  test('where there could be no such turn, it rejects with the failure', async () => {
    const { toolpath } = await start();
    expect(await failureOf(toolpath.explain({ messages: [] }))).toMatchObject({
      kind: 'bad-request',
      param: 'messages',
    });
    const two = await start({ backends: { a: { kind: 'pocket' }, b: { kind: 'pocket' } }, model: 'c/mock' });
    expect(await failureOf(two.toolpath.explain('hi'))).toMatchObject({ kind: 'unknown-model' });
    const broken = await start({ tools: ['./no-such-module.ts'] });
    expect(await failureOf(broken.toolpath.explain('hi'))).toMatchObject({ kind: 'bad-request', param: 'tools' });
    const messages = [{ role: 'user' as const, content: 'hi' }];
    const cancelled = toolpath.explain({ messages, signal: AbortSignal.abort() });
    expect(await failureOf(cancelled)).toMatchObject({ kind: 'turn-cancelled' });
  });
});
