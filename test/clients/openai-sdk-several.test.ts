import OpenAI from 'openai';
import type { ChatCompletionChunk, ChatCompletionTool } from 'openai/resources/chat/completions';
import { describe, expect, test, vi } from 'vitest';
import { callAnswer, chunk, hang, reply, sse, textAnswer, until, wait } from '../upstream.ts';
import { scriptedWires } from '../wires.ts';
import { countingTool, type GatewayOptions, gather, openGateway } from './gateway.ts';

/** Tests `n`, the number of answers, with the official SDK. */

async function setUp(options: GatewayOptions = {}) {
  const gateway = await openGateway(options);
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries: 0 });
  return { ...gateway, chat: openai.chat.completions };
}

const hello = { model: 'up/mock', messages: [{ role: 'user' as const, content: 'Hello?' }] };
const say: ChatCompletionTool = {
  type: 'function',
  function: { name: 'say', parameters: { type: 'object', properties: { text: { type: 'string' } } } },
};

/** Joins the deltas of each choice of a stream. */
function choicesIn(chunks: readonly ChatCompletionChunk[]) {
  const choices = new Map<number, { text: string; args: string; finish: string[] }>();
  for (const { index, delta, finish_reason: reason } of chunks.flatMap((each) => each.choices)) {
    const choice = choices.get(index) ?? { text: '', args: '', finish: [] };
    choice.text += delta.content ?? '';
    choice.args += delta.tool_calls?.[0]?.function?.arguments ?? '';
    if (reason !== null) choice.finish.push(reason);
    choices.set(index, choice);
  }
  return [...choices].sort(([a], [b]) => a - b).map(([, choice]) => choice);
}

describe('Several answers', () => {
  test.each(scriptedWires)(
    'Over $kind, a request for three answers gets three choices with their own indexes',
    async (wire) => {
      const { chat, upstream } = await setUp({ backend: { kind: wire.kind } });
      upstream.script(wire.text('one'), wire.text('two'), wire.text('three'));
      const answer = await chat.create({ ...hello, n: 3 });
      expect(answer.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
      expect(answer.choices.map(({ message }) => message.content).sort()).toEqual(['one', 'three', 'two']);
      expect(answer.choices.map((choice) => choice.finish_reason)).toEqual(['stop', 'stop', 'stop']);
      expect(answer.usage).toMatchObject({ prompt_tokens: 33, completion_tokens: 21, total_tokens: 54 });
    },
  );

  test('The choices of a stream are interleaved as they arrive; usage and [DONE] come once, at the end', async () => {
    const { chat, upstream, asked } = await setUp();
    upstream.script(
      textAnswer('The first answer is slow.', { everyMs: 20 }),
      callAnswer([{ name: 'say', args: { text: 'hi' } }]),
    );
    const request = { ...hello, tools: [say], n: 2, stream_options: { include_usage: true } };
    const chunks = await gather(await chat.create({ ...request, stream: true }));
    const [one, two] = choicesIn(chunks).sort((a, b) => b.text.length - a.text.length);
    expect(one).toEqual({ text: 'The first answer is slow.', args: '', finish: ['stop'] });
    expect(two).toEqual({ text: '', args: '{"text":"hi"}', finish: ['tool_calls'] });
    const ends = chunks.flatMap(({ choices }) => choices).filter(({ finish_reason: reason }) => reason !== null);
    expect(ends.map(({ finish_reason: reason }) => reason)).toEqual(['tool_calls', 'stop']);
    expect(chunks.filter(({ choices }) => choices.length === 0)).toHaveLength(1);
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 22, completion_tokens: 14 });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(asked().map(({ body }) => body.n)).toEqual([undefined, undefined]);
  });

  test('Every choice has its own reader for calls that the model writes as text', async () => {
    const settings = { 'formats-enabled': ['hermes'], 'formats-primary': 'hermes' };
    const { chat, upstream } = await setUp({ settings });
    const written = '<tool_call>{"name": "say", "arguments": {"text": "hi"}}</tool_call>';
    upstream.script(textAnswer(written, { everyMs: 2 }), textAnswer('No <tool', { everyMs: 2 }));
    const chunks = await gather(await chat.create({ ...hello, tools: [say], n: 2, stream: true }));
    const choices = choicesIn(chunks).sort((a, b) => a.text.length - b.text.length);
    expect(choices).toMatchObject([
      { text: '', finish: ['tool_calls'] },
      { text: 'No <tool', args: '', finish: ['stop'] },
    ]);
    expect(JSON.parse(choices[0]?.args ?? '')).toEqual({ text: 'hi' });
  });

  test('Each answer has another seed, because equal seeds would give equal answers', async () => {
    const { chat, upstream, asked } = await setUp();
    upstream.script(textAnswer('a'), textAnswer('b'), textAnswer('c'));
    await chat.create({ ...hello, n: 3, seed: 7 });
    expect(
      asked()
        .map(({ body }) => body.seed)
        .sort(),
    ).toEqual([7, 8, 9]);
  });

  test('The follow-up of any choice is rejoined and continues its own conversation', async () => {
    const { chat, upstream, asked } = await setUp();
    upstream.script(callAnswer([{ name: 'say' }]), callAnswer([{ name: 'say' }]), textAnswer('Done.'));
    const { choices } = await chat.create({ ...hello, tools: [say], n: 2 });
    const message = choices[1]?.message;
    const id = message?.tool_calls?.[0]?.id ?? '';
    const messages = [...hello.messages, ...(message === undefined ? [] : [message])];
    await chat.create({
      ...hello,
      tools: [say],
      messages: [...messages, { role: 'tool', tool_call_id: id, content: 'ok' }],
    });
    expect(asked()[2]?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', tool_calls: [{ function: { name: 'say' } }] },
      { role: 'tool', content: 'ok' },
    ]);
  });

  test('If one answer fails before anything was sent, the request fails, and the other answers are cancelled', async () => {
    const { chat, upstream, asked } = await setUp({ settings: { 'limits-retries': '0' } });
    for (const stream of [true, false]) {
      const before = asked().length;
      const areAsked = Promise.withResolvers<void>();
      upstream.script([until(areAsked.promise), ...reply(400, { error: { message: 'No.' } })], [hang]);
      const refused = expect(chat.create({ ...hello, n: 2, stream })).rejects.toMatchObject({ status: 400 });
      await vi.waitFor(() => expect(asked()).toHaveLength(before + 2), 5_000);
      areAsked.resolve();
      await refused;
    }
    await vi.waitFor(() => expect(upstream.closed).toHaveLength(2), 5_000);
  });

  test('If one answer of a stream fails later, the stream ends with the error, and the other answers are cancelled', async () => {
    const { chat, upstream } = await setUp({ settings: { 'limits-retries': '0' } });
    const first = sse([chunk({ content: 'Hello' })], { isDone: false });
    upstream.script([...first, hang], [wait(200), ...sse([{ error: { message: 'broken' } }], { isDone: false })]);
    const stream = await chat.create({ ...hello, n: 2, stream: true });
    await expect(gather(stream)).rejects.toThrow('broken');
    await vi.waitFor(() => expect(upstream.closed).toHaveLength(1), 5_000); // only the socket of the unfinished answer
  });

  test('At most 16 answers of a request are written at the same time', async () => {
    const { chat, upstream, asked } = await setUp();
    const release = Promise.withResolvers<void>();
    upstream.script(
      ...Array.from({ length: 20 }, () => [until(release.promise), ...sse([chunk({ content: 'Hi' }, 'stop')])]),
    );
    const answer = chat.create({ ...hello, n: 20, stream: true }).then((stream) => gather(stream));
    await vi.waitFor(() => expect(asked()).toHaveLength(16), 5_000);
    release.resolve();
    expect(choicesIn(await answer)).toHaveLength(20);
  });

  test('If the client disconnects, all answers are cancelled', async () => {
    const { chat, upstream, asked } = await setUp();
    const first = sse([chunk({ content: 'Hello' })], { isDone: false });
    upstream.script([...first, hang], [...first, hang]);
    const stream = await chat.create({ ...hello, n: 2, stream: true });
    for await (const _ of stream) {
      await vi.waitFor(() => expect(asked()).toHaveLength(2), 5_000); // one answer may begin before the other is requested
      break;
    }
    await vi.waitFor(() => expect(upstream.closed).toHaveLength(2), 5_000);
  });

  test('A request for more answers than there are free turns is refused, and leaves no turn behind', async () => {
    const { chat, upstream, asked } = await setUp({ settings: { 'limits-turns-at-once': '2' } });
    const release = Promise.withResolvers<void>();
    upstream.script([until(release.promise), ...sse([chunk({ content: 'Hi' }, 'stop')])]);
    const first = chat.create({ ...hello, stream: true }).then((stream) => gather(stream));
    await vi.waitFor(() => expect(asked()).toHaveLength(1), 5_000);
    await expect(chat.create({ ...hello, n: 2 })).rejects.toMatchObject({ status: 503 });
    release.resolve();
    await first;
    upstream.script(textAnswer('a'), textAnswer('b'));
    expect((await chat.create({ ...hello, n: 2 })).choices).toHaveLength(2);
  });

  test('A request for more answers than turns may run at once is refused as wrong, because no retry can help', async () => {
    const { post, asked } = await setUp({ settings: { 'limits-turns-at-once': '2' } });
    const refused = await post({ ...hello, n: 3 });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-should-retry')).toBeNull();
    expect(await refused.json()).toMatchObject({
      error: {
        param: 'n',
        message:
          'n is 3, but only 2 turns may run at the same time, and each answer is one turn. Ask for fewer answers, or raise "limits.turnsAtOnce".',
      },
    });
    expect(asked()).toHaveLength(0);
  });

  test('Several answers are refused if the model could call gateway tools, and the error says what to do', async () => {
    const clock = countingTool('clock', () => 'noon');
    const { chat, post, upstream } = await setUp({ tools: [clock] });
    const refused = await post({ ...hello, n: 2 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: {
        param: 'n',
        message:
          'n is 2, but the model may call the gateway\'s tools in this turn, and every answer would run them again. Send "tools": [] or only your own tools, list only your own tools in an "allowed_tools" choice, or ask for one answer.',
      },
    });
    const mixed = [say, { type: 'toolpath' } as never];
    const named = { type: 'function' as const, function: { name: 'say' } }; // some servers ignore it
    await expect(chat.create({ ...hello, tools: mixed, tool_choice: named, n: 2 })).rejects.toMatchObject({
      param: 'n',
      message: expect.stringContaining('list only your own tools in an "allowed_tools" choice'),
    });
    upstream.script(...Array.from({ length: 6 }, () => textAnswer('Hi.')));
    const allowed = { mode: 'auto' as const, tools: [{ type: 'function', function: { name: 'say' } }] };
    for (const members of [
      { tools: [] },
      { tools: mixed, tool_choice: 'none' as const },
      { tools: mixed, tool_choice: { type: 'allowed_tools' as const, allowed_tools: allowed } },
    ])
      expect((await chat.create({ ...hello, ...members, n: 2 })).choices).toHaveLength(2);
    expect(clock.runs).toBe(0);
  });

  test.each([0, -1, 1.5, '2', 129])('A request for %j answers is refused', async (n) => {
    const { post } = await setUp();
    const response = await post({ ...hello, n });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { param: 'n', message: expect.stringContaining('expected a whole number from 1 to 128') },
    });
  });
});
