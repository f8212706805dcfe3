import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import { defaultLimits, type Outcome, type Tool, type ToolLimits } from '../core/index.ts';
import { type ExecutorOptions, ToolExecutor } from './executor.ts';
import { ToolManager } from './manager.ts';
import { Slots } from './slots.ts';

const toolOf = (server: string | undefined, name: string, invoke: () => unknown = () => name): Tool => ({
  name: server === undefined ? name : `${server}__${name}`,
  description: 'd',
  schema: {},
  ...(server !== undefined && { metadata: { server, tool: name } }),
  invoke,
});

function setUp(tools: readonly Tool[], options: ExecutorOptions) {
  const manager = new ToolManager();
  manager.add(tools);
  const executor = new ToolExecutor(manager, { log: recordingLog(), ...options });
  const call = (name: string): Promise<Outcome> => executor.execute({ id: 'id', name, arguments: {} });
  return { executor, manager, call };
}

const never = () => new Promise(() => {});

proves('S2.exec.timeout', "a tool's own limit goes before its server's, and that before the common one", async () => {
  const options: ExecutorOptions = {
    limits: { toolMs: 30, tools: { 'files::read': { toolMs: 10 }, files__find: { toolMs: 11 }, files__list: {} } },
    servers: Object.assign(Object.create({ heir: { toolMs: 5 } }), { files: { toolMs: 20 }, web: { callsAtOnce: 3 } }),
  };
  const tools = ['read', 'find', 'list', 'write'].map((name) => toolOf('files', name, never));
  const others = [toolOf('web', 'get', never), toolOf('heir', 'x', never), toolOf(undefined, 'files', never)];
  const { call } = setUp([...tools, ...others], options);
  const limitOf = async (name: string) => {
    const outcome = await call(name);
    return outcome.status === 'error' && outcome.failure.kind === 'timeout' ? outcome.failure.limitMs : outcome;
  };
  const names = ['files__read', 'files__find', 'files__list', 'files__write', 'web__get', 'heir__x', 'files'];
  expect(await Promise.all(names.map(limitOf))).toEqual([10, 11, 20, 20, 30, 30, 30]);
});

describe('places at a server', () => {
  test('who waits for a busy server holds no place of others, and hears which server it was', async () => {
    const { call } = setUp(
      [toolOf('slow', 'a', never), toolOf('slow', 'b', never), toolOf('fast', 'c'), toolOf(undefined, 'd')],
      {
        limits: {
          callsAtOnce: 2,
          toolMs: 5_000,
          tools: { slow__a: { toolMs: 60 }, slow__b: { toolMs: 30 } },
          callsQueued: 1,
        },
        servers: { slow: { callsAtOnce: 1 } },
      },
    );
    const busy = call('slow__a');
    const waiting = call('slow__b');
    const refused = call('slow__b');
    expect(await refused).toMatchObject({
      failure: { kind: 'overloaded', reason: 'too many calls of server slow are waiting already' },
    });
    expect(await Promise.all([call('fast__c'), call('d')])).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    expect(await waiting).toMatchObject({
      failure: { kind: 'overloaded', reason: 'no place at server slow became free within 30 ms' },
    });
    expect(await busy).toMatchObject({ failure: { kind: 'timeout' } });
  });

  proves('L9', 'are as many as the limit says where the server says nothing', async () => {
    const state = { running: 0, most: 0 };
    const work = async () => {
      state.most = Math.max(state.most, ++state.running);
      await new Promise(setImmediate);
      state.running--;
    };
    const names = Array.from({ length: 10 }, (_, place) => `t${place}`);
    const { call } = setUp(
      names.map((name) => toolOf('__proto__', name, work)),
      { limits: { callsPerServer: 3 }, servers: {} },
    );
    const outcomes = await Promise.all(names.map((name) => call(`__proto____${name}`)));
    expect(outcomes.every(({ status }) => status === 'ok')).toBe(true);
    expect(state.most).toBe(3);
  });

  proves('L7', 'a tool whose server is its parent’s, or a parent’s parent’s, waits for nobody', async () => {
    const { manager, call } = setUp([toolOf('one', 'leaf')], {
      limits: { toolMs: 2_000 },
      servers: { one: { callsAtOnce: 1 } },
    });
    const asking = (name: string) => async () => (await call(name)).status;
    manager.add([toolOf('one', 'parent', asking('one__leaf')), toolOf('two', 'between', asking('one__leaf'))]);
    manager.add(toolOf('one', 'grandparent', asking('two__between')));
    const outcomes = await Promise.all([call('one__parent'), call('one__grandparent')]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'ok', content: [{ text: 'ok' }] });
  });

  test('a call that was waiting for its tool finds the server as it is by then', async () => {
    const slots = new Slots({ ...defaultLimits, callsPerTool: 1 }, { s: { callsAtOnce: 1 } });
    const [x, y] = [toolOf('s', 'x'), toolOf('s', 'y')];
    const enter = async (tool: Tool, limitMs = 60_000) => {
      const place = await slots.enter(tool, limitMs, undefined);
      if (place.kind !== 'entered') throw new Error(place.kind);
      return place;
    };
    const first = await enter(x);
    let isIn = false;
    const second = enter(x).then((place) => {
      isIn = true;
      return place;
    });
    first.leave(); // now nobody is at the server
    const third = await enter(y);
    await new Promise(setImmediate);
    expect(isIn).toBe(false);
    third.leave();
    (await second).leave();
  });

  test('who is sent away leaves no place behind, at no gate', async () => {
    const slots = new Slots({ ...defaultLimits, callsPerTool: 1 }, { s: { callsAtOnce: 1 } });
    const [x, y] = [toolOf('s', 'x'), toolOf('s', 'y')];
    const busy = await slots.enter(y, 60_000, undefined);
    expect(await slots.enter(x, 5, undefined)).toMatchObject({ kind: 'overloaded' });
    if (busy.kind === 'entered') busy.leave();
    expect(await slots.enter(x, 5, undefined)).toMatchObject({ kind: 'entered' });
  });

  test('a server that nobody is at is forgotten, and its limit is asked for anew', async () => {
    const servers: Record<string, ToolLimits> = { s: { callsAtOnce: 1 } };
    const slots = new Slots(defaultLimits, servers);
    const tool = toolOf('s', 'x');
    const first = await slots.enter(tool, 5, undefined);
    servers.s = { callsAtOnce: 2 };
    expect(await slots.enter(tool, 5, undefined)).toMatchObject({ kind: 'overloaded' });
    if (first.kind === 'entered') first.leave();
    const both = [slots.enter(tool, 5, undefined), slots.enter(tool, 5, undefined)];
    expect(await Promise.all(both)).toMatchObject([{ kind: 'entered' }, { kind: 'entered' }]);
  });

  test('the time to wait is one, for all gates together', async () => {
    const slots = new Slots({ ...defaultLimits, callsPerTool: 1 }, { s: { callsAtOnce: 1 } });
    const [x, y] = [toolOf('s', 'x'), toolOf('s', 'y')];
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const first = await slots.enter(x, 100, undefined);
    const second = slots.enter(x, 100, undefined);
    await vi.advanceTimersByTimeAsync(60);
    if (first.kind === 'entered') first.leave();
    await slots.enter(y, 100, undefined); // comes in between, and stays
    let refusal: unknown;
    void second.then((place) => {
      refusal = place;
    });
    await vi.advanceTimersByTimeAsync(39);
    expect(refusal).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(refusal).toMatchObject({ kind: 'overloaded', reason: 'no place at server s became free within 100 ms' });
  });

  proves('L9', 'in any order of coming and going no limit is passed, and everybody gets in', async () => {
    const servers: Record<string, ToolLimits> = { a: { callsAtOnce: 1 }, b: { callsAtOnce: 2 } };
    const arrivals = fc.array(
      fc.record({ server: fc.constantFrom('a', 'b', undefined), tool: fc.constantFrom('x', 'y'), leaves: fc.nat(3) }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 2 }), async (calls, callsPerTool) => {
        const slots = new Slots({ ...defaultLimits, callsPerTool, callsAtOnce: 3 }, servers);
        const inside: { tool: Tool; leave: () => void }[] = [];
        let entered = 0;
        const most = (count: number, limit: number) => expect(count).toBeLessThanOrEqual(limit);
        const check = () => {
          most(inside.length, 3);
          for (const name of ['a', 'b']) {
            const here = inside.filter(({ tool }) => tool.metadata?.server === name);
            most(here.length, servers[name]?.callsAtOnce ?? 0);
          }
          for (const { tool } of inside)
            most(inside.filter((other) => other.tool.name === tool.name).length, callsPerTool);
        };
        const leaveOne = () => inside.shift()?.leave();
        const waiting: Promise<void>[] = [];
        for (const { server, tool: name, leaves } of calls) {
          const tool = toolOf(server, name);
          const enter = async () => {
            const place = await slots.enter(tool, 60_000, undefined);
            if (place.kind !== 'entered') throw new Error(place.kind);
            entered++;
            inside.push({ tool, leave: place.leave });
            check();
          };
          // Who leaves in the same moment as another comes is the case that counts.
          for (let each = 0; each < leaves; each++) leaveOne();
          waiting.push(enter());
          if (leaves % 2 === 1) await Promise.resolve();
        }
        while (entered < calls.length) {
          await new Promise(setImmediate);
          leaveOne();
        }
        await Promise.all(waiting);
      }),
      { numRuns: 150 },
    );
  });
});
