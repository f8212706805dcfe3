import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import type { Tool } from '../core/index.ts';
import { createSecretFinder } from '../log/index.ts';
import { ToolExecutor } from './executor.ts';
import { Listings, listingOf } from './listing.ts';
import { ToolManager } from './manager.ts';
import { denialBy } from './permit.ts';

/** A tool that counts how often its schema is read. */
function counted(server: string, name: string, schema: object = { type: 'object' }) {
  const tool = {
    name: `${server}__${name}`,
    description: 'd',
    metadata: { server, tool: name },
    looks: 0,
    get schema() {
      tool.looks++;
      return schema;
    },
    invoke: () => name,
  };
  return tool;
}

function setUp(tools: readonly Tool[]) {
  const log = recordingLog();
  const manager = new ToolManager({ log });
  manager.add(tools);
  const listings = new Listings(manager, log);
  const names = () => listings.all().map(({ name }) => name);
  return { log, manager, listings, names };
}

describe('listings after a change', () => {
  proves('L9', 'After a change, only new tools are inspected', () => {
    const [old, other] = [counted('files', 'read'), counted('web', 'get')];
    const { manager, listings } = setUp([old, other]);
    const before = listings.all();
    expect(listings.all()).toBe(before);
    const looks = [old.looks, other.looks];
    const added = counted('web', 'put');
    const kept = manager.exchange('web', [other, added]);
    expect(kept).toEqual([]);
    const checks = other.looks; // the exchange itself also inspects the tools
    const now = listings.all();
    expect(now).not.toBe(before);
    expect(now.slice(0, 2)).toEqual(before);
    expect(now[0]).toBe(before[0]);
    expect(now[1]).toBe(before[1]);
    expect(old.looks).toBe(looks[0]);
    expect(other.looks).toBe(checks);
  });

  proves('L9', 'Prepared tools are inspected in steps between which other requests run, and not again', async () => {
    const properties = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`p${n}`, { type: 'string' }]));
    const tools = Array.from({ length: 100 }, (_, n) => counted('web', `t${n}`, { type: 'object', properties }));
    const { manager, listings } = setUp([]);
    let pauses = 0;
    const others = setInterval(() => pauses++);
    await listings.prepare(tools);
    clearInterval(others);
    expect(pauses).toBeGreaterThan(1);
    manager.exchange('web', tools);
    const looks = tools.map((tool) => tool.looks);
    expect(listings.all().map(({ wireName }) => wireName)).toEqual(
      tools.map(({ metadata }) => `web__${metadata.tool}`),
    );
    expect(tools.map((tool) => tool.looks)).toEqual(looks);
  });

  test('A tool that is prepared again keeps its listing', async () => {
    const [old, added] = [counted('web', 'get'), counted('web', 'put')];
    const { manager, listings } = setUp([old]);
    const [before] = listings.all();
    await listings.prepare([old, added]);
    manager.exchange('web', [old, added]);
    expect(listings.all()[0]).toBe(before);
  });

  test('A tool whose wire name changes is listed with the new wire name', () => {
    const [tool, mine] = [counted('files', 'read'), { ...counted('x', 'y'), name: 'files__read', metadata: {} }];
    tool.name = 'files/read';
    const { manager, listings } = setUp([tool]);
    const [before] = listings.all();
    expect(before).toMatchObject({ wireName: 'files__read' });
    manager.add(mine);
    const [other, now] = listings.all();
    expect(other).toMatchObject({ wireName: 'files__read' });
    expect(now?.wireName).toMatch(/^files__read_[0-9a-f]{10}$/);
    expect(now).toMatchObject({ name: 'files/read', parameters: before?.parameters });
    expect([now?.tool, other?.tool]).toEqual([tool, mine]);
  });
});

test('A copy of a listed tool still has its tool object, and its listing is plain JSON without the object', () => {
  const tool = counted('files', 'read');
  const { listings } = setUp([tool]);
  const [listed] = listings.all();
  if (listed === undefined) throw new Error('The tool must be listed.');
  expect({ ...listed }.tool).toBe(tool);
  const listing = listingOf(listed);
  expect(JSON.parse(JSON.stringify(listing))).toEqual(listing);
  expect(Object.keys(listing).sort()).toEqual(['description', 'name', 'parameters', 'server', 'wireName']);
});

describe('the schema of results', () => {
  const described = (letters: number) => ({ type: 'object', const: 'x'.repeat(letters) });
  const listedWith = (outputSchema: unknown) => {
    const tool = counted('files', 'read');
    const { listings, log } = setUp([{ ...tool, metadata: { ...tool.metadata, outputSchema } }]);
    expect(log.lines).toEqual([]);
    const [listed] = listings.all();
    if (listed === undefined) throw new Error('The tool must be listed.');
    return listingOf(listed).outputSchema;
  };

  test('An output schema of an MCP server is listed as its parameters are: truncated, and without invisible characters', () => {
    const shown = listedWith({ type: 'object', description: `re\u200bad ${'x'.repeat(7_000)}` });
    expect(shown?.description).toMatch(/^read x+/);
    expect(JSON.stringify(shown).length).toBeLessThan(4_500);
  });

  test('A listing has the output schema of its tool if the schema has at most 8,192 characters as JSON', () => {
    const rest = JSON.stringify(described(0)).length;
    const [longest, tooLong] = [described(8_192 - rest), described(8_193 - rest)];
    expect(listedWith(longest)).toEqual(longest);
    expect(listedWith(tooLong)).toBeUndefined();
  });

  test.for([
    ['is no schema', 'text'],
    ['contains itself', cyclic()],
    [
      'throws when it is read',
      {
        get type() {
          throw new Error('no');
        },
      },
    ],
  ] as const)('A tool whose output schema %s is listed without it', async ([, outputSchema]) => {
    expect(listedWith(outputSchema)).toBeUndefined();
  });

  function cyclic(): object {
    const schema = { type: 'object', properties: {} };
    schema.properties = { self: schema };
    return schema;
  }
});

proves('L10', 'A listing contains no long secrets, while the schema that checks arguments keeps them', () => {
  const key = 'sk-live-0123456789abcdefXYZ';
  const schema = { type: 'object', properties: { a: { type: 'string', default: key, description: `as in ${key}` } } };
  const leaky = { ...counted('s', 'leaky', schema), description: `Needs ${key} or short-secret.`, schema };
  const manager = new ToolManager();
  const plain = counted('s', 'plain');
  manager.add([leaky, plain]);
  const listings = new Listings(
    manager,
    recordingLog(),
    undefined,
    undefined,
    createSecretFinder([key, 'short-secret']),
  );
  expect(listings.all()[0]).toMatchObject({
    description: 'Needs [redacted] or short-secret.',
    parameters: { properties: { a: { default: '[redacted]', description: 'as in [redacted]' } } },
    tool: { schema },
  });
  expect(listings.all()[1]).toMatchObject({ description: 'd', parameters: { type: 'object' } });
});

describe('an unusable schema', () => {
  const cyclic: Record<string, unknown> = { type: 'object' };
  cyclic.properties = { self: cyclic };
  const parts = Object.fromEntries(Array.from({ length: 50_000 }, (_, place) => [`p${place}`, {}]));
  const unusable: Record<string, [object, RegExp]> = {
    remote: [{ properties: { a: { $ref: 'http://127.0.0.1:1/schema' } } }, /\$ref ".*" points outside the schema/],
    nested: [{ $defs: { a: { items: { $ref: 'other.json#/x' } } } }, /\$ref ".*" points outside the schema/],
    nowhere: [{ properties: { a: { $ref: '#/$defs/missing' } } }, /does not point to a schema/],
    cyclic: [cyclic, /nested deeper/],
    parts: [{ properties: parts }, /more than \d+ parts/],
    nulls: [{ properties: { a: null } }, /is not a schema/],
    nullMap: [{ properties: null }, /must be an object/],
    python: [{ properties: { a: { type: 'str' } } }, /\/properties\/a has the type "str" \(did you mean "string"\?\)/],
    strange: [{ properties: { a: { type: ['string', 7] } } }, /has the type 7 \(JSON Schema has string, number/],
    bound: [{ properties: { a: { minimum: '5' } } }, /it\/properties\/a\/minimum must be number/],
    choice: [{ properties: { a: { items: { enum: 'x' } } } }, /enum must be array/],
  };

  proves(
    ['L9', 'L10'],
    'A tool with an unusable schema is not listed, with one warning that states the reason',
    async () => {
      const tools = Object.entries(unusable).map(([name, [schema]]) => counted('s', name, schema));
      const { log, manager, names } = setUp([...tools, counted('s', 'good')]);
      expect(names()).toEqual(['s__good']);
      const warned = log.lines.map(({ level, message, fields }) => [level, message, fields.tool]);
      expect(warned).toEqual(
        tools.map(({ name }) => ['warn', 'The tool is not listed because it cannot be used.', name]),
      );
      for (const [place, [, reason]] of Object.values(unusable).entries()) {
        expect(log.lines[place]?.fields.reason).toMatch(reason);
      }
      manager.add(counted('t', 'more'));
      expect(names()).toEqual(['s__good', 't__more']);
      expect(log.lines).toHaveLength(tools.length);
      const executor = new ToolExecutor(manager);
      for (const { name } of tools) {
        expect(await executor.execute({ id: 'id', name, arguments: {} })).toMatchObject({
          failure: { kind: 'bad-schema' },
        });
      }
    },
  );

  proves('L10', 'A remote schema reference is never fetched', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const $ref = `http://127.0.0.1:${port}/schema.json`;
    const { manager, names } = setUp([counted('s', 'remote', { properties: { a: { $ref } }, $schema: $ref })]);
    expect(names()).toEqual([]);
    await new ToolExecutor(manager).execute({ id: 'id', name: 's__remote', arguments: { a: 1 } });
    await new Promise(setImmediate);
    expect(connections).toBe(0);
  });

  test('A schema with references to its own parts, or with a pattern that RE2 cannot run, is usable', () => {
    const tree = { type: 'object', properties: { left: { $ref: '#' }, name: { $ref: '#/$defs/name' } } };
    const schema = { ...tree, $defs: { name: { type: 'string', pattern: '(a+)+(?=b)' } } };
    const { listings, log } = setUp([counted('s', 'tree', schema)]);
    expect(listings.all()).toMatchObject([{ parameters: schema }]);
    expect(log.lines).toEqual([]);
  });

  test('A schema with types in capitals, with the type "any" of draft 3, or valid only in draft 7, is usable', async () => {
    const types = { a: { type: ['STRING', 'Null'] }, b: { type: 'any' }, c: { type: ['any', 'null'] } };
    const loud = counted('s', 'loud', { type: 'OBJECT', properties: types });
    const tuple = counted('s', 'tuple', { properties: { a: { items: [{ type: 'integer' }] } } });
    const { manager, names } = setUp([loud, tuple]);
    expect(names()).toEqual(['s__loud', 's__tuple']);
    const executor = new ToolExecutor(manager);
    const call = (args: object) => executor.execute({ id: '1', name: 's__loud', arguments: args });
    expect(await call({ a: true })).toMatchObject({ failure: { kind: 'bad-arguments' } });
    expect(await call({ a: 'x', b: true, c: [1] })).toMatchObject({ status: 'ok', notes: [] });
  });

  test('The limits for JSON Schemas do not apply to a schema that a schema library checks', () => {
    const wide = z.object(Object.fromEntries(Array.from({ length: 3_000 }, (_, place) => [`p${place}`, z.any()])));
    const { names } = setUp([{ name: 'zod', description: 'd', schema: wide, invoke: () => 1 }]);
    expect(names()).toEqual(['zod']);
  });
});

proves('L9', 'Listing twenty thousand tools takes less than 15 seconds', () => {
  const properties = Object.fromEntries(Array.from({ length: 6 }, (_, place) => [`p${place}`, { type: 'string' }]));
  const tools = Array.from({ length: 20_000 }, (_, place): Tool => {
    const metadata = { server: 's', tool: `${place}` };
    return { name: `s__${place}`, description: 'd', schema: { type: 'object', properties }, metadata, invoke() {} };
  });
  const { listings } = setUp(tools);
  const startedAt = performance.now();
  expect(listings.all()).toHaveLength(20_000);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});

const HIDDEN_TEXT = 'ig\u200bnore\u202e\u{e0049}';

describe('texts of MCP tools', () => {
  const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}]/u;

  proves(
    'L10',
    'A listing shows the schema of an MCP tool without invisible characters and with bounded descriptions',
    () => {
      const schema = {
        type: 'object',
        title: 'Re\u200bad',
        properties: {
          unit: {
            enum: ['metric', 'imp\u200berial', 'imperial'],
            default: '\u202emetric',
            description: '\u{e0041}The unit.',
          },
          note: { type: 'string', description: '€'.repeat(10_000), examples: ['\u001b[31mred'], pattern: 'a{9000}' },
        },
      };
      const { listings } = setUp([counted('files', 'read', schema)]);
      const [{ parameters = {} } = {}] = listings.all();
      expect(JSON.stringify(parameters)).not.toMatch(hidden);
      expect(parameters).toMatchObject({
        title: 'Read',
        properties: { unit: { enum: ['metric', 'imperial'], default: 'metric', description: 'The unit.' } },
      });
      const { note } = parameters.properties as { note: { description: string } };
      expect(note.description).toBe(`${'€'.repeat(1_365)} [… cut]`);
      expect(schema.properties.unit.enum).toEqual(['metric', 'imp\u200berial', 'imperial']);
    },
  );

  test('A listing shows the schema of a custom tool as it is', () => {
    const schema = { type: 'object', properties: { separator: { enum: ['\u001e', '\u001f'] } } };
    const { listings } = setUp([{ ...counted('x', 'y', schema), metadata: {} }]);
    expect(listings.all()[0]?.parameters).toEqual(schema);
  });

  proves(
    'L10',
    'A model calls an MCP tool with the value that it was shown, and the tool gets its own value',
    async () => {
      const tool = {
        ...counted('files', 'read', {
          type: 'object',
          properties: {
            unit: { enum: ['metric', 'imp\u200berial'] },
            kind: { anyOf: [{ const: 'a\u2066b' }, { type: 'null' }] },
          },
        }),
        invoke: (args: unknown) => JSON.stringify(args),
      };
      const { manager } = setUp([tool]);
      const executor = new ToolExecutor(manager);
      const outcome = await executor.execute({ id: '1', name: tool.name, arguments: { unit: 'imperial', kind: 'ab' } });
      expect(outcome).toMatchObject({
        status: 'ok',
        content: [{ type: 'text', text: '{"unit":"imp\u200berial","kind":"a\u2066b"}' }],
        notes: [
          { kind: 'coerced', path: 'unit', how: 'invisible characters' },
          { kind: 'coerced', path: 'kind', how: 'invisible characters' },
        ],
      });
      const wrong = await executor.execute({ id: '2', name: tool.name, arguments: { unit: 'other' } });
      expect(JSON.stringify(wrong.content)).toContain('imperial');
      expect(JSON.stringify(wrong)).not.toMatch(hidden);
    },
  );

  test.for([
    ['a pattern', { pattern: `^[0-9]+$|${HIDDEN_TEXT}` }, 'x'],
    ['a format', { type: 'integer', format: HIDDEN_TEXT }, 'x'],
    ['a type', { type: HIDDEN_TEXT }, 'x'],
    ['a required name', { type: 'object', required: [HIDDEN_TEXT] }, {}],
    ['a name required by another', { dependentRequired: { b: [HIDDEN_TEXT] } }, { b: 1 }],
    ['the required names of a union', { anyOf: [{ required: [HIDDEN_TEXT] }, { required: ['c'] }] }, {}],
    [
      'the label of a branch',
      {
        anyOf: [
          { properties: { [HIDDEN_TEXT]: { const: 1 } }, required: ['b'] },
          { properties: { c: {} }, required: ['c'] },
        ],
      },
      { a: 1 },
    ],
    ['an object in an enum', { enum: [{ text: HIDDEN_TEXT }] }, 'x'],
  ] as const)('The error for a wrong argument quotes no invisible characters of %s', async ([, schema, a]) => {
    const { manager } = setUp([counted('files', 'read', { type: 'object', properties: { a: schema } })]);
    const outcome = await new ToolExecutor(manager).execute({ id: '1', name: 'files__read', arguments: { a } });
    expect(outcome.status).toBe('error');
    expect(JSON.stringify(outcome)).not.toMatch(hidden);
  });
});

proves('L5', 'A tool whose every call is denied is not listed, and a decision names the rule', () => {
  const manager = new ToolManager();
  manager.add([counted('files', 'read'), counted('files', 'wipe', { type: 'str' })]);
  const log = recordingLog();
  const listings = new Listings(manager, log, undefined, denialBy([{ tool: 'wipe', verdict: 'deny' }]));
  expect(listings.all().map(({ name }) => name)).toEqual(['files__read']);
  const flip = 'change permit[0], which denies every call of it';
  expect(listings.leftOut()).toEqual([{ tool: 'files__wipe', verdict: 'out', rule: 'denied', flip }]);
  expect(log.lines).toEqual([]);
});
proves(
  'L10',
  'A tool whose schema refers to itself without end, or has huge patterns, is left out with the reason',
  () => {
    const pattern = '\\p{L}{1,1000}\\p{N}{1,1000}$';
    const properties = Object.fromEntries(
      Array.from({ length: 190 }, (_, n) => [`p${n}`, { pattern: `${pattern}${n}` }]),
    );
    const to = (name: string) => ({ $ref: `#/$defs/${name}` });
    const tools = [
      counted('bad', 'loop', { type: 'object', $ref: '#' }),
      counted('bad', 'property', { type: 'object', properties: { a: { $ref: '#/properties/a' } } }),
      counted('bad', 'circle', {
        type: 'object',
        properties: { a: to('b') },
        $defs: { b: { anyOf: [to('c')] }, c: to('b') },
      }),
      counted('bad', 'patterns', { type: 'object', properties }),
      counted('good', 'tree', { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }),
    ];
    const { listings, names } = setUp(tools);
    expect(names()).toEqual(['good__tree']);
    expect(listings.leftOut()).toEqual([
      ...Array.from({ length: 3 }, () =>
        expect.objectContaining({ rule: 'unusable', flip: expect.stringContaining('a $ref leads back to itself') }),
      ),
      expect.objectContaining({ rule: 'unusable', flip: expect.stringContaining('its patterns take too much time') }),
    ]);
  },
);
