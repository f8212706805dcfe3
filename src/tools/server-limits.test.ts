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

  proves('L7', 'a tool that calls itself does not wait for others of its tool', async () => {
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

  test('a place goes to who waits for it in the moment it is free, and no newcomer takes it', async () => {
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

  test('who waited in vain hears of the gate that was full at last', async () => {
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
    await enter(toolOf(undefined, 'other')); // now all places are taken
    const nestedX = await parent.inside(() => enter(x));
    const waiting = slots.enter(x, 100, undefined);
    await vi.advanceTimersByTimeAsync(60);
    const nestedY = parent.inside(() => enter(y));
    nestedX.leave(); // the tool is free, but not a place in all; so the server goes to who can use it
    await nestedY;
    await vi.advanceTimersByTimeAsync(40);
    expect(await waiting).toMatchObject({
      kind: 'overloaded',
      reason: 'no place at server s became free within 100 ms',
    });
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

  proves(
    ['L7', 'L9'],
    'calls of tools that run, and strangers, at one busy server: nobody holds what the others wait for',
    async () => {
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
        if (++parents === 8) setImmediate(letGo); // first the strangers come
        await allIn;
        return (await call('s__leaf')).status;
      };
      manager.add(toolOf(undefined, 'parent', parent));
      const calls = Array.from({ length: 16 }, (_, place) => call(place < 8 ? 'parent' : 's__leaf'));
      const outcomes = await Promise.all(calls);
      expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'ok'));
      for (const { content } of outcomes.slice(0, 8)) expect(content).toMatchObject([{ text: 'ok' }]);
    },
  );

  proves('L9', 'a call is not passed by without end by tools that call its server and came later', async () => {
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
    expect(state.parents - before).toBeLessThanOrEqual(12); // without end: 200
    await Promise.all(streams);
  });

  proves('L9', 'whatever tools come and come again, and whatever they call: who waits gets in', async () => {
    const tools = new Map(
      Object.entries({ ax: toolOf('a', 'x'), ay: toolOf('a', 'y'), bx: toolOf('b', 'x'), z: toolOf(undefined, 'z') }),
    );
    const leaf = fc.constantFrom(...tools.keys());
    // A tool that comes again and again, and the tools that it calls.
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

  proves('L7', 'tools that call each other do not wait for each other for ever', async () => {
    const { manager, call } = setUp([toolOf(undefined, 'leaf')], { limits: { toolMs: 4_000, callsPerTool: 1 } });
    let deepest = 6;
    const asking = (name: string) => async () => (await call(deepest-- > 0 ? name : 'leaf')).status;
    manager.add([toolOf(undefined, 'ping', asking('pong')), toolOf(undefined, 'pong', asking('ping'))]);
    const outcomes = await Promise.all([call('ping'), call('pong'), call('ping'), call('pong')]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'ok', content: [{ text: 'ok' }] });
  });

  describe('of a call that waits for a waiting call of its own', () => {
    /** Tools p, q and x, one place each, and in which order their calls came in. */
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

    proves('L7', 'the place is passed by nested calls, at once, and by nobody else', async () => {
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
      const again = q.inside(() => enter('p', 'again')); // by now nobody waits below p
      await settled();
      expect(order.slice(4)).toEqual(['nested x']);
      p.leave();
      for (const waiting of [nestedX, stranger, again]) (await waiting).leave();
      q.leave();
      expect(order.slice(5)).toEqual(['stranger', 'again']);
    });

    test('the place is as any other when it has settled, though that call still waits', async () => {
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
      const nestedX = second.inside(() => enter('x', 'nested x')); // behind the orphan
      await settled();
      expect(order.slice(4)).toEqual(['orphan', 'nested p']);
      (await orphan).leave();
      for (const place of [await nestedX, await nestedP, second, q]) place.leave();
    });
  });

  proves(
    ['L7', 'L9'],
    'whatever calls what: everybody gets in, and no limit of a tool or server is passed',
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
      // An MCP server's tools call nothing here; custom ones may call anything, each other and themselves.
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
              count(above, by, 3); // in all, or among the calls of one parent
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
