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
const settled = () => new Promise(setImmediate);

proves(
  'S2.exec.timeout',
  'A tool’s own time limit takes precedence over its server’s, and that over the general limit',
  async () => {
    const options: ExecutorOptions = {
      limits: { toolMs: 30, tools: { 'files::read': { toolMs: 10 }, files__find: { toolMs: 11 }, files__list: {} } },
      servers: Object.assign(Object.create({ heir: { toolMs: 5 } }), {
        files: { toolMs: 20 },
        web: { callsAtOnce: 3 },
      }),
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
  },
);

describe('concurrency limits of servers and tools', () => {
  test('A call queued for a busy server holds no other slot, and its failure names the server', async () => {
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
      failure: { kind: 'overloaded', reason: 'too many calls to server "slow" are already queued' },
    });
    expect(await Promise.all([call('fast__c'), call('d')])).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    expect(await waiting).toMatchObject({
      failure: { kind: 'overloaded', reason: 'no slot for server "slow" became free within 30 ms' },
    });
    expect(await busy).toMatchObject({ failure: { kind: 'timeout' } });
  });

  proves('L9', 'The general limit per server applies to a server without a limit of its own', async () => {
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

  proves('L7', 'A nested call does not wait for a slot of a server that one of its ancestors uses', async () => {
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

  proves('L7', 'A tool that calls itself does not wait for other calls of the same tool', async () => {
    const { manager, call } = setUp([], { limits: { toolMs: 4_000, callsPerTool: 2 } });
    let calls = 0;
    let finish: () => void = () => {};
    const stall = new Promise<string>((resolve) => {
      finish = () => resolve('other');
    });
    const again = async () => (++calls === 1 ? stall : calls === 2 ? (await call('again')).status : 'leaf');
    manager.add(toolOf(undefined, 'again', again));
    const other = call('again');
    expect(await call('again')).toMatchObject({ content: [{ text: 'ok' }] });
    finish();
    expect(await other).toMatchObject({ content: [{ text: 'other' }] });
  });

  test('A freed slot goes to a waiting call, not to a new call', async () => {
    const slots = new Slots({ ...defaultLimits, callsPerTool: 1 }, { s: { callsAtOnce: 1 } });
    const [x, y] = [toolOf('s', 'x'), toolOf('s', 'y')];
    const order: string[] = [];
    const enter = async (tool: Tool, name: string) => {
      const place = await slots.enter(tool, 60_000, undefined);
      if (place.kind !== 'entered') throw new Error(place.kind);
      order.push(name);
      return place;
    };
    const first = await enter(x, 'first');
    const second = enter(x, 'second');
    first.leave();
    const third = enter(y, 'third');
    (await second).leave();
    (await third).leave();
    expect(order).toEqual(['first', 'second', 'third']);
  });

  test('A call that times out in the queue holds no slot at any gate', async () => {
    const slots = new Slots({ ...defaultLimits, callsPerTool: 1 }, { s: { callsAtOnce: 1 } });
    const [x, y] = [toolOf('s', 'x'), toolOf('s', 'y')];
    const busy = await slots.enter(y, 60_000, undefined);
    expect(await slots.enter(x, 5, undefined)).toMatchObject({ kind: 'overloaded' });
    if (busy.kind === 'entered') busy.leave();
    expect(await slots.enter(x, 5, undefined)).toMatchObject({ kind: 'entered' });
  });

  test('The gate of an unused server is discarded, and its limit is read again', async () => {
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

  test('The failure of a call that times out in the queue names the gate that was full at the end', async () => {
    const slots = new Slots({ ...defaultLimits, callsPerTool: 1, callsAtOnce: 2 }, { s: { callsAtOnce: 1 } });
    const [x, y] = [toolOf('s', 'x'), toolOf('s', 'y')];
    const enter = async (tool: Tool) => {
      const place = await slots.enter(tool, 60_000, undefined);
      if (place.kind !== 'entered') throw new Error(place.kind);
      return place;
    };
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const parent = await enter(toolOf(undefined, 'parent'));
    await enter(toolOf(undefined, 'other')); // now all slots are taken
    const nestedX = await parent.inside(() => enter(x));
    const waiting = slots.enter(x, 100, undefined);
    await vi.advanceTimersByTimeAsync(60);
    const nestedY = parent.inside(() => enter(y));
    nestedX.leave(); // `waiting` still needs a slot of the total limit, so the nested call gets the server's slot
    await nestedY;
    await vi.advanceTimersByTimeAsync(40);
    expect(await waiting).toMatchObject({
      kind: 'overloaded',
      reason: 'no slot for server "s" became free within 100 ms',
    });
  });

  proves('L9', 'In any order of starting and ending calls, no limit is exceeded and every call starts', async () => {
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
          // A call that ends at the moment when another one arrives is the important case.
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

  proves(['L7', 'L9'], 'Nested calls and other calls to one busy server do not deadlock', async () => {
    const { manager, call } = setUp([toolOf('s', 'leaf', () => new Promise(setImmediate))], {
      limits: { toolMs: 4_000, callsAtOnce: 8, callsPerTool: 8 },
      servers: { s: { callsAtOnce: 2 } },
    });
    let parents = 0;
    let letGo: () => void = () => {};
    const allIn = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const parent = async () => {
      if (++parents === 8) setImmediate(letGo); // the other calls arrive first
      await allIn;
      return (await call('s__leaf')).status;
    };
    manager.add(toolOf(undefined, 'parent', parent));
    const calls = Array.from({ length: 16 }, (_, place) => call(place < 8 ? 'parent' : 's__leaf'));
    const outcomes = await Promise.all(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'ok'));
    for (const { content } of outcomes.slice(0, 8)) expect(content).toMatchObject([{ text: 'ok' }]);
  });

  proves('L9', 'Later calls whose tools call the same server cannot starve a waiting call', async () => {
    const { manager, call } = setUp([toolOf('s', 't', settled)], {
      limits: { toolMs: 60_000, callsAtOnce: 4 },
      servers: { s: { callsAtOnce: 1 } },
    });
    const state = { parents: 0, isDone: false };
    const parent = async () => {
      state.parents++;
      return (await call('s__t')).status;
    };
    manager.add(toolOf(undefined, 'parent', parent));
    const stream = async () => {
      while (!state.isDone && state.parents < 200) await call('parent');
    };
    const streams = Array.from({ length: 6 }, stream);
    while (state.parents < 4) await settled();
    const before = state.parents;
    expect(await call('s__t')).toMatchObject({ status: 'ok' });
    state.isDone = true;
    expect(state.parents - before).toBeLessThanOrEqual(12); // 200 if the call starved
    await Promise.all(streams);
  });

  proves('L9', 'Every waiting call starts, whatever tools are called repeatedly and whatever they call', async () => {
    const tools = new Map(
      Object.entries({ ax: toolOf('a', 'x'), ay: toolOf('a', 'y'), bx: toolOf('b', 'x'), z: toolOf(undefined, 'z') }),
    );
    const leaf = fc.constantFrom(...tools.keys());
    // A tool that is called repeatedly, and the tools that it calls.
    const stream = fc.record({
      tool: fc.constantFrom('p', 'q'),
      calls: fc.array(leaf, { minLength: 1, maxLength: 3 }),
    });
    const streams = fc.array(stream, { minLength: 1, maxLength: 8 });
    const waiters = fc.array(leaf, { minLength: 1, maxLength: 4 });
    const most = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(streams, waiters, most, most, fc.nat(9), async (all, names, perTool, atOnce, ticks) => {
        const limits = { ...defaultLimits, callsPerTool: perTool, callsAtOnce: atOnce };
        const slots = new Slots(limits, { a: { callsAtOnce: 1 }, b: { callsAtOnce: 2 } });
        const state = { came: 0, isIn: false };
        const run = async (name: string, calls: readonly string[]): Promise<void> => {
          const place = await slots.enter(tools.get(name) ?? toolOf(undefined, name), 60_000, undefined);
          if (place.kind !== 'entered') throw new Error(place.kind);
          await place.inside(async () => {
            await settled();
            for (const each of calls) await run(each, []);
          });
          place.leave();
        };
        const again = async ({ tool, calls }: { tool: string; calls: readonly string[] }) => {
          for (; !state.isIn && state.came < 500; state.came++) await run(tool, calls);
        };
        const coming = all.map(again);
        for (let each = 0; each < ticks; each++) await settled();
        const before = state.came;
        await Promise.all(names.map((name) => run(name, [])));
        state.isIn = true;
        expect(state.came - before).toBeLessThanOrEqual(50);
        await Promise.all(coming);
      }),
      { numRuns: 500 },
    );
  });

  proves('L7', 'Tools that call each other do not deadlock', async () => {
    const { manager, call } = setUp([toolOf(undefined, 'leaf')], { limits: { toolMs: 4_000, callsPerTool: 1 } });
    let deepest = 6;
    const asking = (name: string) => async () => (await call(deepest-- > 0 ? name : 'leaf')).status;
    manager.add([toolOf(undefined, 'ping', asking('pong')), toolOf(undefined, 'pong', asking('ping'))]);
    const outcomes = await Promise.all([call('ping'), call('pong'), call('ping'), call('pong')]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'ok', content: [{ text: 'ok' }] });
  });

  describe('the slot of a call that waits for a queued call of its own', () => {
    /** Slots with one slot for each tool, and the order in which calls started. */
    function setUpPlaces() {
      const slots = new Slots({ ...defaultLimits, callsPerTool: 1 });
      const order: string[] = [];
      const enter = async (name: string, as = name) => {
        const place = await slots.enter(toolOf(undefined, name), 60_000, undefined);
        if (place.kind !== 'entered') throw new Error(place.kind);
        order.push(as);
        return place;
      };
      return { order, enter };
    }

    proves(
      'L7',
      'Nested calls, and no others, immediately pass a gate whose only call waits for a queued call of its own',
      async () => {
        const { order, enter } = setUpPlaces();
        const [p, x, q] = [await enter('p'), await enter('x'), await enter('q')];
        const stranger = enter('p', 'stranger');
        const nestedP = q.inside(() => enter('p', 'nested p'));
        await settled();
        expect(order).toEqual(['p', 'x', 'q']);
        const nestedX = p.inside(() => enter('x', 'nested x'));
        await settled();
        expect(order).toEqual(['p', 'x', 'q', 'nested p']);
        for (const place of [x, await nestedP]) place.leave();
        const again = q.inside(() => enter('p', 'again')); // waits, because no call nested in p waits any more
        await settled();
        expect(order.slice(4)).toEqual(['nested x']);
        p.leave();
        for (const waiting of [nestedX, stranger, again]) (await waiting).leave();
        q.leave();
        expect(order.slice(5)).toEqual(['stranger', 'again']);
      },
    );

    test('Nested calls cannot pass the gate of a call that has settled, even if its nested call still waits', async () => {
      const { order, enter } = setUpPlaces();
      const [p, x, q] = [await enter('p'), await enter('x'), await enter('q')];
      const orphan = p.inside(() => enter('x', 'orphan'));
      const stranger = enter('p', 'stranger');
      p.leave();
      const nestedP = q.inside(() => enter('p', 'nested p'));
      await settled();
      expect(order).toEqual(['p', 'x', 'q', 'stranger']);
      x.leave();
      const second = await stranger;
      const nestedX = second.inside(() => enter('x', 'nested x')); // waits in the queue behind `orphan`
      await settled();
      expect(order.slice(4)).toEqual(['orphan', 'nested p']);
      (await orphan).leave();
      for (const place of [await nestedX, await nestedP, second, q]) place.leave();
    });
  });

  proves(
    ['L7', 'L9'],
    'Whatever tools call each other, every call starts and no limit of a tool or server is exceeded',
    async () => {
      interface Wish {
        readonly tool: string;
        readonly calls: readonly Wish[];
        readonly isPatient: boolean;
      }
      const leaves = { x: toolOf(undefined, 'x'), ax: toolOf('a', 'x'), ay: toolOf('a', 'y'), bx: toolOf('b', 'x') };
      const parents = { p: toolOf(undefined, 'p'), q: toolOf(undefined, 'q') };
      const tools = new Map(Object.entries({ ...leaves, ...parents }));
      const servers: Record<string, ToolLimits> = { a: { callsAtOnce: 1 }, b: { callsAtOnce: 2 } };
      // In this test, MCP tools call no tools; custom tools may call any tool, including each other and themselves.
      const { wish } = fc.letrec<{ wish: Wish }>((tie) => ({
        wish: fc.oneof(
          { maxDepth: 4 },
          fc.record({
            tool: fc.constantFrom(...Object.keys(leaves)),
            calls: fc.constant([]),
            isPatient: fc.boolean(),
          }),
          fc.record({
            tool: fc.constantFrom(...Object.keys(parents)),
            calls: fc.array(tie('wish'), { maxLength: 3 }),
            isPatient: fc.boolean(),
          }),
        ),
      }));
      await fc.assert(
        fc.asyncProperty(fc.array(wish, { maxLength: 10 }), fc.integer({ min: 1, max: 2 }), async (wishes, most) => {
          const slots = new Slots({ ...defaultLimits, callsPerTool: most, callsAtOnce: 3 }, servers);
          const running = new Map<string, number>();
          let scopes = 0;
          const count = (name: string, by: number, limit: number) => {
            const now = (running.get(name) ?? 0) + by;
            running.set(name, now);
            expect(now).toBeLessThanOrEqual(limit);
          };
          const run = async ({ tool: name, calls, isPatient }: Wish, above: string): Promise<void> => {
            const tool = tools.get(name) as Tool;
            const place = await slots.enter(tool, 3_000, undefined);
            if (place.kind !== 'entered') throw new Error(`${name}: ${JSON.stringify(place)}`);
            const server = tool.metadata?.server as string | undefined;
            const tell = (by: number) => {
              count(above, by, 3); // in total, or among the calls of one parent
              if (name in leaves) count(`tool ${name}`, by, most);
              if (server !== undefined) count(`server ${server}`, by, servers[server]?.callsAtOnce ?? 0);
            };
            tell(1);
            await place.inside(async () => {
              const own = `calls of the ${++scopes}th`;
              await new Promise(setImmediate);
              if (isPatient) for (const each of calls) await run(each, own);
              else await Promise.all(calls.map((each) => run(each, own)));
            });
            tell(-1);
            place.leave();
          };
          await Promise.all(wishes.map((each) => run(each, 'all')));
        }),
        { numRuns: 150 },
      );
    },
  );
});
