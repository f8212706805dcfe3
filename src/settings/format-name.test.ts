import { expect, test } from 'vitest';
import { findFormats, formatNames, formats } from '../formats/index.ts';
import { settingsOf } from './load.ts';
import { outlineAt } from './outline.ts';
import { renderProblems } from './problem.ts';
import { settingSources } from './sources.ts';

const told = (given: object) => {
  const loaded = settingsOf({ formats: given }, {}, '/');
  return loaded.ok
    ? loaded.settings.formats
    : loaded.problems.map(({ path, wrong, fix }) => `${path}: ${wrong}. ${fix}`);
};

test('Settings accept the names of all formats in the catalogue, and "family"', () => {
  const known = ['family', ...formatNames()].sort();
  for (const path of [['enabled', 0], ['primary']])
    expect([...(outlineAt(['formats', ...path])?.enum ?? [])].sort()).toEqual(known);
  expect(told({ enabled: known, primary: 'family' })).toEqual({ enabled: known, primary: 'family' });
});

test("Another engine's name for a format is refused, and the fix gives our name", () => {
  const aliases = formats.flatMap((format) => format.aliases ?? []);
  expect(aliases.length).toBeGreaterThan(50);
  for (const alias of aliases) {
    const id = findFormats(alias)?.[0]?.id ?? '';
    expect(told({ primary: alias })).toEqual([
      `formats.primary: "${alias}" is another engine's name for "${id}". write "${id}"`,
    ]);
  }
});

test('An unknown format is refused, and the fix suggests the nearest name', () => {
  const others = 'write one of native, family, code, hermes, mistral, pythonic, pure_json, or a name that';
  expect(told({ enabled: ['native', 'hermez', 'wholly unlike', '', 5], primary: 'GPT-OSS' })).toEqual([
    'formats.enabled[1]: "hermez" is not a format. did you mean "hermes"?',
    `formats.enabled[2]: "wholly unlike" is not a format. ${others} "toolpath formats" lists`,
    `formats.enabled[3]: "" is not a format. ${others} "toolpath formats" lists`,
    'formats.enabled[4]: expected a string, got 5. "enabled": ["native", "hermes"]',
    `formats.primary: "GPT-OSS" is another engine's name for "harmony". write "harmony"`,
  ]);
  for (const name of ['constructor', '__proto__', 'x'.repeat(100_000)]) expect(told({ primary: name })).toHaveLength(1);
});

test('By default, native calls, the format of the family and code are enabled, and native is primary', () => {
  expect(told({})).toEqual({ enabled: ['native', 'family', 'code'], primary: 'native' });
  expect(told({ enabled: [] })).toEqual({ enabled: [], primary: 'native' });
});

test('Messages and choices do not list the many names of formats', () => {
  expect(settingSources.find(({ path }) => path === 'formats.primary')?.choices).toEqual([]);
  const loaded = settingsOf({ formats: { primary: 7 } }, {}, '/');
  expect(loaded.ok ? '' : renderProblems(loaded.problems)).toContain('formats.primary: expected a string, got 7.');
});
