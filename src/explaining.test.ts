import { describe, expect, onTestFinished, test } from 'vitest';
import { proves } from '../test/requirements.ts';
import { startUpstream } from '../test/upstream.ts';
import { TurnError } from './asking.ts';
import { estimateTokens } from './core/index.ts';
import { createToolpath, type Toolpath, type ToolpathSettings } from './library.ts';

async function start(settings: ToolpathSettings = {}) {
  const upstream = await startUpstream();
  const backends = { up: { kind: 'openai' as const, baseUrl: upstream.url } };
  const toolpath = createToolpath({ backends, model: 'up/mock-8b', builtins: ['tool_search'], ...settings });
  onTestFinished(() => toolpath.close());
  return { upstream, toolpath };
}

const clientTool = { type: 'function' as const, function: { name: 'bash', description: 'Runs a command.' } };
const add = { name: 'add', description: 'Adds.', schema: { type: 'object' }, invoke: () => 3 };
const multiply = { ...add, name: 'multiply', description: 'Multiplies two numbers, however large they are.' };
const ofServer = ['book_flight', 'buy_shoes', 'send_mail', 'read_file', 'list_files', 'find_place'].map((tool) => ({
  ...add,
  name: `all::${tool}`,
  metadata: { server: 'all', tool },
}));
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof TurnError ? error.failure : error),
  );

describe('explain in the library', () => {
  proves(['S1.explain', 'L5'], 'explain accepts a question or a complete request and calls no model', async () => {
    const { upstream, toolpath } = await start({ tools: [add] });
    const byQuestion = await toolpath.explain('What is 1 + 2?');
    expect(byQuestion).toMatchObject({
      model: 'up/mock-8b',
      limit: { most: 5, rule: 'size' },
      prompt: { messages: [{ role: 'user', content: 'What is 1 + 2?' }], tools: [{ function: { name: 'add' } }] },
    });
    expect(byQuestion.decisions[0]).toEqual({
      tool: 'add',
      verdict: 'in',
      rule: 'gateway',
      flip: expect.stringContaining('"tools": []'),
      owner: 'gateway',
      tokens: expect.any(Number),
    });
    const byRequest = await toolpath.explain({ messages: [{ role: 'user', content: 'hi' }], tools: [] });
    expect(byRequest).toMatchObject({ limit: null, prompt: { tools: [] }, tokens: { tools: 0 } });
    expect(byRequest.decisions.find(({ tool }) => tool === 'add')).toMatchObject({ verdict: 'out', rule: 'no-tools' });
    expect(upstream.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('explain rejects after close, and if there is no request', async () => {
    const { toolpath } = await start();
    expect(await failureOf(toolpath.explain(undefined as never))).toMatchObject({
      kind: 'bad-request',
      param: 'messages',
    });
    await toolpath.close();
    expect(await failureOf(toolpath.explain('hi'))).toMatchObject({ kind: 'turn-cancelled' });
  });

  proves(['S1.explain', 'S1.builtin.python'], 'explain says why programs run or do not run', async () => {
    const builtins = ['python_execution' as const];
    const ask = { messages: [{ role: 'user' as const, content: 'hi' }], tools: [clientTool] };
    const reasonIn = async (settings: ToolpathSettings, asked: Parameters<Toolpath['explain']>[0]) => {
      const { toolpath } = await start({ builtins, ...settings });
      return (await toolpath.explain(asked)).decisions.find(({ tool }) => tool === 'python_execution');
    };
    expect(await reasonIn({}, 'hi')).toMatchObject({ verdict: 'in', rule: 'builtin' });
    expect(await reasonIn({}, ask)).toMatchObject({ verdict: 'out', rule: 'client-tools' });
    expect(await reasonIn({ formats: { enabled: ['code'], primary: 'code' } }, ask)).toMatchObject({
      verdict: 'in',
      rule: 'code-format',
    });
    expect(await reasonIn({ formats: { enabled: ['native'] } }, 'hi')).toMatchObject({ rule: 'no-code-format' });
    expect(await reasonIn({ python: { engines: [] } }, 'hi')).toMatchObject({ rule: 'no-sandbox' });
    expect(await reasonIn({ builtins: [] }, 'hi')).toMatchObject({ rule: 'builtin-disabled' });
    expect(await reasonIn({ filter: { builtins: ['tool_search'] } }, 'hi')).toMatchObject({ rule: 'filter' });
    const denial = [{ tool: 'python_execution', verdict: 'deny' as const }];
    expect(await reasonIn({ permit: denial }, 'hi')).toMatchObject({ verdict: 'out', rule: 'denied' });
    expect(await reasonIn({ permit: denial, formats: { enabled: ['code'], primary: 'code' } }, ask)).toMatchObject({
      verdict: 'out',
    });
  });

  test('If the primary format is code and programs cannot run, explain says what to change', async () => {
    const formats = { enabled: ['code', 'native'], primary: 'code' };
    const flipIn = async (settings: ToolpathSettings) =>
      (await (await start({ builtins: ['python_execution'], formats, ...settings })).toolpath.explain('hi')).format
        .flip;
    expect(await flipIn({ python: { engines: [] } })).toContain('python.engines');
    expect(await flipIn({ builtins: [] })).toBe('add "python_execution" to "builtins"');
    expect(await flipIn({ filter: { builtins: [] } })).toContain('filter.builtins');
    expect(await flipIn({ permit: [{ tool: 'python_execution', verdict: 'deny' }] })).toContain('permit[0]');
  });

  describe.each(['code', 'hermes', 'pythonic', 'pure_json'])('The tokens in the text format %s', (format) => {
    const settings: ToolpathSettings = {
      tools: [add, multiply, ...ofServer],
      builtins: ['python_execution', 'tool_search'],
      formats: { enabled: ['code', format], primary: format },
    };

    test('The tokens of tools are those of the instructions, and the user message has its own', async () => {
      const { toolpath } = await start(settings);
      const { prompt, tokens } = await toolpath.explain('What is 1 + 2?');
      const [system, question] = prompt.messages.map(({ content }) => estimateTokens(String(content)));
      expect(prompt.tools).toEqual([]);
      expect(tokens.tools).toBe(system);
      expect(tokens.messages).toBeGreaterThanOrEqual(question ?? 0);
      expect(tokens.messages).toBeLessThan((question ?? 0) + 20); // a chat template adds some tokens around each of the two messages
      const own = { role: 'system' as const, content: 'You are brief. '.repeat(50) };
      const longer = await toolpath.explain({ messages: [own, { role: 'user', content: 'What is 1 + 2?' }] });
      expect(longer.tokens.tools).toBe(tokens.tools);
      expect(longer.tokens.messages - tokens.messages).toBeGreaterThan(100);
      const without = await toolpath.explain({ messages: [{ role: 'user', content: 'hi' }], tools: [] });
      expect(without.tokens.tools).toBe(0);
    });

    test('The tokens of a tool are those that it adds to the prompt', async () => {
      const withAll = await (await start(settings)).toolpath.explain('What is 1 + 2?');
      const withOne = await (await start({ ...settings, tools: [add, ...ofServer] })).toolpath.explain(
        'What is 1 + 2?',
      );
      const tokensOf = (name: string) => withAll.decisions.find(({ tool }) => tool === name)?.tokens;
      const added = withAll.tokens.tools - withOne.tokens.tools;
      expect(Math.abs((tokensOf('multiply') ?? 0) - added)).toBeLessThanOrEqual(2);
      expect(withAll.decisions).toContainEqual(expect.objectContaining({ tool: 'call_tool', verdict: 'in' }));
      expect(withAll.decisions).toContainEqual(expect.objectContaining({ tool: 'python_execution', verdict: 'in' }));
      const isShown = format !== 'code';
      expect(tokensOf('call_tool') !== undefined).toBe(isShown);
      expect(tokensOf('python_execution') !== undefined).toBe(isShown);
    });
  });

  proves(
    ['S1.limit', 'S1.explain'],
    "A model's size is read under its full name in the settings, but a tool limit under an alias takes precedence",
    async () => {
      const models = {
        fast: { parameters: '70b', mcpToolsInPrompt: 4 },
        'up/mock-8b': { parameters: '8b', mcpToolsInPrompt: 3 },
      };
      const { toolpath } = await start({ aliases: { fast: 'up/mock-8b' }, models });
      const messages = [{ role: 'user' as const, content: 'hi' }];
      const alias = await toolpath.explain({ messages, model: 'fast' });
      expect(alias.limit).toMatchObject({ most: 4, flip: expect.stringContaining('models."fast".mcpToolsInPrompt') });
      const sizes = { fast: { parameters: '70b' }, 'up/mock-8b': { parameters: '3b' } };
      const other = await start({ aliases: { fast: 'up/mock-8b' }, models: sizes });
      const sized = await other.toolpath.explain({ messages, model: 'fast' });
      expect(sized.limit).toMatchObject({ most: 2, flip: expect.stringContaining('models."up/mock-8b".parameters') });
    },
  );

  proves(
    'L5',
    'explain names the model of the fallback chain that would answer and the models that would fail',
    async () => {
      const models = { 'up/small': { contextTokens: 300 }, 'up/large': { contextTokens: 100_000 } };
      const { toolpath } = await start({ model: ['up/small', 'up/large'], models });
      const explanation = await toolpath.explain('word '.repeat(3_000));
      expect(explanation).toMatchObject({
        model: 'up/large',
        passedOver: [{ model: 'up/small', failure: { kind: 'prompt-too-long' } }],
      });
      expect(explanation).not.toHaveProperty('failure');
    },
  );

  test('The explanation is plain JSON', async () => {
    const { toolpath } = await start({ tools: [add] });
    const explanation = await toolpath.explain('hi');
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
  });

  test('explain rejects with a TurnError if the turn could not start', async () => {
    const { toolpath } = await start();
    expect(await failureOf(toolpath.explain({ messages: [] }))).toMatchObject({
      kind: 'bad-request',
      param: 'messages',
    });
    const two = await start({ backends: { a: { kind: 'pocket' }, b: { kind: 'pocket' } }, model: 'c/mock' });
    expect(await failureOf(two.toolpath.explain('hi'))).toMatchObject({ kind: 'unknown-model' });
    const broken = await start({ tools: ['./no-such-module.ts'] });
    expect(await failureOf(broken.toolpath.explain('hi'))).toMatchObject({ kind: 'bad-request', param: 'tools' });
    const messages = [{ role: 'user' as const, content: 'hi' }];
    const cancelled = toolpath.explain({ messages, signal: AbortSignal.abort() });
    expect(await failureOf(cancelled)).toMatchObject({ kind: 'turn-cancelled' });
  });
});
