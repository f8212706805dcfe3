import OpenAI, { APIError } from 'openai';
import { describe, expect, test } from 'vitest';
import { chunk, reply, sse, until } from '../upstream.ts';
import { openGateway } from './gateway.ts';

const SETTINGS = { 'limits-retries': '0' };

interface ErrorBody {
  readonly error: { readonly message: string; readonly hint?: string; readonly type: string; readonly code: string };
}

/** Sends one question to a gateway whose backend answers with this error. */
async function refusedBy(status: number, body: object | string, stream: boolean) {
  const { post, upstream } = await openGateway({ settings: SETTINGS });
  upstream.script(reply(status, body));
  const response = await post({ model: 'up/mock', stream, messages: [{ role: 'user', content: 'Hello?' }] });
  return { status: response.status, error: ((await response.json()) as ErrorBody).error };
}

/**
 * Writes an error as Python's `str` does. The Python SDKs put this text into their exceptions, and libraries such as litellm
 * search it for a provider's phrases. If a text has both kinds of quotes, Python escapes the apostrophes.
 */
function asPython(error: object): string {
  const quoted = (text: string) =>
    text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;
  return Object.entries(error)
    .map(([name, value]) => `'${name}': ${typeof value === 'string' ? quoted(value) : 'None'}`)
    .join(', ');
}

const OVERFLOW_PHRASE = /this model's maximum context length is/i;
/** Phrases by which clients recognise a busy server or a timeout. */
const FOREIGN_PHRASE = /rate[\s_-]*limit|\b429\b|timed out|invalid api key/i;

describe.for([true, false])("The backend's words in errors (streamed: %s)", (stream) => {
  const overflows = [
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    'the request exceeds the available context size, try increasing it',
    'prompt is too long: 210000 tokens > 200000 maximum',
  ];
  test.for(overflows)(
    'The overflow message "%s" stays as it is, and the hint has the phrase of OpenAI',
    async (message) => {
      const { status, error } = await refusedBy(400, { error: { message, type: 'x' } }, stream);
      expect(status).toBe(400);
      expect(error).toMatchObject({ message, type: 'invalid_request_error', code: 'context_length_exceeded' });
      expect(asPython(error)).toMatch(OVERFLOW_PHRASE);
      expect(asPython(error)).not.toMatch(FOREIGN_PHRASE);
    },
  );

  test.for([
    ['JSON', (message: string) => JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })],
    ['text', (message: string) => message],
  ] as const)("The message of the provider behind OpenRouter, in %s, is the error's message", async ([, write]) => {
    const message = 'prompt is too long: 210000 tokens > 200000 maximum';
    const metadata = { provider_name: 'Anthropic', raw: write(message) };
    const { error } = await refusedBy(
      400,
      { error: { message: 'Provider returned error', code: 400, metadata } },
      stream,
    );
    expect(error).toMatchObject({ message, code: 'context_length_exceeded' });
    expect(asPython(error)).toMatch(OVERFLOW_PHRASE);
  });

  test('If a provider behind OpenRouter gives no reason, the message is that of OpenRouter', async () => {
    const message = 'Provider returned error';
    const { error } = await refusedBy(400, { error: { message, code: 400, metadata: { raw: null } } }, stream);
    expect(error.message).toBe(message);
  });

  const rows: [number, string, object, number, object][] = [
    [402, 'Insufficient credits', {}, 502, { code: 'upstream_credentials', type: 'server_error' }],
    [403, 'Your input was flagged by moderation', {}, 502, { code: 'upstream_credentials', type: 'server_error' }],
    [429, 'Rate limit reached for mock', {}, 429, { code: 'upstream_busy', type: 'rate_limit_error' }],
    [500, 'CUDA error', {}, 502, { code: 'upstream_error', type: 'server_error' }],
    [
      400,
      'Your request was rejected as a result of our safety system.',
      { code: 'content_policy_violation' },
      400,
      { code: 'content_policy_violation', type: 'invalid_request_error' },
    ],
  ];
  test.for(rows)(
    'The message of status %i, "%s", is the message of the error, and the hint names the backend',
    async ([upstreamStatus, message, more, status, expected]) => {
      const { error, ...answer } = await refusedBy(upstreamStatus, { error: { message, ...more } }, stream);
      expect(answer.status).toBe(status);
      expect(error).toMatchObject({ ...expected, message, hint: expect.stringContaining('The backend "up"') });
      expect(asPython(error)).not.toMatch(OVERFLOW_PHRASE);
      expect(error.hint).not.toMatch(FOREIGN_PHRASE);
    },
  );

  test('A refused key is explained in our words, because the words of the backend blame the key of the client', async () => {
    const { status, error } = await refusedBy(401, { error: { message: 'Invalid API key: sk-…1234' } }, stream);
    expect(status).toBe(502);
    expect(error.message).toContain('The backend "up" refused its configured key (status 401).');
    expect(JSON.stringify(error)).not.toContain('1234');
  });

  test('The hint of a status 403 does not claim that the key is wrong', async () => {
    const { error } = await refusedBy(403, { error: { message: 'Country not supported' } }, stream);
    expect(error.hint).toMatch(/^The backend "up" denied access \(status 403\)\./);
  });

  test('Secrets are removed from the words of the backend', async () => {
    const { error } = await refusedBy(402, { error: { message: 'No credit for the-gateways-own-key' } }, stream);
    expect(error.message).toMatch(/^No credit for /);
    expect(JSON.stringify(error)).not.toContain('the-gateways-own-key');
  });

  test('Advice about the settings is in the hint, not in the message', async () => {
    const missing = await refusedBy(404, 'page not found', stream);
    expect(missing.error.message).toBe('page not found');
    expect(missing.error.hint).toContain('Check its "baseUrl"');
  });

  test('A prompt that exceeds the window gets the phrase of OpenAI and our advice as a hint', async () => {
    const { post, upstream } = await openGateway({
      settings: { models: JSON.stringify({ 'up/mock': { contextTokens: 1_000 } }) },
    });
    const content = 'a word or two '.repeat(3_000);
    const response = await post({ model: 'up/mock', stream, tools: [], messages: [{ role: 'user', content }] });
    const { error } = (await response.json()) as ErrorBody;
    expect(response.status).toBe(400);
    expect(error).toMatchObject({ type: 'invalid_request_error', code: 'context_length_exceeded' });
    expect(error.message).toMatch(
      /^This model's maximum context length is 1000 tokens\. However, you requested \d+ tokens \(\d+ in the messages, 0 in the functions, and \d+ in the completion\)\./,
    );
    expect(error.hint).toContain('"models": { "up/mock": { "contextTokens": ');
    expect(asPython(error)).toMatch(OVERFLOW_PHRASE);
    expect(upstream.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test('An error event inside a stream has the message of the backend and our hint', async () => {
  const { baseUrl, upstream } = await openGateway({ settings: SETTINGS });
  const seen = Promise.withResolvers<void>();
  upstream.script([
    ...sse([chunk({ content: 'Once upon ' })], { isDone: false }),
    until(seen.promise),
    ...sse([{ error: { message: 'Insufficient credits', code: 402 } }], { isDone: false }).slice(1),
  ]);
  const { chat } = new OpenAI({ baseURL: baseUrl, apiKey: 'x', maxRetries: 0 });
  const reading = async () => {
    const stream = await chat.completions.create({
      model: 'up/mock',
      stream: true,
      messages: [{ role: 'user', content: 'Hello?' }],
    });
    for await (const { choices } of stream) if (choices[0]?.delta.content) seen.resolve();
  };
  const error = await reading().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({
    message: 'Insufficient credits',
    code: 'upstream_credentials',
    error: { hint: expect.stringContaining('Add credit') },
  });
});
