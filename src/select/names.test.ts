import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import type { Plan } from '../core/index.ts';
import { shownTool } from './gateway-tools.ts';
import { findVisible } from './names.ts';

const plan = (...names: string[]): Plan => ({
  source: 'request',
  isMixed: false,
  format: 'native',
  understood: [],
  decisions: [],
  callable: [],
  finds: [],
  visible: names.map((name) => ({ name, wireName: name, owner: 'client', description: 'd', parameters: {} })),
});

const find = (name: string, ...names: string[]) => findVisible(plan(...names), name)?.name;

describe('findVisible', () => {
  test.each([
    ['read_file', 'read_file'],
    ['functions.read_file', 'read_file'],
    ['tools.read_file', 'read_file'],
    ['default_api:read_file', 'read_file'],
    ['default_api.read_file', 'read_file'],
    ['ReadFile', 'read_file'],
    ['READ-FILE', 'read_file'],
    ['read file', 'read_file'],
    ['read.file', 'read_file'],
    ['functions.Read-File', 'read_file'],
    ['read_fil', undefined],
    ['other.read_file', undefined],
    ['functions.', undefined],
    ['', undefined],
    ['_', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
  ])('findVisible resolves %j to %j', (written, meant) => {
    expect(find(written, 'read_file', 'write_file', '___')).toBe(meant);
  });

  test('findVisible tries the exact name before the name without its prefix', () => {
    expect(find('functions.read', 'read', 'functions.read')).toBe('functions.read');
    expect(find('functions.read', 'read', 'functions_read')).toBe('read');
    expect(find('tools.Read', 'tools.read')).toBe('tools.read');
  });

  test('findVisible compares a very long name only exactly', () => {
    const long = `a_${'x'.repeat(1_000_000)}`;
    expect(find(long, long)).toBe(long);
    expect(find(long.toUpperCase(), long)).toBeUndefined();
  });

  test('findVisible returns nothing if two tools are spelt alike', () => {
    expect(find('readfile', 'read_file', 'read-file')).toBeUndefined();
    expect(find('tools.Read', 'tools_read', 'READ')).toBeUndefined();
    expect(find('tools.Read', 'tools_read', 'tools-read', 'READ')).toBeUndefined();
    expect(find('read-file', 'read_file', 'read-file')).toBe('read-file');
  });

  proves(
    'L1',
    'findVisible always resolves an exact name to its tool, and never guesses a tool whose name has other letters or digits',
    () => {
      const part = fc.constantFrom('read', 'Read', 'file', '_', '-', '.', ' ', 'functions.', 'tools.', '__proto__');
      const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
      const characters = (text: string) => text.toLowerCase().replace(/[-_. ]/g, '');
      fc.assert(
        fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), name, (names, written) => {
          for (const each of names) expect(find(each, ...names)).toBe(each);
          const found = find(written, ...names);
          if (found === undefined) return;
          expect(characters(written).endsWith(characters(found))).toBe(true);
        }),
        { numRuns: 2_000 },
      );
    },
  );
});

test('findVisible accepts a tool’s name at its MCP server if only one server has it and the client lists no tools', () => {
  const shown = ['files::read_text', 'wiki::search', 'mail::search'].map((name) =>
    shownTool({ name, wireName: name.replace('::', '__'), description: 'd', parameters: {}, server: 'x' }),
  );
  const told = { ...plan(), visible: shown.slice(0, 1), callable: shown.slice(1) };
  expect(findVisible(told, 'read_text')?.wireName).toBe('files__read_text');
  expect(findVisible(told, 'functions.ReadText')?.wireName).toBe('files__read_text');
  expect(findVisible(told, 'search')).toBeUndefined();
  const beside = { ...told, visible: [...plan('Read-Text', 'readText').visible, ...told.visible] };
  expect(findVisible(beside, 'read_text')).toBeUndefined(); // two client tools are spelt alike
  expect(findVisible({ ...told, visible: [...plan('bash').visible, ...told.visible] }, 'read_text')).toBeUndefined();
});
