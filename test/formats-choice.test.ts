import { describe, expect, onTestFinished, test } from 'vitest';
import { type AskRequest, createToolpath, type ToolpathSettings } from '../src/index.ts';
import { defaultFormats } from '../src/select/index.ts';
import { settingsOf } from '../src/settings/index.ts';
import { ollamaCalls, ollamaTells, ollamaText } from './ollama.ts';
import { recordingLog } from './recording-log.ts';
import { proves } from './requirements.ts';
import {
  callAnswer,
  reply,
  startUpstream,
  textAnswer,
  type UpstreamOptions,
  type UpstreamRequest,
} from './upstream.ts';

/** Which format a model is told of tools in, and what of its text is a call whatever it was told. */

const hermes = (args: string) => `<tool_call>\n{"name": "clock", "arguments": ${args}}\n</tool_call>`;

async function start(settings: ToolpathSettings = {}, options: UpstreamOptions = {}) {
  const upstream = await startUpstream(options);
  const ran: unknown[] = [];
  const log = recordingLog();
  const clock = {
    name: 'clock',
    description: 'Tells the time.',
    schema: { type: 'object', properties: { q: { type: 'string' } } },
    invoke: (args: unknown) => {
      ran.push(args);
      return 'noon';
    },
  };
  const up = { kind: 'openai' as const, baseUrl: upstream.url };
  const toolpath = createToolpath({ backends: { up }, model: 'up/mock', tools: [clock], ...settings }, { log });
  onTestFinished(() => toolpath.close());
  const ask = (request: Partial<AskRequest> = {}) =>
    toolpath.ask({ messages: [{ role: 'user', content: 'Time?' }], ...request });
  /** Of requests to the model; questions about it do not count. */
  const bodies = () =>
    upstream.requests
      .filter(({ method, path }) => method === 'POST' && !path.endsWith('/show'))
      .map(({ body }) => body);
  const warnings = () => log.lines.filter(({ level }) => level === 'warn');
  return { upstream, ask, ran, bodies, log, warnings, url: upstream.url };
}

/** How a request tells of tools: natively, in text, or not at all. */
function toldIn(body: UpstreamRequest['body'] | undefined): string {
  const messages = (body?.messages ?? []) as { role: string; content: string }[];
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const ways = [body?.tools === undefined ? [] : ['native'], system.includes('clock') ? ['text'] : []].flat();
  return ways.join(' and ') || 'nothing';
}

function rolesIn(body: UpstreamRequest['body'] | undefined): readonly string[] {
  return ((body?.messages ?? []) as { role: string }[]).map(({ role }) => role);
}

describe('which format', () => {
  test("what a client without settings takes is the settings' own default", () => {
    expect(settingsOf({}, {}, '.')).toMatchObject({ ok: true, settings: { formats: defaultFormats } });
  });

  proves(
    ['S1.format.native', 'S1.request'],
    'native: tools go in the `tools` array where it is enabled and the model does native calls',
    async () => {
      const { upstream, ask, bodies, ran } = await start();
      upstream.script(callAnswer([{ name: 'clock', args: { q: 'x' } }]), textAnswer('Noon.'));
      expect(await ask().message).toMatchObject({ content: 'Noon.' });
      expect(bodies().map(toldIn)).toEqual(['native', 'native']);
      expect(ran).toEqual([{ q: 'x' }]);
    },
  );

  proves(
    ['S1.format.native', 'S1.format.text'],
    'the settings say that a model does no native calls: any backend tells it of tools in text',
    async () => {
      for (const kind of ['openai', 'anthropic', 'ollama'] as const) {
        const upstream = await startUpstream();
        const { ask } = await start({
          backends: { up: { kind, baseUrl: upstream.url } },
          models: { 'up/mock': { nativeTools: false } },
          limits: { retries: 0 },
        });
        upstream.script(reply(500, 'no'));
        await ask().finish;
        const isAsk = ({ method, path }: UpstreamRequest) => method === 'POST' && !path.endsWith('/show');
        const { body = {} } = upstream.requests.find(isAsk) ?? {};
        expect(body).not.toHaveProperty('tools');
        expect(JSON.stringify(body)).toContain('Tells the time.');
      }
    },
  );

  proves(
    'S1.format.primary',
    'the primary one, else the first that is available, by the name of the model',
    async () => {
      const told = async (settings: ToolpathSettings) => {
        const { upstream, ask, bodies } = await start(settings);
        upstream.script(textAnswer('Hi.'));
        await ask().finish;
        return JSON.stringify(bodies()[0]);
      };
      const formats = { enabled: ['native', 'family', 'mistral'] };
      expect(await told({ formats: { ...formats, primary: 'mistral' } })).toContain('[TOOL_CALLS][');
      expect(await told({ formats, model: 'up/gemma-3-4b' })).toContain('[clock(q=');
      expect(await told({ formats, model: 'up/qwen3-8b' })).toContain('"tools":[');
      expect(await told({ formats: { enabled: ['family'] }, model: 'up/qwen3-coder-30b' })).toContain(
        '<function=clock>',
      );
    },
  );

  proves('S1.format.primary', 'none: no tools, and one warning that says why and what would help', async () => {
    const { upstream, ask, bodies, warnings } = await start({
      formats: { enabled: ['native'] },
      models: { 'up/mock': { nativeTools: false } },
    });
    upstream.script(textAnswer(hermes('{}')), textAnswer('Hi.'));
    const first = ask();
    await expect(first.message).resolves.toMatchObject({ content: hermes('{}') });
    await ask().finish;
    expect(bodies().map(toldIn)).toEqual(['nothing', 'nothing']);
    expect(warnings()).toMatchObject([
      {
        message: 'The model gets no tools.',
        fields: { model: 'up/mock', why: expect.stringContaining('"native"'), flip: 'add "family" to formats.enabled' },
      },
    ]);
    const named = ask({ tool_choice: { type: 'function', function: { name: 'clock' } } });
    await expect(named.message).rejects.toThrow(/no-format.*add "family" to formats\.enabled/);
  });

  test('a server that refuses native tools: the failure names the setting that mends it', async () => {
    const hint = 'set models."up/mock".nativeTools to false';
    for (const status of [400, 500]) {
      const { upstream, ask, warnings } = await start({ limits: { retries: 0 } });
      upstream.script(reply(status, { error: { message: 'this model does not support tools' } }));
      await expect(ask().message).rejects.toThrow(hint);
      expect(warnings()).toMatchObject([
        { message: 'Turn failed.', fields: { reason: expect.stringContaining(hint) } },
      ]);
      upstream.script(reply(status, { error: { message: 'this model does not support tools' } }));
      await expect(ask({ tools: [] }).message).rejects.toThrow(/does not support tools$/);
    }
  });

  test('each model of a chain gets its own', async () => {
    const { upstream, ask, bodies } = await start({
      model: ['up/mock', 'up/gemma-3-4b'],
      limits: { retries: 0 },
    });
    upstream.script(reply(500, 'no'), textAnswer('[clock(q="x")]'), textAnswer('Noon.'));
    expect(await ask().message).toMatchObject({ content: 'Noon.' });
    expect(bodies().map(toldIn)).toEqual(['native', 'text', 'text']);
  });

  test('a history with calls is text for a model without native calls, also where there are no tools', async () => {
    const { upstream, ask, bodies } = await start({ models: { 'up/mock': { nativeTools: false } } });
    upstream.script(textAnswer('Hi.'));
    const call = { id: 'c1', type: 'function' as const, function: { name: 'old', arguments: '{"n":1}' } };
    const history = [
      { role: 'user' as const, content: 'Time?' },
      { role: 'assistant' as const, content: null, tool_calls: [call] },
      { role: 'tool' as const, tool_call_id: 'c1', content: 'noon' },
    ];
    await ask({ messages: history, tools: [] }).finish;
    expect(bodies()[0]?.messages).toEqual([
      { role: 'user', content: 'Time?' },
      { role: 'assistant', content: '<tool_call>\n{"name": "old", "arguments": {"n": 1}}\n</tool_call>' },
      { role: 'user', content: '<tool_response>\nnoon\n</tool_response>' },
    ]);
  });
});

describe('Ollama', () => {
  const settingsOf = (url: string): ToolpathSettings => ({ backends: { up: { kind: 'ollama', baseUrl: url } } });
  const questions = (requests: readonly UpstreamRequest[]) => requests.filter(({ path }) => path === '/api/show');

  async function startOllama(capabilities: readonly string[], settings: ToolpathSettings = {}) {
    const upstream = await startUpstream({ tells: ollamaTells({ capabilities }) });
    const gateway = await start({ ...settingsOf(upstream.url), ...settings });
    const bodies = () => upstream.requests.filter(({ path }) => path === '/api/chat').map(({ body }) => body);
    return { ...gateway, upstream, bodies };
  }

  for (const stream of [true, false]) {
    proves(
      ['S1.format.native', 'S1.format.text'],
      `a model without the capability for tools gets them in text, and its server is asked once (stream: ${stream})`,
      async () => {
        const { upstream, ask, bodies, ran, log } = await startOllama(['completion']);
        upstream.script(ollamaText(hermes('{"q":"x"}')), ollamaText('Noon.'), ollamaText('Hi.'));
        expect(await ask({ stream }).message).toMatchObject({ content: 'Noon.' });
        await ask({ stream }).finish;
        expect(bodies().map(toldIn)).toEqual(['text', 'text', 'text']);
        expect(ran).toEqual([{ q: 'x' }]);
        expect(questions(upstream.requests)).toHaveLength(1);
        expect(log.lines.find(({ message }) => message === 'Turn finished.')?.fields).toMatchObject({
          format: 'hermes',
          steps: 2,
        });
        expect(rolesIn(bodies()[1])).toEqual(['system', 'user', 'assistant', 'user']);
      },
    );
  }

  proves(
    'L6',
    'a hidden call of a model without it stays text in the next turn, though that has no tools',
    async () => {
      const { upstream, ask, bodies } = await startOllama(['completion'], { model: 'up/qwen3:8b' });
      upstream.script(ollamaText(hermes('{"q":"x"}')), ollamaText('Noon.'), ollamaText('Yes.'));
      await ask().finish;
      const user = { role: 'user' as const, content: 'Sure?' };
      const messages = [
        { role: 'user' as const, content: 'Time?' },
        { role: 'assistant' as const, content: 'Noon.' },
        user,
      ];
      await ask({ messages, tools: [] }).finish;
      expect(rolesIn(bodies()[2])).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
      expect(JSON.stringify(bodies()[2])).not.toContain('tool_calls');
    },
  );

  test('a model with it gets them natively; the settings win over the server', async () => {
    const able = await startOllama(['completion', 'tools']);
    able.upstream.script(ollamaCalls([{ name: 'clock', args: { q: 'x' } }]), ollamaText('Noon.'));
    await able.ask().finish;
    expect(able.bodies().map(toldIn)).toEqual(['native', 'native']);
    const denied = await startOllama(['completion', 'tools'], { models: { 'up/mock': { nativeTools: false } } });
    denied.upstream.script(ollamaText('Hi.'));
    await denied.ask().finish;
    expect(denied.bodies().map(toldIn)).toEqual(['text']);
  });

  test('user and assistant take turns, whatever calls and outcomes become', async () => {
    const { upstream, ask, bodies } = await startOllama(['completion']);
    upstream.script(ollamaText('Hi.'));
    const call = { id: 'c1', type: 'function' as const, function: { name: 'clock', arguments: '{}' } };
    const user = (content: string) => ({ role: 'user' as const, content });
    const messages = [
      user('a'),
      user('b'),
      { role: 'assistant' as const, content: 'c', tool_calls: [call] },
      { role: 'tool' as const, tool_call_id: 'c1', content: 'noon' },
      user('d'),
      { role: 'system' as const, content: 'Be brief.' },
      user('e'),
    ];
    await ask({ messages }).finish;
    const sent = bodies()[0]?.messages as { role: string; content: string }[];
    expect(rolesIn(bodies()[0])).toEqual(['system', 'user', 'assistant', 'user']);
    expect(sent[0]?.content).toMatch(/^Be brief\.\n\n# Tools/);
    expect(sent[3]?.content).toMatch(/noon.*\nd\n.*e/s);
  });
});

describe('calls in the text of a model that was told natively', () => {
  const read = async (text: string, settings: ToolpathSettings = {}, request: Partial<AskRequest> = {}) => {
    const { upstream, ask, ran } = await start(settings);
    upstream.script(textAnswer(text), textAnswer('Done.'));
    const { content } = await ask(request).message;
    return { content, ran };
  };

  const call = '{"name": "clock", "arguments": {"q": "a } ``` </tool_call> \\" ö"}}';
  const args = { q: 'a } ``` </tool_call> " ö' };
  const made = { content: 'Done.', ran: [args] };
  const pure = { formats: { enabled: ['native', 'pure_json'] } };

  proves('S1.format.parse', 'in the format of its family, and in every other that is enabled', async () => {
    expect(await read(`<tool_call>${call}</tool_call>`)).toEqual(made);
    expect(await read(`<tool_call>\n${call}\n`)).toEqual(made);
    const enabled = ['native', 'qwen3_coder', 'mistral', 'harmony'];
    const written = [
      '<function=clock>\n<parameter=q>\nx\n</parameter>\n</function>',
      '[TOOL_CALLS]clock[ARGS]{"q": "x"}',
      '[TOOL_CALLS][{"name": "clock", "arguments": {"q": "x"}}]',
      '<|channel|>commentary to=functions.clock<|message|>{"q": "x"}<|call|>',
    ];
    for (const text of written) {
      expect(await read(text, { formats: { enabled } })).toEqual({ content: 'Done.', ran: [{ q: 'x' }] });
    }
    const llama = await read('{"name": "clock", "parameters": {"q": "x"}}', { model: 'up/llama-3.1-8b' });
    expect(llama).toEqual({ content: 'Done.', ran: [{ q: 'x' }] });
  });

  proves('S1.format.parse', 'a model that is told one format is understood in another', async () => {
    const formats = { enabled: ['hermes', 'pure_json', 'mistral'], primary: 'mistral' };
    expect(await read(`<tool_call>${call}</tool_call>`, { formats })).toEqual(made);
    expect(await read(call, { formats })).toEqual(made);
  });

  test.each([
    ['bare', call],
    ['with white space around', `\n\n ${call}\n`],
    ['a list', `[${call}]`],
    ['in a fence', `\`\`\`json\n${call}\n\`\`\``],
    ['in a fence without a word', `\`\`\`\n${call}\n\`\`\`\n`],
    ['in the envelope of an API', `{"type":"function","function":${call}}`],
    ['with parameters, as Llamas say', call.replace('arguments', 'parameters')],
  ])('bare JSON where that is enabled: %s', async (_, text) => {
    expect(await read(text, pure)).toEqual(made);
  });

  test.each([
    ['prose with JSON in it', `Hello ${call} there`],
    ['a fence behind prose', `Here:\n\`\`\`json\n${call}\n\`\`\``],
    ['a tool that is not there', '{"name": "shell", "arguments": {"rm": "-rf"}}'],
    ['a tool that is not there, in tags', '<tool_call>{"name": "shell", "arguments": {}}</tool_call>'],
    ['other JSON', '{"city": "Paris", "arguments": {}}'],
    ['thoughts that are spoken of', 'It writes <think> before it thinks, </think> behind, and <|im_end|> at last.'],
    ['tags that are spoken of', 'A <tool_call> is closed by </tool_call>.'],
  ])('not %s', async (_, text) => {
    const formats = { enabled: ['native', 'hermes', 'pure_json'] };
    expect(await read(text, { formats })).toEqual({ content: text, ran: [] });
  });

  describe.each([
    ['natively', {}],
    ['in text', { models: { 'up/qwen2.5:3b': { nativeTools: false } } }],
  ] as const)('of a small model that forgets the tags of its family, told %s', (_, models) => {
    const settings = { model: 'up/qwen2.5:3b', ...models };
    const plain = '{"name":"clock","arguments":{}}';

    test.each([
      ['bare', call, [args]],
      ['with white space around', `\n\n ${call}\n`, [args]],
      ['pretty', JSON.stringify({ name: 'clock', arguments: args }, null, 4), [args]],
      ['a list', `[${call}, ${plain}]`, [args, {}]],
      ['in a fence', `\`\`\`json\n${call}\n\`\`\``, [args]],
      ['in a fence in capitals', `\`\`\`JSON\n${call}\n\`\`\``, [args]],
      ['in a fence without a word', `\`\`\`\n${call}\n\`\`\`\n`, [args]],
      ['in a fence that never ends', `\`\`\`json\n${call}`, [args]],
      ['the other way round', '{"arguments": {}, "name": "clock"}', [{}]],
      ['with parameters, as Llamas say', '{"name":"clock","parameters":{}}', [{}]],
      ['in the envelope of an API', `{"type":"function","id":"x","function":${plain}}`, [{}]],
      ['arguments as text', '{"name":"clock","arguments":"{\\"q\\": \\"x\\"}"}', [{ q: 'x' }]],
      ['in tags', `<tool_call>\n${call}\n</tool_call>`, [args]],
      ['behind thoughts', `<think>\nThe time.\n</think>\n\n${call}`, [args]],
    ])('%s is a call', async (_name, text, ran) => {
      expect(await read(text, settings)).toEqual({ content: 'Done.', ran });
    });

    test.each([
      ['prose before', `Here: ${call}`],
      ['a fence behind prose', `Here:\n\`\`\`json\n${call}\n\`\`\``],
      ['another fence', `\`\`\`python\n${call}\n\`\`\``],
      ['a tool that was not declared', '{"name":"shell","arguments":{"rm":"-rf"}}'],
      ['a name with a type', '{"type":"x","name":"clock"}'],
      ['a declaration', '{"name":"clock","description":"d","parameters":{"type":"object"}}'],
      ['other JSON', '{"city":"Paris","name":"clock","arguments":{}}'],
      ['a list of nothing', '[]'],
      ['a link', '[clock](https://x.test)'],
      ['HTML', '<p>Hello</p>'],
      ['prototypes', '{"__proto__":{"name":"clock","arguments":{}}}'],
    ])('%s is none', async (_name, text) => {
      expect(await read(text, settings)).toEqual({ content: text, ran: [] });
    });
  });

  test.each([
    ['prose behind', `${call} is what I would call.`],
    ['a fence with prose behind it', `\`\`\`json\n${call}\n\`\`\`\nThat is how.`],
    ['half a call', call.slice(0, -1)],
  ])('a call without tags is none with %s', async (_, text) => {
    expect(await read(text, { model: 'up/qwen2.5:3b' })).toEqual({ content: text, ran: [] });
  });

  test('none of a model that its makers alone serve', async () => {
    expect(await read(call, { model: 'up/gpt-4o' })).toEqual({ content: call, ran: [] });
  });

  test('none where no other format is enabled, and none without tools', async () => {
    const text = `<tool_call>${call}</tool_call>`;
    expect(await read(text, { formats: { enabled: ['native'] } })).toEqual({ content: text, ran: [] });
    expect(await read(text, {}, { tools: [] })).toEqual({ content: text, ran: [] });
  });

  test('one that comes natively and as text counts once, another beside it counts too', async () => {
    const { upstream, ask, ran } = await start();
    const native = { name: 'clock', args: { q: 'x' } };
    upstream.script(
      callAnswer([native], { text: hermes('{"q":"x"}') }),
      textAnswer('Once.'),
      callAnswer([native], { text: `${hermes('{"q": "x"}')}${hermes('{"q": "y"}')}` }),
      textAnswer('Twice.'),
    );
    expect(await ask().message).toMatchObject({ content: 'Once.' });
    expect(ran).toEqual([{ q: 'x' }]);
    expect(await ask().message).toMatchObject({ content: 'Twice.' });
    expect(ran).toEqual([{ q: 'x' }, { q: 'x' }, { q: 'y' }]);
  });
});
