import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { collect, hastyClock } from '../../test/contracts/models/helpers.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { startUpstream, textAnswer } from '../../test/upstream.ts';
import {
  defaultLimits,
  type Message,
  type ModelRequest,
  SERVER_NAMES,
  type ServerName,
  type VisibleTool,
} from '../core/index.ts';
import { createOpenAiBackend } from './openai.ts';
import { serverAt, servers } from './servers.ts';

const said = (text: string) => [{ type: 'text' as const, text }];
const reasoned = (text: string, member: string) => ({ type: 'reasoning' as const, text, state: { chat: { member } } });
const thinking: Message = {
  role: 'assistant',
  content: [
    reasoned('r', 'reasoning'),
    reasoned('c', 'reasoning_content'),
    { type: 'reasoning', text: '', isBlock: true, state: { chat: { details: [{ type: 'd' }] } } },
    ...said('Hm.'),
  ],
  calls: [{ id: 'call_1', name: 'a', arguments: '{}' }],
  extra: { chat: { name: 'me' } },
};
const messages: readonly Message[] = [
  { role: 'developer', content: said('Be brief.') },
  { role: 'user', content: said('Hi') },
  thinking,
  { role: 'tool', callId: 'call_1', content: said('done') },
];
const tool = (name: string): VisibleTool => ({
  name,
  wireName: name,
  owner: 'client',
  description: name,
  parameters: { $schema: 'x', type: 'object', properties: {}, additionalProperties: false },
});

/** Returns the request body that a server of this name receives. */
async function sentTo(server: ServerName | undefined, request: Partial<ModelRequest> = {}) {
  const upstream = await startUpstream();
  const log = recordingLog();
  const options = { name: 'up', baseUrl: upstream.url, limits: defaultLimits, clock: hastyClock, log };
  const backend = createOpenAiBackend({ ...options, server });
  upstream.script(textAnswer('Hello'));
  const { finish } = await collect(backend, { messages, ...request });
  expect(finish.failure).toBeUndefined();
  return { body: upstream.requests[0]?.body ?? {}, log, demands: backend.describe().demands };
}

describe('Differences between chat-completions servers', () => {
  test.each<[ServerName | undefined, string]>([
    [undefined, 'system'],
    ['vllm', 'system'],
    ['deepseek', 'system'],
    ['openai', 'developer'],
    ['openrouter', 'developer'],
  ])('The server %s gets the role developer as %s', async (server, role) => {
    const { body } = await sentTo(server);
    expect(body.messages).toMatchObject([{ role, content: 'Be brief.' }, {}, {}, {}]);
  });

  test.each<[ServerName | undefined, string[]]>([
    [undefined, ['reasoning', 'reasoning_content', 'reasoning_details', 'name']],
    ['openrouter', ['reasoning', 'reasoning_content', 'reasoning_details', 'name']],
    ['groq', ['reasoning', 'name']],
    ['deepseek', ['reasoning_content', 'name']],
    ['openai', ['name']],
    ['mistral', []],
    ['gemini', []],
  ])('The server %s gets reasoning and other message fields back as %s', async (server, members) => {
    const { body } = await sentTo(server);
    const [, , answer] = body.messages as Record<string, unknown>[];
    const others = Object.keys(answer ?? {}).filter((name) => !['role', 'content', 'tool_calls'].includes(name));
    expect(others.toSorted()).toEqual(members.toSorted());
  });

  test('For LM Studio a named choice becomes required, with only that tool declared', async () => {
    const request = { tools: [tool('a'), tool('b')], choice: { kind: 'named', name: 'b' } } as const;
    const { body } = await sentTo('lmstudio', request);
    expect(body).toMatchObject({ tool_choice: 'required', tools: [{ function: { name: 'b' } }] });
    expect((await sentTo(undefined, request)).body).toMatchObject({
      tool_choice: { type: 'function', function: { name: 'b' } },
      tools: [{}, {}],
    });
    expect((await sentTo('lmstudio', { ...request, choice: { kind: 'none' } })).body).toMatchObject({
      tool_choice: 'none',
      tools: [{}, {}],
    });
  });

  test('Mistral gets only fields that it knows, and each dropped field is logged', async () => {
    const extra = { max_completion_tokens: 9, seed: 7, logit_bias: {}, temperature: 0.5 };
    const { body, log, demands } = await sentTo('mistral', {
      extra: { chat: extra },
      tools: [tool('a')],
      parallel: false,
    });
    expect(Object.keys(body).sort()).toEqual(
      [
        'max_tokens',
        'messages',
        'model',
        'parallel_tool_calls',
        'random_seed',
        'stream',
        'temperature',
        'tools',
      ].sort(),
    );
    expect(body).toMatchObject({ max_tokens: 9, random_seed: 7 });
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { backend: 'up', member: 'logit_bias' } }]);
    expect(demands).toMatchObject({ alternatingRoles: true, answerAfterOutcomes: true });
    expect(demands.callIds?.test('abcABC123')).toBe(true);
    expect(demands.callIds?.test('call_1')).toBe(false);
  });

  test("Gemini's OpenAI mode gets simplified schemas and no field that it rejects", async () => {
    const { body } = await sentTo('gemini', { tools: [tool('a')], parallel: true, extra: { chat: { top_k: 3 } } });
    expect(body).not.toHaveProperty('parallel_tool_calls');
    expect(body).not.toHaveProperty('top_k');
    expect(body).toMatchObject({ stream_options: { include_usage: true } });
    expect(JSON.stringify(body.tools)).not.toMatch(/\$schema|additionalProperties"/);
  });

  test('A server that builds grammars from schemas gets no pattern that its grammar cannot express', async () => {
    const odd = { type: 'object', properties: { a: { type: 'string', pattern: '(?<=x)y' } } };
    const request = { tools: [{ ...tool('a'), parameters: odd }] };
    for (const server of ['llama.cpp', 'lmstudio'] as const) {
      const { body } = await sentTo(server, request);
      expect(body.tools).not.toHaveProperty('0.function.parameters.properties.a.pattern');
      expect(JSON.stringify(body.tools)).toContain('(?<=x)y'); // it moves to the description
    }
    expect((await sentTo('vllm', request)).body.tools).toMatchObject([{ function: { parameters: odd } }]);
  });

  test.each<[string, ServerName | undefined]>([
    ['https://api.groq.com/openai/v1', 'groq'],
    ['https://api.openai.com/v1/', 'openai'],
    ['https://api.openai.com.evil.example/v1', undefined],
    ['http://127.0.0.1:1234/v1', 'lmstudio'],
    ['http://localhost:8080/v1', 'llama.cpp'],
    ['http://[::1]:8000/v1', 'vllm'],
    ['http://10.0.0.7:1234/v1', undefined],
    ['http://127.0.0.1:9999/v1', undefined],
    ['nonsense', undefined],
  ])('The address %s identifies the server %s', (baseUrl, name) => {
    expect(serverAt(baseUrl)).toBe(name);
  });

  test('The settings schema lists the same server names', () => {
    const schema = JSON.parse(readFileSync(new URL('../../toolpath.schema.json', import.meta.url), 'utf8'));
    expect(schema.properties.backends.additionalProperties.properties.server.enum).toEqual(SERVER_NAMES);
    expect(Object.keys(servers).sort()).toEqual([...SERVER_NAMES].sort());
  });
});
