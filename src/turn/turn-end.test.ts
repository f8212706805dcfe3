import { describe, expect, test } from 'vitest';
import { inOrder, ScriptedBackend, type ScriptedStep } from '../../test/scripted-backend.ts';
import { listed, plainAsk, type TurnOptions, testTurns } from '../../test/turns.ts';
import type { Ask } from '../core/index.ts';

const call = { id: 'a', name: 'clock', arguments: '{}' };
const clock = { name: 'clock', invoke: () => 'noon' };

/** A backend that keeps the signals of its requests, and whether each had aborted by the next request. */
function watching(play: ScriptedBackend['play']) {
  const ends: AbortSignal[] = [];
  const early: boolean[] = [];
  const backend = new ScriptedBackend((request, signal) => {
    early.push(...ends.map(({ aborted }) => aborted));
    if (request.turnEnd !== undefined) ends.push(request.turnEnd);
    return play(request, signal);
  });
  return { backend, ends, early };
}

async function run(steps: readonly ScriptedStep[], ask: Partial<Ask> = {}, options: TurnOptions = {}) {
  const { backend, ends, early } = watching(inOrder(...steps));
  const { events } = await testTurns(backend, [clock], options).ask(ask);
  const finish = events.at(-1);
  return { ends, early, reason: finish?.type === 'finish' ? finish.reason : undefined };
}

describe('The end of a turn', () => {
  test('The signal is the same in every step, and aborts after the answer, not before', async () => {
    const { ends, early, reason } = await run([{ calls: [call] }, { calls: [call] }, { text: 'Noon.' }]);
    expect(reason).toBe('stop');
    expect(ends).toHaveLength(3);
    expect(new Set(ends).size).toBe(1);
    expect(early.every((aborted) => !aborted)).toBe(true);
    expect(ends[0]?.aborted).toBe(true);
  });

  test('The signal aborts when the turn fails', async () => {
    const failure = { kind: 'upstream-rejected', backend: 'up', status: 400, message: 'no' } as const;
    const { ends, reason } = await run([{ calls: [call] }, { failure }]);
    expect(reason).toBe('failed');
    expect(ends.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test('The signal aborts when a bug ends the turn', async () => {
    const { ends, reason } = await run([{ calls: [call] }]); // the script has no second step, so the backend throws
    expect(reason).toBe('failed');
    expect(ends[0]?.aborted).toBe(true);
  });

  test('The signal aborts when calls are handed over to the client', async () => {
    const { ends, reason } = await run([{ calls: [call] }], { tools: listed('clock') });
    expect(reason).toBe('calls');
    expect(ends.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('The signal aborts when the turn is cancelled or takes too long', async () => {
    for (const options of [{}, { limits: { turnMs: 30 } }] satisfies TurnOptions[]) {
      const asked = Promise.withResolvers<void>();
      const { backend, ends } = watching(
        (_, signal) =>
          new Promise((resolve) => {
            asked.resolve();
            const failure = { kind: 'turn-cancelled', reason: 'x' } as const;
            signal.addEventListener('abort', () => resolve({ failure }));
          }),
      );
      const abort = new AbortController();
      const answered = testTurns(backend, [], options).ask({}, abort);
      await asked.promise;
      expect(ends[0]?.aborted).toBe(false);
      if (options.limits === undefined) abort.abort(new Error('the client left'));
      await answered;
      expect(ends[0]?.aborted).toBe(true);
    }
  });

  test('The signal aborts when the client stops reading', async () => {
    const { backend, ends } = watching(inOrder({ text: 'One two three' }));
    const started = await testTurns(backend).turns.start(plainAsk, new AbortController());
    if (!started.ok) throw new Error(JSON.stringify(started.failure));
    for await (const _ of started.turn.events) {
      expect(ends[0]?.aborted).toBe(false);
      break;
    }
    expect(ends.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('Turns at the same time have signals of their own', async () => {
    const { backend, ends } = watching(() => ({ text: 'Hi.' }));
    const { turns, ask } = testTurns(backend);
    const open = await turns.start({ ...plainAsk, key: 'other' }, new AbortController());
    if (!open.ok) throw new Error(JSON.stringify(open.failure));
    const reading = open.turn.events[Symbol.asyncIterator]();
    await reading.next();
    await ask({ key: 'mine' });
    expect(ends.map(({ aborted }) => aborted)).toEqual([false, true]);
    await reading.return?.();
    expect(ends.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
