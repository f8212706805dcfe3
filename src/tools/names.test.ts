import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tool } from '../core/index.ts';
import { WireNames, wireName } from './names.ts';

const SAFE = /^[a-zA-Z0-9_-]{1,64}$/;

const tool = (server: string | undefined, name: string): Tool => ({
  name,
  description: 'd',
  schema: {},
  invoke: () => undefined,
  ...(server === undefined ? {} : { metadata: { server } }),
});

/** Untrusted names: ordinary, awkward and hostile ones. */
const foreignName = fc.oneof(
  fc.stringMatching(/^[a-z_-]{0,12}$/),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    'constructor',
    '__proto__',
    'toString',
    '',
    'a__b',
    '_',
    '__',
    'ｆｕｌｌ',
    'pаypal',
    'x'.repeat(10_000),
  ),
);
const identity = fc.record({ server: fc.option(foreignName, { nil: undefined }), tool: foreignName });

describe('wireName', () => {
  test('The wire name is server__tool if that is safe and can be split in only one way', () => {
    expect(wireName({ server: 'files', tool: 'read_file' })).toBe('files__read_file');
    expect(wireName({ tool: 'get_time' })).toBe('get_time');
    expect(wireName({ server: 'a', tool: 'b__c' })).toBe('a__b__c');
  });

  test('The wire name ends in a hash if it was cleaned, truncated or ambiguous', () => {
    expect(wireName({ server: 'my files', tool: 'read' })).toMatch(/^my_files__read_[0-9a-f]{10}$/);
    expect(wireName({ server: 'a__b', tool: 'c' })).toMatch(/^a__b__c_[0-9a-f]{10}$/);
    expect(wireName({ server: 'a_', tool: 'b' })).toMatch(/^a___b_[0-9a-f]{10}$/);
    expect(wireName({ tool: 'x'.repeat(65) })).toMatch(/^x{53}_[0-9a-f]{10}$/);
    expect(wireName({ tool: '' })).toMatch(/^tool_[0-9a-f]{10}$/);
  });

  test('A wire name is always safe, and two different server tools never share one', () => {
    fc.assert(
      fc.property(identity, identity, (a, b) => {
        expect(wireName(a)).toMatch(SAFE);
        const isSame = a.server === b.server && a.tool === b.tool;
        const bothFromServers = a.server !== undefined && b.server !== undefined;
        if (!isSame && bothFromServers) expect(wireName(a)).not.toBe(wireName(b));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('WireNames', () => {
  test('Every tool has a unique wire name that leads back to it, whatever the order of the tools', () => {
    const uniqueTools = fc.uniqueArray(identity, {
      maxLength: 30,
      selector: ({ server, tool }) => JSON.stringify([server ?? null, tool]),
    });
    fc.assert(
      fc.property(uniqueTools, fc.infiniteStream(fc.nat()), (identities, random) => {
        const tools = identities.map(({ server, tool: name }) => tool(server, name));
        const names = new WireNames(tools);
        const shuffled = new WireNames(
          tools
            .map((each) => [random.next().value, each] as const)
            .sort(([a], [b]) => a - b)
            .map(([, each]) => each),
        );
        const wires = tools.map((each) => names.wireOf(each) ?? '');
        expect(new Set(wires).size).toBe(tools.length);
        for (const [place, each] of tools.entries()) {
          expect(wires[place]).toMatch(SAFE);
          expect(names.toolOf(wires[place] ?? '')).toBe(each);
          expect(shuffled.wireOf(each)).toBe(wires[place]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('A custom tool keeps its wire name if a server tool would have the same one', () => {
    const custom = tool(undefined, 'files__read');
    const server = tool('files', 'read');
    const names = new WireNames([server, custom]);
    expect(names.wireOf(custom)).toBe('files__read');
    expect(names.wireOf(server)).toMatch(/^files__read_[0-9a-f]{10}$/);
  });

  test('A tool that the settings rename has its new name in its wire name', () => {
    const renamed = { ...tool('files', 'files::wipe'), metadata: { server: 'files', tool: 'delete_all' } };
    const adapters = { ...tool('files', 'files/read'), metadata: { server: 'files', tool: 'read' } };
    const stray = { ...tool('files', 'filesystem::read'), metadata: { server: 'files', tool: 'list' } };
    const names = new WireNames([renamed, adapters, stray]);
    expect([renamed, adapters, stray].map((each) => names.wireOf(each))).toEqual([
      'files__wipe',
      'files__read',
      'files__list',
    ]);
  });

  test('If two tools of a server have the same shown name, the tool whose name sorts first keeps it', () => {
    const one = { ...tool('s', 's::x'), metadata: { server: 's', tool: 'a' } };
    const two = { ...tool('s', 'other'), metadata: { server: 's', tool: 'x' } };
    for (const tools of [
      [one, two],
      [two, one],
    ]) {
      const names = new WireNames(tools);
      expect(names.wireOf(two)).toBe('s__x');
      expect(names.wireOf(one)).toMatch(/^s__x_[0-9a-f]{10}$/);
    }
  });

  test('Adding a server does not change the wire names of other tools', () => {
    const old = tool('files', 'read');
    const before = new WireNames([old]).wireOf(old);
    expect(new WireNames([old, tool('file', 's__read'), tool('files2', 'read')]).wireOf(old)).toBe(before);
  });

  test('Names of Object.prototype properties are unknown wire names', () => {
    const names = new WireNames([tool(undefined, 'x')]);
    for (const name of ['constructor', '__proto__', 'toString']) expect(names.toolOf(name)).toBeUndefined();
  });
});
