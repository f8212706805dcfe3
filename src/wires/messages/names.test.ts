import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VisibleTool } from '../../core/index.ts';
import { ToolNames } from './names.ts';

const tool = (name: string): VisibleTool => ({
  name,
  wireName: name,
  owner: 'client',
  description: '',
  parameters: {},
});
const namesOf = (...names: string[]) => prefixed('', ...names);
const prefixed = (prefix: string, ...names: string[]) =>
  new ToolNames({ messages: [], tools: names.map(tool), choice: { kind: 'auto' } }, prefix);

test('Tool names that the Messages API accepts stay unchanged', () => {
  const names = namesOf('search', 'files__read', 'a-b', 'x'.repeat(128));
  for (const name of ['search', 'files__read', 'a-b', 'x'.repeat(128)]) expect(names.write(name)).toBe(name);
});

test('Other tool names are replaced by unique valid names', () => {
  const names = namesOf('a.b', 'a b', 'größe', 'x'.repeat(129), '');
  expect(names.write('a.b')).toMatch(/^a_b_[0-9a-f]{10}$/);
  expect(names.write('a b')).not.toBe(names.write('a.b'));
  expect(names.write('')).toMatch(/^tool_/);
  expect(names.read(names.write('größe'))).toBe('größe');
});

test('Names of calls in the history and of the chosen tool are replaced, too', () => {
  const names = new ToolNames({
    messages: [{ role: 'assistant', content: [], calls: [{ id: 'x', name: 'a.b', arguments: '{}' }] }],
    tools: [],
    choice: { kind: 'named', name: 'c.d' },
  });
  expect(names.read(names.write('a.b'))).toBe('a.b');
  expect(names.write('c.d')).toMatch(/^c_d_/);
});

test('Every replaced name is unique, can be read back, and is the same in every request', () => {
  const anyName = fc.oneof(fc.string(), fc.constantFrom('a.b', 'a_b', 'constructor', '__proto__', 'x'.repeat(500)));
  fc.assert(
    fc.property(fc.uniqueArray(anyName), (given) => {
      const names = namesOf(...given);
      const written = given.map((name) => names.write(name));
      expect(new Set(written).size).toBe(given.length);
      for (const name of written) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
      expect(written.map((name) => names.read(name))).toEqual(given);
      expect(given.toReversed().map((name) => namesOf(...given).write(name))).toEqual(written.toReversed());
    }),
  );
});

test('A tool keeps its name if the replacement for another name would be the same', () => {
  const made = namesOf('a.b').write('a.b');
  const names = namesOf('a.b', made);
  expect(names.write(made)).toBe(made);
  expect(names.write('a.b')).not.toBe(made);
});

describe('Names with a prefix', () => {
  const prefix = 'mcp__bridge__';

  test('Every written name has the prefix, and a valid name is otherwise unchanged', () => {
    const names = prefixed(prefix, 'search', 'a.b');
    expect(names.write('search')).toBe('mcp__bridge__search');
    expect(names.write('a.b')).toMatch(/^mcp__bridge__a_b_[0-9a-f]{10}$/);
    expect(names.read('mcp__bridge__search')).toBe('search');
  });

  test('The prefix counts towards the longest name that the API accepts', () => {
    const [fits, tooLong] = ['x'.repeat(128 - prefix.length), 'y'.repeat(129 - prefix.length)];
    const names = prefixed(prefix, fits, tooLong);
    expect(names.write(fits)).toBe(prefix + fits);
    expect(names.write(tooLong)).toMatch(/^mcp__bridge__y{50}_[0-9a-f]{10}$/);
    expect(names.read(names.write(tooLong))).toBe(tooLong);
  });

  test('A name without the prefix, which the model invented, is read as it is', () => {
    const names = prefixed(prefix, 'search', 'a.b');
    const bare = names.write('a.b').slice(prefix.length);
    for (const invented of ['search', 'Bash', '', 'mcp__bridge_', 'mcp__other__search', bare, '__proto__']) {
      expect(names.read(invented)).toBe(invented);
    }
    expect(names.read('mcp__bridge__unknown')).toBe('unknown');
    expect(names.read('mcp__bridge__')).toBe('');
  });

  test('Any set of names is written as valid, different names and read back without loss, with any prefix', () => {
    const odd = fc.constantFrom('a.b', 'a_b', prefix, `${prefix}a`, '__proto__', 'constructor', 'x'.repeat(500), '😀');
    const anyName = fc.oneof(fc.string({ unit: 'binary' }), odd, fc.stringMatching(/^[a-zA-Z0-9_-]{1,130}$/));
    const anyPrefix = fc.oneof(fc.constantFrom('', prefix), fc.stringMatching(/^[a-zA-Z0-9_-]{0,60}$/));
    fc.assert(
      fc.property(anyPrefix, fc.uniqueArray(anyName), (before, given) => {
        const names = prefixed(before, ...given);
        const written = given.map((name) => names.write(name));
        expect(new Set(written).size).toBe(given.length);
        for (const name of written) expect(name.startsWith(before)).toBe(true);
        for (const name of written) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
        expect(written.map((name) => names.read(name))).toEqual(given);
        expect(given.map((name) => prefixed(before, ...given.toReversed()).write(name))).toEqual(written);
      }),
    );
  });
});
