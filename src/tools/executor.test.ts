import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import { TimeLimitError, textOf } from '../core/index.ts';
import { type ExecutorOptions, ToolExecutor } from './executor.ts';
import { listTools } from './listing.ts';
import { ToolManager } from './manager.ts';
import { WireNames } from './names.ts';

type Invoke = (args: never, config: { signal: AbortSignal }) => unknown;

/** Creates an executor for tools given as functions, with a recording log. */
function setUp(tools: Record<string, Invoke | { invoke: Invoke; schema?: object }>, options: ExecutorOptions = {}) {
  const manager = new ToolManager();
  for (const [name, given] of Object.entries(tools)) {
    const tool = typeof given === 'function' ? { invoke: given } : given;
    manager.add({ name, description: `does ${name}`, schema: { type: 'object' }, ...tool });
  }
  const log = recordingLog();
  const executor = new ToolExecutor(manager, { log, ...options });
  const call = (name: string, args: unknown = {}, signal?: AbortSignal) =>
    executor.execute({ id: 'call-1', name, arguments: args }, signal);
  const text = async (name: string, args: unknown = {}) => textOf((await call(name, args)).content);
  return { manager, executor, log, call, text };
}

proves(['S2.exec.unknown', 'L8'], 'A call of a missing tool fails with the known reason, if there is one', async () => {
  const whyMissing = (name: string) =>
    name === 'files::read' ? { reason: 'server "files" is not connected' } : undefined;
  const { call } = setUp({ known: () => 'x' }, { whyMissing });
  expect(await call('files::read')).toMatchObject({
    status: 'error',
    failure: { kind: 'unavailable', tool: 'files::read', reason: 'server "files" is not connected' },
  });
  expect(await call('other')).toMatchObject({ failure: { kind: 'unknown-tool' } });
});

describe('a structured result', () => {
  const outputSchema = { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] };
  const answering = (structuredContent: unknown) => ({
    name: 'weather::now',
    description: 'd',
    schema: { type: 'object' },
    metadata: { server: 'weather', tool: 'now', outputSchema },
    invoke: () => ({ content: [{ type: 'text', text: 'warm' }], structuredContent }),
  });

  proves(
    'L10',
    'A structured result that violates the output schema is omitted and noted, and the text is kept',
    async () => {
      const manager = new ToolManager();
      const executor = new ToolExecutor(manager);
      manager.add(answering({ celsius: 20 }));
      const call = { id: '1', name: 'weather::now', arguments: {} };
      expect(await executor.execute(call)).toMatchObject({ status: 'ok', structured: { celsius: 20 }, notes: [] });
      manager.exchange('weather', [answering({ celsius: 'very' })]);
      const outcome = await executor.execute(call);
      expect(outcome).not.toHaveProperty('structured');
      expect(outcome).toMatchObject({ status: 'ok', content: [{ type: 'text', text: 'warm' }] });
      expect(outcome.notes).toMatchObject([{ kind: 'unlike-promised', problem: expect.stringMatching(/^celsius: /) }]);
    },
  );

  const problemOf = async (structuredContent: unknown, promised: object) => {
    const { manager, call } = setUp({});
    const tool = answering(structuredContent);
    manager.add({ ...tool, metadata: { ...tool.metadata, outputSchema: promised } });
    const outcome = await call('weather::now');
    const [note, ...more] = outcome.notes;
    expect(outcome).toMatchObject({ status: 'ok', content: [{ text: 'warm' }] });
    expect([more.length, 'structured' in outcome]).toEqual([0, note === undefined]);
    return note?.kind === 'unlike-promised' ? note.problem : note;
  };

  test('A structured result is kept if the output schema is unusable', async () => {
    const unreadable = new Proxy({}, { ownKeys: () => expect.unreachable(), get: () => expect.unreachable() });
    for (const promised of [
      { type: 'object', $ref: 'http://x/y' },
      { $ref: '#' },
      { type: 'nothing' },
      z.custom(() => false),
      unreadable,
    ]) {
      expect(await problemOf({ any: 1 }, promised)).toBeUndefined();
    }
  });

  test('Problems of a structured result are worded for a result, not for arguments', async () => {
    const closed = { type: 'object', properties: { celsius: {} }, additionalProperties: false };
    expect(await problemOf({ celsiuz: 1 }, closed)).toBe('celsiuz: is not declared');
    expect(await problemOf({ celsiuz: 1 }, outputSchema)).toBe('celsius: missing, expected number');
    expect(await problemOf(7, { type: 'object' })).toBe('expected object, got the number 7');
    const long = await problemOf({ ['x'.repeat(50_000)]: 1 }, { additionalProperties: { type: 'string' } });
    expect(String(long).length).toBeLessThan(500);
  });

  test('The output schema may come from a schema library', async () => {
    expect(await problemOf({ celsius: 1 }, z.object({ celsius: z.number() }))).toBeUndefined();
    expect(await problemOf({ celsius: 'x' }, z.object({ celsius: z.number() }))).toMatch(/^celsius: expected number/);
  });
});

describe('calls by name', () => {
  proves(
    ['S2.exec.by-name', 'S2.invoke.direct'],
    'The executor calls invoke as a method with the given arguments object and returns its result',
    async () => {
      const seen: unknown[] = [];
      const tool = {
        greeting: 'Hello',
        invoke(this: { greeting: string }, ...given: unknown[]) {
          seen.push(given[0]);
          return `${this.greeting}, ${(given[0] as { name: string }).name}`;
        },
      };
      const args = { name: 'Ada', input: { nested: true } };
      const { call } = setUp({ greet: tool });
      expect(await call('greet', args)).toMatchObject({
        status: 'ok',
        callId: 'call-1',
        tool: 'greet',
        content: [{ type: 'text', text: 'Hello, Ada' }],
        notes: [],
      });
      expect(seen[0]).toBe(args);
    },
  );

  proves(
    'S2.exec.unknown',
    'A call of an unknown tool fails with the known tools and the nearest name, and is logged as a warning',
    async () => {
      const { call, log } = setUp({ get_weather: () => 1, get_time: () => 1 });
      const outcome = await call('getWeather');
      expect(outcome).toMatchObject({
        status: 'error',
        failure: { kind: 'unknown-tool', tool: 'getWeather', nearest: 'get_weather' },
      });
      expect(textOf(outcome.content)).toBe(
        'Unknown tool "getWeather". Did you mean "get_weather"? Known tools: get_weather, get_time.',
      );
      expect(log.lines).toMatchObject([
        { level: 'warn', message: 'The call names an unknown tool.', fields: { tool: 'getWeather' } },
      ]);
    },
  );

  test('With thousands of tools, the failure for an unknown tool lists only some of them', async () => {
    const { manager, text } = setUp({});
    expect(await text('x')).toBe('Unknown tool "x". No tools are available: answer without one.');
    manager.add(
      Array.from({ length: 5_000 }, (_, place) => ({
        name: `tool_${place}`,
        description: 'd',
        schema: {},
        invoke: () => 1,
      })),
    );
    expect(await text('constructor')).toMatch(
      /^Unknown tool "constructor"\. Known tools: tool_0, .*, and 4960 more\.$/,
    );
  });
});

describe('log', () => {
  proves('S2.exec.log', 'Every call is logged with its name, redacted arguments, duration and result', async () => {
    const { call, log } = setUp(
      { login: () => 'welcome', leak: () => 'the key is hunter2hunter2' },
      { secrets: ['hunter2hunter2'] },
    );
    await call('login', { user: 'ada', password: 'x1', deep: [{ apiKey: 'x2' }], note: 'hunter2hunter2' });
    const outcome = await call('leak');
    expect(log.lines[0]).toMatchObject({
      level: 'info',
      message: 'Tool executed.',
      fields: {
        tool: 'login',
        callId: 'call-1',
        arguments: { user: 'ada', password: '[redacted]', deep: [{ apiKey: '[redacted]' }], note: '[redacted]' },
        result: 'welcome',
      },
    });
    expect(log.lines[0]?.fields.durationMs).toEqual(expect.any(Number));
    expect(textOf(outcome.content)).toBe('the key is [redacted]');
  });

  test('The log shows the original arguments even if the tool modifies them', async () => {
    const { call, log } = setUp({ vandal: (args: { a?: number }) => delete args.a });
    await call('vandal', { a: 1 });
    expect(log.lines[0]?.fields.arguments).toEqual({ a: 1 });
  });

  test('Secrets in arguments that arrive as text are not logged, whether the text is valid JSON or not', async () => {
    const { call, log } = setUp({ login: () => 'welcome' });
    for (const name of ['login', 'absent']) {
      await call(name, '{"password":"hunter2","user":"ada"}');
      await call(name, '{"password":"hunter2"');
    }
    expect(log.lines).toHaveLength(4);
    expect(JSON.stringify(log.lines)).not.toContain('hunter2');
    expect(log.lines[0]?.fields.arguments).toEqual({ password: '[redacted]', user: 'ada' });
    expect(log.lines[1]?.fields.arguments).toBe('[not JSON]');
  });

  test('A log that throws does not affect calls', async () => {
    const broken = () => {
      throw new Error('disk full');
    };
    const { call } = setUp(
      { fine: () => 'fine' },
      { log: { debug: broken, info: broken, warn: broken, error: broken } },
    );
    expect(await call('fine')).toMatchObject({ status: 'ok' });
    expect(await call('absent')).toMatchObject({ status: 'error' });
  });
});

describe('failures', () => {
  proves(
    'S2.exec.throws',
    'If a tool throws, the caller gets the error message and the log gets the error with its context',
    async () => {
      const { call, log } = setUp({
        fails: () => {
          throw new TypeError('the moon is down');
        },
      });
      const outcome = await call('fails', { phase: 'new', token: 'x' });
      expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'tool-error', message: 'the moon is down' } });
      expect(textOf(outcome.content)).toBe('Error executing "fails": the moon is down');
      expect(JSON.stringify(outcome)).not.toContain('executor.test.ts');
      expect(log.lines).toMatchObject([
        {
          level: 'error',
          message: 'The tool threw an error.',
          fields: {
            tool: 'fails',
            arguments: { phase: 'new', token: '[redacted]' },
            err: { type: 'TypeError', message: 'the moon is down' },
          },
        },
      ]);
      expect(JSON.stringify(log.lines[0]?.fields.err)).toContain('executor.test.ts');
    },
  );

  proves('S2.exec.throws', 'The caller gets an error message whatever value the tool throws', async () => {
    const thrown: [unknown, string][] = [
      ['just text', 'just text'],
      [undefined, 'the tool threw undefined without an error message'],
      [null, 'the tool threw null without an error message'],
      [42, 'the tool threw a number without a message'],
      [Symbol('s'), 'the tool threw a symbol without a message'],
      [new Error(''), 'the tool threw Error without a message'],
      [{}, 'the tool threw an object without a message'],
      [{ message: 'shaped like an error' }, 'shaped like an error'],
      [
        Object.defineProperty({}, 'message', {
          get: () => {
            throw new Error('trap');
          },
        }),
        'the tool threw an object without a message',
      ],
      [
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('trap');
            },
          },
        ),
        'the tool threw an object without a message',
      ],
    ];
    for (const [what, words] of thrown) {
      const { text } = setUp({
        sync: () => {
          throw what;
        },
        async: () => Promise.reject(what),
      });
      expect(await text('sync')).toBe(`Error executing "sync": ${words}`);
      expect(await text('async')).toBe(`Error executing "async": ${words}`);
    }
  });

  proves(
    'S2.exec.network',
    'A network error is reported as "Service unavailable" with the name of the tool',
    async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as { port: number };
      await new Promise((resolve) => server.close(resolve));
      const { call } = setUp({
        forecast: () => fetch(`http://127.0.0.1:${port}/`),
        lookup: () => {
          throw Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.invalid'), { code: 'ENOTFOUND' });
        },
        mentions: () => {
          throw new Error('SQL syntax error near "ECONNRESET"');
        },
        flattened: () => {
          throw new Error('Error calling tool: McpError: MCP error -32000: Connection closed');
        },
      });
      for (const name of ['forecast', 'lookup', 'flattened']) {
        const outcome = await call(name);
        expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'unavailable', tool: name } });
        expect(textOf(outcome.content)).toMatch(
          new RegExp(`^Service unavailable: the tool "${name}" cannot be reached \\(`),
        );
      }
      expect(await call('mentions')).toMatchObject({ failure: { kind: 'tool-error' } });
      expect(textOf((await call('forecast')).content)).toContain(`ECONNREFUSED 127.0.0.1:${port}`);
    },
  );

  proves(
    'S2.exec.arguments',
    'Invalid or missing arguments are answered with the expected parameters, and the tool does not run',
    async () => {
      let runs = 0;
      const { call, log } = setUp({
        book: {
          schema: {
            type: 'object',
            properties: { to: { type: 'string' }, passengers: { type: 'integer' } },
            required: ['to', 'passengers'],
          },
          invoke: () => runs++,
        },
      });
      const outcome = await call('book', { passengers: 'two' });
      expect(textOf(outcome.content)).toBe(
        [
          'Invalid arguments for "book":',
          '- to: missing, expected string',
          '- passengers: expected integer, got the string "two"',
          'Expected: { "to": string, "passengers": integer }',
        ].join('\n'),
      );
      expect(outcome).toMatchObject({ failure: { kind: 'bad-arguments' } });
      expect(log.lines).toMatchObject([{ level: 'warn', message: 'Tool arguments rejected.' }]);
      expect(runs).toBe(0);
    },
  );
});

describe('time limits and cancellation', () => {
  proves(
    'S2.exec.timing',
    'The duration of a call is measured, and a call longer than the slow limit is logged as a warning',
    async () => {
      let now = 0;
      const { call, log } = setUp(
        {
          takes: ({ ms }: { ms: number }) => {
            now += ms;
          },
        },
        { clock: () => now },
      );
      expect(await call('takes', { ms: 1000 })).toMatchObject({ durationMs: 1000 });
      expect(log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
      expect(await call('takes', { ms: 1001 })).toMatchObject({ durationMs: 1001 });
      expect(log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
        { message: 'The tool call was slow.', fields: { tool: 'takes', durationMs: 1001 } },
      ]);
      const strict = setUp(
        {
          takes: () => {
            now += 11;
          },
        },
        { clock: () => now, limits: { slowToolMs: 10 } },
      );
      await strict.call('takes');
      expect(strict.log.lines.at(-1)).toMatchObject({ level: 'warn', message: 'The tool call was slow.' });
    },
  );

  proves(
    'S2.exec.timeout',
    'At the time limit the tool’s signal aborts, and a later result or error is dropped',
    async () => {
      let abortedWith: unknown;
      let finishLate: (value: string) => void = () => {};
      const { call, log } = setUp(
        {
          stalls: (_args, { signal }) => {
            signal.addEventListener('abort', () => {
              abortedWith = signal.reason;
            });
            return new Promise((resolve) => {
              finishLate = resolve;
            });
          },
          rejectsLate: (_args, { signal }) =>
            new Promise((_, reject) =>
              signal.addEventListener('abort', () => setTimeout(() => reject(new Error('too late')), 5)),
            ),
          listens: async (_args, { signal }) => sleep(60_000, undefined, { signal }),
        },
        { limits: { toolMs: 20, tools: { listens: { toolMs: 30 } } } },
      );
      const outcome = await call('stalls');
      expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'timeout', limitMs: 20 } });
      expect(textOf(outcome.content)).toMatch(/^The tool "stalls" timed out: it did not answer within 20 ms/);
      expect(abortedWith).toBeInstanceOf(TimeLimitError);
      expect(abortedWith).toMatchObject({ name: 'TimeoutError' });
      finishLate('late');
      const linesBefore = log.lines.length;
      expect(await call('rejectsLate')).toMatchObject({ failure: { kind: 'timeout' } });
      expect(await call('listens')).toMatchObject({ failure: { kind: 'timeout', limitMs: 30 } });
      await sleep(20); // an unhandled rejection would fail this file
      expect(log.lines.slice(linesBefore).map(({ message }) => message)).toEqual([
        expect.stringMatching(/^Tool call timed out\. To allow more time, raise "toolMs"/),
        expect.stringMatching(/^Tool call timed out\./),
      ]);
    },
  );

  proves('S2.exec.timeout', 'The default time limit of a call is 30 seconds', async () => {
    const timers: number[] = [];
    const realSetTimeout = globalThis.setTimeout;
    globalThis.setTimeout = ((work: () => void, ms: number) => {
      timers.push(ms);
      return realSetTimeout(work, ms);
    }) as typeof setTimeout;
    try {
      await setUp({ quick: () => 1 }).call('quick');
    } finally {
      globalThis.setTimeout = realSetTimeout;
    }
    expect(timers).toEqual([30_000]);
  });

  test('The time limit passed to LangChain’s MCP adapter is longer than the executor’s own limit', async () => {
    let told: unknown;
    const tool = {
      metadata: { server: 'zwave' },
      invoke: (_args: never, config: { metadata?: unknown }) => {
        told = config.metadata;
      },
    };
    await setUp({ patient: tool as never }, { limits: { toolMs: 90_000 } }).call('patient');
    expect(told).toEqual({ timeoutMs: 91_000 });
  });

  test('A finished call leaves no timer and no abort listener behind', async () => {
    const { call } = setUp({
      quick: () => 1,
      fails: () => {
        throw new Error('x');
      },
    });
    const timersOf = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timersOf();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    for (let round = 0; round < 20; round++) await Promise.all([call('quick', {}, signal), call('fails', {}, signal)]);
    expect(timersOf()).toBe(before);
    expect(listeners).toBe(0);
  });

  test('The caller can cancel a call before it starts and while it runs', async () => {
    let runs = 0;
    const { call } = setUp({
      stalls: () => {
        runs++;
        return new Promise(() => {});
      },
    });
    expect(await call('stalls', {}, AbortSignal.abort())).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(runs).toBe(0);
    const caller = new AbortController();
    const pending = call('stalls', {}, caller.signal);
    await sleep(5);
    caller.abort(new Error('the client hung up'));
    expect(await pending).toMatchObject({ failure: { kind: 'cancelled', reason: 'the client hung up' } });
    expect(runs).toBe(1);
  });

  test('An argument check that never finishes ends at the time limit', async () => {
    const schema = z.object({}).refine(() => new Promise<boolean>(() => {}));
    const { call } = setUp({ waits: { schema, invoke: () => 1 } }, { limits: { toolMs: 20 } });
    expect(await call('waits')).toMatchObject({ failure: { kind: 'timeout' } });
  });
});

describe('invalid input', () => {
  test('The executor returns an error outcome for any invalid call and never rejects', async () => {
    const { executor } = setUp({ fine: () => 1 });
    const getter = {
      id: '1',
      name: 'fine',
      get arguments() {
        throw new Error('no');
      },
    };
    for (const call of [null, undefined, 7, {}, getter, { id: 1, name: Symbol('x'), arguments: {} }]) {
      expect(await executor.execute(call as never)).toMatchObject({ status: 'error' });
    }
  });

  test('An infinite time limit works like a very long one', async () => {
    const { call } = setUp(
      { slow: () => sleep(30, 'x') },
      { limits: { toolMs: Number.POSITIVE_INFINITY, callsAtOnce: 1 } },
    );
    const outcomes = await Promise.all([call('slow'), call('slow')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok']);
  });
});

describe('wire names', () => {
  test('A call by a wire name runs the tool that was listed with that wire name', async () => {
    const { manager, executor } = setUp({});
    const tool = (server: string, name: string) => ({
      name,
      description: 'd',
      schema: {},
      metadata: { server },
      invoke: () => server,
    });
    manager.add([tool('files', 'read'), tool('evil', 'files__read')]);
    for (const [each] of listTools(manager.all(), recordingLog())) {
      const wire = new WireNames(manager.all()).wireOf(each) ?? '';
      const outcome = await executor.execute({ id: '1', name: wire, arguments: {} });
      expect(textOf(outcome.content)).toBe(each.metadata?.server);
    }
  });
});

describe('permit', () => {
  test('A denied call returns the reason to the caller, and the tool does not run', async () => {
    let runs = 0;
    const asked: unknown[] = [];
    const { call, log } = setUp(
      { remove: { schema: { type: 'object', properties: { id: { type: 'integer' } } }, invoke: () => runs++ } },
      {
        permit: (request) => {
          asked.push(request.arguments);
          return { allow: false, rule: 'gateway rule', reason: 'nothing is deleted on Sundays' };
        },
      },
    );
    const outcome = await call('remove', { id: '7' });
    expect(outcome).toMatchObject({ failure: { kind: 'denied', rule: 'gateway rule' } });
    expect(textOf(outcome.content)).toBe('The call to "remove" was not allowed: nothing is deleted on Sundays');
    expect(asked).toEqual([{ id: 7 }]);
    expect(runs).toBe(0);
    expect(log.lines).toMatchObject([
      { level: 'warn', message: 'Tool call denied.', fields: { rule: 'gateway rule' } },
    ]);
  });

  test('A permit that throws, rejects or returns an invalid verdict denies the call', async () => {
    const permits = [
      () => {
        throw new Error('x');
      },
      () => Promise.reject(new Error('x')),
      () => undefined as never,
      () => ({}) as never,
      async () => ({ allow: 'yes' }) as never,
    ];
    for (const permit of permits) {
      const { call } = setUp({ tool: () => 1 }, { permit });
      expect(await call('tool')).toMatchObject({ failure: { kind: 'denied' } });
    }
  });

  test('A permit that does not answer within its time limit denies the call', async () => {
    const { call } = setUp({ tool: () => 1 }, { permit: () => new Promise(() => {}), limits: { permitMs: 20 } });
    expect(await call('tool')).toMatchObject({ failure: { kind: 'denied' } });
  });

  test('The caller can cancel a call while it waits for the permit', async () => {
    const { call } = setUp({ tool: () => 1 }, { permit: () => new Promise(() => {}) });
    expect(await call('tool', {}, AbortSignal.timeout(10))).toMatchObject({ failure: { kind: 'cancelled' } });
  });
});

describe('concurrency', () => {
  const slowTools = () => {
    const state = { running: 0, most: 0 };
    const invoke = async () => {
      state.most = Math.max(state.most, ++state.running);
      await sleep(10);
      state.running--;
    };
    return { state, tools: { a: invoke, b: invoke } };
  };

  test('The limits for concurrent calls, in total and for each tool, are never exceeded, and all calls finish', async () => {
    const all = slowTools();
    const { call } = setUp(all.tools, { limits: { callsAtOnce: 3 } });
    const outcomes = await Promise.all(Array.from({ length: 12 }, (_, place) => call(place % 2 ? 'a' : 'b')));
    expect(outcomes.every(({ status }) => status === 'ok')).toBe(true);
    expect(all.state.most).toBe(3);
    const each = slowTools();
    const perTool = setUp(each.tools, { limits: { callsPerTool: 2, tools: { b: { callsAtOnce: 1 } } } });
    await Promise.all(Array.from({ length: 12 }, (_, place) => perTool.call(place % 2 ? 'a' : 'b')));
    expect(each.state.most).toBe(3);
  });

  test('A queued call can be cancelled, and the next call gets its slot', async () => {
    let finish: () => void = () => {};
    let runs = 0;
    const { call } = setUp(
      {
        one: () => {
          runs++;
          return new Promise<void>((resolve) => {
            finish = resolve;
          });
        },
      },
      { limits: { callsPerTool: 1 } },
    );
    const first = call('one');
    await sleep(1);
    const caller = new AbortController();
    const second = call('one', {}, caller.signal);
    const third = call('one');
    await sleep(1);
    caller.abort();
    expect(await second).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(runs).toBe(1);
    finish();
    await first;
    await sleep(1);
    expect(runs).toBe(2);
    finish();
    expect(await third).toMatchObject({ status: 'ok' });
  });

  test('A call that is cancelled at the moment it gets a slot frees the slot', async () => {
    let finish: () => void = () => {};
    const caller = new AbortController();
    const { call } = setUp(
      {
        one: () =>
          new Promise<void>((resolve) => {
            finish = resolve;
          }),
      },
      { limits: { callsPerTool: 1, callsAtOnce: 1 } },
    );
    const first = call('one');
    await sleep(1);
    const second = call('one', {}, caller.signal);
    await sleep(1);
    finish();
    await first.then(() => caller.abort());
    expect(await second).toMatchObject({ failure: { kind: 'cancelled' } });
    const third = call('one');
    await sleep(1);
    finish();
    expect(await third).toMatchObject({ status: 'ok' });
  });

  test('A call is refused immediately if the queue is full, and a queued call fails at its time limit', async () => {
    const { call } = setUp(
      { stalls: () => new Promise(() => {}) },
      { limits: { callsAtOnce: 1, callsQueued: 1, toolMs: 30 } },
    );
    const [first, second, third] = await Promise.all([call('stalls'), call('stalls'), call('stalls')]);
    expect(first).toMatchObject({ failure: { kind: 'timeout' } });
    expect(second.status).toBe('error');
    expect(third).toMatchObject({ failure: { kind: 'overloaded', reason: 'too many calls are already queued' } });
  });

  test('The concurrency limit also applies to the nested calls of one call', async () => {
    const state = { running: 0, most: 0 };
    const { executor, manager, call } = setUp({}, { limits: { callsAtOnce: 3 } });
    const leaf = async () => {
      state.most = Math.max(state.most, ++state.running);
      await sleep(5);
      state.running--;
    };
    const fan = () =>
      Promise.all(Array.from({ length: 12 }, () => executor.execute({ id: 'x', name: 'leaf', arguments: {} })));
    manager.add([
      { name: 'leaf', description: 'd', schema: {}, invoke: leaf },
      { name: 'fan', description: 'd', schema: {}, invoke: async () => (await fan()).length },
    ]);
    expect(await call('fan')).toMatchObject({ status: 'ok' });
    expect(state.most).toBe(3);
  });

  test('A call made by work that outlives its tool call is not counted as nested', async () => {
    const { executor, manager } = setUp({}, { limits: { callsAtOnce: 2, nestedCalls: 3 } });
    const kinds: string[] = [];
    const again = async (): Promise<void> => {
      const outcome = await executor.execute({ id: 'x', name: 'schedules', arguments: {} });
      kinds.push(outcome.status === 'ok' ? 'ok' : outcome.failure.kind);
    };
    let left = 10;
    manager.add({
      name: 'schedules',
      description: 'd',
      schema: {},
      invoke: () => {
        if (left-- > 0) setTimeout(() => void again(), 1);
      },
    });
    await again();
    await expect.poll(() => kinds.length).toBe(11);
    expect(new Set(kinds)).toEqual(new Set(['ok']));
  });

  test('Slots are given in order of arrival, and a call that waits for one tool holds no slot of others', async () => {
    const order: number[] = [];
    const { call } = setUp(
      {
        slow: async ({ n }: { n: number }) => {
          order.push(n);
          await sleep(10);
        },
        quick: () => 'quick',
      },
      { limits: { callsAtOnce: 2, callsPerTool: 1 } },
    );
    const slow = [1, 2, 3, 4].map((n) => call('slow', { n }));
    expect(await call('quick')).toMatchObject({ status: 'ok' });
    expect(order.length).toBeLessThan(4);
    await Promise.all(slow);
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test('Tools that call tools do not deadlock with limits of one, and endless recursion is stopped', async () => {
    const { executor, manager, call } = setUp(
      { leaf: () => 'leaf' },
      { limits: { callsAtOnce: 1, callsPerTool: 1, toolMs: 2_000 } },
    );
    const nested = (name: string) => executor.execute({ id: 'inner', name, arguments: {} });
    manager.add([
      {
        name: 'parent',
        description: 'd',
        schema: {},
        invoke: async () => (await Promise.all([nested('leaf'), nested('leaf')])).map(({ status }) => status),
      },
      {
        name: 'recursive',
        description: 'd',
        schema: {},
        invoke: async () => {
          const inner = await nested('recursive');
          return inner.status === 'ok' ? textOf(inner.content) : inner.failure.kind;
        },
      },
    ]);
    expect(await call('parent')).toMatchObject({ status: 'ok', content: [{ type: 'json', value: ['ok', 'ok'] }] });
    expect(await call('recursive')).toMatchObject({ status: 'ok', content: [{ text: 'nested-too-deep' }] });
  });
});
