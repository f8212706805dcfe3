import { expect, test } from 'vitest';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import type { Tool } from '../core/index.ts';
import { ToolDefinitionError } from './definition.ts';
import { ToolManager } from './manager.ts';

const tool = (name: string, more: object = {}) => ({
  name,
  description: `does ${name}`,
  schema: { type: 'object' },
  invoke: () => name,
  ...more,
});

proves(
  ['S2.manager.array', 'S2.manager.get'],
  'The manager keeps the tool objects themselves in one plain array',
  () => {
    const manager = new ToolManager();
    const [a, b, c] = [tool('a'), tool('b'), Object.freeze(tool('c'))];
    manager.add(a);
    manager.add([b, c]);
    expect(Array.isArray(manager.all())).toBe(true);
    expect(manager.all()).toHaveLength(3);
    expect(manager.all()[0]).toBe(a);
    expect(manager.all()[1]).toBe(b);
    expect(manager.all()[2]).toBe(c);
    expect(manager.all()).toBe(manager.all());
  },
);

proves('S2.manager.find', 'The manager finds a tool by its lc_name if that is a string, and by its name', () => {
  const manager = new ToolManager();
  const plain = tool('plain');
  const named = tool('short', { lc_name: 'server_long' });
  const statical = tool('static', { lc_name: () => 'DynamicTool' });
  manager.add([plain, named, statical]);
  expect(manager.find('plain')).toBe(plain);
  expect(manager.find('server_long')).toBe(named);
  expect(manager.find('short')).toBe(named);
  expect(manager.find('static')).toBe(statical);
  expect(manager.find('DynamicTool')).toBeUndefined();
  expect(manager.find('absent')).toBeUndefined();
  for (const name of ['constructor', '__proto__', 'toString', '']) expect(manager.find(name)).toBeUndefined();
});

test('A tool with a matching lc_name is found before a tool with a matching name', () => {
  const manager = new ToolManager();
  const byName = tool('x', { lc_name: 'y' });
  const byLcName = tool('z', { lc_name: 'x' });
  manager.add([byName, byLcName]);
  expect(manager.find('x')).toBe(byLcName);
});

proves('S2.manager.find', 'Finding a tool takes less than 1 ms among 20 tools and less than 5 ms among 10,000', () => {
  for (const [count, boundMs] of [
    [20, 1],
    [10_000, 5], // bench/executor.ts measures the real figure; this only catches a lookup that is slower than linear
  ] as const) {
    const manager = new ToolManager();
    manager.add(Array.from({ length: count }, (_, place) => tool(`tool_${place}`)));
    const times = Array.from({ length: 101 }, () => {
      const startedAt = performance.now();
      manager.find(`tool_${count - 1}`);
      return performance.now() - startedAt;
    });
    expect(times.sort((a, b) => a - b)[50]).toBeLessThan(boundMs);
  }
});

proves(
  'S2.manager.define',
  'Adding an invalid tool throws an error that names the missing parts, and adds nothing',
  () => {
    const manager = new ToolManager();
    const complaint = (candidate: unknown) => {
      try {
        manager.add([tool('good'), candidate as Tool]);
      } catch (error) {
        expect(error).toBeInstanceOf(ToolDefinitionError);
        return (error as Error).message.split('. ')[0];
      }
      return 'accepted';
    };
    expect(complaint({ ...tool('x'), name: undefined })).toBe('Tool 2 has no name');
    expect(complaint({ ...tool('x'), name: '' })).toBe('Tool 2 has no name');
    expect(complaint({ ...tool('x'), description: ' ' })).toBe('Tool "x" has no description');
    expect(complaint({ ...tool('x'), schema: undefined })).toBe('Tool "x" has no schema');
    expect(complaint({ ...tool('x'), schema: undefined, parameters: {} })).toBe(
      'Tool "x" has no schema (rename `parameters` or `inputSchema` to `schema`)',
    );
    expect(complaint({ ...tool('x'), schema: 'string' })).toBe('Tool "x" has no schema');
    expect(complaint({ ...tool('x'), invoke: undefined, execute() {} })).toBe(
      'Tool "x" has no invoke (rename `execute` to `invoke`)',
    );
    expect(complaint({ name: 'x' })).toBe('Tool "x" has no description and no schema and no invoke');
    expect(complaint(undefined)).toBe('Tool 2 is undefined, not a tool');
    expect(complaint(null)).toBe('Tool 2 is null, not a tool');
    expect(complaint('get_time')).toBe('Tool 2 is a string, not a tool');
    expect(manager.all()).toEqual([]);
  },
);

proves('S2.manager.define', 'An MCP tool may have no description', () => {
  const manager = new ToolManager();
  manager.add(tool('x', { description: '', metadata: { server: 'files' } }));
  expect(manager.all()).toHaveLength(1);
});

proves('S2.manager.duplicate', 'A second tool with the same name replaces the first, with a warning', () => {
  const log = recordingLog();
  const manager = new ToolManager({ log });
  const [first, second] = [tool('same'), tool('same')];
  manager.add([first, tool('other')]);
  expect(log.lines).toEqual([]);
  manager.add(second);
  expect(manager.all()).toHaveLength(2);
  expect(manager.all()[0]).toBe(second);
  expect(manager.find('same')).toBe(second);
  expect(log.lines).toMatchObject([{ level: 'warn', fields: { tool: 'same' } }]);
});

test('The manager removes a tool by name and reports whether it existed', () => {
  const manager = new ToolManager();
  manager.add([tool('a'), tool('b')]);
  expect(manager.remove('a')).toBe(true);
  expect(manager.remove('a')).toBe(false);
  expect(manager.all()).toHaveLength(1);
});
