import { describe, expect, onTestFinished, test } from 'vitest';
import { type AskRequest, createToolpath, type ToolpathSettings } from '../src/index.ts';
import { proves } from './requirements.ts';
import { startUpstream } from './upstream.ts';
import { type ScriptedWire, scriptedWires } from './wires.ts';

/** Tests omitted, empty, listed and mixed tools, the tool loop and rejoining over every wire that a backend can use. */

const said = (content: string) => ({ role: 'user' as const, content });
const theirs = { type: 'function', function: { name: 'theirs', description: 'd', parameters: { type: 'object' } } };

async function start(wire: ScriptedWire, settings: ToolpathSettings = {}) {
  const upstream = await startUpstream();
  const ran: unknown[] = [];
  const toolpath = createToolpath({
    backends: { up: { kind: wire.kind, baseUrl: upstream.url } },
    model: 'up/mock',
    builtins: [], // only the tools of the test
    tools: [
      {
        name: 'ours',
        description: 'd',
        schema: { type: 'object', properties: { city: { type: 'string' } } },
        invoke: (args: unknown) => {
          ran.push(args);
          return 'sunny';
        },
      },
    ],
    ...settings,
  });
  onTestFinished(() => toolpath.close());
  const ask = (request: Partial<AskRequest>) => toolpath.ask({ messages: [said('Weather?')], ...request }).message;
  /** Bodies of the requests to the model, without the requests for facts about it. */
  const bodies = () =>
    upstream.requests
      .filter(({ method, path }) => method === 'POST' && !path.endsWith('/show'))
      .map(({ body }) => body);
  return { upstream, ask, ran, bodies };
}

describe.each(scriptedWires)('A backend of the kind $kind', (wire) => {
  for (const stream of [true, false]) {
    proves(
      ['S0.absent', 'S2.exec.by-name'],
      `Over ${wire.kind}, a request without tools runs gateway tools, and the model receives their results (stream: ${stream})`,
      async () => {
        const { upstream, ask, ran, bodies } = await start(wire);
        upstream.script(wire.calls([{ name: 'ours', args: { city: 'Wien' } }]), wire.text('It is sunny.'));
        expect(await ask({ stream })).toMatchObject({ role: 'assistant', content: 'It is sunny.' });
        expect(ran).toEqual([{ city: 'Wien' }]);
        expect(bodies().map(wire.toolsIn)).toEqual([['ours'], ['ours']]);
        expect(wire.transcriptIn(bodies()[1] ?? {})).toEqual([
          'user: Weather?',
          'call: ours {"city":"Wien"}',
          'tool: sunny',
        ]);
      },
    );
  }

  proves(
    'S0.empty',
    `Over ${wire.kind}, a request with an empty tool list sends neither tools nor a tool choice`,
    async () => {
      const { upstream, ask, bodies } = await start(wire);
      upstream.script(wire.text('Hello.'));
      await ask({ tools: [], tool_choice: 'auto' });
      expect(bodies()[0]).not.toHaveProperty('tools');
      expect(bodies()[0]).not.toHaveProperty('tool_choice');
    },
  );

  proves(
    'S0.listed',
    `Over ${wire.kind}, listed tools belong to the client, and their calls are handed over`,
    async () => {
      const { upstream, ask, ran, bodies } = await start(wire);
      upstream.script(wire.calls([{ name: 'theirs', args: { n: 1 } }]), wire.text('Done.'));
      const answer = await ask({ tools: [theirs] });
      const [call] = answer.tool_calls ?? [];
      expect(call?.function).toEqual({ name: 'theirs', arguments: '{"n":1}' });
      expect(call?.id).toMatch(/^[A-Za-z0-9]{9}$/);
      const history = [said('Weather?'), answer, { role: 'tool' as const, tool_call_id: call?.id, content: 'one' }];
      expect(await ask({ messages: history, tools: [theirs] })).toMatchObject({ content: 'Done.' });
      expect(bodies().map(wire.toolsIn)).toEqual([['theirs'], ['theirs']]);
      expect(wire.transcriptIn(bodies()[1] ?? {})).toEqual(['user: Weather?', 'call: theirs {"n":1}', 'tool: one']);
      expect(ran).toEqual([]);
    },
  );

  proves(
    ['S0.mixed', 'L2'],
    `Over ${wire.kind}, a mixed step runs the gateway's calls and hands over the client's, and the follow-up has both`,
    async () => {
      const { upstream, ask, ran, bodies } = await start(wire, { mixed: true });
      upstream.script(
        wire.calls([
          { name: 'ours', args: { city: 'Graz' }, id: 'call_a' },
          { name: 'theirs', args: {}, id: 'call_b' },
        ]),
        wire.text('Both.'),
      );
      const answer = await ask({ tools: [theirs] });
      expect(answer.tool_calls).toHaveLength(1);
      const [call] = answer.tool_calls ?? [];
      const result = { role: 'tool' as const, tool_call_id: call?.id, content: 'two' };
      expect(await ask({ messages: [said('Weather?'), answer, result], tools: [theirs] })).toMatchObject({
        content: 'Both.',
      });
      expect(wire.transcriptIn(bodies()[1] ?? {})).toEqual([
        'user: Weather?',
        'call: ours {"city":"Graz"}',
        'call: theirs {}',
        'tool: sunny',
        'tool: two',
      ]);
      expect(ran).toHaveLength(1);
    },
  );

  test('The model gets its reasoning back with gateway calls and client calls, although the client does not send it', async () => {
    const { upstream, ask, bodies } = await start(wire, { mixed: true });
    upstream.script(
      wire.thinking('first', [{ name: 'ours', args: {}, id: 'call_a' }]),
      wire.thinking('second', [{ name: 'theirs', args: {}, id: 'call_b' }]),
      wire.text('Done.'),
    );
    const { content, tool_calls: calls } = await ask({
      tools: [theirs],
      thinking: { type: 'enabled', budget_tokens: 1024 },
    });
    const answer = { role: 'assistant' as const, content, ...(calls && { tool_calls: calls }) };
    const result = { role: 'tool' as const, tool_call_id: calls?.[0]?.id, content: 'two' };
    await ask({ messages: [said('Weather?'), answer, result], tools: [theirs] });
    expect(wire.transcriptIn(bodies()[1] ?? {})).toEqual([
      'user: Weather?',
      'thought: first',
      'call: ours {}',
      'tool: sunny',
    ]);
    expect(wire.transcriptIn(bodies()[2] ?? {})).toEqual([
      'user: Weather?',
      'thought: first',
      'call: ours {}',
      'tool: sunny',
      'thought: second',
      'call: theirs {}',
      'tool: two',
    ]);
  });

  test('For a history with calls and an empty tool list, the tool is declared and forbidden if the provider requires it', async () => {
    const { upstream, ask, bodies } = await start(wire);
    upstream.script(wire.text('Done.'));
    const call = { id: 'c1', type: 'function' as const, function: { name: 'old', arguments: '{}' } };
    const history = [
      said('Weather?'),
      { role: 'assistant' as const, content: null, tool_calls: [call] },
      { role: 'tool' as const, tool_call_id: 'c1', content: 'rain' },
      said('Thanks. In one word?'),
    ];
    await ask({ messages: history, tools: [] });
    expect(wire.toolsIn(bodies()[0] ?? {})).toEqual(wire.kind === 'anthropic' ? ['old'] : undefined);
    expect(bodies()[0]?.tool_choice).toEqual(wire.kind === 'anthropic' ? { type: 'none' } : undefined);
  });

  test('If a model cannot be reached, the next model of the chain answers; if there is none, the request fails', async () => {
    const [gone, upstream] = [await startUpstream(), await startUpstream()];
    await gone.stop();
    upstream.script(wire.text('Here.'));
    const chained = createToolpath({
      backends: { gone: { kind: wire.kind, baseUrl: gone.url }, up: { kind: wire.kind, baseUrl: upstream.url } },
      model: ['gone/mock', 'up/mock'],
      aliases: { alone: ['gone/mock', 'gone/other'] },
      limits: { retries: 0 },
    });
    onTestFinished(() => chained.close());
    expect(await chained.ask('Hello?').message).toMatchObject({ content: 'Here.' });
    await expect(chained.ask({ model: 'alone', messages: [said('Hello?')] }).message).rejects.toThrow(
      'cannot be reached',
    );
  });
});
