import { describe, expect, test } from 'vitest';
import { reply, startUpstream } from '../../test/upstream.ts';
import { defaultLimits, silentLog } from '../core/index.ts';
import { createOpenAiBackend } from './openai.ts';

const never = new AbortController().signal;

/** Inspects the model `m` at a server with this list entry, which answers other paths with `tells`. */
async function inspect(entry: object, tells: Record<string, unknown> = {}, model = 'm') {
  const list = {
    object: 'list',
    data: [
      { id: 'other', max_model_len: 1 },
      { id: 'm', object: 'model', ...entry },
    ],
  };
  const upstream = await startUpstream({ models: () => reply(200, list), tells });
  const backend = createOpenAiBackend({ name: 'up', baseUrl: upstream.url, limits: defaultLimits, log: silentLog });
  return {
    facts: await backend.inspect(model, never),
    asked: upstream.requests.map(({ method, path }) => `${method} ${path}`),
  };
}

describe('Facts of a chat-completions server about a model', () => {
  test.each<[string, object, object]>([
    ['vLLM', { owned_by: 'vllm', max_model_len: 32_768 }, { contextTokens: 32_768 }],
    [
      'Together or OpenRouter',
      { context_length: 131_072, top_provider: { max_completion_tokens: 8_192 } },
      { contextTokens: 131_072, outputTokens: 8_192 },
    ],
    ['Groq', { context_window: 8_192, max_completion_tokens: 1_024 }, { contextTokens: 8_192, outputTokens: 1_024 }],
    ['Mistral', { max_context_length: 40_000 }, { contextTokens: 40_000 }],
    [
      'OpenRouter for a model with media',
      { context_length: 9, architecture: { input_modalities: ['text', 'image', 'file', 'audio'] } },
      { contextTokens: 9, media: ['image', 'audio'] },
    ],
    ['xAI', { context_length: 9, input_modalities: ['text'] }, { contextTokens: 9, media: [] }],
    [
      'Mistral for a model with media',
      { max_context_length: 9, capabilities: { vision: true } },
      { contextTokens: 9, media: ['image'] },
    ],
    ['a server without such fields', {}, {}],
    [
      'a server with invalid values',
      { max_model_len: '9', context_length: -1, context_window: Number.NaN, meta: 7 },
      {},
    ],
  ])('The facts of %s are read from its model list', async (_, entry, facts) => {
    const { facts: told, asked } = await inspect(entry);
    expect(told).toEqual(facts);
    expect(asked).toEqual(['GET /v1/models', ...('contextTokens' in facts ? [] : ['GET /api/version'])]);
  });

  test('The context window of llama.cpp is the loaded one, not the one the model was trained with', async () => {
    const { facts, asked } = await inspect(
      { owned_by: 'llamacpp', meta: { n_ctx_train: 131_072, n_params: 8e9 } },
      { '/props': { default_generation_settings: { n_ctx: 4_096 }, total_slots: 1 } },
    );
    expect(facts).toEqual({ contextTokens: 4_096, billions: 8 });
    expect(asked).toEqual(['GET /v1/models', 'GET /props?model=m']);
  });

  test('llama.cpp and LM Studio report the media that a loaded model accepts', async () => {
    const props = { default_generation_settings: { n_ctx: 4_096 }, modalities: { vision: true, audio: false } };
    expect((await inspect({ owned_by: 'llamacpp' }, { '/props': props })).facts).toMatchObject({ media: ['image'] });
    const list = { data: [{ id: 'm', type: 'vlm' }] };
    expect((await inspect({ owned_by: 'organization_owner' }, { '/api/v0/models': list })).facts).toMatchObject({
      media: ['image'],
    });
  });

  test('The context window of LM Studio is the loaded one, and LM Studio truncates silently', async () => {
    const list = { data: [{ id: 'm', state: 'loaded', max_context_length: 131_072, loaded_context_length: 4_096 }] };
    const { facts } = await inspect({ owned_by: 'organization_owner' }, { '/api/v0/models': list });
    expect(facts).toEqual({ contextTokens: 4_096, overflow: 'cut' });
  });

  test('LM Studio reports no context window for a model that is not loaded, but still truncates silently', async () => {
    const list = { data: [{ id: 'm', state: 'not-loaded', max_context_length: 131_072 }] };
    expect((await inspect({ owned_by: 'organization_owner' }, { '/api/v0/models': list })).facts).toEqual({
      overflow: 'cut',
    });
    expect((await inspect({ owned_by: 'organization_owner' })).facts).toEqual({ overflow: 'cut' });
  });

  test('Ollama behind chat completions is recognised for a name without a tag and for any model owner', async () => {
    const tells = {
      '/api/version': { version: '0.32.1' },
      '/api/ps': { models: [{ name: 'm:latest', context_length: 4_096 }] },
    };
    for (const entry of [
      { id: 'm:latest', owned_by: 'library' },
      { id: 'm:latest', owned_by: 'someone' },
    ]) {
      expect((await inspect(entry, tells)).facts).toEqual({ contextTokens: 4_096, overflow: 'cut' });
    }
  });

  test('Ollama behind chat completions reports the loaded context window and truncates silently', async () => {
    const { facts } = await inspect(
      { owned_by: 'library' },
      {
        '/api/show': {
          model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
          capabilities: ['tools'],
        },
        '/api/ps': { models: [{ name: 'm', context_length: 4_096 }] },
      },
    );
    expect(facts).toMatchObject({
      contextTokens: 4_096,
      mostContextTokens: 40_960,
      nativeTools: true,
      overflow: 'cut',
    });
  });

  test('An unlisted model has no facts, unless the server has only one model', async () => {
    expect((await inspect({ max_model_len: 9 }, {}, 'unheard-of')).facts).toEqual({});
    const upstream = await startUpstream({ models: () => reply(200, { data: [{ id: 'x', max_model_len: 9 }] }) });
    const backend = createOpenAiBackend({ name: 'up', baseUrl: upstream.url, limits: defaultLimits, log: silentLog });
    expect(await backend.inspect('', never)).toEqual({ contextTokens: 9 });
  });

  test('Inspecting a model rejects if the server refuses the request', async () => {
    await expect(inspect({ owned_by: 'llamacpp' })).rejects.toThrow('refused the request');
  });
});
