import { describe, expect, test } from 'vitest';
import { inOrder, ScriptedBackend, type ScriptedStep } from '../../test/scripted-backend.ts';
import { testTurns, user } from '../../test/turns.ts';
import type { Event, ReasoningPart, TurnFailure } from '../core/index.ts';
import type { ResolvedModel } from '../models/index.ts';

const busy: TurnFailure = { kind: 'upstream-busy', backend: 'a', message: 'full' };

function refused(message: string): ScriptedStep {
  return { failure: { kind: 'upstream-rejected', backend: 'a', status: 400, message } };
}

/** A chain of models, each of them played by these steps. */
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

describe('a chain of models', () => {
  test('goes on where one fails behind nothing but the beginning of a marker', async () => {
    const { backends, first } = chainOf([{ text: '<tool_ca', failure: busy }], [{ text: 'Second.' }]);
    const { answer } = await testTurns(first, [{ name: 'ours', invoke: () => 'x' }]).ask({});
    expect(answer.text).toBe('Second.');
    expect(backends.map(({ requests }) => requests.length)).toEqual([1, 1]);
  });

  test('goes on to the next also where a turn is taken up that had broken off', async () => {
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
    { kind: 'upstream-credentials', backend: 'a', status: 401 },
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
  ])('goes on to the next when one fails before its first byte: $kind', async (failure) => {
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
    if (!started.ok) throw new Error('it did not start');
    expect(started.turn.model.id).toBe('a/mock');
    const events: Event[] = [];
    for await (const batch of started.turn.events) events.push(...batch);
    expect(events).toMatchObject([
      { type: 'text', text: 'Third.' },
      { type: 'finish', reason: 'stop' },
    ]);
    expect(started.turn.model.id).toBe('c/mock');
    expect(backends.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
    expect(log.lines.filter(({ message }) => message.includes('next one is asked'))).toHaveLength(2);
    expect(log.lines.at(-1)).toMatchObject({ message: 'turn', fields: { model: 'c/mock' } });
  });

  test('what stands beside an answer is no beginning, and comes with the one that begins', async () => {
    const { first } = chainOf([{ blocks: [block('a')], failure: busy }], [{ blocks: [block('b')], text: 'Hi.' }]);
    const { events, answer } = await testTurns(first).ask({ tools: { kind: 'none' } });
    expect(events.filter(({ type }) => type === 'reasoning-blocks')).toEqual([
      { type: 'reasoning-blocks', parts: [block('b')] },
    ]);
    expect(answer.text).toBe('Hi.');
  });

  test('a refusal or a picture is a beginning, and passes as it comes', async () => {
    const { backends, first } = chainOf([{ extra: { refusal: 'No.' }, failure: busy }], [{ text: 'Hi.' }]);
    const { events } = await testTurns(first).ask({ tools: { kind: 'none' } });
    expect(events).toMatchObject([
      { type: 'extra', fields: { refusal: 'No.' } },
      { type: 'finish', failure: busy },
    ]);
    expect(backends[1]?.requests).toHaveLength(0);
  });

  test('what stands beside an empty answer does not come twice', async () => {
    const blocks = [block('a')];
    const { first } = chainOf([{ blocks }, { blocks, text: 'Hi.' }]);
    const { events } = await testTurns(first).ask({ tools: { kind: 'none' } });
    expect(events.filter(({ type }) => type === 'reasoning-blocks')).toHaveLength(1);
  });

  test('a model that is left is not counted', async () => {
    const usage = { promptTokens: 5, completionTokens: 7 };
    const { first } = chainOf([{ usage }, { usage }], [{ text: 'Hi.', usage }]);
    const { answer } = await testTurns(first).ask({ tools: { kind: 'none' } });
    expect(answer.finish.usage).toEqual(usage);
  });

  test.each<[string, ScriptedStep]>([
    ['in the middle of its answer', { text: 'Hel', failure: busy }],
    ['in its thoughts', { reasoning: 'Hm', failure: busy }],
    [
      'and the request is at fault',
      { failure: { kind: 'upstream-rejected', backend: 'a', status: 400, message: 'no' } },
    ],
    ['over a tool that sounds like money', refused("Invalid schema for function 'get_billing_address'")],
    ['over a parameter', refused("Request for model gpt-4o has an unknown parameter: 'foo'")],
    ['over a tool that is not there', refused("The model returned arguments; tool 'x' not found in request.tools")],
    ['because the client left', { failure: { kind: 'turn-cancelled', reason: 'gone' } }],
  ])('stays with the one that fails %s', async (_, step) => {
    const { backends, first } = chainOf([step], [{ text: 'Other.' }]);
    const { answer } = await testTurns(first).ask({ tools: { kind: 'none' } });
    expect(answer.finish.failure).toEqual(step.failure);
    expect(backends[1]?.requests).toHaveLength(0);
  });

  test('stays with the one that had a tool run: nothing is begun twice', async () => {
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

  test('goes on from a window that is too small to one that is not', async () => {
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

  test('ends in the last failure when all fail', async () => {
    const { first } = chainOf([{ failure: { ...busy, backend: 'a' } }], [{ failure: { ...busy, backend: 'b' } }]);
    expect((await testTurns(first).ask({})).answer.finish.failure).toMatchObject({ backend: 'b' });
  });
});
