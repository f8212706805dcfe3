import { APIError } from 'openai';
import { describe, expect, test } from 'vitest';
import { errorBody, eventActions, message, streamEvents, textMessage, toolUseMessage } from '../messages.ts';
import { proves } from '../requirements.ts';
import { close, hang, head, type Play, reply, reset, wait } from '../upstream.ts';
import { brokenCall, clientTool, isOurs, openAgent, PREFIX, SONNET, scriptAround } from './claude-agent-gateway.ts';
import { countingTool, gather } from './gateway.ts';

/** Failures of the model's server, behind the real agent. */

const hello = { model: SONNET, messages: [{ role: 'user' as const, content: 'Hello?' }] };
const KEY = 'sk-ant-canary-0123456789';

/** Asks, and returns the error. */
async function failureOf(asking: Promise<unknown>): Promise<APIError> {
  const error = await asking.then(
    (answer) => new Error(`There was an answer: ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof APIError) return error;
  throw error;
}

/** The beginning of an answer with the text "Hel". */
const beginning = eventActions(
  streamEvents([{ type: 'text', text: 'Hel' }]).filter(({ type }) =>
    ['message_start', 'content_block_start', 'content_block_delta'].includes(type),
  ),
);

describe('Refusals of the server behind the real agent', () => {
  // Claude Code itself repeats a 400 and a 404 without some of its own parameters.
  const refusals: readonly [status: number, type: string, message: string, answer: object, requests: number][] = [
    [401, 'authentication_error', `invalid x-api-key ${KEY}`, { status: 502, code: 'upstream_credentials' }, 1],
    [403, 'permission_error', 'not for you', { status: 502 }, 1],
    [400, 'invalid_request_error', 'messages.1: bad', { status: 400 }, 3],
    [
      400,
      'invalid_request_error',
      'prompt is too long: 250000 tokens > 200000 maximum',
      { status: 400, code: 'context_length_exceeded' },
      1,
    ],
    [404, 'not_found_error', 'model: claude-sonnet-4-5', { status: 404 }, 2],
    [413, 'request_too_large', 'Request exceeds the maximum size', { status: 413 }, 1],
    [429, 'rate_limit_error', 'slow down', { status: 429 }, 3],
    [500, 'api_error', 'on fire', { status: 502 }, 3],
    [529, 'overloaded_error', 'Overloaded', { status: 429 }, 3],
  ];
  for (const [status, type, words, answer, requests] of refusals) {
    test(`A ${status} with the message "${words.slice(0, 20)}" becomes an error after ${requests} requests`, async (context) => {
      const { chat, upstream, asked, children, gateway } = await openAgent(context, {
        backend: { apiKey: KEY },
        settings: { 'limits-retries': '2' },
      });
      upstream.script(...Array.from({ length: 9 }, () => reply(status, errorBody(type, words))));
      const error = await failureOf(chat.create(hello));
      expect({ status: error.status, code: error.code, message: error.message }).toMatchObject(answer);
      await children.gone();
      expect(asked()).toHaveLength(requests);
      expect(JSON.stringify([error, error.message, gateway.log.lines])).not.toContain('canary');
      if (status === 500 || status === 429) expect(error.message).toContain(words);
    });
  }

  proves(
    'L7',
    'A temporary failure is retried by the gateway alone, and the client does not see it',
    async (context) => {
      const { chat, upstream, asked, gateway } = await openAgent(context, { settings: { 'limits-retries': '2' } });
      const attempts: number[] = [];
      gateway.observer.on('upstream-attempted', ({ attempt }) => void attempts.push(attempt));
      upstream.script(
        reply(529, errorBody('overloaded_error', 'Overloaded')),
        reply(500, errorBody('api_error', 'x')),
        textMessage('Hello'),
      );
      const { choices } = await chat.create(hello);
      expect(choices[0]?.message.content).toBe('Hello');
      expect(asked()).toHaveLength(3);
      expect(attempts).toEqual([1, 2, 3]);
    },
  );
});

describe('Broken answers behind the real agent', () => {
  const broken: readonly [name: string, words: string, play: Play][] = [
    [
      'an error inside the stream',
      'Overloaded',
      [...beginning, `event: error\ndata: ${JSON.stringify(errorBody('overloaded_error', 'Overloaded'))}\n\n`],
    ],
    ['a stream that ends too early', 'StreamTruncated', beginning],
    ['a closed connection', 'was lost', [...beginning, wait(50), close]],
    ['a reset connection', 'was lost', [...beginning, wait(50), reset]],
    ['junk', '"up"', [head(200, { 'content-type': 'text/event-stream' }), 'data: {"type":\n\n']],
    ['a page of a proxy', '"up"', reply(200, '<html>Sign in</html>')],
  ];
  for (const [name, words, play] of broken) {
    test(`${name[0]?.toUpperCase()}${name.slice(1)} becomes an error, whole and streamed`, async (context) => {
      const { chat, upstream, children } = await openAgent(context, { settings: { 'limits-retries': '0' } });
      upstream.script(play);
      const error = await failureOf(chat.create(hello));
      expect(error.message).toContain(words);
      await children.gone();
      // Claude Code may have asked again before the gateway stopped it.
      upstream.script(play);
      const streaming = async () => gather(await chat.create({ ...hello, stream: true }));
      await expect(streaming()).rejects.toThrow();
      await children.gone();
    });
  }

  test('A silent server ends the turn at the limits, before its first byte and in the middle', async (context) => {
    const settings = { 'limits-retries': '0', 'limits-first-byte-ms': '1500', 'limits-silence-ms': '500' };
    const { chat, upstream, children, asked } = await openAgent(context, { settings });
    upstream.script([hang], [...beginning, hang]);
    expect(await failureOf(chat.create(hello))).toMatchObject({
      message: expect.stringContaining('sent nothing for 1500 ms'),
    });
    await children.gone();
    expect(await failureOf(chat.create(hello))).toMatchObject({
      message: expect.stringContaining('sent nothing for 500 ms'),
    });
    await children.gone();
    expect(asked()).toHaveLength(2);
    for (const { whenClosed } of asked()) await whenClosed;
  });

  test('An answer that the token limit cuts off keeps its text and its reason', async (context) => {
    const { chat, upstream, children, asked } = await openAgent(context);
    scriptAround(upstream, message([{ type: 'text', text: 'Once upon' }], { stop: 'max_tokens' }));
    const { choices } = await chat.create(hello);
    expect(choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'Once upon' } });
    await children.gone();
    expect(asked().filter(isOurs)).toHaveLength(1);
  });

  test('A refusal of the model is an answer with its own reason', async (context) => {
    const { chat, upstream, children, asked } = await openAgent(context);
    scriptAround(upstream, message([{ type: 'text', text: 'I will not.' }], { stop: 'refusal' }));
    const { choices } = await chat.create(hello);
    expect(choices[0]).toMatchObject({ finish_reason: 'content_filter' });
    await children.gone();
    expect(asked().filter(isOurs)).toHaveLength(1);
  });

  test('A call that is cut off, by the token limit or with its stream, is not executed', async (context) => {
    const tool = countingTool('look', () => 'x');
    const { chat, upstream, children } = await openAgent(context, {
      tools: [tool],
      settings: { 'limits-retries': '0' },
    });
    const name = `${PREFIX}look`;
    scriptAround(upstream, brokenCall({ name, stop: 'max_tokens' }, '{"q": "x'));
    expect((await chat.create(hello)).choices[0]?.finish_reason).toBe('length');
    await children.gone();
    const begun = eventActions(
      streamEvents([{ type: 'tool_use', id: 'toolu_1', name, input: { q: 'x' } }]).slice(0, -3),
    );
    scriptAround(upstream, [...begun, wait(50), close]);
    await failureOf(chat.create(hello));
    await children.gone();
    expect(tool.runs).toBe(0);
  });

  proves(
    'S3.executors',
    'A failure in a later step of the loop is an error, and the child is gone',
    async (context) => {
      const tool = countingTool('look', () => 'x');
      const { chat, upstream, children, asked } = await openAgent(context, {
        tools: [tool],
        settings: { 'limits-retries': '1' },
      });
      const fire = reply(500, errorBody('api_error', 'on fire'));
      upstream.script(toolUseMessage([{ name: `${PREFIX}look` }]), fire, fire, fire, fire);
      const error = await failureOf(chat.create(hello));
      expect(error.message).toContain('on fire');
      expect(tool.runs).toBe(1);
      await children.gone();
      expect(asked()).toHaveLength(3);
    },
  );

  proves(
    'S3.executors',
    'A temporary failure in a later step of the loop is retried, and no tool runs twice',
    async (context) => {
      const tool = countingTool('look', () => 'x');
      const { chat, upstream, children, asked } = await openAgent(context, {
        tools: [tool],
        settings: { 'limits-retries': '1' },
      });
      upstream.script(
        toolUseMessage([{ name: `${PREFIX}look` }]),
        reply(529, errorBody('overloaded_error', 'Overloaded')),
        textMessage('Done.'),
      );
      expect((await chat.create(hello)).choices[0]?.message.content).toBe('Done.');
      expect(tool.runs).toBe(1);
      await children.gone();
      expect(asked()).toHaveLength(3);
    },
  );
});

describe('A program that is not Claude Code', () => {
  test.for([
    ['a path that does not exist', '/nonexistent/claude'],
    ['a program that ends at once', '/bin/false'],
    ['a program that prints nothing useful', '/bin/echo'],
  ])('%s is an error that names the backend', async ([, executable = ''], context) => {
    const settings = { 'limits-retries': '0', 'limits-first-byte-ms': '3000' };
    const { chat } = await openAgent(context, { backend: { executable }, settings });
    const error = await failureOf(chat.create({ ...hello, tools: [clientTool('look')] }));
    expect(error.status).toBeGreaterThanOrEqual(500);
    expect(error.message).toContain('"up"');
  });
});
