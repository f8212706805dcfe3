import OpenAI, { NotFoundError } from 'openai';
import { describe, expect, test } from 'vitest';
import { createToolpath } from '../../src/index.ts';
import { reply, startUpstream, textAnswer } from '../upstream.ts';
import { openGateway } from './gateway.ts';

const messages = [{ role: 'user' as const, content: 'Hello?' }];
const models = ['mock', 'qwen3:8b', 'llama3:latest'];

async function setUp() {
  const gateway = await openGateway({ models });
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'x', maxRetries: 0 });
  return { ...gateway, openai };
}

describe('A model name with a mistyped or unknown part', () => {
  test.for<[string, string]>([
    ['up/mokc', 'up/mock'],
    ['up/qwen3:b8', 'up/qwen3:8b'],
    ['up/typo', 'up/mock'],
    ['upp/mock', 'up/mock'],
    ['upp/x', 'up/mock'],
    ['UP/mock', 'up/mock'],
  ])('The name "%s" is an error that names "%s" first, and no model is asked', async ([model, first]) => {
    const { openai, asked } = await setUp();
    for (const stream of [true, false]) {
      const error = await openai.chat.completions.create({ model, stream, messages }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error).toMatchObject({ status: 404, code: 'model_not_found', type: 'invalid_request_error' });
      expect(String(error)).toContain(`Unknown model ${JSON.stringify(model)}.`);
      expect(String(error)).toContain(`Known models: ${first}`);
    }
    expect(asked()).toEqual([]);
  });

  test('A bare name that is unknown still gets the default model', async () => {
    const { openai, upstream } = await setUp();
    for (const model of ['gpt-4o', 'mokc', 'openai/gpt-4o']) {
      upstream.script(textAnswer('Hello.'));
      const answer = await openai.chat.completions.create({ model, messages });
      expect(answer.model).toBe('up/mock');
    }
  });

  test.for(['up/qwen3:8b', 'up/QWEN3:8b', 'up/llama3', 'up/mock:free'])(
    'The name "%s" of a model that the server lists, or of a variant of it, is sent to the server',
    async (model) => {
      const { openai, upstream, asked } = await setUp();
      upstream.script(textAnswer('Hello.'));
      await openai.chat.completions.create({ model, messages });
      expect(asked()[0]?.body.model).toBe(model.slice('up/'.length));
    },
  );

  test('POST /v1/explain and GET /v1/models/:id answer with the same error', async () => {
    const { post, url } = await setUp();
    const explained = await post({ model: 'up/mokc', query: 'Hello?' }, { path: '/v1/explain' });
    const described = await fetch(`${url}/v1/models/up/mokc`);
    for (const response of [explained, described]) {
      expect(response.status).toBe(404);
      const { error } = (await response.json()) as { error: { message: string } };
      expect(error).toMatchObject({
        code: 'model_not_found',
        message: expect.stringContaining('Known models: up/mock,'),
      });
    }
  });

  test('The library rejects the name with the same message', async () => {
    const upstream = await startUpstream({ models });
    const toolpath = createToolpath({ backends: { up: { kind: 'openai', baseUrl: upstream.url } }, model: 'up/mock' });
    const request = { model: 'upp/mock', messages };
    for (const asking of [toolpath.ask(request).message, toolpath.explain(request)]) {
      await expect(asking).rejects.toMatchObject({
        message: expect.stringContaining('There is no backend "upp". Did you mean "up"?'),
        failure: { kind: 'unknown-model', model: 'upp/mock' },
      });
    }
    await toolpath.close();
  });
});

test('If the server itself refuses the model, the message is its own and the hint has the nearest names', async () => {
  const { post, upstream } = await openGateway({ models: () => reply(500) });
  upstream.script(reply(404, { error: { message: 'The model `mokc` does not exist', code: 'model_not_found' } }));
  const request = { model: 'up/mokc', messages };
  const response = await post(request);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    error: {
      message: 'The model `mokc` does not exist',
      code: 'model_not_found',
      hint: expect.stringContaining('up/mock'),
    },
  });
});
