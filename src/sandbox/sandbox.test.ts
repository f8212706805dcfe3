import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { CLIENT, hostOf, limits, type MadeCall, pausedOf, settled } from '../../test/contracts/sandbox/fixture.ts';
import { type Engine, EngineError, type EngineName, type Session } from './engine.ts';
import { Inbox } from './inbox.ts';
import { openMonty } from './monty.ts';
import type { Order, Report } from './process/protocol.ts';
import type { ProgramEnd, ProgramState } from './program.ts';
import { openPyodide } from './pyodide.ts';
import { Sandbox } from './sandbox.ts';
import { rewrite } from './source/rewrite.ts';

const cache = mkdtempSync(path.join(tmpdir(), 'toolpath-sandbox-'));
const options = { processes: 1, memoryBytes: 64 * 1024 * 1024 };
const monty = openMonty(options);
const sandbox = new Sandbox({ monty, pyodide: openPyodide({ ...options, cache }) }, limits);
afterAll(async () => {
  await sandbox.close();
  rmSync(cache, { recursive: true, force: true });
});

const known = { modules: new Set<string>(), functions: new Set(['a']) };
const signal = new AbortController().signal;
const CALL = { kind: 'call', call: 0, path: 'a', args: [], named: [] } as const;
const WAITING = { kind: 'waiting', settled: 0 } as const;

/** Runs a program whose tool `a` returns its argument. */
async function run(source: string, skip: (why: string) => void) {
  const problem = (await sandbox.examine(signal)).find((engine) => engine.problem !== undefined)?.problem;
  if (problem !== undefined) skip(problem);
  const calls: MadeCall[] = [];
  const host = hostOf(({ args }) => args[0], calls);
  const end: ProgramEnd = await sandbox.run({ source, ...rewrite(source, known) }, host, signal);
  return { end, calls };
}

describe('Programs that Monty would run in another way than Python', () => {
  test.for([
    ['print(a(1) / 100_000)', '1e-05\n'],
    ['print(a(10) ** 16 * 1.0)', '1e+16\n'],
    ['print(float("inf") * a(1), float("nan"))', 'inf nan\n'],
  ])('%j prints floats as Python does, and calls its tool once', async ([source = '', stdout], { skip }) => {
    const { end, calls } = await run(source, skip);
    expect(end).toMatchObject({ kind: 'finished', engine: 'pyodide', output: { stdout } });
    expect(calls).toHaveLength(1);
  });

  test('Pyodide confirms an error, and the tool runs once', async ({ skip }) => {
    const { end, calls } = await run('import re\nx = a(1)\nprint(re.match("(?P<y>.)", "b")["y"])\n1 / (x - 1)', skip);
    expect(end).toMatchObject({ kind: 'failed', engine: 'pyodide', error: { type: 'ZeroDivisionError' } });
    expect(end.output.stdout).toBe('b\n');
    expect(calls).toHaveLength(1);
  });

  test('A recursion that is too deep for Monty runs in Pyodide', async ({ skip }) => {
    const { end } = await run('def total(n):\n    return n and n + total(n - 1)\ntotal(400)', skip);
    expect(end).toMatchObject({ kind: 'finished', engine: 'pyodide', result: { json: '80200' } });
  });

  test('Other programs stay in Monty', async ({ skip }) => {
    const { end } = await run('print(0.0001, 1e15, "10000000000000000", 12345678901234567890, a(0.5))', skip);
    expect(end).toMatchObject({ engine: 'monty' });
  });
});

describe('A repetition in Pyodide', () => {
  test('A failed program has the error of Monty if Pyodide makes another call than Monty did', async ({ skip }) => {
    const { end, calls } = await run('a(1 if str(0.00001) == "1e-05" else 2)\n1 / 0', skip);
    expect(end).toMatchObject({ kind: 'failed', engine: 'monty', error: { type: 'ZeroDivisionError' } });
    expect(calls).toHaveLength(1);
  });

  test.each([
    [limits.pythonComputeMs / 2, 'pyodide'],
    [limits.pythonComputeMs / 2 + 1, 'monty'],
  ] as const)(
    'A program that failed in Monty after %i ms of computing has the error of %s',
    async (computeMs, engine) => {
      const error = { type: 'ValueError', message: '', frames: [], needsConfirmation: true };
      const failing = (name: EngineName) => fakeEngine(name, () => [{ kind: 'failed', error, computeMs }]);
      const fake = new Sandbox({ monty: failing('monty'), pyodide: failing('pyodide') }, limits);
      const host = hostOf(() => null, []);
      expect(await fake.run(PROGRAM, host, signal)).toMatchObject({ kind: 'failed', engine });
    },
  );
});

test.each([
  ['more calls than it may make', Array.from({ length: 4 }, (_, call) => ({ ...CALL, call })), 3],
  ['a call twice', [CALL, CALL], 1],
  ['a call too early', [{ ...CALL, call: 1 }], 0],
  ['more output than it may have', [{ kind: 'print', stream: 'stdout', text: 'x'.repeat(50_000) }], 0],
] as const)('A process that reports %s is killed, and its program fails', async (_, reports, callCount) => {
  const left: boolean[] = [];
  const engine = fakeEngine('monty', (order) => (order.kind === 'start' ? reports : []));
  const enter = engine.enter;
  vi.spyOn(engine, 'enter').mockImplementation(async () => ({
    ...(await enter(signal)),
    leave: (isClean) => left.push(isClean),
  }));
  const few = { ...limits, pythonCalls: 3, pythonOutputBytes: 10_000 };
  const end = await new Sandbox({ monty: engine }, few).run(
    PROGRAM,
    hostOf(() => null, []),
    signal,
  );
  expect(end).toMatchObject({ kind: 'failed', callCount, error: { type: 'SystemError' } });
  expect(left).toEqual([false]);
});

describe('An engine that is turned off', () => {
  const off = new EngineError('off', 'The engine is off.');

  test('A program that has made calls fails, and says that they may have taken effect', async () => {
    const orders: Order['kind'][] = [];
    const engine = parkingEngine((order) => orders.push(order.kind));
    const entered = vi.spyOn(engine, 'enter');
    const result = Promise.withResolvers<number>();
    const host = hostOf(() => result.promise, []);
    const running = new Sandbox({ monty: engine }, limits).run(PROGRAM, host, signal);
    await expect.poll(() => orders).toEqual(['start', 'park']);
    entered.mockRejectedValue(off);
    result.resolve(1);
    expect(await running).toMatchObject({
      kind: 'failed',
      callCount: 1,
      error: { message: expect.stringMatching(/The engine is off\. Its earlier calls may have taken effect/) },
    });
  });

  test('A program that is cancelled while its calls end keeps its state', async () => {
    const orders: Order['kind'][] = [];
    const engine = parkingEngine(
      (order) => orders.push(order.kind),
      [{ ...CALL, args: ['0'] }, { ...CALL, call: 1, args: ['1'] }, WAITING],
    );
    const entered = vi.spyOn(engine, 'enter');
    const results = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const abort = new AbortController();
    const states: ProgramState[] = [];
    const host = hostOf(({ args }) => results[Number(args[0])]?.promise, []);
    const running = new Sandbox({ monty: engine }, limits).run(PROGRAM, host, abort.signal, (state) =>
      states.push(state),
    );
    await expect.poll(() => orders).toEqual(['start', 'park']);
    entered.mockRejectedValue(off);
    results[0]?.resolve(10);
    await expect.poll(() => entered.mock.calls.length).toBe(2);
    abort.abort();
    await expect(running).rejects.toBe(abort.signal.reason);
    expect(states).toMatchObject([{ cancelled: [1] }]);
  });

  test('A program that has made no calls is not run', async () => {
    const engine = fakeEngine('monty', () => []);
    vi.spyOn(engine, 'enter').mockRejectedValue(off);
    const running = new Sandbox({ monty: engine }, limits).run(
      PROGRAM,
      hostOf(() => null, []),
      signal,
    );
    await expect(running).rejects.toBe(off);
  });
});

describe('Replays that make fewer calls than the first run', () => {
  const error = { type: 'ValueError', message: 'of the replay', frames: [] };
  const paused = async () => {
    const end = await new Sandbox({ monty: parkingEngine() }, limits).run(
      PROGRAM,
      hostOf(() => CLIENT, []),
      signal,
    );
    return pausedOf({ end, calls: [] }).state;
  };
  const replayed = async (report: Report) => {
    const engine = { ...fakeEngine('monty', () => [report]), version: '2' };
    return new Sandbox({ monty: engine }, limits).resume(
      await paused(),
      new Map([[0, settled(5)]]),
      hostOf(() => null, []),
      signal,
    );
  };

  test('The result of a replay without a call of the first run does not count', async () => {
    expect(await replayed({ kind: 'finished', result: undefined, computeMs: 0 })).toMatchObject({
      kind: 'failed',
      error: {
        message: expect.stringMatching(/call 1 differed: it was a\(\) and was not made again/),
        isChangedReplay: true,
      },
    });
  });

  test('The error of a replay without a call of the first run is reported as that of a changed replay', async () => {
    expect(await replayed({ kind: 'failed', error, computeMs: 0 })).toMatchObject({
      kind: 'failed',
      error: { message: 'of the replay', isChangedReplay: true },
    });
  });
});

test('A cancelled program has the results of the calls that were done, also if it waited for a process', async () => {
  const results = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const call = { kind: 'call', path: 'a', named: [] } as const;
  const orders: Order['kind'][] = [];
  const engine = fakeEngine('monty', (order) => {
    orders.push(order.kind);
    if (order.kind === 'park') return [{ kind: 'parked', snapshot: '', computeMs: 0 }];
    return [
      { ...call, call: 0, args: ['0'] },
      { ...call, call: 1, args: ['1'] },
      { kind: 'waiting', settled: 0 },
    ];
  });
  const entered = vi.spyOn(engine, 'enter');
  const abort = new AbortController();
  const states: ProgramState[] = [];
  const host = hostOf(({ args }) => results[Number(args[0])]?.promise, []);
  const running = new Sandbox({ monty: engine }, limits).run(PROGRAM, host, abort.signal, (state) =>
    states.push(state),
  );
  await expect.poll(() => orders).toEqual(['start', 'park']);
  entered.mockReturnValue(new Promise(() => {})); // all processes are busy
  results[0]?.resolve(10);
  await expect.poll(() => entered.mock.calls.length).toBe(2);
  results[1]?.resolve(11);
  await results[1]?.promise;
  await Promise.resolve();
  abort.abort();
  void running.catch(() => {});
  expect(states).toMatchObject([{ journal: [{}, {}, { call: 0 }, { call: 1 }], pending: [] }]);
  expect(states[0]?.cancelled).toBeUndefined();
});

test.each([
  ['1', 'load'],
  ['2', 'start'],
] as const)(
  'A program that waited in version 1 of an engine continues in version %s with the order "%s"',
  async (version, order) => {
    const orders: Order[] = [];
    const engine = fakeEngine('monty', (given) => {
      orders.push(given);
      if (given.kind === 'park') return [{ kind: 'parked', snapshot: SNAPSHOT, computeMs: 0 }];
      if (given.kind === 'settle') return [{ kind: 'finished', result: undefined, computeMs: 0 }];
      if (given.kind === 'load') return [];
      return [CALL, WAITING];
    });
    const host = hostOf(() => CLIENT, []);
    const { state } = pausedOf({
      end: await new Sandbox({ monty: engine }, limits).run(PROGRAM, host, signal),
      calls: [],
    });
    expect(state).toMatchObject({ version: '1', snapshot: SNAPSHOT });
    orders.length = 0;
    const later = new Sandbox({ monty: { ...engine, version } }, limits);
    expect(await later.resume(state, new Map([[0, settled(5)]]), host, signal)).toMatchObject({ kind: 'finished' });
    expect(orders).toMatchObject([{ kind: order }, { kind: 'settle', call: 0, json: '5' }]);
  },
);

const SNAPSHOT = Buffer.from('a valid snapshot').toString('base64');

const PROGRAM = { source: '', code: '', functions: [{ value: '__a', awaitable: '__b', path: 'a' }], lacks: [] };

/** An engine that parks each program after its first call. */
function parkingEngine(
  listener: (order: Order) => void = () => {},
  calls: readonly Report[] = [CALL, WAITING],
): Engine {
  return fakeEngine('monty', (order) => {
    listener(order);
    if (order.kind === 'start') return calls;
    return order.kind === 'park' ? [{ kind: 'parked', snapshot: SNAPSHOT, computeMs: 0 }] : [];
  });
}

/** An engine whose processes answer orders with these reports, and that other programs always wait for. */
function fakeEngine(name: EngineName, answer: (order: Order) => readonly Report[]): Engine {
  const enter = (): Promise<Session> => {
    const reports = new Inbox<Report>();
    return Promise.resolve({
      send: (order) => {
        for (const report of answer(order)) reports.put(report);
      },
      next: () => reports.take(),
      leave: () => {},
    });
  };
  const done = () => Promise.resolve();
  return { name, version: '1', hasSnapshots: true, isWanted: true, enter, check: done, close: done };
}
