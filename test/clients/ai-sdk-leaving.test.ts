import { describe, expect, test } from 'vitest';
import { callAnswer, chunk, hang, reset, sse, textAnswer, wait } from '../upstream.ts';
import { openProvider } from './ai-sdk-provider.ts';
import { gather } from './gateway.ts';

/** Calls that end in another way than with an answer that is read to its end. */

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
const tools = [
  { type: 'function' as const, name: 'add', description: 'Adds.', inputSchema: { type: 'object' } as const },
];
const hello = { prompt, tools };

/** An executor that hangs until its call is aborted. */
function hangingExecutor() {
  const begun = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const run = (_: object, { abortSignal }: { abortSignal: AbortSignal }) => {
    abortSignal.addEventListener('abort', () => stopped.resolve());
    begun.resolve();
    return new Promise(() => {});
  };
  return { run, begun: begun.promise, stopped: stopped.promise };
}

describe.for(['in this process', 'over HTTP'] as const)('With the provider %s', (place) => {
  const oneTurn = { limits: { turnsAtOnce: 1, retries: 0 } };

  test('A stream that is cancelled before it is read releases its turn', async () => {
    const { toolpath, upstream } = await openProvider({ place, settings: oneTurn });
    const model = toolpath.v4('up/mock');
    upstream.script(textAnswer('Hi'), textAnswer('Hi again'));
    const { stream } = await model.doStream({ prompt });
    await stream.cancel();
    await expect.poll(async () => (await model.doGenerate({ prompt })).content).toHaveLength(1);
  });

  test('An abort releases the turn of an unread stream, and a late reader gets the abort', async () => {
    const { toolpath, upstream } = await openProvider({ place, settings: oneTurn });
    const model = toolpath.v4('up/mock');
    upstream.script([...sse([chunk({ content: 'Hel' })], { isDone: false }), hang], textAnswer('Hi'));
    const abort = new AbortController();
    const { stream } = await model.doStream({ prompt, abortSignal: abort.signal });
    abort.abort();
    await expect.poll(async () => (await model.doGenerate({ prompt })).content).toHaveLength(1);
    await expect(gather(stream as never)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('An abort right after the start of a call ends the call', async () => {
    const { toolpath, upstream } = await openProvider({ place });
    upstream.script([hang]);
    const abort = new AbortController();
    const failed = toolpath.v4('up/mock').doGenerate({ prompt, abortSignal: abort.signal });
    abort.abort();
    await expect(failed).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('Cancelling a stream ends an executor that runs', async () => {
    const executor = hangingExecutor();
    const { toolpath, upstream } = await openProvider({ place, toolExecutors: { add: executor.run } });
    upstream.script(callAnswer([{ name: 'add' }]));
    const { stream } = await toolpath.v4('up/mock').doStream(hello);
    const reader = stream.getReader();
    const read = (async () => {
      while (!(await reader.read()).done);
    })();
    await executor.begun;
    await reader.cancel();
    await executor.stopped;
    await read;
  });

  test('An abort ends an executor that runs, and its call gets a result', async () => {
    const executor = hangingExecutor();
    const { toolpath, upstream } = await openProvider({ place, toolExecutors: { add: executor.run } });
    upstream.script(callAnswer([{ name: 'add' }]));
    const abort = new AbortController();
    const { stream } = await toolpath.v4('up/mock').doStream({ ...hello, abortSignal: abort.signal });
    const types: string[] = [];
    const read = (async () => {
      for await (const { type } of stream) types.push(type);
    })();
    await executor.begun;
    abort.abort();
    await executor.stopped;
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
    expect(types.filter((type) => /^tool-(call|result)/.test(type))).toEqual(['tool-call', 'tool-result']);
  });

  test('If the answer breaks off after a call, the call has a result before the error', async () => {
    const { toolpath, upstream } = await openProvider({ place, toolExecutors: { add: () => 3 } });
    const calls = [{ index: 0, id: 'c', type: 'function', function: { name: 'add', arguments: '{}' } }];
    upstream.script([...sse([chunk({ tool_calls: calls })], { isDone: false }), wait(30), reset]);
    const { stream } = await toolpath.v4('up/mock').doStream(hello);
    const parts = await gather(stream as unknown as AsyncIterable<{ readonly type: string }>);
    expect(parts.map(({ type }) => type).slice(-4)).toEqual(['tool-call', 'tool-result', 'error', 'finish']);
  });
});
