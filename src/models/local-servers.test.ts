import { describe, expect, test } from 'vitest';
import { recordingLog } from '../../test/recording-log.ts';
import { hang, reply, startUpstream } from '../../test/upstream.ts';
import { findHosted, findKeys, findServers, usualPlaces } from './local-servers.ts';
import { ollamaHome } from './servers.ts';

describe('Servers on this machine', () => {
  test('The default addresses are those of Ollama, LM Studio, llama.cpp and vLLM', () => {
    expect(usualPlaces({}).map(({ name, settings }) => [name, settings.kind, settings.baseUrl])).toEqual([
      ['ollama', 'ollama', 'http://127.0.0.1:11434'],
      ['lmstudio', 'openai', 'http://127.0.0.1:1234/v1'],
      ['llama.cpp', 'openai', 'http://127.0.0.1:8080/v1'],
      ['vllm', 'openai', 'http://127.0.0.1:8000/v1'],
    ]);
  });

  test.each([
    [undefined, 'http://127.0.0.1:11434'],
    ['', 'http://127.0.0.1:11434'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:7777', 'http://127.0.0.1:7777'],
    [':7777', 'http://127.0.0.1:7777'],
    ['box.local', 'http://box.local:11434'],
    ['box.local:80', 'http://box.local:80'],
    ['http://box.local:7777/', 'http://box.local:7777'],
    ['https://ollama.example', 'https://ollama.example:443'],
    ['[::]:7777', 'http://127.0.0.1:7777'],
    ['not a host', 'http://127.0.0.1:11434'],
  ])('OLLAMA_HOST=%s gives the address %s', (given, home) => {
    expect(ollamaHome({ OLLAMA_HOST: given })).toBe(home);
  });

  test('Only servers that list models are found, without their embedding models', async () => {
    const ollama = await startUpstream({
      models: ['nomic-embed-text', 'plain', 'handy', 'other'],
      tells: { '/api/show': { capabilities: ['tools'] } },
    });
    const openai = await startUpstream({ models: ['text-embedding-3', 'first', 'second'] });
    const page = await startUpstream({ models: () => reply(200, '<html>hello</html>') });
    const gone = await startUpstream();
    await gone.stop();
    const silent = await startUpstream({ models: () => [hang] });
    const at = (name: string, kind: 'ollama' | 'openai', baseUrl: string) => ({ name, settings: { kind, baseUrl } });
    const found = await findServers([
      at('ollama', 'ollama', ollama.url),
      at('openai', 'openai', openai.url),
      at('page', 'openai', page.url),
      at('gone', 'openai', gone.url),
      at('silent', 'openai', silent.url),
    ]);
    expect(found.map(({ name, models }) => [name, models])).toEqual([
      ['ollama', ['plain', 'handy', 'other']],
      ['openai', ['first', 'second']],
    ]);
    expect(openai.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/models']);
  });

  test('The order of Ollama’s models is kept if none of them supports tools', async () => {
    const models = () => reply(200, { models: [{ name: 'plain' }, { name: 'handy' }] });
    const upstream = await startUpstream({ models });
    const tools = await startUpstream({ models, tells: { '/api/show': { capabilities: ['completion'] } } });
    for (const { url } of [upstream, tools]) {
      const [found] = await findServers([{ name: 'ollama', settings: { kind: 'ollama', baseUrl: url } }]);
      expect(found?.models).toEqual(['plain', 'handy']);
    }
  });
});

describe('Keys in the environment', () => {
  test('Keys are found under the variable names of the SDKs, and blank keys are ignored', () => {
    const env = {
      ANTHROPIC_API_KEY: ' sk-a ',
      OPENAI_API_KEY: '',
      GROQ_API_KEY: 'gsk',
      PATH: '/bin',
      GEMINI_API_KEY: ' ',
    };
    expect(findKeys(env)).toEqual([
      {
        name: 'anthropic',
        variable: 'ANTHROPIC_API_KEY',
        settings: { kind: 'anthropic', baseUrl: 'https://api.anthropic.com', apiKey: 'sk-a' },
      },
      {
        name: 'groq',
        variable: 'GROQ_API_KEY',
        settings: { kind: 'openai', server: 'groq', baseUrl: 'https://api.groq.com/openai/v1', apiKey: 'gsk' },
      },
    ]);
  });

  test('A key for a proxy is sent only to the proxy, and a key with an invalid base URL is ignored', () => {
    const urlsOf = (env: Record<string, string>) => findKeys(env).map(({ settings }) => settings.baseUrl);
    const env = {
      ANTHROPIC_API_KEY: 'a',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      OPENAI_API_KEY: 'b',
      OPENAI_BASE_URL: 'x y',
    };
    expect(urlsOf(env)).toEqual(['http://127.0.0.1:9']);
  });

  test('A hosted provider is asked for its models with the key, which never appears in the log', async () => {
    const upstream = await startUpstream({ models: ['claude-opus-9', 'claude-sonnet-9', 'claude-haiku-9'] });
    const log = recordingLog();
    const settings = { kind: 'anthropic' as const, baseUrl: upstream.url, apiKey: 'sk-canary' };
    const found = await findHosted({ name: 'anthropic', variable: 'ANTHROPIC_API_KEY', settings }, log);
    expect(found?.models).toEqual(['claude-sonnet-9', 'claude-opus-9', 'claude-haiku-9']);
    expect(upstream.requests[0]?.headers).toMatchObject({ 'x-api-key': 'sk-canary' });
    const refusing = await startUpstream({ models: () => reply(401, { error: { message: 'bad key sk-canary' } }) });
    const refused = { ...settings, baseUrl: refusing.url };
    expect(
      await findHosted({ name: 'anthropic', variable: 'ANTHROPIC_API_KEY', settings: refused }, log),
    ).toBeUndefined();
    expect(JSON.stringify(log.lines)).not.toContain('canary');
  });
});
