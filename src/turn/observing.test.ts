import { describe, expect, test } from 'vitest';
import { inOrder, ScriptedBackend } from '../../test/scripted-backend.ts';
import { plainAsk, testTurns } from '../../test/turns.ts';
import type { Observation } from '../core/index.ts';

const call = { id: 'id', name: 'ours', arguments: '{"city":"Oslo"}' };
const tool = { name: 'ours', invoke: () => 'sunny' };

const KINDS = ['turn-started', 'step-started', 'step-finished', 'turn-finished'] as const;

function observed(backend: ScriptedBackend, tools: readonly object[] = [tool]) {
  const { observer, ask, turns } = testTurns(backend, tools);
  const observations: Observation[] = [];
  for (const kind of KINDS) observer.on(kind, (observation) => observations.push(observation));
  return { observations, observer, ask, turns };
}

describe('Observations of a turn', () => {
  test('A turn with a tool call reports its start, the start and finish of each step, and its finish', async () => {
    const { observations, ask } = observed(new ScriptedBackend(inOrder({ calls: [call] }, { text: 'Sunny.' })));
    await ask({ key: 'k' });
    expect(observations.map(({ type }) => type)).toEqual([
      'turn-started',
      'step-started',
      'step-finished',
      'step-started',
      'step-finished',
      'turn-finished',
    ]);
    const turn = observations[0];
    if (turn?.type !== 'turn-started') throw new Error('no start');
    expect(turn).toMatchObject({ key: 'k', model: 'up/mock', asked: 'up/mock', isStreamed: true });
    expect(observations[2]).toMatchObject({ turn: turn.turn, step: 1, finish: 'calls', callCount: 1 });
    expect(observations[4]).toMatchObject({ turn: turn.turn, step: 2, finish: 'stop', callCount: 0 });
    expect(observations[5]).toMatchObject({
      turn: turn.turn,
      key: 'k',
      finish: 'stop',
      decided: { source: 'gateway', visible: ['ours'] },
    });
    expect(JSON.parse(JSON.stringify(observations))).toEqual(observations.map((each) => ({ ...each }))); // plain data
  });

  test('A turn whose client stops reading reports exactly one finish, "left"', async () => {
    const { observations, turns } = observed(new ScriptedBackend(inOrder({ text: 'A long answer.' })));
    const started = await turns.start(plainAsk, new AbortController());
    if (!started.ok) throw new Error('The turn did not start.');
    for await (const _ of started.turn.events) break;
    expect(observations.filter(({ type }) => type === 'turn-finished')).toMatchObject([{ finish: 'left' }]);
  });

  test('The finish of a failed turn reports its failure', async () => {
    const backend = new ScriptedBackend(inOrder({ text: '' }, { text: '' }));
    const { observations, ask } = observed(backend, []);
    await ask({});
    expect(observations.at(-1)).toMatchObject({
      type: 'turn-finished',
      finish: 'failed',
      failure: { kind: 'empty-answer' },
    });
  });

  test('A listener that throws does not affect the answer', async () => {
    const { observer, ask } = observed(new ScriptedBackend(inOrder({ text: 'Hi.' })));
    for (const kind of KINDS) {
      observer.on(kind, () => {
        throw new Error('broken listener');
      });
    }
    const { answer } = await ask({});
    expect(answer.text).toBe('Hi.');
    expect(answer.finish.failure).toBeUndefined();
  });
});
