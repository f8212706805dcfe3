import { setTimeout as sleep } from 'node:timers/promises';
import { AIMessage, ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool, DynamicTool, StructuredTool, tool } from '@langchain/core/tools';
import { Command } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import { differences, ownProperties } from '../../test/own-properties.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import type { Tool } from '../core/index.ts';
import { textOf } from '../core/index.ts';
import { type ExecutorOptions, ToolExecutor } from './executor.ts';
import { ToolManager } from './manager.ts';

/** Creates an executor for real tools of @langchain/core. The compiler also checks that they match `Tool`. */
function setUp(tools: readonly Tool[], options: ExecutorOptions = {}) {
  const manager = new ToolManager();
  manager.add(tools);
  const log = recordingLog();
  const executor = new ToolExecutor(manager, { log, ...options });
  const call = (name: string, args: unknown = {}, signal?: AbortSignal) =>
    executor.execute({ id: 'call-1', name, arguments: args }, signal);
  const text = async (name: string, args: unknown = {}) => textOf((await call(name, args)).content);
  return { manager, executor, log, call, text };
}

const noParameters = z.object({});

/** Returns the outcome of a tool without parameters that returns `result`. */
async function outcomeOf(result: unknown, fields: object = {}) {
  const { call } = setUp([tool(() => result, { name: 'one', description: 'd', schema: noParameters, ...fields })]);
  return call('one');
}

/** Casts a zod 3 schema. LangChain accepts one, but its types do so only without `exactOptionalPropertyTypes`. */
function forLangChain(schema: z3.ZodTypeAny): z.ZodObject {
  return schema as never;
}

const trip = { to: 'Oslo', passengers: 2 };
const tripJsonSchema = {
  type: 'object',
  properties: { to: { type: 'string' }, passengers: { type: 'integer' } },
  required: ['to', 'passengers'],
} as const;
const bookZod = z.object({ to: z.string(), passengers: z.number().int() });
const bookZod3 = forLangChain(z3.object({ to: z3.string(), passengers: z3.number().int() }));
const book = ({ to, passengers }: { to: string; passengers: number }) => `${passengers} to ${to}`;

class Shout extends StructuredTool {
  name = 'subclass';
  description = 'A tool defined as a class';
  schema = z.object({ word: z.string() });
  #volume = '!!';

  protected async _call({ word }: { word: string }): Promise<string> {
    return word.toUpperCase() + this.#volume;
  }
}

/** Returns one tool of each kind that @langchain/core makes, with arguments and the expected result. */
function everyKind(): { readonly made: Tool; readonly args: unknown; readonly answer: string }[] {
  const about = (name: string) => ({ name, description: `does ${name}` });
  return [
    { made: tool(book, { ...about('zod_4'), schema: bookZod }), args: trip, answer: '2 to Oslo' },
    { made: tool(book, { ...about('zod_3'), schema: bookZod3 }), args: trip, answer: '2 to Oslo' },
    {
      made: tool((args) => book(args as typeof trip), { ...about('json_schema'), schema: tripJsonSchema }),
      args: trip,
      answer: '2 to Oslo',
    },
    {
      made: new DynamicStructuredTool({
        ...about('dynamic_structured'),
        schema: bookZod,
        func: async (args) => book(args),
      }),
      args: trip,
      answer: '2 to Oslo',
    },
    {
      made: tool((word: string) => `${word}?`, { ...about('string_schema'), schema: z.string() }),
      args: { input: 'really' },
      answer: 'really?',
    },
    {
      made: new DynamicTool({ ...about('dynamic'), func: async (word) => `${word}?` }),
      args: { input: 'really' },
      answer: 'really?',
    },
    { made: new Shout(), args: { word: 'hey' }, answer: 'HEY!!' },
  ];
}

describe('every kind of tool', () => {
  proves(
    ['S2.manager.langchain', 'S2.exec.by-name'],
    'Every kind of LangChain tool is added as it is and executed',
    async () => {
      const kinds = everyKind();
      const { call, manager } = setUp(kinds.map(({ made }) => made));
      for (const { made, args, answer } of kinds) {
        expect(await call(made.name, args)).toMatchObject({
          status: 'ok',
          tool: made.name,
          content: [{ type: 'text', text: answer }],
          notes: [],
        });
        expect(await call(made.name, JSON.stringify(args))).toMatchObject({ content: [{ text: answer }] });
        expect(manager.find(made.name)).toBe(made);
      }
    },
  );

  proves(
    ['S2.manager.langchain', 'S2.manager.array', 'S2.manager.get'],
    'The executor does not modify a LangChain tool, and a LangGraph agent can use it before and afterwards',
    async () => {
      const kinds = everyKind();
      const made = kinds.map((kind) => kind.made);
      const agent = new ToolNode(made as never);
      const asAgent = async () => {
        const calls = kinds.map(({ made: { name }, args }, place) => ({ id: `c${place}`, name, args: args as object }));
        const { messages } = await agent.invoke({ messages: [new AIMessage({ content: '', tool_calls: calls })] });
        return (messages as ToolMessage[]).map(({ tool_call_id, content }) => [tool_call_id, content]);
      };
      const answers = kinds.map(({ answer }, place) => [`c${place}`, answer]);
      expect(await asAgent()).toEqual(answers);
      const before = made.map(ownProperties);

      const { call, manager } = setUp(made);
      for (const {
        made: { name },
        args,
      } of kinds) {
        await call(name, args);
        await call(name, { nonsense: true });
      }

      expect(made.map((one, place) => differences(before[place] ?? new Map(), ownProperties(one)))).toEqual(
        made.map(() => []),
      );
      expect(manager.all().every((one, place) => one === made[place])).toBe(true);
      expect(await asAgent()).toEqual(answers);
    },
  );
});

describe('arguments', () => {
  proves(
    'S2.exec.arguments',
    'Invalid arguments are rejected before the tool runs, with the same message for every kind of schema',
    async () => {
      let runs = 0;
      const count = () => `run ${++runs}`;
      const { call } = setUp([
        tool(count, { name: 'zod_4', description: 'd', schema: bookZod }),
        tool(count, { name: 'zod_3', description: 'd', schema: bookZod3 }),
        tool(count, { name: 'json_schema', description: 'd', schema: tripJsonSchema }),
      ]);
      for (const name of ['zod_4', 'zod_3', 'json_schema']) {
        const outcome = await call(name, { passengers: 'two' });
        expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'bad-arguments', tool: name } });
        expect(textOf(outcome.content).split('\n').slice(0, 3)).toEqual([
          `Invalid arguments for "${name}":`,
          '- to: missing, expected string',
          '- passengers: expected integer, got the string "two"',
        ]);
        expect(textOf(outcome.content)).toContain('Expected: { "to": string, "passengers": integer }');
      }
      expect(runs).toBe(0);
    },
  );

  test('Coerced arguments reach the tool for every kind of schema', async () => {
    const seen: unknown[] = [];
    const see = (args: unknown) => {
      seen.push(args);
      return 'seen';
    };
    const { call } = setUp([
      tool(see, { name: 'zod_4', description: 'd', schema: bookZod }),
      tool(see, { name: 'zod_3', description: 'd', schema: bookZod3 }),
      tool(see, { name: 'json_schema', description: 'd', schema: tripJsonSchema }),
    ]);
    for (const name of ['zod_4', 'zod_3', 'json_schema']) {
      expect(await call(name, { to: 'Oslo', passengers: '2' })).toMatchObject({
        status: 'ok',
        notes: [{ kind: 'coerced', path: 'passengers', how: 'text to number' }],
      });
    }
    expect(seen).toEqual([trip, trip, trip]);
  });

  test('Transforms and defaults of a zod schema are applied once', async () => {
    const schema = z.object({
      word: z.string().transform((word) => `${word}!`),
      times: z.number().default(2),
    });
    const schema3 = forLangChain(
      z3.object({ word: z3.string().transform((word) => `${word}!`), times: z3.number().default(2) }),
    );
    const repeat = ({ word, times }: { word: string; times: number }) => word.repeat(times);
    const { text } = setUp([
      tool(repeat, { name: 'zod_4', description: 'd', schema }),
      tool(repeat, { name: 'zod_3', description: 'd', schema: schema3 }),
    ]);
    expect(await text('zod_4', { word: 'a' })).toBe('a!a!');
    expect(await text('zod_3', { word: 'a' })).toBe('a!a!');
    expect(await text('zod_4', { word: 'a', times: '1' })).toBe('a!');
  });

  test('A transform that changes the type is not applied to its own result', async () => {
    const schema = z.object({ day: z.string().transform((day) => new Date(day)) });
    const { text } = setUp([tool(({ day }) => day.getUTCFullYear(), { name: 'year', description: 'd', schema })]);
    expect(await text('year', { day: '2031-05-01' })).toBe('2031');
  });

  test('Refinements may be asynchronous, can reject arguments, and run once', async () => {
    let runs = 0;
    const known = async (name: string) => {
      runs++;
      await sleep(1);
      return name === 'lamp';
    };
    const { call, text } = setUp([
      tool(({ device }) => `${device} is on`, {
        name: 'switch_on',
        description: 'd',
        schema: z.object({ device: z.string().refine(known, 'is not a device of this gateway') }),
      }),
    ]);
    expect(await text('switch_on', { device: 'lamp' })).toBe('lamp is on');
    const refused = await call('switch_on', { device: 'moon' });
    expect(refused).toMatchObject({ failure: { kind: 'bad-arguments' } });
    expect(textOf(refused.content)).toContain('- device: is not a device of this gateway');
    expect(runs).toBe(2);
  });

  test('Arguments that only LangChain’s own check rejects are also reported as bad arguments', async () => {
    let runs = 0;
    const { call } = setUp([
      tool(() => ++runs, {
        name: 'remind',
        description: 'd',
        // Our check ignores `format`, but LangChain's enforces it.
        schema: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } }, required: ['at'] },
      }),
    ]);
    const outcome = await call('remind', { at: 'soon' });
    expect(outcome).toMatchObject({ failure: { kind: 'bad-arguments', tool: 'remind' } });
    expect(textOf(outcome.content)).toContain('Expected: { "at": string (date-time) }');
    expect(runs).toBe(0);
  });

  test('LangChain’s call envelope is rejected, however it is encoded, because its inner arguments were not checked', async () => {
    let runs = 0;
    const permitted: unknown[] = [];
    const tools = [
      tool(() => ++runs, {
        name: 'json_schema',
        description: 'd',
        schema: { type: 'object', properties: { path: { type: 'string' } } },
      }),
      tool(() => ++runs, { name: 'zod_4', description: 'd', schema: z.looseObject({ path: z.string().optional() }) }),
      new DynamicTool({ name: 'dynamic', description: 'd', func: async () => `${++runs}` }),
    ];
    const { call } = setUp(tools, {
      permit: ({ arguments: args }) => {
        permitted.push(args);
        return { allow: true };
      },
    });
    const envelope = { type: 'tool_call', id: 'x', name: 'json_schema', args: { path: '/etc/passwd' } };
    const wrappings = [envelope, JSON.stringify(envelope), JSON.stringify(JSON.stringify(envelope))];
    for (const { name } of tools) {
      for (const args of wrappings) {
        expect(await call(name, args)).toMatchObject({ status: 'error', failure: { kind: 'bad-arguments' } });
      }
    }
    expect(runs).toBe(0);
    expect(permitted).toEqual([]);
  });

  test('A plain tool accepts an object that looks like LangChain’s call envelope as ordinary arguments', async () => {
    const args = { type: 'tool_call', args: { a: 1 } };
    const { call } = setUp([{ name: 'plain', description: 'd', schema: {}, invoke: (given: unknown) => given }]);
    expect(await call('plain', args)).toMatchObject({ content: [{ type: 'json', value: args }] });
  });
});

describe('results', () => {
  test('Results that are texts, values and content blocks are read', async () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
    const answers: [result: unknown, content: unknown[]][] = [
      ['a text', [{ type: 'text', text: 'a text' }]],
      ['', [{ type: 'text', text: '' }]],
      [undefined, [{ type: 'text', text: '' }]],
      // LangChain converts values to JSON text itself.
      [42, [{ type: 'text', text: '42' }]],
      [{ a: [1] }, [{ type: 'text', text: '{"a":[1]}' }]],
      [[1, 2], [{ type: 'text', text: '[1,2]' }]],
      [[], [{ type: 'json', value: [] }]],
      [
        [{ type: 'text', text: 'look:' }, image],
        [
          { type: 'text', text: 'look:' },
          { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
        ],
      ],
    ];
    for (const [result, content] of answers) expect(await outcomeOf(result)).toMatchObject({ status: 'ok', content });
  });

  test('Content and artifact of a [content, artifact] result are both kept', async () => {
    const pairs = { responseFormat: 'content_and_artifact' };
    expect(await outcomeOf(['two rows', { rows: [1, 2] }], pairs)).toMatchObject({
      status: 'ok',
      content: [{ type: 'text', text: 'two rows' }],
      artifact: { rows: [1, 2] },
    });
    const nothing = await outcomeOf([[], undefined], pairs);
    expect(nothing).toMatchObject({ status: 'ok' });
    expect(nothing).not.toHaveProperty('artifact');
    expect(await outcomeOf('no pair', pairs)).toMatchObject({ failure: { kind: 'tool-error' } });
    // Two values are a pair only if the tool declares that format.
    expect(await outcomeOf(['a', 'b'])).toMatchObject({ content: [{ type: 'text', text: '["a","b"]' }] });
  });

  test('The artifact is kept even if the call has no id', async () => {
    const { executor } = setUp([
      tool(
        () => [
          [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
          'beside',
        ],
        {
          name: 'pair',
          description: 'd',
          schema: noParameters,
          responseFormat: 'content_and_artifact',
        },
      ),
    ]);
    expect(await executor.execute({ id: '', name: 'pair', arguments: {} })).toMatchObject({
      content: [{ text: 'a' }, { text: 'b' }],
      artifact: 'beside',
    });
  });

  test('A ToolMessage that the tool returns is read, including its artifact and its error status', async () => {
    const message = (fields: object) => new ToolMessage({ content: 'no such city', tool_call_id: 'own', ...fields });
    expect(await outcomeOf(message({ artifact: { code: 7 } }))).toMatchObject({
      status: 'ok',
      callId: 'call-1',
      content: [{ type: 'text', text: 'no such city' }],
      artifact: { code: 7 },
    });
    expect(await outcomeOf(message({ status: 'error' }))).toMatchObject({
      status: 'error',
      failure: { kind: 'reported', message: 'no such city' },
      content: [{ type: 'text', text: 'no such city' }],
    });
  });

  test('LangGraph’s Command, which has no meaning here, is kept as data', async () => {
    expect(await outcomeOf(new Command({ update: { seen: true }, goto: 'next' }))).toMatchObject({
      status: 'ok',
      content: [{ type: 'json', value: { update: { seen: true }, goto: ['next'] } }],
    });
    const direct = { lc_direct_tool_output: true, anything: [1] };
    expect(await outcomeOf(direct)).toMatchObject({ content: [{ type: 'json', value: direct }] });
  });

  test('The result of a generator tool is its return value', async () => {
    const steps = async function* () {
      yield 'working';
      return 'done';
    };
    const { text } = setUp([tool(steps, { name: 'steps', description: 'd', schema: noParameters })]);
    expect(await text('steps')).toBe('done');
  });

  proves('S2.exec.throws', 'The message of a thrown error reaches the caller', async () => {
    const throwing = (what: unknown) =>
      tool(
        () => {
          throw what;
        },
        { name: 'fails', description: 'd', schema: noParameters },
      );
    for (const what of [new Error('the moon is down'), 'the moon is down', { message: 'the moon is down' }]) {
      const { call, log } = setUp([throwing(what)]);
      const outcome = await call('fails');
      expect(outcome).toMatchObject({ failure: { kind: 'tool-error', message: 'the moon is down' } });
      expect(textOf(outcome.content)).toBe('Error executing "fails": the moon is down');
      expect(log.lines).toMatchObject([
        { level: 'error', message: 'The tool threw an error.', fields: { tool: 'fails' } },
      ]);
    }
    expect(await setUp([throwing(undefined)]).text('fails')).toBe(
      'Error executing "fails": the tool threw undefined without an error message',
    );
  });
});

describe('abort', () => {
  const stalling = () => {
    const seen: AbortSignal[] = [];
    const stall = (_input: unknown, config: { signal?: AbortSignal }) => {
      if (config.signal !== undefined) seen.push(config.signal);
      return new Promise<string>(() => {});
    };
    const tools = [
      tool(stall, { name: 'structured', description: 'd', schema: noParameters }),
      tool(stall, { name: 'string_schema', description: 'd', schema: z.string() }),
      new DynamicStructuredTool({
        name: 'dynamic_structured',
        description: 'd',
        schema: noParameters,
        func: (input, _manager, config) => stall(input, config ?? {}),
      }),
    ];
    return { seen, tools };
  };

  proves('S2.exec.timeout', 'At the time limit, config.signal of the tool aborts', async () => {
    const { seen, tools } = stalling();
    const { call } = setUp(tools, { limits: { toolMs: 20 } });
    for (const { name } of tools) {
      expect(await call(name)).toMatchObject({ failure: { kind: 'timeout', tool: name, limitMs: 20 } });
    }
    expect(seen.map(({ reason }) => (reason as Error).name)).toEqual(tools.map(() => 'TimeoutError'));
  });

  test('When the caller cancels, config.signal of the tool aborts', async () => {
    const { seen, tools } = stalling();
    const { call } = setUp(tools);
    for (const { name } of tools) {
      const caller = new AbortController();
      const pending = call(name, {}, caller.signal);
      await sleep(5);
      caller.abort(new Error('the client hung up'));
      expect(await pending).toMatchObject({ failure: { kind: 'cancelled', reason: 'the client hung up' } });
    }
    expect(seen.map(({ reason }) => (reason as Error).message)).toEqual(tools.map(() => 'the client hung up'));
  });
});
