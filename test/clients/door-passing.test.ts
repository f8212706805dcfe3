import { describe, expect, test } from 'vitest';
import { proves } from '../requirements.ts';
import { callAnswer, type Play, textAnswer } from '../upstream.ts';
import { type AskedMessage, countingTool, type GatewayOptions, openGateway, outline, toolNames } from './gateway.ts';

/** Histories, message parts and parameters that the chat-completions API passes to the backend. */
async function setUp({
  plays = [textAnswer('Hello.')],
  ...options
}: GatewayOptions & { plays?: readonly Play[] } = {}) {
  const gateway = await openGateway(options);
  gateway.upstream.script(...plays);
  const ask = async (body: object, path = '/v1/chat/completions', headers: Record<string, string> = {}) => {
    const response = await gateway.post({ model: 'up/mock', ...body }, { path, headers });
    return { status: response.status, headers: response.headers, body: (await response.json()) as AnswerBody };
  };
  return { ...gateway, ask };
}

interface AnswerBody {
  readonly model: string;
  readonly choices: readonly [{ readonly message: AskedMessage; readonly finish_reason: string }];
  readonly error: { readonly param: string };
}

const user = (content: unknown) => ({ role: 'user', content });
const messages = [user('Hello?')];
const called = (...calls: [id: string, name: string, args?: string][]) => ({
  role: 'assistant',
  content: null,
  tool_calls: calls.map(([id, name, args = '{}']) => ({ id, type: 'function', function: { name, arguments: args } })),
});
const came = (id: string, content: unknown) => ({ role: 'tool', tool_call_id: id, content });
const tool = (name: string) => ({
  type: 'function',
  function: { name, description: name, parameters: { type: 'object', properties: { path: { type: 'string' } } } },
});

describe('A follow-up', () => {
  const history = [user('Read a.'), called(['call_0', 'read', '{"path":"a"}']), came('call_0', 'contents of a')];

  proves(
    'S4.followup',
    'A follow-up without tools asks for text: no tools are declared, and the answer ends with `stop`',
    async () => {
      for (const members of [{}, { tools: null }]) {
        const { ask, asked } = await setUp({
          tools: [countingTool('clock', () => 'noon')],
          settings: { mixed: 'true' },
        });
        const { body, headers } = await ask({ messages: history, ...members });
        expect(body.choices).toMatchObject([{ message: { content: 'Hello.' }, finish_reason: 'stop' }]);
        expect(asked()[0]?.body).not.toHaveProperty('tools');
        expect(outline(asked()[0])).toEqual(['user: Read a.', 'assistant: read({"path":"a"})', 'read → contents of a']);
        expect(headers.get('x-toolpath-tools')).toBe('gateway;0');
      }
    },
  );

  proves(
    'S4.always-tools',
    'A follow-up with tools passes them on, and the model decides whether to call a tool or to answer',
    async () => {
      const { ask, asked } = await setUp({
        plays: [
          callAnswer([{ name: 'read', args: { path: 'a' } }]),
          callAnswer([{ name: 'write' }]),
          textAnswer('Done.'),
        ],
      });
      const tools = [tool('read'), tool('write')];
      const transcript: object[] = [user('Read a, and write it.')];
      const reasons: string[] = [];
      for (let request = 0; request < 3; request++) {
        const { body } = await ask({ messages: transcript, tools });
        const { message, finish_reason: reason } = body.choices[0];
        reasons.push(reason);
        transcript.push(message, ...(message.tool_calls ?? []).map(({ id }) => came(id, 'done')));
      }
      expect(reasons).toEqual(['tool_calls', 'tool_calls', 'stop']);
      expect(asked().map(toolNames)).toEqual([
        ['read', 'write'],
        ['read', 'write'],
        ['read', 'write'],
      ]);
    },
  );

  proves(
    'S4.history',
    'A follow-up keeps every tool result with its call, even if the client sends a wrong order or wrong ids',
    async () => {
      const { ask, asked } = await setUp();
      await ask({
        messages: [
          user('Go.'),
          called(['call_1', 'read', '{"path":"a"}'], ['call_2', 'list'], ['call_3', 'read', '{"path":"b"}']),
          came('call_3', 'contents of b'),
          user('Hurry!'),
          came('call_1', 'contents of a'),
          called(['', 'stat']),
          { role: 'tool', content: 'a file' },
          came('call_99', 'from nowhere'),
        ],
      });
      expect(outline(asked()[0])).toEqual([
        'user: Go.',
        'assistant: read({"path":"a"}) list({}) read({"path":"b"})',
        'read → contents of a',
        'list → not provided by the client',
        'read → contents of b',
        'user: Hurry!',
        'assistant: stat({})',
        'stat → a file',
        expect.stringMatching(/^user: .*from nowhere/s),
      ]);
      const ids = asked()[0]?.body.messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)) ?? [];
      expect(new Set(ids.filter((id) => id !== '')).size).toBe(4);
    },
  );

  test('A follow-up has no `name` on a tool result, because strict servers reject it', async () => {
    const { ask, asked } = await setUp();
    await ask({
      messages: [user('Go.'), called(['call_1', 'read'], ['call_2', 'list']), came('call_1', 'contents')],
    });
    expect(asked()[0]?.body.messages.slice(2)).toEqual([
      came('call_1', 'contents'),
      came('call_2', 'not provided by the client'),
    ]);
  });

  test('A follow-up with `function_call` messages is rewritten to `tool_calls` messages', async () => {
    const { ask, asked } = await setUp();
    await ask({
      messages: [
        user('Go.'),
        { role: 'assistant', content: null, function_call: { name: 'read', arguments: '{"path":"a"}' } },
        { role: 'function', name: 'read', content: 'contents of a' },
      ],
    });
    expect(outline(asked()[0])).toEqual(['user: Go.', 'assistant: read({"path":"a"})', 'read → contents of a']);
  });
});

describe('Fields that pass through unchanged', () => {
  test('Sampling parameters and unknown fields are passed on unchanged', async () => {
    const { ask, asked } = await setUp();
    const parameters = {
      temperature: 0.1,
      top_p: 0.95,
      max_tokens: 100,
      max_completion_tokens: 100,
      seed: 7,
      stop: ['\n\n', 'END'],
      presence_penalty: -0.5,
      frequency_penalty: 0,
      logit_bias: { '50256': -100 },
      logprobs: true,
      top_logprobs: 2,
      user: 'ada',
      metadata: { a: 'b' },
      store: false,
      service_tier: 'auto',
      reasoning_effort: 'low',
      verbosity: 'low',
      modalities: ['text'],
      prediction: { type: 'content', content: 'Hello' },
      web_search_options: {},
      chat_template_kwargs: { enable_thinking: false },
      vendor: { nested: [1, 'two', null, { three: true }] },
    };
    await ask({ messages, ...parameters });
    expect(asked()[0]?.body).toEqual({ ...parameters, messages, model: 'mock', stream: false });
  });

  test('The field response_format is passed on unchanged', async () => {
    const { ask, asked } = await setUp({ plays: [textAnswer('{"a":1}')] });
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' } },
      required: ['a'],
      additionalProperties: false,
    };
    const format = { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } };
    const { body } = await ask({ messages, response_format: format });
    expect(asked()[0]?.body.response_format).toEqual(format);
    expect(body.choices[0].message.content).toBe('{"a":1}');
  });

  test('The field parallel_tool_calls is passed on only with tools, because servers reject it without them', async () => {
    const { ask, asked } = await setUp({ plays: Array<Play>(3).fill(textAnswer('Hello.')) });
    await ask({ messages, tools: [tool('read')], parallel_tool_calls: false });
    await ask({ messages, tools: [tool('read')] });
    await ask({ messages, parallel_tool_calls: false });
    expect(asked().map(({ body }) => body.parallel_tool_calls)).toEqual([false, undefined, undefined]);
  });

  test('Images, audio, files and unknown parts of a message are passed on unchanged', async () => {
    const { ask, asked } = await setUp();
    const content = [
      { type: 'text', text: 'Look.', cache_control: { type: 'ephemeral' } },
      { type: 'image_url', image_url: { url: 'https://example.com/cat.png', detail: 'low' } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
      { type: 'input_audio', input_audio: { data: 'SUQz', format: 'mp3' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
      { type: 'file', file: { file_id: 'file-1' } },
      { type: 'video_url', video_url: { url: 'https://example.com/cat.mp4', fps: 2 } },
      { type: 'text', text: 'What is it?' },
    ];
    await ask({ messages: [user(content)] });
    expect(asked()[0]?.body.messages).toEqual([user(content)]);
  });

  test('Roles, names and other fields of messages are passed on, but the role `developer` becomes `system`', async () => {
    const { ask, asked } = await setUp();
    const transcript = [
      { role: 'system', content: 'Be brief.', name: 'gateway' },
      {
        role: 'developer',
        content: [
          { type: 'text', text: 'A' },
          { type: 'text', text: 'B' },
        ],
      },
      { role: 'user', content: 'Hi', name: 'ada' },
      { role: 'assistant', content: 'Yes.', reasoning_content: 'Hm.', audio: { id: 'audio_1' }, annotations: [] },
      { role: 'assistant', content: '', refusal: 'I will not.' },
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'Because' },
    ];
    await ask({ messages: transcript });
    // Most servers do not know the role `developer`, so it is sent as `system`.
    expect(asked()[0]?.body.messages).toEqual(
      transcript.map((message) => (message.role === 'developer' ? { ...message, role: 'system' } : message)),
    );
  });

  test('Extra fields that a provider adds to a call are sent back to it', async () => {
    const { ask, asked } = await setUp();
    const signature = { extra_content: { google: { thought_signature: 'c2ln' } } };
    const call = { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{}' }, ...signature };
    await ask({
      messages: [user('Go.'), { role: 'assistant', content: null, tool_calls: [call] }, came('call_1', 'x')],
    });
    expect(asked()[0]?.body.messages[1]?.tool_calls).toEqual([call]);
  });

  test("The client's key, cookies and headers are not passed on", async () => {
    const { ask, asked } = await setUp({ settings: { keys: ['a-clients-key'] } });
    const headers = { authorization: 'Bearer a-clients-key', cookie: 'a=b', 'x-canary': 'canary', 'openai-beta': 'x' };
    expect((await ask({ messages }, '/v1/chat/completions', headers)).status).toBe(200);
    expect(asked()[0]?.headers.authorization).toBe('Bearer the-gateways-own-key');
    expect(JSON.stringify(asked()[0]?.headers)).not.toMatch(/canary|a=b|a-clients-key|openai-beta/);
  });
});

describe('The chat-completions API', () => {
  test('The chat-completions API also works without /v1 in the path', async () => {
    const { ask, url } = await setUp();
    const { status, body } = await ask({ messages }, '/chat/completions');
    expect([status, body.choices[0].message.content]).toEqual([200, 'Hello.']);
    const listed = await fetch(`${url}/models`);
    expect(await listed.json()).toMatchObject({ object: 'list', data: [{ id: 'up/mock', object: 'model' }] });
  });

  test('The chat-completions API rejects an `n` that is no whole number from 1 to 128', async () => {
    const { ask, upstream } = await setUp();
    for (const n of [0, -1, 1.5, 129, '1', true]) {
      const { status, body } = await ask({ messages, n });
      expect([n, status, body.error.param]).toEqual([n, 400, 'n']);
    }
    expect(upstream.requests).toEqual([]);
    expect((await ask({ messages, n: 1 })).status).toBe(200);
  });

  test('The error for an invalid request names the field at fault', async () => {
    const { ask, upstream } = await setUp();
    const cases: [object, string][] = [
      [{}, 'messages'],
      [{ messages: [] }, 'messages'],
      [{ messages: [{ role: 'usr', content: 'x' }] }, 'messages[0].role'],
      [{ messages: [user(5)] }, 'messages[0].content'],
      [{ messages: [user([{ type: 'image_url' }])] }, 'messages[0].content[0].image_url'],
      [{ messages: [{ role: 'assistant', tool_calls: [{ id: 'x' }] }] }, 'messages[0].tool_calls[0].function'],
      [{ messages, stream: 'yes' }, 'stream'],
      [{ messages, tool_choice: 'sometimes' }, 'tool_choice'],
      [{ messages, parallel_tool_calls: 'no' }, 'parallel_tool_calls'],
      [{ messages, functions: {} }, 'functions'],
      [{ messages, function_call: 'any' }, 'function_call'],
      [{ messages, model: 5 }, 'model'],
    ];
    for (const [body, param] of cases) {
      const answer = await ask(body);
      expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    }
    expect(upstream.requests).toEqual([]);
  });

  test('A request for an unknown model is answered by the default model, and the answer names that model', async () => {
    const { ask, asked } = await setUp();
    expect((await ask({ messages, model: 'gpt-4o' })).body.model).toBe('up/mock');
    expect(asked()[0]?.body.model).toBe('mock');
  });
});
