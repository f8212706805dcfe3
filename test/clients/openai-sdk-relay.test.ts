import OpenAI from 'openai';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../src/doors/index.ts';
import { testGateway } from '../gateway.ts';
import { close, flood, hang, head, reply, sse, startUpstream, until, wait } from '../upstream.ts';
import { type GatewayOptions, gather, openGateway } from './gateway.ts';

/** Tests `/v1/embeddings` and `/v1/completions`, which are passed on to a backend, with the official SDK. */

async function setUp(options: GatewayOptions = {}) {
  const gateway = await openGateway({ models: ['mock', 'embed'], ...options });
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries: 0 });
  return { ...gateway, openai };
}

const vectors = {
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [0.25, -1, 3e-7] }],
  model: 'embed',
  usage: { prompt_tokens: 3, total_tokens: 3 },
};
const completed = (text: string) => ({
  id: 'cmpl-1',
  object: 'text_completion',
  created: 1,
  model: 'mock',
  choices: [{ index: 0, text, finish_reason: 'stop', logprobs: null }],
});
const embed = { model: 'up/embed', input: 'Hello', encoding_format: 'float' as const };
const prompt = { model: 'up/mock', prompt: 'Hello' };

describe('Embeddings', () => {
  test.each([
    ['openai', '/v1/embeddings'],
    ['ollama', '/v1/embeddings'],
  ])('A backend of the kind %s answers at %s, with its own name for the model', async (kind, path) => {
    const { openai, upstream, asked } = await setUp({ backend: { kind } });
    upstream.script(reply(200, vectors));
    const answer = await openai.embeddings.create({ ...embed, dimensions: 3, user: 'u' });
    expect(answer.data[0]?.embedding).toEqual([0.25, -1, 3e-7]);
    expect(asked()).toMatchObject([
      {
        path,
        body: { model: 'embed', input: 'Hello', encoding_format: 'float', dimensions: 3, user: 'u' },
        headers: { authorization: 'Bearer the-gateways-own-key' },
      },
    ]);
  });

  test('The answer is passed on unchanged, and its headers name the model', async () => {
    const { post, upstream } = await setUp();
    const body = JSON.stringify({ ...vectors, own: { field: [1e-9] } });
    for (const path of ['/v1/embeddings', '/embeddings']) {
      upstream.script(reply(200, body, { 'content-type': 'application/json' }));
      const response = await post(embed, { path });
      expect([response.status, await response.text()]).toEqual([200, body]);
      expect(response.headers.get('x-toolpath-model')).toBe('up/embed');
      expect(response.headers.get('content-type')).toBe('application/json');
    }
  });

  test('A name that the gateway does not know goes to the backend of the default model, never to another model', async () => {
    const { openai, upstream, asked } = await setUp();
    upstream.script(reply(200, vectors));
    await openai.embeddings.create({ ...embed, model: 'text-embedding-3-small' });
    expect(asked()[0]?.body.model).toBe('text-embedding-3-small');
  });

  test('An alias is followed to the first of its models whose backend has embeddings', async () => {
    const upstream = await startUpstream({ models: ['embed'] });
    const { url } = await openWith({
      backends: JSON.stringify({
        claude: { kind: 'anthropic', baseUrl: upstream.url, apiKey: 'k' },
        up: { kind: 'openai', baseUrl: upstream.url },
      }),
      aliases: JSON.stringify({ vectors: ['claude/opus', 'up/embed'] }),
    });
    upstream.script(reply(200, vectors));
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 });
    await openai.embeddings.create({ ...embed, model: 'vectors' });
    expect(upstream.requests.at(-1)).toMatchObject({ path: '/v1/embeddings', body: { model: 'embed' } });

    const refused = openai.embeddings.create({ ...embed, model: 'claude/opus' });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      param: 'model',
      message: expect.stringContaining(
        'The backend "claude" does not offer the API "embeddings". Name a model of a backend that does, such as "up/NAME".',
      ),
    });
  });

  test.each([
    ['up/embde', 'The server of the backend "up" does not list it.'],
    ['upp/embed', 'There is no backend "upp". Did you mean "up"?'],
  ])('The mistyped name "%s" is an error with the nearest names, and no model is asked', async (model, reason) => {
    const { openai, asked } = await setUp();
    const refused = await openai.embeddings.create({ ...embed, model }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 404, code: 'model_not_found' });
    expect(String(refused)).toContain(reason);
    expect(String(refused)).toContain('Known models: up/embed');
    expect(asked()).toEqual([]);
  });

  test('If no backend has embeddings, the error says which kinds have them', async () => {
    const { url } = await openWith({});
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'k', maxRetries: 0 });
    await expect(openai.embeddings.create(embed)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Add a backend of the kind "openai" or "ollama".'),
    });
  });
});

describe('Completions', () => {
  test('A completion that is not streamed is passed on', async () => {
    const { openai, upstream, asked } = await setUp();
    upstream.script(reply(200, completed('Hi.')));
    const answer = await openai.completions.create({ ...prompt, max_tokens: 5, logprobs: 1 });
    expect(answer.choices[0]?.text).toBe('Hi.');
    expect(asked()[0]).toMatchObject({ path: '/v1/completions', body: { model: 'mock', max_tokens: 5, logprobs: 1 } });
  });

  test('A streamed completion arrives piece by piece, while the backend still writes', async () => {
    const { openai, upstream } = await setUp();
    const answer = Promise.withResolvers<void>();
    const pieces = ['One', ' two', ' three'].map((text) => sse([completed(text)], { isDone: false }));
    upstream.script([
      ...(pieces[0] ?? []),
      until(answer.promise),
      ...pieces.slice(1).flatMap((each) => each.slice(1)),
      'data: [DONE]\n\n',
    ]);
    const stream = await openai.completions.create({ ...prompt, stream: true });
    const texts: string[] = [];
    for await (const { choices } of stream) {
      texts.push(choices[0]?.text ?? '');
      answer.resolve();
    }
    expect(texts).toEqual(['One', ' two', ' three']);
  });

  test('If the client disconnects, the request to the backend is aborted', async () => {
    const { openai, upstream } = await setUp();
    upstream.script([...sse([completed('One')], { isDone: false }), hang]);
    const stream = await openai.completions.create({ ...prompt, stream: true });
    for await (const _ of stream) break;
    await vi.waitFor(() => expect(upstream.closed).toHaveLength(1), 5_000);
  });

  test('A backend that writes faster than the client reads is paused', async () => {
    const { url, upstream } = await setUp();
    const piece = `data: ${JSON.stringify(completed('x'.repeat(10_000)))}\n\n`;
    upstream.script([head(200, { 'content-type': 'text/event-stream' }), flood(piece, 4_000)]);
    const response = await fetch(`${url}/v1/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...prompt, stream: true }),
    });
    await vi.waitFor(() => expect(upstream.requests[0]?.sentBytes).toBeGreaterThan(0), 5_000);
    await wait500();
    expect(upstream.requests[0]?.sentBytes).toBeLessThan(20_000_000);
    await response.body?.cancel();
  });

  test('An unknown model name gets the default model, as in chat completions', async () => {
    const { openai, upstream, asked } = await setUp();
    upstream.script(reply(200, completed('Hi.')));
    await openai.completions.create({ ...prompt, model: 'gpt-3.5-turbo-instruct' });
    expect(asked()[0]?.body.model).toBe('mock');
  });
});

describe('Failures of a request that is passed on', () => {
  test('A busy backend is retried, and the retries are observed', async () => {
    const { openai, upstream, gateway } = await setUp();
    const attempts: (string | undefined)[] = [];
    gateway.observer.on('upstream-attempted', ({ failure }) => attempts.push(failure?.kind));
    upstream.script(reply(503, 'busy', { 'retry-after': '0' }), reply(200, vectors));
    expect((await openai.embeddings.create(embed)).data).toHaveLength(1);
    expect(attempts).toEqual(['upstream-busy', undefined]);
  });

  test('An error of the backend has the status and form of our errors, without the key', async () => {
    const { openai, upstream, gateway } = await setUp();
    upstream.script(reply(400, { error: { message: 'Bad input for the-gateways-own-key.', param: 'input' } }));
    const refused = await openai.embeddings.create(embed).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 400, code: 'upstream_rejected', param: 'input' });
    expect(String(refused)).toContain('Bad input');
    expect(String(refused)).not.toContain('the-gateways-own-key');
    expect(JSON.stringify(gateway.log.lines)).not.toContain('the-gateways-own-key');
  });

  test('If the server itself refuses the model, the hint lists the nearest names', async () => {
    const { openai, upstream } = await setUp();
    upstream.script(reply(404, { error: { message: 'The model `embed` does not exist' } }));
    await expect(openai.embeddings.create(embed)).rejects.toMatchObject({
      status: 404,
      error: { hint: expect.stringContaining('Other models of this backend: up/mock.') },
    });
  });

  test('If the server does not have the API, the hint says what to check', async () => {
    const { openai, upstream } = await setUp();
    upstream.script(reply(404, '404 page not found'));
    await expect(openai.embeddings.create(embed)).rejects.toMatchObject({
      status: 404,
      error: { hint: expect.stringContaining('and that the server has this API.') },
    });
  });

  test('If the backend closes the connection before the first byte, the request is repeated', async () => {
    const { openai, upstream } = await setUp();
    upstream.script([head(200, { 'content-type': 'application/json' }), close], reply(200, vectors));
    expect((await openai.embeddings.create(embed)).data).toHaveLength(1);
  });

  test('If the backend closes the connection in the middle of a stream, the stream ends with an error event', async () => {
    const { openai, upstream } = await setUp();
    upstream.script([...sse([completed('One')], { isDone: false }), wait(50), close]);
    const stream = await openai.completions.create({ ...prompt, stream: true });
    await expect(gather(stream)).rejects.toThrow('The backend "up"');
  });

  test('If the backend closes the connection before an answer is complete, the status is 502', async () => {
    const { openai, upstream } = await setUp();
    upstream.script([head(200, { 'content-type': 'application/json', 'content-length': '900' }), '{"object":', close]);
    await expect(openai.embeddings.create(embed)).rejects.toMatchObject({ status: 502 });
  });

  test('Requests over the limit of concurrent turns are refused', async () => {
    const { openai, upstream, asked } = await setUp({ settings: { 'limits-turns-at-once': '1' } });
    upstream.script([hang], reply(200, vectors));
    const abort = new AbortController();
    const first = openai.embeddings.create(embed, { signal: abort.signal }).catch(() => undefined);
    await vi.waitFor(() => expect(asked()).toHaveLength(1), 5_000);
    await expect(openai.embeddings.create(embed)).rejects.toMatchObject({ status: 503 });
    abort.abort();
    await first;
    await vi.waitFor(async () => expect((await openai.embeddings.create(embed)).data).toHaveLength(1), 5_000);
  });

  test.each([
    ['a body that is a list', [], 'The body is an empty list; expected an object'],
    ['a model that is a number', { model: 5 }, 'model is 5; expected the name of a model, as a string.'],
  ])('A request with %s is refused', async (_, body, message) => {
    const { post, asked } = await setUp();
    const response = await post(body, { path: '/v1/completions' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
    expect(asked()).toHaveLength(0);
  });

  test('A key is required if keys are configured', async () => {
    const { post } = await setUp({ settings: { keys: ['a-key-of-the-gateway'] } });
    expect((await post(embed, { path: '/v1/embeddings' })).status).toBe(401);
    expect((await post(prompt, { path: '/v1/completions' })).status).toBe(401);
  });
});

async function openWith(settings: Parameters<typeof testGateway>[1]): Promise<{ readonly url: string }> {
  const gateway = testGateway([], settings);
  const opened = await listen(gateway);
  if (!opened.ok) throw new Error(opened.reason);
  onTestFinished(async () => {
    await opened.listening.drain(0);
    await gateway.close();
  });
  return { url: opened.listening.url };
}

function wait500(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
}
