import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from 'openai';
import { describe, expect, test } from 'vitest';
import {
  type Action,
  callAnswer,
  chunk,
  close,
  flood,
  hang,
  type Play,
  reply,
  reset,
  sse,
  textAnswer,
  until,
} from '../upstream.ts';
import { countingTool, type GatewayOptions, openGateway } from './gateway.ts';

async function setUp({ maxRetries = 0, ...options }: GatewayOptions & { readonly maxRetries?: number } = {}) {
  const gateway = await openGateway(options);
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries });
  return { ...gateway, chat: openai.chat.completions };
}

const ask = () => ({ model: 'up/mock', messages: [{ role: 'user' as const, content: 'Hello?' }] });

/** Returns the error that the SDK throws. */
async function thrown(asking: PromiseLike<unknown>): Promise<APIError> {
  const error = await Promise.resolve(asking).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof APIError)) throw new Error(`Expected an APIError, but got: ${String(error)}`);
  return error;
}

describe.for([true, false])('A failure before the first byte (streamed: %s)', (stream) => {
  test('If `tools` is not a list, the OpenAI SDK throws BadRequestError with the field', async () => {
    const { chat, upstream } = await setUp();
    const error = await thrown(chat.create({ ...ask(), stream, tools: 'all' as never }));
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({
      status: 400,
      param: 'tools',
      code: 'invalid_request',
      type: 'invalid_request_error',
    });
    expect(error.message).toContain('tools is "all"; expected a list of tools');
    expect(upstream.requests).toEqual([]);
  });

  test('If the backend does not have the model, the OpenAI SDK throws NotFoundError with the message of the backend', async () => {
    const { chat, upstream, asked } = await setUp({ models: () => reply(404) });
    const refusal = {
      message: 'The model `nope` does not exist',
      type: 'invalid_request_error',
      code: 'model_not_found',
    };
    upstream.script(reply(404, { error: refusal }));
    const error = await thrown(chat.create({ ...ask(), stream, model: 'up/nope' }));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'model_not_found' });
    expect(error.message).toBe('404 The model `nope` does not exist');
    expect(asked()).toHaveLength(1);
  });

  test("If the backend rejects the gateway's key, the OpenAI SDK throws InternalServerError, and the key is not shown", async () => {
    const { chat, upstream } = await setUp({ maxRetries: 3 });
    upstream.script(reply(401, { error: { message: 'Incorrect API key provided: the-gateways-own-key' } }));
    const error = await thrown(chat.create({ ...ask(), stream }));
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).not.toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ status: 502, code: 'upstream_credentials' });
    expect(error.message).not.toContain('the-gateways-own-key');
    expect(upstream.requests).toHaveLength(1);
  });

  test("If the gateway rejects the client's key, the OpenAI SDK throws AuthenticationError", async () => {
    const { chat, upstream } = await setUp({ settings: { keys: ['another-key'] } });
    const error = await thrown(chat.create({ ...ask(), stream }));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key' });
    expect(upstream.requests).toEqual([]);
  });

  test('If the backend is busy, the OpenAI SDK throws RateLimitError with the retry-after header of the backend', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(reply(429, { error: { message: 'slow down' } }, { 'retry-after': '3600' }));
    const error = await thrown(chat.create({ ...ask(), stream }));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'upstream_busy', type: 'rate_limit_error' });
    expect(error.headers?.get('retry-after')).toBe('3600');
    expect(error.headers?.has('x-should-retry')).toBe(false);
    expect(error.message).toBe('429 slow down');
    expect(upstream.requests).toHaveLength(1);
  });

  test('The request id in the error of a failed turn is the turn id in the log', async () => {
    const { chat, upstream, gateway } = await setUp();
    upstream.script(reply(400, { error: { message: 'too long', code: 'context_length_exceeded' } }));
    const error = await thrown(chat.create({ ...ask(), stream }));
    expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded' });
    const line = gateway.log.lines.find(({ message }) => message === 'Turn failed.');
    expect(line?.fields).toMatchObject({ turn: error.requestID, failure: 'upstream-rejected' });
  });

  const faults: [string, Play, object][] = [
    ['500', reply(500, { error: { message: 'broken' } }), { status: 502, code: 'upstream_error' }],
    ['503', reply(503, 'busy'), { status: 502, code: 'upstream_error' }],
    ['429', reply(429, { error: { message: 'slow down' } }), { status: 429, code: 'upstream_busy' }],
    ['429 with Retry-After: 0', reply(429, 'x', { 'retry-after': '0' }), { status: 429, code: 'upstream_busy' }],
    ['reset', [reset], { status: 502, code: 'upstream_unreachable' }],
    [
      'an error as the first event',
      sse([{ error: { message: 'x', code: 500 } }]),
      { status: 502, code: 'upstream_error' },
    ],
  ];
  test.for(faults)(
    'After the fault "%s" the gateway has asked three times, and the error leaves a retry to the client',
    async ([, play, expected]) => {
      const { chat, upstream } = await setUp({ settings: { 'limits-retries': '2' } });
      upstream.script(...Array<Play>(30).fill(play));
      const error = await thrown(chat.create({ ...ask(), stream }));
      expect(error).toMatchObject(expected);
      expect(error.headers?.has('x-should-retry')).toBe(false);
      await sleep(20);
      expect(upstream.requests).toHaveLength(3);
    },
  );

  test.for(faults)(
    'After the fault "%s" a retry by the OpenAI SDK gets the answer, because no tool has run',
    async ([, play]) => {
      const { chat, upstream } = await setUp({ maxRetries: 1, settings: { 'limits-retries': '0' } });
      upstream.script(play, textAnswer('Hello.'));
      await chat.create({ ...ask(), stream });
      expect(upstream.requests).toHaveLength(2);
    },
  );

  test.for<[number, string]>([
    [401, 'upstream_credentials'],
    [402, 'upstream_credentials'],
    [405, 'upstream_rejected'],
  ])(
    'The OpenAI SDK does not retry after status %i of the backend, because no retry can change it',
    async ([status, code]) => {
      const { chat, upstream } = await setUp({ maxRetries: 3 });
      upstream.script(...Array<Play>(30).fill(reply(status, { error: { message: 'no' } })));
      const error = await thrown(chat.create({ ...ask(), stream }));
      expect(error).toMatchObject({ status: 502, code });
      expect(error.headers?.get('x-should-retry')).toBe('false');
      expect(upstream.requests).toHaveLength(1);
    },
  );

  const theirs = { type: 'function' as const, function: { name: 'theirs', parameters: { type: 'object' } } };
  const onlyTheirs = { type: 'allowed_tools' as const, allowed_tools: { mode: 'auto' as const, tools: [theirs] } };
  test.for<[string, string, object]>([
    ['whose arguments are refused', 'pay', {}],
    ['of an unknown tool', 'bogus', {}],
    ['of a tool that is not allowed', 'pay', { tools: [theirs], tool_choice: onlyTheirs }],
  ])('After a call %s no tool has run, so a busy backend allows any number of retries', async ([, name, more]) => {
    const pay = { ...countingTool('pay', () => 'paid'), schema: { type: 'object', required: ['amount'] } };
    const { chat, upstream } = await setUp({ tools: [pay], settings: { mixed: 'true' } });
    const busy = reply(429, { error: { message: 'full' } }, { 'retry-after': '60' });
    upstream.script(callAnswer([{ name }]), busy, busy, busy);
    for (let attempt = 0; attempt < 3; attempt++) {
      const error = await thrown(chat.create({ ...ask(), ...more, stream }));
      expect(error).toBeInstanceOf(RateLimitError);
      expect(error.headers?.has('x-should-retry')).toBe(false);
    }
    expect(upstream.requests).toHaveLength(4);
  });

  test('A busy backend forbids a retry after a tool has run, and its retry-after header is passed on', async () => {
    const pay = countingTool('pay', () => 'paid');
    const { chat, upstream } = await setUp({ maxRetries: 3, tools: [pay] });
    upstream.script(callAnswer([{ name: 'pay' }]), reply(429, { error: { message: 'full' } }, { 'retry-after': '60' }));
    const error = await thrown(chat.create({ ...ask(), stream }));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error.headers?.get('x-should-retry')).toBe('false');
    expect(error.headers?.get('retry-after')).toBe('60');
    expect(pay.runs).toBe(1);
    expect(upstream.requests).toHaveLength(2);
    upstream.script(reply(429, { error: { message: 'still full' } }, { 'retry-after': '60' }));
    const again = await thrown(chat.create({ ...ask(), stream })); // continues after the outcome of the tool
    expect(again.headers?.get('x-should-retry')).toBe('false');
    expect(pay.runs).toBe(1);
  });

  test('A fault after a tool has run repeats neither the tool nor the first step', async () => {
    const pay = countingTool('pay', () => 'paid');
    const { chat, upstream } = await setUp({ maxRetries: 5, tools: [pay], settings: { 'limits-retries': '1' } });
    upstream.script(callAnswer([{ name: 'pay' }]), ...Array<Play>(30).fill(reply(500, 'broken')));
    expect(await thrown(chat.create({ ...ask(), stream }))).toMatchObject({ status: 502, code: 'upstream_error' });
    expect(pay.runs).toBe(1);
    expect(upstream.requests).toHaveLength(3);
  });

  test('If the gateway has no free slot, the OpenAI SDK retries until it gets one', async () => {
    const { chat, upstream } = await setUp({ maxRetries: 5, settings: { 'limits-turns-at-once': '1' } });
    const first = Promise.withResolvers<void>();
    upstream.script(() => {
      first.resolve();
      return [hang];
    }, textAnswer('second'));
    const leaving = new AbortController();
    const holding = chat.create({ ...ask(), stream: true }, { signal: leaving.signal }).catch(() => {});
    await first.promise;
    const second = chat.create({ ...ask(), stream });
    await sleep(100);
    expect(upstream.requests).toHaveLength(1);
    leaving.abort();
    await holding;
    await second;
    expect(upstream.requests).toHaveLength(2);
  });
});

describe('A failure after the first byte', () => {
  const begun = (...more: Parameters<typeof sse>[0]) =>
    sse([chunk({ content: 'Once upon ' }), ...more], { isDone: false });
  test.for<[string, readonly Action[], string]>([
    ['an error event', sse([{ error: { message: 'out of memory', code: 500 } }]).slice(1), 'upstream_error'],
    ['a reset', [reset], 'upstream_invalid_answer'],
    ['a closed connection', [close], 'upstream_invalid_answer'],
    ['an end without a finish reason', [], 'upstream_invalid_answer'],
    ['an invalid event', ['data: nonsense\n\n'], 'upstream_invalid_answer'],
    ['an endless event', ['data: "', flood('x'.repeat(1000))], 'upstream_invalid_answer'],
  ])(
    'After the first byte, %s makes the OpenAI SDK throw an APIError with our code, without a retry',
    async ([, fault, code]) => {
      const { chat, upstream } = await setUp({ maxRetries: 5, settings: { 'limits-event-bytes': '100000' } });
      const seen = Promise.withResolvers<void>();
      upstream.script([...begun(), until(seen.promise), ...fault]);
      let text = '';
      const reading = async () => {
        for await (const { choices } of await chat.create({ ...ask(), stream: true })) {
          text += choices[0]?.delta.content ?? '';
          if (text !== '') seen.resolve();
        }
      };
      const error = await thrown(reading());
      expect(error).toMatchObject({ status: undefined, code, type: 'server_error' });
      expect(text).toBe('Once upon ');
      expect(upstream.requests).toHaveLength(1);
    },
  );

  test('After the first byte, the streaming helper of the OpenAI SDK also rejects, and keeps the text so far', async () => {
    const { chat, upstream } = await setUp();
    upstream.script(begun({ error: { message: 'out of memory', code: 500 } }));
    const stream = chat.stream(ask());
    expect(await thrown(stream.finalContent())).toMatchObject({ code: 'upstream_error' });
    expect(stream.currentChatCompletionSnapshot?.choices[0]?.message.content).toBe('Once upon ');
  });

  test('The OpenAI SDK does not run a client call that was truncated', async () => {
    const { chat, upstream } = await setUp();
    const beginning = { index: 0, id: 'x', type: 'function', function: { name: 'pay', arguments: '{"amount": 1' } };
    const seen = Promise.withResolvers<void>();
    upstream.script([...sse([chunk({ tool_calls: [beginning] })], { isDone: false }), until(seen.promise), close]);
    const tools = [{ type: 'function', function: { name: 'pay', parse: JSON.parse, function: () => 'paid' } }] as never;
    const runner = chat.runTools({ ...ask(), tools, stream: true });
    runner.once('chunk', () => seen.resolve());
    expect(await thrown(runner.finalContent())).toMatchObject({ code: 'upstream_invalid_answer' });
    expect(runner.messages.filter(({ role }) => role === 'tool')).toEqual([]);
  });
});
