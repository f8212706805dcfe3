import { describe, expect, test } from 'vitest';
import { agentTool, agentTurn, calledIn, callsOf, openAgent, whenTrue } from '../../../test/agent-backend.ts';
import { collect, textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import {
  answer,
  answerWith,
  apiError,
  raw,
  rawThenSilence,
  streamed,
  text,
  toolUse,
} from '../../../test/fake-agent-sdk.ts';
import { streamEvents } from '../../../test/messages.ts';
import { proves } from '../../../test/requirements.ts';
import type { Event, Message, ModelRequest } from '../../core/index.ts';

const use = toolUse('search', { q: 'x' }, 'toolu_1');
const other = toolUse('read', { q: 'y' }, 'toolu_2');

describe('A turn whose tools the gateway runs', () => {
  for (const isStreamed of [true, false]) {
    const how = isStreamed ? 'streamed' : 'unstreamed';
    proves(
      'S3.executors',
      `One query serves a whole ${how} turn, and its handlers return the gateway's results`,
      async () => {
        const { sdk, backend } = openAgent();
        const turn = agentTurn('search', 'read');
        sdk.script(
          answer(text('Let me see.'), use, other),
          answer(toolUse('search', { q: 'z' }, 'toolu_3')),
          answer(text('Found.')),
        );
        const reasons: string[] = [];
        let last: readonly Event[] = [];
        for (let step = 0; step < 3; step++) {
          const { events, finish } = await collect(backend, turn.request({ isStreamed }));
          turn.add(events, ({ id }) => `result of ${id}`);
          expect(checkStream(events)).toEqual([]);
          reasons.push(finish.reason);
          last = events;
        }
        turn.end();
        expect(reasons).toEqual(['calls', 'calls', 'stop']);
        expect(textOf(last)).toBe('Found.');
        expect(sdk.agents).toHaveLength(1);
        const [agent] = sdk.agents;
        expect(agent?.sent).toHaveLength(1);
        expect(agent?.options.maxTurns).toBe(21);
        expect(agent?.options.hooks).not.toHaveProperty('PreToolUse');
        expect([...(agent?.results ?? [])]).toEqual(
          ['toolu_1', 'toolu_2', 'toolu_3'].map((id) => [id, { content: [{ type: 'text', text: `result of ${id}` }] }]),
        );
        await agent?.gone;
      },
    );
  }

  test('A failed outcome reaches the agent as an error, and an image as an image', async () => {
    const { sdk, backend } = openAgent();
    const turn = agentTurn('search', 'read');
    sdk.script(answer(use, other), answer(text('Oh.')));
    turn.add((await collect(backend, turn.request())).events);
    const [failed, shown] = turn.messages.splice(-2) as [Message & { role: 'tool' }, Message & { role: 'tool' }];
    const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } as const;
    turn.messages.push({ ...failed, isError: true }, { ...shown, content: [image as never] });
    expect(textOf((await collect(backend, turn.request())).events)).toBe('Oh.');
    expect(sdk.agents).toHaveLength(1);
    expect(sdk.agents[0]?.results.get('toolu_1')).toMatchObject({ isError: true });
    expect(sdk.agents[0]?.results.get('toolu_2')?.content).toEqual([expect.objectContaining({ type: 'image' })]);
  });
});

describe('The next step of a turn', () => {
  /** Runs the first step, with the calls in `uses`. */
  async function begin(uses = [use, other], options: Parameters<typeof openAgent>[0] = {}) {
    const opened = openAgent(options);
    const turn = agentTurn('search', 'read');
    opened.sdk.script(answer(...uses));
    const { events } = await collect(opened.backend, turn.request());
    turn.add(events);
    return { ...opened, turn, events };
  }

  const changes: [string, (request: ModelRequest) => Partial<ModelRequest>][] = [
    ['another model', () => ({ model: 'opus' })],
    ['a changed user message', ({ messages }) => ({ messages: [...said('hello'), ...messages.slice(1)] })],
    ['a new system message', ({ messages }) => ({ messages: [systemSaid('Be brief.'), ...messages] })],
    ['one tool fewer', ({ tools }) => ({ tools: tools.slice(0, 1) })],
    ['a tool of the client', ({ tools }) => ({ tools: [...tools, agentTool('more')] })],
    ['another sampling', () => ({ sampling: { maxTokens: 100 } })],
    ['a result fewer', ({ messages }) => ({ messages: messages.slice(0, -1) })],
    ['a message after the results', ({ messages }) => ({ messages: [...messages, ...said('Hurry!')] })],
    ['no results', ({ messages }) => ({ messages: messages.slice(0, 1) })],
    ['another step before', ({ messages }) => ({ messages: [...messages, ...messages.slice(1)] })],
    ['other arguments in its history', ({ messages }) => ({ messages: messages.map(withArguments('{"q":"other"}')) })],
    ['another name in its history', ({ messages }) => ({ messages: messages.map(withName('read')) })],
    ['the id of another call', ({ messages }) => ({ messages: messages.map(withId('toolu_1', 'toolu_9')) })],
    [
      'a result that the agent would truncate',
      ({ messages }) => ({ messages: messages.map(withResult('x'.repeat(300_000))) }),
    ],
  ];

  test.each(changes)('With %s, a new child gets the whole history', async (_, change) => {
    const { sdk, backend, turn } = await begin();
    sdk.script(answer(text('Found.')));
    const request = turn.request();
    const { events } = await collect(backend, { ...request, ...change(request) });
    expect(textOf(events)).toBe('Found.');
    expect(sdk.agents).toHaveLength(2);
    const [first, second] = sdk.agents;
    expect(second?.sent.at(-1)).not.toHaveProperty('shouldQuery');
    await first?.gone;
    for (const result of first?.results.values() ?? []) expect(result).toMatchObject({ isError: true });
  });

  test('In another turn, a new child answers, and the paused one keeps waiting', async () => {
    const { sdk, backend, turn } = await begin();
    sdk.script(answer(text('Other.')), answer(text('Found.')));
    expect(textOf((await collect(backend, turn.request({ turn: 'turn-2' }))).events)).toBe('Other.');
    expect(textOf((await collect(backend, turn.request())).events)).toBe('Found.');
    expect(sdk.agents).toHaveLength(2);
    expect(sdk.agents[0]?.results.size).toBe(2);
  });

  test('If the paused child has died, a new one gets the whole history', async () => {
    const { sdk, backend, turn } = await begin();
    sdk.agents[0]?.kill();
    sdk.script(answer(text('Found.')));
    const { events, finish } = await collect(backend, turn.request());
    expect(textOf(events)).toBe('Found.');
    expect(finish.reason).toBe('stop');
    expect(sdk.agents).toHaveLength(2);
    expect(sdk.agents[1]?.sent).toHaveLength(3);
  });

  test('If the paused child fails before its answer, a new one gets the whole history', async () => {
    const { sdk, backend, turn } = await begin();
    sdk.script(apiError(500, 'on fire'), answer(text('Found.')));
    expect(textOf((await collect(backend, turn.request())).events)).toBe('Found.');
    expect(sdk.agents).toHaveLength(2);
  });

  test('If the paused child dies in the middle of its next answer, the step fails and is not repeated', async () => {
    const { sdk, backend, turn } = await begin();
    sdk.script(
      raw(
        streamEvents([text('Found it.')])
          .slice(0, 4)
          .map(streamed),
        new Error('exited with code 137'),
      ),
    );
    const { events, finish } = await collect(backend, turn.request());
    expect(textOf(events)).toBe('Foun');
    expect(finish).toMatchObject({ reason: 'failed', failure: { kind: 'upstream-broken' } });
    expect(checkStream(events)).toEqual([]);
    expect(sdk.agents).toHaveLength(1);
  });

  test('When the turn ends, the paused child ends without another request to the model', async () => {
    const { sdk, turn } = await begin();
    turn.end();
    const [agent] = sdk.agents;
    await agent?.gone;
    expect(agent?.interrupts).toBe(1);
    for (const result of agent?.results.values() ?? []) expect(result).toMatchObject({ isError: true });
  });

  test('An abort of the next step ends the child, and no other is started', async () => {
    const { sdk, backend, turn } = await begin();
    sdk.script(rawThenSilence());
    const abort = new AbortController();
    const reading = collect(backend, turn.request(), abort.signal);
    await whenTrue(() => sdk.agents[0]?.results.size === 2);
    abort.abort(new Error('the client left'));
    expect((await reading).finish).toMatchObject({ failure: { kind: 'turn-cancelled', reason: 'the client left' } });
    await sdk.agents[0]?.gone;
    expect(sdk.agents).toHaveLength(1);
  });

  test('A child that calls a handler twice gets the same result twice', async () => {
    const { sdk, backend } = openAgent();
    const turn = agentTurn('search');
    const twice: unknown[] = [];
    sdk.script(
      async function* (agent) {
        yield* streamEvents([use]).map(streamed);
        twice.push(...(await Promise.all([agent.callTool(use), agent.callTool(use)])));
        twice.push(await agent.callTool(use));
        return 'ask';
      },
      answer(text('Found.')),
    );
    turn.add((await collect(backend, turn.request())).events);
    expect(textOf((await collect(backend, turn.request())).events)).toBe('Found.');
    expect(twice).toEqual(Array(3).fill({ content: [{ type: 'text', text: 'search ran' }] }));
  });

  test('A child that calls its handlers without ids is replaced by one with the whole history', async () => {
    const { sdk, backend, turn } = await begin([use, other], { callId: () => undefined });
    sdk.script(answer(text('Found.')));
    expect(textOf((await collect(backend, turn.request())).events)).toBe('Found.');
    expect(sdk.agents).toHaveLength(2);
  });

  test('A child that calls a handler with an unknown id is replaced by one with the whole history', async () => {
    const { sdk, backend, turn } = await begin([use, other], { callId: (id) => (id === 'toolu_2' ? 'toolu_9' : id) });
    sdk.script(answer(text('Found.')));
    expect(textOf((await collect(backend, turn.request())).events)).toBe('Found.');
    expect(sdk.agents).toHaveLength(2);
  });

  test('A child that never calls its handlers is replaced at the first-byte limit', async () => {
    const { sdk, backend } = openAgent({ limits: { firstByteMs: 100 } });
    const turn = agentTurn('search');
    sdk.script(rawThenSilence(...streamEvents([use]).map(streamed)), answer(text('Found.')));
    turn.add((await collect(backend, turn.request())).events);
    expect(textOf((await collect(backend, turn.request())).events)).toBe('Found.');
    expect(sdk.agents).toHaveLength(2);
  });

  test('A handler that is called after the end of its child is never executed', async () => {
    const { sdk, turn } = await begin();
    const [agent] = sdk.agents;
    turn.end();
    await agent?.gone;
    expect(await agent?.callTool(toolUse('search', {}, 'toolu_7'))).toMatchObject({ isError: true });
  });

  const unpaused: [string, readonly ReturnType<typeof toolUse>[]][] = [
    ['with the same id for two calls', [use, { ...other, id: 'toolu_1' }]],
    ['without ids', [{ ...use, id: undefined as unknown as string }]],
    ['of a tool that was not declared', [toolUse('rm', {}, 'toolu_1')]],
    ['with arguments that are no object', [{ ...use, input: [1] }]],
  ];
  test.each(unpaused)('Calls %s are not left to the child: a new one gets their results', async (_, blocks) => {
    const { sdk, backend } = openAgent();
    const turn = agentTurn('search', 'read');
    sdk.script(answer(...blocks), answer(text('Found.')));
    const { events } = await collect(backend, turn.request());
    expect(callsOf(events)).toHaveLength(blocks.length);
    turn.add(events);
    expect(textOf((await collect(backend, turn.request())).events)).toBe('Found.');
    expect(sdk.agents).toHaveLength(2);
    expect(sdk.agents[1]?.sent).toHaveLength(3);
    await sdk.agents[0]?.gone;
  });

  test('Calls written as an envelope get their results in a new child', async () => {
    const { sdk, backend } = openAgent();
    const turn = agentTurn('search');
    sdk.script(answer(text('{"tool":"search","input":{"q":"x"}}')), answer(text('Found.')));
    const { events } = await collect(backend, turn.request());
    expect(calledIn(events)).toEqual([['search', '{"q":"x"}']]);
    turn.add(events);
    expect(textOf((await collect(backend, turn.request())).events)).toBe('Found.');
    expect(sdk.agents).toHaveLength(2);
  });

  test('A request without the end of a turn, or whose turn is over, keeps no child', async () => {
    const { turnEnd: _, ...endless } = agentTurn('search').request();
    for (const request of [endless, { ...endless, turnEnd: AbortSignal.abort() }]) {
      const { sdk, backend } = openAgent();
      sdk.script(answer(use));
      expect((await collect(backend, request)).finish.reason).toBe('calls');
      await sdk.agents[0]?.gone;
    }
  });

  test('An answer that was cut off in a call keeps no child', async () => {
    const { sdk, backend } = openAgent();
    sdk.script(answerWith({ stop: 'refusal' }, use));
    expect((await collect(backend, agentTurn('search').request())).finish.reason).toBe('refusal');
    await sdk.agents[0]?.gone;
  });

  test('A reader that leaves in the middle of a step ends the child', async () => {
    const { sdk, backend } = openAgent();
    sdk.script(answer(text('Let me see what there is'), use));
    for await (const _ of backend.stream(agentTurn('search').request(), new AbortController().signal)) break;
    await sdk.agents[0]?.gone;
    expect(sdk.agents[0]?.interrupts).toBe(1);
  });
});

function said(words: string): Message[] {
  return [{ role: 'user', content: [{ type: 'text', text: words }] }];
}

function systemSaid(words: string): Message {
  return { role: 'system', content: [{ type: 'text', text: words }] };
}

function withArguments(args: string) {
  return (message: Message): Message =>
    message.role === 'assistant'
      ? { ...message, calls: message.calls.map((call) => ({ ...call, arguments: args })) }
      : message;
}

function withName(name: string) {
  return (message: Message): Message =>
    message.role === 'assistant' ? { ...message, calls: message.calls.map((call) => ({ ...call, name })) } : message;
}

function withId(id: string, another: string) {
  const of = (given: string) => (given === id ? another : given);
  return (message: Message): Message => {
    if (message.role === 'tool') return { ...message, callId: of(message.callId) };
    if (message.role !== 'assistant') return message;
    return { ...message, calls: message.calls.map((call) => ({ ...call, id: of(call.id) })) };
  };
}

function withResult(words: string) {
  return (message: Message): Message =>
    message.role === 'tool' ? { ...message, content: [{ type: 'text', text: words }] } : message;
}
