import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import type { Outcome } from '../core/index.ts';
import { ToolExecutor } from './executor.ts';
import { ToolManager } from './manager.ts';

/** Any tool, schema and arguments must give one Outcome of plain, bounded data, without a crash or an unhandled rejection. */

const BOUND = 2_000;

function execute(tool: object, args: unknown, limits = {}): Promise<Outcome> {
  const manager = new ToolManager();
  manager.add({ name: 'tool', description: 'd', schema: {}, invoke: () => 'fine', ...tool });
  const executor = new ToolExecutor(manager, {
    limits: { toolMs: 30, outcomeBytes: BOUND, mediaBytes: BOUND, ...limits },
  });
  return executor.execute({ id: 'id', name: 'tool', arguments: args });
}

function expectOneOutcome(outcome: Outcome): void {
  expect(outcome).toMatchObject({ callId: 'id', tool: 'tool', notes: expect.any(Array), content: expect.any(Array) });
  expect(['ok', 'error']).toContain(outcome.status);
  expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
  const json = JSON.stringify(outcome); // plain data: no cycle, no BigInt
  expect(JSON.parse(json)).toEqual(outcome);
  expect(json.length).toBeLessThan(BOUND * 12);
}

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
process.on('unhandledRejection', note);
process.on('uncaughtException', note);
const prototypeBefore = Object.getOwnPropertyNames(Object.prototype).sort();

afterAll(async () => {
  await sleep(100); // by now, late rejections have happened
  process.off('unhandledRejection', note);
  process.off('uncaughtException', note);
  expect(unhandled).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototypeBefore);
});

/** Schemas in the style of the JSON-Schema-Test-Suite: every keyword group, valid, invalid and nested. */
const scalar = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.constant(null));
const name = fc.oneof(
  fc.stringMatching(/^[a-e]$/),
  fc.constantFrom('__proto__', 'constructor', 'toString', '$ref', '', 'a/b', '~', '💥'),
);
const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => {
  const sub = tie('schema');
  const subs = fc.array(sub, { minLength: 0, maxLength: 3 });
  const named = fc.dictionary(name, sub, { maxKeys: 3 });
  const count = fc.oneof(fc.nat(4), fc.constantFrom(-1, 1.5, 1e300));
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.boolean(),
      scalar, // not a schema
      fc.record({
        type: fc.oneof(
          fc.constantFrom('string', 'integer', 'number', 'object', 'array', 'null', 'boolean', 'nonsense'),
          fc.array(fc.constantFrom('string', 'null', 'array'), { maxLength: 3 }),
        ),
      }),
      fc.record({ enum: fc.array(scalar, { maxLength: 4 }) }),
      fc.record({ const: scalar }),
      fc.record(
        {
          type: fc.constant('object'),
          properties: named,
          required: fc.array(name, { maxLength: 3 }),
          additionalProperties: sub,
        },
        { requiredKeys: ['properties'] },
      ),
      fc.record(
        {
          patternProperties: fc.dictionary(fc.constantFrom('^a', '(', '(?=x)', '^(a+)+$', '.*'), sub, { maxKeys: 2 }),
          propertyNames: sub,
          minProperties: count,
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          type: fc.constant('array'),
          items: fc.oneof(sub, subs),
          prefixItems: subs,
          contains: sub,
          minContains: count,
          uniqueItems: fc.boolean(),
          maxItems: count,
          unevaluatedItems: sub,
        },
        { requiredKeys: ['items'] },
      ),
      fc.record({ allOf: subs, anyOf: subs, oneOf: subs, not: sub }, { requiredKeys: [] }),
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      fc.record({ if: sub, then: sub, else: sub }, { requiredKeys: ['if'] }),
      fc.record(
        {
          dependentRequired: fc.dictionary(name, fc.array(name, { maxLength: 2 })),
          dependentSchemas: named,
          dependencies: named,
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          minLength: count,
          maxLength: count,
          pattern: fc.constantFrom('^a*$', '[', '(?<!x)y', '\\u{1F600}', '\\p{L}', '(a{1,1000}){1,1000}'),
          format: fc.constantFrom('email', 'uri', 'nonsense'),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          minimum: count,
          multipleOf: fc.constantFrom(0, 0.1, 1e-300, -1, 2),
          exclusiveMaximum: fc.oneof(count, fc.boolean()),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          $ref: fc.constantFrom(
            '#',
            '#/$defs/a',
            '#/$defs/missing',
            '#a',
            'http://example.invalid/x',
            'x.json',
            '',
            '#/properties/a',
          ),
          $defs: named,
        },
        { requiredKeys: ['$ref'] },
      ),
      fc.record(
        {
          $id: fc.constantFrom('x', 'http://example.invalid/s', '#a', 'http://json-schema.org/draft-07/schema#'),
          $anchor: fc.constantFrom('a', '1'),
          $dynamicAnchor: fc.constant('a'),
          $dynamicRef: fc.constant('#a'),
          $schema: fc.constantFrom(
            'http://json-schema.org/draft-07/schema#',
            'https://json-schema.org/draft/2020-12/schema',
            'nonsense',
          ),
          $vocabulary: fc.dictionary(name, fc.boolean()),
          allOf: subs,
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          title: scalar,
          default: scalar,
          examples: fc.array(scalar),
          nullable: fc.boolean(),
          discriminator: fc.record({ propertyName: name }),
          unknownKeyword: sub,
        },
        { requiredKeys: [] },
      ),
    ),
  };
});
const toolSchema = anySchema.filter(
  (schema): schema is object => typeof schema === 'object' && schema !== null && !Array.isArray(schema),
);

proves(
  ['L8', 'L10', 'S2.exec.arguments'],
  'Any JSON value as arguments, checked against any schema, gives one bounded outcome',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        toolSchema,
        fc.oneof(fc.jsonValue(), fc.dictionary(name, fc.jsonValue(), { maxKeys: 4 })),
        async (schema, args) => {
          const before = JSON.stringify(args);
          expectOneOutcome(await execute({ schema }, args));
          expect(JSON.stringify(args)).toBe(before);
        },
      ),
      { numRuns: 2_000 },
    );
  },
  60_000,
);

proves(['L8', 'L10'], 'Any JavaScript value or text as arguments gives one bounded outcome', async () => {
  const anything = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withTypedArray: true,
      withSparseArray: true,
      withObjectString: true,
    }),
    fc.json(),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (args) => expectOneOutcome(await execute({ schema: { type: 'object' } }, args))),
    { numRuns: 1_000 },
  );
});

proves(
  'L8',
  'Any JavaScript value as the result gives one bounded outcome',
  async () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withTypedArray: true,
      withSparseArray: true,
      withObjectString: true,
      maxDepth: 6,
    });
    const blocks = fc.array(
      fc.record(
        {
          type: fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'image_url', 'file', 'tool'),
          text: anything,
          data: anything,
          mimeType: anything,
          resource: anything,
          uri: anything,
          image_url: anything,
          content: anything,
          tool_call_id: anything,
        },
        { requiredKeys: ['type'] },
      ),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          anything,
          blocks,
          fc.record({ content: blocks, isError: anything, structuredContent: anything }, { requiredKeys: ['content'] }),
        ),
        fc.boolean(),
        async (answer, isPair) => {
          expectOneOutcome(
            await execute({ invoke: () => answer, ...(isPair ? { responseFormat: 'content_and_artifact' } : {}) }, {}),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  },
  60_000,
);

const thenable = (then: unknown) => ({ then });
const trap = new Proxy(
  {},
  {
    get: () => {
      throw new Error('trap');
    },
    ownKeys: () => {
      throw new Error('trap');
    },
    has: () => {
      throw new Error('trap');
    },
  },
);

const badTools: Record<string, (args: never, config: { signal: AbortSignal }) => unknown> = {
  'throws a string': () => {
    throw 'text';
  },
  'throws undefined': () => {
    throw undefined;
  },
  'throws a proxy': () => {
    throw trap;
  },
  'rejects without a reason': () => Promise.reject(),
  'never settles': () => new Promise(() => {}),
  'returns a BigInt': () => 2n ** 100n,
  'returns a BigInt of a million digits': () => 10n ** 1_000_000n,
  'returns a cycle': () => {
    const a: unknown[] = [];
    a.push(a, { a });
    return a;
  },
  'returns 50 MB of text': () => 'x'.repeat(50 * 1024 * 1024),
  'returns a million values': () => Array.from({ length: 1_000_000 }, (_, n) => ({ n })),
  'returns an empty array of the maximum length': () => new Array(4_294_967_295),
  'returns a proxy': () => trap,
  'returns a proxy in a list': () => [{ type: 'text', text: trap }],
  'returns a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'returns an endlessly nested proxy': () =>
    new Proxy(
      {},
      {
        get: (_, key) => (key === 'then' ? undefined : trapDoor()),
        ownKeys: () => ['a', 'b', 'c'],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: trapDoor() }),
      },
    ),
  'returns a thenable that never calls back': () => thenable(() => {}),
  'returns a thenable that throws': () =>
    thenable(() => {
      throw new Error('x');
    }),
  'returns a thenable that calls back twice': () =>
    thenable((yes: (v: string) => void, no: (e: Error) => void) => {
      yes('one');
      yes('two');
      no(new Error('three'));
    }),
  'returns a thenable whose then cannot be read': () =>
    Object.defineProperty({}, 'then', {
      get: () => {
        throw new Error('x');
      },
    }),
  'rejects after the timeout': (_args, { signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => setTimeout(reject, 5, new Error('late')))),
  'resolves after the timeout': (_args, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 5, 'late'))),
  'rejects with the abort reason': (_args, { signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  'throws a huge error': () => {
    throw new Error('x'.repeat(10_000_000));
  },
};

function trapDoor(): object {
  return new Proxy(
    {},
    {
      get: (_, key) => (key === 'then' || key === 'toJSON' ? undefined : trapDoor()),
      ownKeys: () => ['a', 'b'],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
}

for (const [behaviour, invoke] of Object.entries(badTools)) {
  proves(['L8', 'L9'], `A tool that ${behaviour} gives one bounded outcome`, async () =>
    expectOneOutcome(await execute({ invoke }, {})),
  );
}

proves(['L8', 'L9'], 'Tools that call the executor recursively finish without a deadlock', async () => {
  const manager = new ToolManager();
  const executor = new ToolExecutor(manager, { limits: { callsAtOnce: 2, callsPerTool: 2, toolMs: 3_000 } });
  const call = (name: string) => executor.execute({ id: 'id', name, arguments: {} });
  manager.add([
    {
      name: 'bomb',
      description: 'd',
      schema: {},
      invoke: async () => (await Promise.all([call('bomb'), call('bomb')])).map(({ status }) => status),
    },
    { name: 'ping', description: 'd', schema: {}, invoke: async () => (await call('pong')).status },
    { name: 'pong', description: 'd', schema: {}, invoke: async () => (await call('ping')).status },
  ]);
  const outcomes = await Promise.all([call('bomb'), call('ping'), call('pong'), call('ping')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok']);
});

test('A tool whose properties throw gives an error outcome', async () => {
  const manager = new ToolManager();
  const tool = { name: 'tool', description: 'd', schema: {}, invoke: () => 1 };
  manager.add(tool);
  Object.defineProperty(tool, 'schema', {
    get: () => {
      throw new Error('gone');
    },
  });
  Object.defineProperty(tool, 'metadata', {
    get: () => {
      throw new Error('gone');
    },
  });
  const outcome = await new ToolExecutor(manager).execute({ id: 'id', name: 'tool', arguments: {} });
  expect(outcome).toMatchObject({ status: 'error', callId: 'id' });
});
