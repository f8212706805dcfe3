import { getEventListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { CLIENT, resultOf, runProgram } from '../../test/contracts/sandbox/fixture.ts';
import { proves } from '../../test/requirements.ts';
import type { Engine } from './engine.ts';
import { openMonty } from './monty.ts';

/** Opens Monty, and kills the process of each program that is asked for its state. */
function openKilling(): Engine & { isKilling: boolean } {
  const engine = openMonty({ processes: 1, memoryBytes: 64 * 1024 * 1024 });
  onTestFinished(() => engine.close());
  const killing = {
    ...engine,
    isKilling: true,
    enter: async (signal: AbortSignal) => {
      const session = await engine.enter(signal);
      return {
        ...session,
        send: (order: Parameters<typeof session.send>[0]) => {
          if (order.kind === 'park' && killing.isKilling)
            session.leave(false); // before it can answer
          else session.send(order);
        },
      };
    },
  };
  return killing;
}

proves('L9', 'A program whose process is killed while it parks fails, and the next one runs', async () => {
  const engine = openKilling();
  const { end, calls } = await runProgram(engine, 'a()\nprint("before")\nb()', {
    answer: ({ path }) => (path === 'b' ? CLIENT : 1),
  });
  expect(end).toMatchObject({ kind: 'failed', error: { type: 'SystemError' }, callCount: 2 });
  expect(calls.map(({ path }) => path)).toEqual(['a', 'b']);
  engine.isKilling = false;
  expect(resultOf(await runProgram(engine, '1 + 1'))).toBe(2);
});

proves('L9', 'A program pauses hundreds of times in a row', async () => {
  const engine = openKilling();
  engine.isKilling = false;
  const code = 'total = 0\nfor n in range(300):\n    total = total + b(n)\ntotal';
  let ran = await runProgram(engine, code, { answer: () => CLIENT });
  for (let n = 0; ran.end.kind === 'paused'; n++) {
    const { state, pending } = ran.end;
    expect(pending).toMatchObject([{ call: n, args: [String(n)] }]);
    ran = await runProgram(engine, code, {
      answer: () => CLIENT,
      from: state,
      results: { [n]: { status: 'ok', json: '2' } },
    });
  }
  expect(resultOf(ran)).toBe(600);
  expect(ran.end.callCount).toBe(300);
});

proves('L9', 'Programs leave no descriptors, timers or listeners behind', async ({ skip }) => {
  if (process.platform !== 'linux') skip('It counts the descriptors of /proc.');
  const engine = openKilling();
  engine.isKilling = false;
  const { signal } = new AbortController();
  const left = () => ({
    descriptors: readdirSync('/proc/self/fd').length,
    timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
    listeners: getEventListeners(signal, 'abort').length + process.listenerCount('exit'),
  });
  const answer = ({ path }: { path: string }) => (path === 'b' ? CLIENT : 1);
  await runProgram(engine, 'a()', { signal });
  const before = left();
  for (let n = 0; n < 75; n++)
    for (const code of ['a()', 'b()', '1 / 0', 'a()\nb()']) await runProgram(engine, code, { signal, answer });
  const after = left();
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 2); // other tests of this process open files
  expect(after.timers).toBeLessThanOrEqual(before.timers + 2);
  expect(after.listeners).toBe(before.listeners);
});
