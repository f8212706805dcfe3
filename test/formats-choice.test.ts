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

/** The choice of the format that describes the tools to a model, and the recognition of calls in the model's text. */

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
  /** Bodies of the requests to the model, without the requests for facts about it. */
  const bodies = () =>
    upstream.requests
      .filter(({ method, path }) => method === 'POST' && !path.endsWith('/show'))
      .map(({ body }) => body);
  const warnings = () => log.lines.filter(({ level }) => level === 'warn');
  return { upstream, ask, ran, bodies, log, warnings, url: upstream.url };
}

/** Returns how a request describes the tools: "native", "text", "native and text", or "nothing". */
function toldIn(body: UpstreamRequest['body'] | undefined): string {
  const messages = (body?.messages ?? []) as { role: string; content: string }[];
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const ways = [body?.tools === undefined ? [] : ['native'], system.includes('clock') ? ['text'] : []].flat();
  return ways.join(' and ') || 'nothing';
}

function rolesIn(body: UpstreamRequest['body'] | undefined): readonly string[] {
  return ((body?.messages ?? []) as { role: string }[]).map(({ role }) => role);
}

describe('The choice of the format', () => {
  test('The default formats for a client without settings equal the defaults of the settings', () => {
    expect(settingsOf({}, {}, '.')).toMatchObject({ ok: true, settings: { formats: defaultFormats } });
  });

  proves(
    'S1.format.code',
    'The code format is available only if python_execution is enabled, allowed and can run',
    async () => {
      const formats = { enabled: ['code', 'native'], primary: 'code' };
      const refusals: readonly ToolpathSettings[] = [
        { builtins: [] },
        { filter: { builtins: [] } },
        { permit: [{ tool: 'python_execution', verdict: 'deny' }] },
        { python: { engines: [] } },
      ];
      for (const refusal of [{}, ...refusals]) {
        const { upstream, ask, bodies } = await start({ formats, ...refusal });
        upstream.script(textAnswer('Noon.'));
        await ask().message;
        expect(bodies().map(toldIn)).toEqual([refusals.includes(refusal) ? 'native' : 'text']);
      }
    },
  );

  proves(
    ['S1.format.native', 'S1.request'],
    'If native calls are enabled and the model supports them, tools go in the `tools` array',
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
    'If the settings say that a model has no native calls, every kind of backend describes the tools in text',
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
    'The primary format is used, else the first available one for the name of the model',
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

  proves(
    'S1.format.primary',
    'If no format is available, the model gets no tools, and one warning gives the reason and the fix',
    async () => {
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
          fields: {
            model: 'up/mock',
            why: expect.stringContaining('"native"'),
            flip: 'add "family" to formats.enabled',
          },
        },
      ]);
      const named = ask({ tool_choice: { type: 'function', function: { name: 'clock' } } });
      await expect(named.message).rejects.toThrow(/no-format.*add "family" to formats\.enabled/);
    },
  );

  test('If a server rejects native tools, the error names the setting that fixes it', async () => {
    const hint = 'set models."up/mock".nativeTools to false';
    for (const status of [400, 500]) {
      const { upstream, ask, warnings } = await start({ limits: { retries: 0 } });
      upstream.script(reply(status, { error: { message: 'this model does not support tools' } }));
      await expect(ask().message).rejects.toMatchObject({ hint: expect.stringContaining(hint) });
      expect(warnings()).toMatchObject([
        { message: 'Turn failed.', fields: { reason: expect.stringContaining(hint) } },
      ]);
      upstream.script(reply(status, { error: { message: 'this model does not support tools' } }));
      await expect(ask({ tools: [] }).message).rejects.toMatchObject({
        message: 'this model does not support tools',
        hint: expect.not.stringContaining(hint),
      });
    }
  });

  test('Each model of a fallback chain gets its own format', async () => {
    const { upstream, ask, bodies } = await start({
      model: ['up/mock', 'up/gemma-3-4b'],
      limits: { retries: 0 },
    });
    upstream.script(reply(500, 'no'), textAnswer('[clock(q="x")]'), textAnswer('Noon.'));
    expect(await ask().message).toMatchObject({ content: 'Noon.' });
    expect(bodies().map(toldIn)).toEqual(['native', 'text', 'text']);
  });

  test('For a model without native calls, calls in the history are written as text even if the request has no tools', async () => {
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

describe('An Ollama backend', () => {
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
      `An Ollama model without the tools capability gets tools in text, and its server is asked once (stream: ${stream})`,
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
    'A hidden call of an Ollama model without the tools capability stays text in a next turn without tools',
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

  test('An Ollama model with the tools capability gets tools natively, unless the settings say otherwise', async () => {
    const able = await startOllama(['completion', 'tools']);
    able.upstream.script(ollamaCalls([{ name: 'clock', args: { q: 'x' } }]), ollamaText('Noon.'));
    await able.ask().finish;
    expect(able.bodies().map(toldIn)).toEqual(['native', 'native']);
    const denied = await startOllama(['completion', 'tools'], { models: { 'up/mock': { nativeTools: false } } });
    denied.upstream.script(ollamaText('Hi.'));
    await denied.ask().finish;
    expect(denied.bodies().map(toldIn)).toEqual(['text']);
  });

  test('User and assistant messages alternate after calls and outcomes are written as text', async () => {
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

describe('Calls in the text of a model that gets its tools natively', () => {
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

  proves(
    'S1.format.parse',
    "A call in the text is recognised in the format of the model's family and in every other enabled format",
    async () => {
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
    },
  );

  proves(
    'S1.format.parse',
    'A model whose tools are described in one format can write its calls in another enabled format',
    async () => {
      const formats = { enabled: ['hermes', 'pure_json', 'mistral'], primary: 'mistral' };
      expect(await read(`<tool_call>${call}</tool_call>`, { formats })).toEqual(made);
      expect(await read(call, { formats })).toEqual(made);
    },
  );

  test.each([
    ['alone', call],
    ['with whitespace around it', `\n\n ${call}\n`],
    ['in a list', `[${call}]`],
    ['in a code fence', `\`\`\`json\n${call}\n\`\`\``],
    ['in a code fence without a language', `\`\`\`\n${call}\n\`\`\`\n`],
    ['in the envelope of the OpenAI API', `{"type":"function","function":${call}}`],
    ['with "parameters" instead of "arguments"', call.replace('arguments', 'parameters')],
  ])('If pure_json is enabled, a call as JSON is recognised when written %s', async (_, text) => {
    expect(await read(text, pure)).toEqual(made);
  });

  test.each([
    ['prose that contains a call', `Hello ${call} there`],
    ['a call in a code fence after prose', `Here:\n\`\`\`json\n${call}\n\`\`\``],
    ['a call of an unknown tool', '{"name": "shell", "arguments": {"rm": "-rf"}}'],
    ['a call of an unknown tool in tags', '<tool_call>{"name": "shell", "arguments": {}}</tool_call>'],
    ['JSON that is not a call', '{"city": "Paris", "arguments": {}}'],
    ['prose about reasoning tags', 'It writes <think> before it thinks, </think> behind, and <|im_end|> at last.'],
    ['prose about call tags', 'A <tool_call> is closed by </tool_call>.'],
  ])('Text is not recognised as a call if it is %s', async (_, text) => {
    const formats = { enabled: ['native', 'hermes', 'pure_json'] };
    expect(await read(text, { formats })).toEqual({ content: text, ran: [] });
  });

  describe.each([
    ['natively', {}],
    ['in text', { models: { 'up/qwen2.5:3b': { nativeTools: false } } }],
  ] as const)('A small model that omits the tags of its family and gets its tools %s', (_, models) => {
    const settings = { model: 'up/qwen2.5:3b', ...models };
    const plain = '{"name":"clock","arguments":{}}';

    test.each([
      ['alone', call, [args]],
      ['with whitespace around it', `\n\n ${call}\n`, [args]],
      ['with indentation', JSON.stringify({ name: 'clock', arguments: args }, null, 4), [args]],
      ['in a list', `[${call}, ${plain}]`, [args, {}]],
      ['in a code fence', `\`\`\`json\n${call}\n\`\`\``, [args]],
      ['in a code fence with its language in capitals', `\`\`\`JSON\n${call}\n\`\`\``, [args]],
      ['in a code fence without a language', `\`\`\`\n${call}\n\`\`\`\n`, [args]],
      ['in a code fence that is not closed', `\`\`\`json\n${call}`, [args]],
      ['with its fields in reverse order', '{"arguments": {}, "name": "clock"}', [{}]],
      ['with "parameters" instead of "arguments"', '{"name":"clock","parameters":{}}', [{}]],
      ['in the envelope of the OpenAI API', `{"type":"function","id":"x","function":${plain}}`, [{}]],
      ['with its arguments as a JSON string', '{"name":"clock","arguments":"{\\"q\\": \\"x\\"}"}', [{ q: 'x' }]],
      ['in tags', `<tool_call>\n${call}\n</tool_call>`, [args]],
      ['after reasoning', `<think>\nThe time.\n</think>\n\n${call}`, [args]],
    ])('A call of a small model is recognised when written %s', async (_name, text, ran) => {
      expect(await read(text, settings)).toEqual({ content: 'Done.', ran });
    });

    test.each([
      ['a call after prose', `Here: ${call}`],
      ['a call in a code fence after prose', `Here:\n\`\`\`json\n${call}\n\`\`\``],
      ['a call in a code fence of another language', `\`\`\`python\n${call}\n\`\`\``],
      ['a call of an undeclared tool', '{"name":"shell","arguments":{"rm":"-rf"}}'],
      ['an object with only a type and a name', '{"type":"x","name":"clock"}'],
      ['a tool declaration', '{"name":"clock","description":"d","parameters":{"type":"object"}}'],
      ['an object with further fields', '{"city":"Paris","name":"clock","arguments":{}}'],
      ['an empty list', '[]'],
      ['a link', '[clock](https://x.test)'],
      ['HTML', '<p>Hello</p>'],
      ['a call under the key __proto__', '{"__proto__":{"name":"clock","arguments":{}}}'],
    ])('Text of a small model is not recognised as a call if it is %s', async (_name, text) => {
      expect(await read(text, settings)).toEqual({ content: text, ran: [] });
    });
  });

  test.each([
    ['prose after it', `${call} is what I would call.`],
    ['prose after its code fence', `\`\`\`json\n${call}\n\`\`\`\nThat is how.`],
    ['no closing brace', call.slice(0, -1)],
  ])('A call without tags is not recognised if it has %s', async (_, text) => {
    expect(await read(text, { model: 'up/qwen2.5:3b' })).toEqual({ content: text, ran: [] });
  });

  test('Text of a model that only its own provider serves is not searched for calls', async () => {
    expect(await read(call, { model: 'up/gpt-4o' })).toEqual({ content: call, ran: [] });
  });

  test('Text is not searched for calls if only native calls are enabled, or if the request has an empty tool list', async () => {
    const text = `<tool_call>${call}</tool_call>`;
    expect(await read(text, { formats: { enabled: ['native'] } })).toEqual({ content: text, ran: [] });
    expect(await read(text, {}, { tools: [] })).toEqual({ content: text, ran: [] });
  });

  test('A call that arrives natively and as text runs once, and another call in the text runs too', async () => {
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
