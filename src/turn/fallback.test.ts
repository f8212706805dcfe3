import { describe, expect, test } from 'vitest';
import { inOrder, ScriptedBackend, type ScriptedStep } from '../../test/scripted-backend.ts';
import { testTurns, user } from '../../test/turns.ts';
import type { Event, ReasoningPart, TurnFailure } from '../core/index.ts';
import type { ResolvedModel } from '../models/index.ts';

const busy: TurnFailure = { kind: 'upstream-busy', backend: 'a', message: 'full' };

function refused(message: string): ScriptedStep {
  return { failure: { kind: 'upstream-rejected', backend: 'a', status: 400, message } };
}

/** Creates a fallback chain with one model per script. */
function chainOf(...scripts: readonly ScriptedStep[][]) {
  const backends = scripts.map((steps) => new ScriptedBackend(inOrder(...steps)));
  const resolved = backends.reduceRight<ResolvedModel | undefined>((next, backend, place) => {
    const id = `${'abc'[place]}/mock`;
    return { ok: true, id, backend, model: 'mock', names: [id], isSubstitute: false, ...(next && { next }) };
  }, undefined);
  if (resolved === undefined) throw new Error('no chain');
  const [first] = backends;
  if (first === undefined) throw new Error('no backend');
  const plain = first.asBackends();
  first.asBackends = () => ({ ...plain, resolve: () => resolved });
  return { backends, first };
}

const block = (signature: string): ReasoningPart => ({ type: 'reasoning', text: '', signature, isBlock: true });

describe('A fallback chain of models', () => {
  test('The next model is asked if a model fails after only the start of a call marker', async () => {
    const { backends, first } = chainOf([{ text: '<tool_ca', failure: busy }], [{ text: 'Second.' }]);
    const { answer } = await testTurns(first, [{ name: 'ours', invoke: () => 'x' }]).ask({});
    expect(answer.text).toBe('Second.');
    expect(backends.map(({ requests }) => requests.length)).toEqual([1, 1]);
  });

  test('An interrupted turn that is resumed can still fall back to the next model', async () => {
    const clock = { id: 'c', name: 'ours', arguments: '{}' };
    const broken: TurnFailure = { kind: 'upstream-broken', backend: 'b', reason: 'junk' };
    const { backends, first } = chainOf(
      [{ failure: busy }, { failure: busy }],
      [{ calls: [clock] }, { failure: broken }, { text: 'Done.' }],
    );
    let runs = 0;
    const { ask } = testTurns(first, [{ name: 'ours', invoke: () => ++runs }]);
    expect((await ask({})).answer.finish.failure).toMatchObject({ kind: 'upstream-broken' });
    expect((await ask({})).answer.text).toBe('Done.');
    expect([runs, ...backends.map(({ requests }) => requests.length)]).toEqual([1, 2, 3]);
  });

  test.each<TurnFailure>([
    busy,
    { kind: 'upstream-unreachable', backend: 'a', reason: 'gone' },
    { kind: 'upstream-credentials', backend: 'a', status: 401, message: 'no' },
    { kind: 'upstream-failed', backend: 'a', status: 500, message: 'no' },
    { kind: 'upstream-silent', backend: 'a', stage: 'first-byte', limitMs: 1 },
    { kind: 'upstream-broken', backend: 'a', reason: 'junk' },
    { kind: 'upstream-rejected', backend: 'a', status: 404, message: 'nothing here' },
    {
      kind: 'upstream-rejected',
      backend: 'a',
      status: 400,
      message: 'Your credit balance is too low to access the API.',
    },
    { kind: 'upstream-rejected', backend: 'a', status: 400, message: 'Model Not Exist' },
    { kind: 'upstream-rejected', backend: 'a', status: 400, message: 'x/y is not a valid model ID' },
    { kind: 'upstream-rejected', backend: 'a', status: 400, message: 'Invalid model: foo' },
  ])('The next model is asked if a model fails before its first byte: $kind', async (failure) => {
    const { backends, first } = chainOf([{ failure }], [{ failure: busy }], [{ text: 'Third.' }]);
    const { turns, log } = testTurns(first);
    const started = await turns.start(
      {
        key: '',
        model: '',
        messages: [user('hi')],
        tools: { kind: 'none' },
        choice: { kind: 'auto' },
        context: [],
        isStreamed: true,
        sampling: {},
      },
      new AbortController(),
    );
    if (!started.ok) throw new Error('The turn did not start.');
    expect(started.turn.model.id).toBe('a/mock');
    const events: Event[] = [];
    for await (const batch of started.turn.events) events.push(...batch);
    expect(events).toMatchObject([
      { type: 'text', text: 'Third.' },
      { type: 'finish', reason: 'stop' },
    ]);
    expect(started.turn.model.id).toBe('c/mock');
    expect(backends.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
    expect(log.lines.filter(({ message }) => message.includes('trying the next model'))).toHaveLength(2);
    expect(log.lines.at(-1)).toMatchObject({ message: 'Turn finished.', fields: { model: 'c/mock' } });
  });

  test('Reasoning blocks do not count as the start of an answer, and only those of the answering model are sent', async () => {
    const { first } = chainOf([{ blocks: [block('a')], failure: busy }], [{ blocks: [block('b')], text: 'Hi.' }]);
    const { events, answer } = await testTurns(first).ask({ tools: { kind: 'none' } });
    expect(events.filter(({ type }) => type === 'reasoning-blocks')).toEqual([
      { type: 'reasoning-blocks', parts: [block('b')] },
    ]);
    expect(answer.text).toBe('Hi.');
  });

  test('A refusal counts as the start of an answer, is sent at once, and rules out a fallback', async () => {
    const { backends, first } = chainOf([{ extra: { refusal: 'No.' }, failure: busy }], [{ text: 'Hi.' }]);
    const { events } = await testTurns(first).ask({ tools: { kind: 'none' } });
    expect(events).toMatchObject([
      { type: 'extra', fields: { refusal: 'No.' } },
      { type: 'finish', failure: busy },
    ]);
    expect(backends[1]?.requests).toHaveLength(0);
  });

  test('The reasoning blocks of an empty answer are not sent in addition to those of the second attempt', async () => {
    const blocks = [block('a')];
    const { first } = chainOf([{ blocks }, { blocks, text: 'Hi.' }]);
    const { events } = await testTurns(first).ask({ tools: { kind: 'none' } });
    expect(events.filter(({ type }) => type === 'reasoning-blocks')).toHaveLength(1);
  });

  test('The usage of a turn leaves out the models that it fell back from', async () => {
    const usage = { promptTokens: 5, completionTokens: 7 };
    const { first } = chainOf([{ usage }, { usage }], [{ text: 'Hi.', usage }]);
    const { answer } = await testTurns(first).ask({ tools: { kind: 'none' } });
    expect(answer.finish.usage).toEqual(usage);
  });

  test.each<[string, ScriptedStep]>([
    ['fails in the middle of its answer', { text: 'Hel', failure: busy }],
    ['fails in the middle of its reasoning', { reasoning: 'Hm', failure: busy }],
    [
      'rejects the request as invalid',
      { failure: { kind: 'upstream-rejected', backend: 'a', status: 400, message: 'no' } },
    ],
    ['rejects a tool whose name contains "billing"', refused("Invalid schema for function 'get_billing_address'")],
    ['rejects a parameter', refused("Request for model gpt-4o has an unknown parameter: 'foo'")],
    ['rejects a call of a missing tool', refused("The model returned arguments; tool 'x' not found in request.tools")],
    ['stops because the client disconnected', { failure: { kind: 'turn-cancelled', reason: 'gone' } }],
  ])('No other model is asked if the first one %s', async (_, step) => {
    const { backends, first } = chainOf([step], [{ text: 'Other.' }]);
    const { answer } = await testTurns(first).ask({ tools: { kind: 'none' } });
    expect(answer.finish.failure).toEqual(step.failure);
    expect(backends[1]?.requests).toHaveLength(0);
  });

  test('No other model is asked once a tool has run, so the tool does not run twice', async () => {
    const { backends, first } = chainOf(
      [{ calls: [{ id: 'c', name: 'count', arguments: '{}' }] }, { failure: busy }],
      [{ text: 'Other.' }],
    );
    let runs = 0;
    const { answer } = await testTurns(first, [{ name: 'count', invoke: () => ++runs }]).ask({});
    expect(answer.finish.failure).toEqual(busy);
    expect(runs).toBe(1);
    expect(backends[1]?.requests).toHaveLength(0);
  });

  test('If the prompt exceeds the context window of the first model, the next model is asked', async () => {
    const { backends, first } = chainOf([], [{ text: 'I have room.' }]);
    first.facts = { contextTokens: 2_048 };
    const plain = first.asBackends();
    first.asBackends = () => ({
      ...plain,
      facts: async ({ id }) => ({
        overflow: 'cut',
        isWindowSet: false,
        contextTokens: id === 'a/mock' ? 2_048 : 9_000,
      }),
    });
    const { answer } = await testTurns(first).ask({ messages: [user('word '.repeat(3_000))], tools: { kind: 'none' } });
    expect(answer.text).toBe('I have room.');
    expect(backends.map(({ requests }) => requests.length)).toEqual([0, 1]);
  });

  test('If every model of the chain fails, the turn ends with the last failure', async () => {
    const { first } = chainOf([{ failure: { ...busy, backend: 'a' } }], [{ failure: { ...busy, backend: 'b' } }]);
    expect((await testTurns(first).ask({})).answer.finish.failure).toMatchObject({ backend: 'b' });
  });
});
