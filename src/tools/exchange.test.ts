import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import type { Tool } from '../core/index.ts';
import { ToolManager } from './manager.ts';

const custom = (name: string): Tool => ({ name, description: 'd', schema: {}, invoke: () => name });
/** Tools as the MCP module makes them; a server need not describe its tools. */
const of = (server: string, ...names: readonly string[]): Tool[] =>
  names.map((name) => ({ name, description: '', schema: {}, metadata: { server, tool: name }, invoke: () => name }));

function setUp(...tools: readonly Tool[]) {
  const log = recordingLog();
  const manager = new ToolManager({ log });
  manager.add(tools);
  const names = () => manager.all().map(({ name }) => name);
  return { log, manager, names };
}

describe('exchange', () => {
  proves('S2.manager.array', 'Exchanging the tools of a server replaces them in place in the same array', () => {
    const { manager, names } = setUp(
      custom('a'),
      ...of('s', 's1', 's2'),
      custom('b'),
      ...of('t', 't1'),
      ...of('s', 's3'),
    );
    const array = manager.all();
    const [n1, n2, n3] = of('s', 's9', 's2', 's1');
    if (n1 === undefined || n2 === undefined || n3 === undefined) throw new Error('Three tools must exist.');
    expect(manager.exchange('s', [n1, n2, n3])).toEqual([]);
    expect(names()).toEqual(['a', 'b', 's9', 's2', 's1', 't1']);
    expect(manager.all()).toBe(array);
    expect(manager.find('s2')).toBe(n2);
    expect(manager.find('s3')).toBeUndefined();
    manager.exchange('s', []);
    expect(names()).toEqual(['a', 'b', 't1']);
    manager.exchange('s', [n3]);
    expect(names()).toEqual(['a', 'b', 's1', 't1']);
  });

  test('Custom tools come first and then servers by name, whatever the order in which they are added', () => {
    const arrivals = {
      custom: (manager: ToolManager) => manager.add([custom('z'), custom('s2'), custom('a')]),
      r: (manager: ToolManager) => manager.exchange('r', of('r', 'r2', 'r1')),
      s: (manager: ToolManager) => manager.exchange('s', of('s', 's1', 's2', 's3')),
      t: (manager: ToolManager) => manager.exchange('t', of('t', 't1')),
    };
    const everybody = ['custom', 'r', 's', 't'] as const;
    fc.assert(
      fc.property(fc.shuffledSubarray([...everybody], { minLength: everybody.length }), (order) => {
        const { manager, names } = setUp();
        for (const comer of order) arrivals[comer](manager);
        expect(names()).toEqual(['z', 's2', 'a', 'r2', 'r1', 's1', 's3', 't1']);
      }),
    );
  });

  test('A tool that replaces a tool of the same server keeps its position', () => {
    const { manager, names } = setUp(...of('s', 'one', 'two'), custom('mine'), custom('other'));
    manager.add([...of('s', 'one'), custom('mine')]);
    expect(names()).toEqual(['mine', 'other', 'one', 'two']);
  });

  test('Exchanging the same list again logs no warning again, except for tools that are new in it', () => {
    const { manager, log } = setUp(custom('mine'), custom('yours'));
    const list = of('s', 'mine', 'ok');
    const strays = of('t', ...Array.from({ length: 30 }, (_, place) => `stray${place}`));
    for (let again = 0; again < 3; again++) manager.exchange('s', [...list, ...strays]);
    expect(log.lines).toHaveLength(21);
    expect(log.lines.at(-1)).toMatchObject({ fields: { server: 's', count: 11 } });
    expect(manager.exchange('s', [...list, ...of('s', 'yours')])).toHaveLength(2);
    expect(log.lines.slice(21)).toMatchObject([{ fields: { tool: 'yours' } }]);
  });

  proves(
    ['L10', 'S2.manager.duplicate'],
    'A server tool never takes the name of an existing tool or of an earlier tool in its list',
    () => {
      const mine = custom('mine');
      const [theirs] = of('t', 'theirs');
      const { manager, names, log } = setUp(mine, theirs as Tool);
      const list = of('s', 'mine', 'ok', 'theirs', 'ok');
      expect(manager.exchange('s', list)).toEqual([list[0], list[2], list[3]]);
      expect(names()).toEqual(['mine', 'ok', 'theirs']);
      expect(manager.find('mine')).toBe(mine);
      expect(manager.find('theirs')).toBe(theirs);
      expect(manager.find('ok')).toBe(list[1]);
      const message = 'A tool with this name already exists; the tool from server "s" is left out.';
      expect(log.lines).toMatchObject(
        ['mine', 'theirs', 'ok'].map((tool) => ({ level: 'warn', message, fields: { tool, server: 's' } })),
      );
    },
  );

  proves(
    'S2.manager.duplicate',
    'A custom tool replaces an MCP tool of the same name and stays when the server sends its list again',
    () => {
      const list = of('s', 'one', 'two');
      const { manager, names } = setUp();
      manager.exchange('s', list);
      const mine = custom('two');
      manager.add(mine);
      expect(manager.find('two')).toBe(mine);
      expect(manager.exchange('s', list)).toEqual([list[1]]);
      expect(manager.find('two')).toBe(mine);
      expect(names()).toEqual(['two', 'one']);
    },
  );

  proves(
    ['S2.manager.define', 'L10'],
    'Invalid tools in a server’s list are left out with a warning, and the valid tools are kept',
    () => {
      const { manager, names, log } = setUp();
      const [good] = of('s', 'good');
      const nameless = { ...good, name: ' ' };
      const bad = [
        undefined,
        { ...good, name: 'x', schema: null },
        nameless,
        of('t', 'stray')[0],
        custom('stray'),
      ] as Tool[];
      expect(manager.exchange('s', [...bad, good as Tool])).toEqual(bad);
      expect(names()).toEqual(['good']);
      expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn', 'warn']);
      expect(log.lines[1]?.fields).toMatchObject({ reason: expect.stringContaining('"x" has no schema') });
    },
  );

  proves('L9', 'Leaving out ten thousand tools logs 21 lines, not ten thousand', () => {
    const { manager, log } = setUp(custom('same'));
    expect(manager.exchange('s', of('s', ...Array.from({ length: 10_000 }, () => 'same')))).toHaveLength(10_000);
    expect(log.lines).toHaveLength(21);
    expect(log.lines.at(-1)).toMatchObject({ fields: { server: 's', count: 9_980 } });
  });

  test('Each change increases the revision by one, and an exchange without a change does not', () => {
    const { manager } = setUp(custom('a'));
    const list = of('s', 's1', 's2');
    const before = manager.revision;
    manager.exchange('s', list);
    expect(manager.revision).toBe(before + 1);
    manager.exchange('s', [...list]);
    expect(manager.revision).toBe(before + 1);
    manager.exchange('s', list.toReversed());
    expect(manager.revision).toBe(before + 2);
    manager.exchange('unknown', []);
    expect(manager.revision).toBe(before + 2);
  });

  test('For any lists, other tools keep their order, names are unique, and every tool is either added or left out', () => {
    const lists = fc.array(fc.tuple(fc.constantFrom('s', 't', '__proto__'), fc.array(fc.constantFrom(...'abcdefgh'))), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...'abcdefgh')), lists, (own, changes) => {
        const { manager } = setUp(...own.map(custom));
        for (const [server, names] of changes) {
          const before = manager.all().filter((tool) => tool.metadata?.server !== server);
          const list = of(server, ...names);
          const left = manager.exchange(server, list);
          const now = manager.all();
          expect(now.filter((tool) => tool.metadata?.server !== server)).toEqual(before);
          const ours = now.filter((tool) => tool.metadata?.server === server);
          expect(ours).toEqual(list.filter((tool) => !left.includes(tool)));
          expect(new Set(now.map(({ name }) => name)).size).toBe(now.length);
          const places = ours.map((tool) => now.indexOf(tool));
          expect(places).toEqual(places.map((_, place) => (places[0] ?? 0) + place));
          for (const tool of left) expect(manager.find(tool.name)).toBeDefined();
        }
      }),
    );
  });

  proves('L9', 'Exchanging ten thousand of twenty thousand tools takes less than 250 ms', () => {
    const names = Array.from({ length: 10_000 }, (_, place) => `tool_${place}`);
    const others = of('t', ...names.map((name) => `t_${name}`));
    const { manager } = setUp(...others, ...of('s', ...names));
    const list = of('s', ...names);
    const startedAt = performance.now();
    manager.exchange('s', list);
    expect(performance.now() - startedAt).toBeLessThan(250);
    expect(manager.find('tool_9999')).toBe(list[9_999]);
  });
});

describe('onChange', () => {
  test('The listener receives every tool change synchronously until it unsubscribes', () => {
    const { manager } = setUp();
    const seen: [number, number][] = [];
    const listener = () => void seen.push([manager.revision, manager.all().length]);
    const first = manager.revision;
    const stop = manager.onChange(listener);
    const stopToo = manager.onChange(listener);
    manager.add(custom('a'));
    expect(seen).toEqual([
      [first + 1, 1],
      [first + 1, 1],
    ]);
    stopToo();
    manager.exchange('s', of('s', 's1', 's2'));
    manager.exchange('s', manager.all().slice(1));
    manager.remove('nothing');
    manager.remove('a');
    expect(seen.slice(2)).toEqual([
      [first + 2, 3],
      [first + 3, 2],
    ]);
    stop();
    manager.add(custom('b'));
    expect(seen).toHaveLength(4);
  });

  proves('L8', 'A listener that throws affects neither the change nor the other listeners', () => {
    const { manager, log } = setUp();
    let told = 0;
    manager.onChange(() => {
      throw new Error('x');
    });
    manager.onChange(() => told++);
    manager.exchange('s', of('s', 's1'));
    expect(told).toBe(1);
    expect(manager.find('s1')).toBeDefined();
    expect(log.lines).toMatchObject([{ level: 'error' }]);
  });
});
