import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NamedTool, pythonNames } from './python-names.ts';
import { KEYWORDS } from './python-words.ts';
import { rewrite } from './rewrite.ts';

const files: NamedTool[] = [
  { wireName: 'my-files__read-file', server: 'my-files', tool: 'read-file' },
  { wireName: 'my-files__list', server: 'my-files', tool: 'list' },
  { wireName: 'bash' },
  { wireName: 'list' },
];

describe('The names of tools', () => {
  test('A tool of a server has its module, its short name, its wire name, and is in the module of all tools', () => {
    const names = pythonNames(files);
    expect(names.pathOf(0)).toBe('my_files.read_file');
    for (const path of [
      'my_files.read_file',
      'read_file',
      'my_files__read_file',
      'tools.read_file',
      'tools.my_files__read_file',
    ]) {
      expect(names.toolAt(path)).toBe(0);
    }
    expect([...names.modules]).toEqual(['tools', 'my_files']);
    expect(names.toolsIn('my_files')).toEqual([0, 1]);
    expect(names.toolsIn('tools')).toEqual([0, 1, 2, 3]);
    expect(names.toolsIn('other')).toEqual([]);
  });

  test('Another tool is a top-level name, which is no built-in function; as an attribute it keeps its name', () => {
    const names = pythonNames(files);
    expect([names.pathOf(2), names.pathOf(3)]).toEqual(['bash', 'list_']);
    expect(['bash', 'tools.bash', 'list_', 'tools.list', 'tools.list_', 'list'].map(names.toolAt)).toEqual([
      2,
      2,
      3,
      3,
      3,
      undefined,
    ]);
    expect(names.functions.has('list')).toBe(false);
  });

  test('A name that two tools have at their servers is no top-level name', () => {
    const names = pythonNames([
      { wireName: 'a__read', server: 'a', tool: 'read' },
      { wireName: 'b__read', server: 'b', tool: 'read' },
      { wireName: 'c__bash', server: 'c', tool: 'bash' },
      { wireName: 'bash' },
    ]);
    expect(['read', 'tools.read', 'bash', 'tools.bash', 'c.bash'].map(names.toolAt)).toEqual([
      undefined,
      undefined,
      3,
      3,
      2,
    ]);
  });

  test.each([
    ['json', 'json_tools'],
    ['calendar', 'calendar_tools'],
    ['print', 'print_tools'],
    ['class', 'class_tools'],
    ['tools', 'tools_tools'],
    ['2fa', '_2fa'],
    ['Données', 'Donnees'],
    ['a.b/c d', 'a_b_c_d'],
    ['', 'tool'],
    ['文件', 'tool'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
  ])('The module of the server %j is %s', (server, module) => {
    const names = pythonNames([{ wireName: 'x__y', server, tool: 'y' }]);
    expect(names.pathOf(0)).toBe(`${module}.y`);
    expect(names.toolAt(`${module}.y`)).toBe(0);
  });

  test('A tool of a server with the name of a built-in function also has that name with a suffix', () => {
    const names = pythonNames([{ wireName: 'files__list', server: 'files', tool: 'list' }]);
    expect([names.pathOf(0), names.toolAt('list_'), names.toolAt('list')]).toEqual(['files.list', 0, undefined]);
  });

  test('Servers and tools whose names become equal are numbered, independently of their order', () => {
    const tools: NamedTool[] = [
      { wireName: 'a-b__x-y', server: 'a-b', tool: 'x-y' },
      { wireName: 'a-b__x.y', server: 'a-b', tool: 'x.y' },
      { wireName: 'a_b__x', server: 'a_b', tool: 'x' },
      { wireName: 'a_b_2__x', server: 'a_b_2', tool: 'x' },
      { wireName: 'class', server: 'c', tool: 'class' },
    ];
    const expected = ['a_b_3.x_y', 'a_b_3.x_y_2', 'a_b.x', 'a_b_2.x', 'c.class_'];
    const paths = pythonNames(tools);
    expect(tools.map((_, tool) => paths.pathOf(tool))).toEqual(expected);
    const reversed = pythonNames(tools.toReversed());
    expect(tools.map((_, tool) => reversed.pathOf(tools.length - 1 - tool))).toEqual(expected);
  });

  test('An unknown name leads to the nearest one, also in another module', () => {
    const names = pythonNames(files);
    expect(names.nearest('my_files.reed_file')).toBe('my_files.read_file');
    expect(names.nearest('filesystem.read_files')).toBe('my_files.read_file');
    expect(names.nearest('tools.bsh')).toBe('bash');
    expect(names.nearest('something.else_entirely')).toBeUndefined();
  });
});

describe('Hostile names', () => {
  const tool = fc.record(
    {
      wireName: fc.oneof(fc.string(), fc.constantFrom('a', 'a-b', 'a_b', 'list', 'class', '__proto__', 'tools', '1')),
      server: fc.oneof(fc.string(), fc.constantFrom('a', 'a-b', 'a_b', 'json', '__proto__', 'tools')),
      tool: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'a-b', 'a_b', 'list', 'class', 'constructor')),
    },
    { requiredKeys: ['wireName'] },
  );

  test('Each tool has its own path, which leads to it, and a program can call it by that path', () => {
    fc.assert(
      fc.property(fc.array(tool, { maxLength: 30 }), (tools) => {
        const names = pythonNames(tools);
        const paths = tools.map((_, index) => names.pathOf(index));
        expect(new Set(paths).size).toBe(tools.length);
        expect(paths.map(names.toolAt)).toEqual([...tools.keys()]);
        for (const path of paths) {
          expect(path).toMatch(/^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?$/);
          expect(path.split('.').some((part) => KEYWORDS.has(part))).toBe(false);
        }
        const program = paths.map((path) => `${path}()`).join('\n');
        expect(new Set(rewrite(program, names).functions.map(({ path }) => path))).toEqual(new Set(paths));
      }),
    );
  });

  test('Ten thousand tools with the same name get different names', () => {
    const tools = Array.from({ length: 10_000 }, (_, index) => ({
      wireName: `w${index}`,
      server: 's',
      tool: '!'.repeat(index),
    }));
    const names = pythonNames(tools);
    expect(new Set(tools.map((_, index) => names.pathOf(index))).size).toBe(10_000);
    expect(names.pathOf(0)).toBe('s.tool');
    expect(names.pathOf(1)).toBe('s.tool_2');
  });
});
