import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import type { Tool } from '../core/index.ts';
import { ToolExecutor } from './executor.ts';
import { Listings, listingOf } from './listing.ts';
import { ToolManager } from './manager.ts';

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

  test('The limits for JSON Schemas do not apply to a schema that a schema library checks', () => {
    const wide = z.object(Object.fromEntries(Array.from({ length: 3_000 }, (_, place) => [`p${place}`, z.any()])));
    const { names } = setUp([{ name: 'zod', description: 'd', schema: wide, invoke: () => 1 }]);
    expect(names()).toEqual(['zod']);
  });
});

proves('L9', 'Listing twenty thousand tools takes less than 4 seconds', () => {
  const properties = Object.fromEntries(Array.from({ length: 6 }, (_, place) => [`p${place}`, { type: 'string' }]));
  const tools = Array.from({ length: 20_000 }, (_, place): Tool => {
    const metadata = { server: 's', tool: `${place}` };
    return { name: `s__${place}`, description: 'd', schema: { type: 'object', properties }, metadata, invoke() {} };
  });
  const { listings } = setUp(tools);
  const startedAt = performance.now();
  expect(listings.all()).toHaveLength(20_000);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});
