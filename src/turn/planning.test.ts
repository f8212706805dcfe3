import { describe, expect, test } from 'vitest';
import { inOrder, ScriptedBackend } from '../../test/scripted-backend.ts';
import { listed, plainAsk, testTurns, user } from '../../test/turns.ts';
import type { Ask, Message } from '../core/index.ts';

const tool = { name: 'ours', invoke: () => 'sunny' };
const called: Message = { role: 'assistant', content: [], calls: [{ id: 'c', name: 'ours', arguments: '{}' }] };
const outcome: Message = { role: 'tool', callId: 'c', content: [{ type: 'text', text: 'x' }] };

/** Creates a backend that counts how often it is asked for facts about its model. */
function backendWith(nativeTools: boolean | undefined, tellsNativeTools = true) {
  const backend = new ScriptedBackend(inOrder({ text: 'Hi.' }));
  backend.tellsNativeTools = tellsNativeTools;
  const plain = backend.asBackends();
  let questions = 0;
  backend.asBackends = () => ({
    ...plain,
    facts: async () => {
      questions++;
      return { overflow: 'refused', isWindowSet: false, ...(nativeTools !== undefined && { nativeTools }) };
    },
  });
  return { backend, questions: () => questions };
}

describe('Native tool support of a model', () => {
  test('The server is asked once for native tool support if tools are visible, and its reply decides the format', async () => {
    for (const [told, format] of [
      [true, 'native'],
      [false, 'hermes'],
      [undefined, 'native'],
    ] as const) {
      const { backend, questions } = backendWith(told);
      const { turns } = testTurns(backend, [tool]);
      const started = await turns.start({ ...plainAsk }, new AbortController());
      if (!started.ok) throw new Error('The turn did not start.');
      for await (const _ of started.turn.events);
      expect(started.turn.plan).toMatchObject({ format, formatDecision: { rule: expect.any(String) } });
      expect(questions()).toBe(1);
    }
  });

  test.each<[string, Partial<Ask>, number]>([
    ['A request without tools', { tools: { kind: 'none' } }, 0],
    [
      'A request without tools, but with calls in its history',
      { tools: { kind: 'none' }, messages: [user('a'), called, outcome] },
      1,
    ],
    ['A request with client tools', { tools: listed('theirs') }, 1],
  ])('%s (%j) asks the server for native tool support %d times', async (_, ask, times) => {
    const { backend, questions } = backendWith(true);
    await testTurns(backend, [tool]).ask(ask);
    expect(questions()).toBe(times);
  });

  test('The server is asked for native tool support if the history has calls that were hidden from the client', async () => {
    const { backend, questions } = backendWith(false);
    backend.play = inOrder(
      { text: '<tool_call>{"name":"ours","arguments":{}}</tool_call>' },
      { text: 'Sunny.' },
      { text: 'Yes.' },
    );
    const { ask } = testTurns(backend, [tool]);
    await ask({});
    const answer: Message = { role: 'assistant', content: [{ type: 'text', text: 'Sunny.' }], calls: [] };
    await ask({ messages: [user('hi'), answer, user('sure?')], tools: { kind: 'none' } });
    expect(questions()).toBe(2);
    expect(backend.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
  });

  test('A remembered reply about native tool support decides the format without asking the server', async () => {
    const { backend, questions } = backendWith(true);
    backend.asBackends = ((asBackends) => () => ({ ...asBackends(), remembered: () => ({ nativeTools: false }) }))(
      backend.asBackends,
    );
    const { turns } = testTurns(backend, []);
    const started = await turns.start({ ...plainAsk }, new AbortController());
    if (!started.ok) throw new Error('The turn did not start.');
    for await (const _ of started.turn.events);
    expect([started.turn.plan.format, questions()]).toEqual(['hermes', 0]);
  });

  test('The chosen format is logged once for each model', async () => {
    const backend = new ScriptedBackend(() => ({ text: 'Hi.' }));
    const { ask, log } = testTurns(backend, [tool]);
    await ask({});
    await ask({});
    backend.model = 'gemma3:4b';
    await ask({});
    const told = log.lines.filter(({ message }) => message === 'Chose a tool-call format for the model.');
    expect(told).toMatchObject([
      {
        level: 'debug',
        fields: { model: 'up/mock', format: 'native', why: expect.stringContaining('is unknown') },
      },
      { level: 'debug', fields: { model: 'up/gemma3:4b', format: 'pythonic', flip: expect.any(String) } },
    ]);
  });

  test('The server is not asked for native tool support if it cannot tell, or if the settings already decide the format', async () => {
    const silent = backendWith(false, false);
    await testTurns(silent.backend, [tool]).ask({});
    const said = backendWith(true);
    said.backend.said = { nativeTools: false };
    said.backend.asBackends = ((asBackends) => () => ({ ...asBackends(), said: () => said.backend.said }))(
      said.backend.asBackends,
    );
    await testTurns(said.backend, [tool]).ask({});
    const useless = backendWith(true);
    await testTurns(useless.backend, [tool], { formats: { enabled: ['hermes'] } }).ask({});
    expect([silent, said, useless].map(({ questions }) => questions())).toEqual([0, 0, 0]);
    expect([silent, said, useless].map(({ backend }) => backend.requests[0]?.tools.length)).toEqual([1, 0, 0]);
  });
});
