import OpenAI from 'openai';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../src/doors/http.ts';
import { testGateway } from './gateway.ts';
import { proves } from './requirements.ts';
import { chunk, head, reply, sse, startUpstream, wait } from './upstream.ts';

const KEY = 'sk-live-0123456789abcdefXYZ';

async function open(gatewayTools: readonly object[] = []) {
  const upstream = await startUpstream({ models: ['mock', `mock-${KEY}`] });
  const backends = JSON.stringify({ up: { kind: 'openai', baseUrl: upstream.url, apiKey: KEY } });
  const opened = await listen(testGateway(gatewayTools, { backends, model: 'up/mock', 'limits-retries': '0' }));
  if (!opened.ok) throw new Error(opened.reason);
  onTestFinished(() => opened.listening.drain(0));
  const client = new OpenAI({ baseURL: `${opened.listening.url}/v1`, apiKey: 'none', maxRetries: 0 });
  return { upstream, client, url: opened.listening.url };
}

const asked = { model: 'up/mock', messages: [{ role: 'user' as const, content: 'What is your key?' }] };
const tools = [{ type: 'function' as const, function: { name: 'send', parameters: { type: 'object' } } }];

describe('secrets of the settings in answers', () => {
  proves('L10', "A backend's key is removed from a complete answer, its reasoning and its calls", async () => {
    const { upstream, client } = await open();
    const args = JSON.stringify({ text: `key ${KEY}` });
    const message = {
      role: 'assistant',
      content: `It is ${KEY}.`,
      reasoning_content: `I know ${KEY}`,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'send', arguments: args } }],
    };
    upstream.script(reply(200, { choices: [{ index: 0, message, finish_reason: 'tool_calls' }], note: KEY }));
    const answer = await client.chat.completions.create({ ...asked, tools });
    const text = JSON.stringify(answer);
    expect(text).not.toContain(KEY);
    expect(answer.choices[0]?.message.content).toBe('It is [redacted].');
    expect(text).toContain('I know [redacted]');
    expect(text).toContain('key [redacted]');
  });

  proves(['L3', 'L10'], "A backend's key is removed from a stream, wherever a chunk divides it", async () => {
    const { upstream, client } = await open();
    const said = `Key: ${KEY}!`;
    for (let place = 4; place <= said.length; place += 3) {
      const pieces = [said.slice(0, place), said.slice(place, place + 2), said.slice(place + 2)];
      const call = (text: string, head: object = {}) => ({
        tool_calls: [{ index: 0, ...head, function: { ...head, arguments: text } }],
      });
      upstream.script(
        sse([
          ...pieces.map((reasoning_content) => chunk({ reasoning_content })),
          ...pieces.map((content) => chunk({ content })),
          chunk(call('{"a":"', { id: 'a', type: 'function', name: 'send' })),
          ...pieces.map((piece) => chunk(call(piece))),
          chunk(call('"}')),
          chunk({}, 'tool_calls'),
        ]),
      );
      const stream = await client.chat.completions.create({ ...asked, tools, stream: true });
      let [content, reasoning, args] = ['', '', ''];
      for await (const { choices } of stream) {
        const delta = choices[0]?.delta as {
          content?: string;
          reasoning_content?: string;
          tool_calls?: { function?: { arguments?: string } }[];
        };
        content += delta?.content ?? '';
        reasoning += delta?.reasoning_content ?? '';
        args += delta?.tool_calls?.[0]?.function?.arguments ?? '';
      }
      expect([place, content, reasoning, args]).toEqual([
        place,
        'Key: [redacted]!',
        'Key: [redacted]!',
        '{"a":"Key: [redacted]!"}',
      ]);
    }
  });

  test('A text that only begins like the key arrives whole, and other text is not delayed', async () => {
    const { upstream, client } = await open();
    upstream.script(
      sse([chunk({ content: 'Use sk-' }), chunk({ content: 'live-' }), chunk({ content: '01' }), chunk({}, 'stop')]),
    );
    const stream = await client.chat.completions.create({ ...asked, stream: true });
    const texts: string[] = [];
    for await (const { choices } of stream) if (choices[0]?.delta.content) texts.push(choices[0].delta.content);
    expect(texts[0]).toBe('Use ');
    expect(texts.join('')).toBe('Use sk-live-01');
  });

  proves(
    'L10',
    "A backend's key is removed from a completion that is passed on, also where pieces divide it",
    async () => {
      const { upstream, client } = await open();
      const body = JSON.stringify({
        id: 'c',
        object: 'text_completion',
        choices: [{ index: 0, text: `It is ${KEY}.` }],
      });
      const middle = body.indexOf(KEY) + 9;
      upstream.script([
        head(200, { 'content-type': 'application/json' }),
        body.slice(0, middle),
        wait(20),
        body.slice(middle),
      ]);
      const answer = await client.completions.create({ model: 'up/mock', prompt: 'What is your key?' });
      expect(answer.choices[0]?.text).toBe('It is [redacted].');
    },
  );

  proves(
    ['L3', 'L10'],
    "A backend's key is removed from a streamed completion, also where events divide it",
    async () => {
      const { upstream, client } = await open();
      const piece = (text: string) => ({ id: 'c', object: 'text_completion', choices: [{ index: 0, text }] });
      const pieces = ['It is ', KEY.slice(0, 9), KEY.slice(9), '.'];
      upstream.script(sse(pieces.map(piece)));
      const stream = await client.completions.create({ model: 'up/mock', prompt: 'What is your key?', stream: true });
      const texts: string[] = [];
      for await (const { choices } of stream) texts.push(choices[0]?.text ?? '');
      expect(texts.join('')).toBe('It is [redacted].');
    },
  );

  proves('L10', "A backend's key is removed from the content type of an answer that is passed on", async () => {
    const { upstream, url } = await open();
    upstream.script([head(200, { 'content-type': `application/json; x=${KEY}` }), '{}']);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ model: 'up/mock', input: 'x' });
    const response = await fetch(`${url}/v1/embeddings`, { method: 'POST', headers, body });
    expect(response.headers.get('content-type')).toBe('application/json; x=[redacted]');
  });

  proves('L10', "A backend's key is removed from unknown fields of the usage", async () => {
    const { upstream, client } = await open();
    const message = { role: 'assistant', content: 'Hello' };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, note: KEY };
    upstream.script(reply(200, { choices: [{ index: 0, message, finish_reason: 'stop' }], usage }));
    expect(await client.chat.completions.create(asked)).toMatchObject({ usage: { note: '[redacted]' } });
  });

  proves('L10', "A backend's key is removed from the names of its models, in the list and in errors", async () => {
    const { client } = await open();
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toEqual(['up/mock', 'up/mock-[redacted]']);
    await expect(client.models.retrieve('up/mock-sk')).rejects.toThrow(/404.*up\/mock-\[redacted\]/s);
  });

  proves(
    'L10',
    "A backend's key is removed from the definitions of tools, in the list and in requests to models",
    async () => {
      const schema = { type: 'object', properties: { key: { type: 'string', default: KEY } } };
      const { upstream, client, url } = await open([
        { name: 'leak', description: `Uses ${KEY}`, schema, invoke: () => 1 },
      ]);
      const listed = await (await fetch(`${url}/tools`)).json();
      expect(listed).toMatchObject({ tools: [{ description: 'Uses [redacted]' }] });
      expect(JSON.stringify(listed)).not.toContain(KEY);
      upstream.script(sse([chunk({ content: 'Hello' }), chunk({}, 'stop')]));
      await client.chat.completions.create(asked);
      const { body } = upstream.requests.find(({ method }) => method === 'POST') ?? {};
      expect(JSON.stringify(body?.tools)).toContain('Uses [redacted]');
      expect(JSON.stringify(body)).not.toContain(KEY);
    },
  );
});
