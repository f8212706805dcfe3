import { describe, expect, test } from 'vitest';
import { agentTool, calledIn, openAgent, received } from '../../../test/agent-backend.ts';
import { textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { answer, answerWith, text, toolUse } from '../../../test/fake-agent-sdk.ts';
import { proves } from '../../../test/requirements.ts';
import type { Message } from '../../core/index.ts';

const history: readonly Message[] = [
  { role: 'user', content: [{ type: 'text', text: 'Find x.' }] },
  {
    role: 'assistant',
    content: [{ type: 'text', text: 'Searching.' }],
    calls: [{ id: 'toolu_1', name: 'search', arguments: '{"q":"x"}' }],
  },
  { role: 'tool', callId: 'toolu_1', name: 'search', content: [{ type: 'text', text: 'x is here' }] },
  { role: 'assistant', content: [{ type: 'text', text: 'Here.' }], calls: [] },
  { role: 'user', content: [{ type: 'text', text: 'And y?' }] },
];

describe('Answers of the agent', () => {
  test('An answer is its text, its reasoning and one finish with the usage', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(answer({ type: 'thinking', thinking: 'hm', signature: 'c2ln' }, text('Hello there')));
    const { events, finish } = await ask();
    expect(textOf(events)).toBe('Hello there');
    expect(events.flatMap((event) => (event.type === 'reasoning' ? [event.text] : [])).join('')).toBe('hm');
    expect(finish).toMatchObject({ reason: 'stop', usage: { promptTokens: 11, completionTokens: 7 } });
    expect(checkStream(events)).toEqual([]);
  });

  test('Text is passed on as it arrives', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(answer(text('One two three')));
    const { events } = await ask({ tools: [agentTool('search')] });
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(1);
  });

  test('An answer that reached its token limit ends with the reason length', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(answerWith({ stop: 'max_tokens' }, text('Once upon')));
    expect((await ask()).finish.reason).toBe('length');
  });

  test('A child that has answered ends by itself when its input ends', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(answer(text('Hello')));
    await ask();
    await sdk.agents[0]?.gone;
    expect(sdk.agents[0]).toMatchObject({ isInputOver: true, interrupts: 0 });
  });

  test('The backend describes itself without the query of its address, and lists the aliases of the newest models', async () => {
    const { backend } = openAgent({ backend: { baseUrl: 'https://user:pw@example.test/api?key=secret' } });
    expect(backend.describe()).toMatchObject({
      name: 'agent',
      kind: 'claude-agent',
      address: 'a child process for https://example.test/api',
    });
    expect(openAgent().backend.describe().address).toBe('a child process');
    expect(await backend.models(new AbortController().signal)).toEqual(['sonnet', 'opus', 'haiku']);
    expect(await backend.inspect('sonnet', new AbortController().signal)).toEqual({
      nativeTools: true,
      media: ['image'],
    });
  });
});

describe('What the agent is given', () => {
  proves('S3.bridge', 'Each tool reaches the agent as one MCP tool with its whole JSON Schema', async () => {
    const { sdk, ask } = openAgent();
    const parameters = {
      type: 'object',
      properties: {
        node: { $ref: '#/$defs/node' },
        kind: { oneOf: [{ const: 'a' }, { type: 'integer', minimum: 3 }] },
      },
      required: ['node'],
      additionalProperties: false,
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    };
    sdk.script(answer(text('Hello')));
    await ask({ tools: [agentTool('search', { parameters }), agentTool('read')] });
    const [agent] = sdk.agents;
    expect(Object.keys(agent?.options.mcpServers ?? {})).toEqual(['bridge']);
    expect(agent?.tools).toEqual([
      {
        name: 'search',
        description: 'What search says.',
        inputSchema: parameters,
        annotations: { readOnlyHint: true },
        _meta: { 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': 500_000 },
      },
      expect.objectContaining({ name: 'read' }),
    ]);
  });

  proves(
    'S3.bridge.allowed',
    "Only the bridge's tools are allowed; the agent's own tools, settings and files are off",
    async () => {
      const { sdk, ask } = openAgent();
      sdk.script(answer(text('Hello')));
      await ask({ tools: [agentTool('search'), agentTool('a.b')] });
      const options = sdk.agents[0]?.options;
      expect(options).toMatchObject({
        model: 'sonnet',
        tools: [],
        allowedTools: ['mcp__bridge__search', expect.stringMatching(/^mcp__bridge__a_b_[0-9a-f]{10}$/)],
        permissionMode: 'dontAsk',
        settingSources: [],
        strictMcpConfig: true,
        plugins: [],
        verbatimPrompts: true,
        persistSession: false,
      });
      expect(options?.env).toMatchObject({ ENABLE_TOOL_SEARCH: 'false', CLAUDE_CODE_MAX_RETRIES: '0' });
      expect(options?.env.HOME).not.toBe(process.env.HOME);
    },
  );

  test('A request without tools gets no MCP server, no hook and no allowed tool', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(answer(text('Hello')));
    await ask();
    expect(sdk.agents[0]?.options).toMatchObject({ tools: [], allowedTools: [], maxTurns: 1 });
    expect(sdk.agents[0]?.options).not.toHaveProperty('mcpServers');
    expect(sdk.agents[0]?.options).not.toHaveProperty('hooks');
  });

  proves('S3.bridge.names', "Calls come back under the tools' own names, however odd these are", async () => {
    const { sdk, ask } = openAgent();
    const odd = ['a.b', 'a b', 'größe', ' ', 'x'.repeat(300), 'mcp__bridge__search', '__proto__', 'constructor'];
    sdk.script(async function* (agent) {
      const uses = agent.tools.map(({ name }, place) => toolUse(String(name), { place }, `toolu_${place}`));
      return yield* answer(...uses)(agent);
    });
    const { events } = await ask({ tools: odd.map((name) => agentTool(name)) });
    expect(calledIn(events)).toEqual(odd.map((name, place) => [name, JSON.stringify({ place })]));
    const bridged = odd.map(() => expect.stringMatching(/^mcp__bridge__[a-zA-Z0-9_-]{1,115}$/));
    expect(sdk.agents[0]?.options.allowedTools).toEqual(bridged);
  });

  test('A history is replayed exactly, and only its last message asks the model', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(answer(text('There.')));
    await ask({ messages: [{ role: 'system', content: [{ type: 'text', text: 'Be brief.' }] }, ...history] });
    const [agent] = sdk.agents;
    expect(agent?.options.systemPrompt).toBe('Be brief.');
    expect(agent?.sent.map(({ type, shouldQuery }) => [type, shouldQuery])).toEqual([
      ['user', false],
      ['assistant', undefined],
      ['user', false],
      ['assistant', undefined],
      ['user', undefined],
    ]);
    expect(received(agent)).toEqual([
      [{ type: 'text', text: 'Find x.' }],
      [
        { type: 'text', text: 'Searching.' },
        { type: 'tool_use', id: 'toolu_1', name: 'mcp__bridge__search', input: { q: 'x' } },
      ],
      [expect.objectContaining({ type: 'tool_result', tool_use_id: 'toolu_1' })],
      [{ type: 'text', text: 'Here.' }],
      [{ type: 'text', text: 'And y?' }],
    ]);
    expect(agent?.sent[1]?.message).toMatchObject({ model: 'sonnet', id: 'msg_history_1' });
  });

  test('Earlier answers carry the name of the model that the agent chose, so that it keeps their reasoning', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(answer(text('There.')));
    await ask({ model: '', messages: history });
    expect(sdk.agents[0]?.options).not.toHaveProperty('model');
    expect(sdk.agents[0]?.sent[1]?.message).toMatchObject({ model: 'claude-default' });
  });

  test('Parameters of the request are added to the requests of the agent', async () => {
    const { sdk, ask } = openAgent();
    sdk.script(answer(text('Hello')), answer(text('Hello')));
    const tools = [agentTool('search')];
    const choice = { kind: 'named', name: 'search' } as const;
    await ask({ model: 'claude-haiku-4-5', tools, choice, sampling: { temperature: 0.5 } });
    await ask();
    expect(sdk.agents[0]?.parameters).toEqual({
      context_management: { edits: [] },
      max_tokens: 64_000,
      temperature: 0.5,
      thinking: { type: 'disabled' },
      tool_choice: { type: 'tool', name: 'mcp__bridge__search' },
    });
    expect(sdk.agents[1]?.options.env).not.toHaveProperty('CLAUDE_CODE_EXTRA_BODY');
  });

  test('A parameter that the agent does not support is logged once', async () => {
    const { sdk, ask, log } = openAgent();
    sdk.script(answer(text('a')), answer(text('b')));
    for (let time = 0; time < 2; time++) await ask({ extra: { chat: { seed: 7 } } });
    expect(log.lines.map(({ level, fields }) => [level, fields.member])).toEqual([['warn', 'seed']]);
  });

  test('A forced tool choice that the model does not support is dropped with a warning', async () => {
    const { sdk, ask, log } = openAgent();
    sdk.script(answer(text('Hello')));
    await ask({ tools: [agentTool('search')], choice: { kind: 'required' } });
    expect(sdk.agents[0]?.parameters).not.toHaveProperty('tool_choice');
    expect(log.lines.map(({ level, fields }) => [level, fields.member])).toEqual([['warn', 'tool_choice']]);
  });

  test('Parameters that do not fit an environment variable are refused without a child', async () => {
    const { sdk, ask } = openAgent();
    const schema = { type: 'object', properties: {}, description: 'x'.repeat(130_000) };
    const { finish } = await ask({ sampling: { responseFormat: { kind: 'schema', name: 'r', schema } } });
    expect(finish.failure).toMatchObject({ kind: 'upstream-rejected', status: 400 });
    expect(sdk.agents).toHaveLength(0);
  });
});
